extension ShellLanguage {
    /// Weights of what the counts come from; the user's own lines count one.
    public struct Weights: Hashable, Sendable {
        /// History lines with their names replaced by classes.
        public var classes: Float = 0.6
        /// History lines with everything replaced that has a class, next to lines of the phrase book.
        public var general: Float = 1

        public init() {}
    }

    /// Builds the language from what there is; nothing of it is required.
    public init(
        _ sources: ShellSources, knowledge: ShellKnowledge, pronouncer: inout Pronouncer,
        weights: Weights = Weights(), smoothing: Smoothing = .wittenBell
    ) {
        var builder = ShellLanguageBuilder(sources, knowledge)
        builder.learnHistory(sources.history, weights)
        builder.learnPhrases(knowledge.phrases)
        self = builder.finish(builder.model(smoothing), &pronouncer)
    }
}

/// Collects counts and names, and writes them out as a model and a dictionary.
///
/// Its steps are open to the package, so that each can be measured.
package struct ShellLanguageBuilder: Sendable {
    var splitter: CommandLineSplitter
    package private(set) var members: ClassMembers
    /// What the user typed, and what people type.
    private var counts = NGramCounts()
    private var common = NGramCounts()
    /// The texts of pieces, with how often each stands in the history; lines that are long ago count half.
    private var texts = ByteMap<Int32>(minimumCapacity: 1 << 12)
    /// The model's words for a text in each of its places; 0 for none.
    private var numbers: [Int32] = []
    private var tokens: [(text: Int, place: Place, kind: TokenClass?)] = []
    private var classNumbers = [Int](repeating: 0, count: 256)

    package init(_ sources: ShellSources, _ knowledge: ShellKnowledge) {
        members = ClassMembers(sources, knowledge)
        var names = ByteMap<TokenClass>(minimumCapacity: 1 << 10)
        // The last one wins: a branch called like a file is more often meant as the file.
        for kind in [
            TokenClass.entry, .script, .target, .host, .remote, .tag, .branch, .folder, .file,
        ] {
            let known = members[kind]
            for index in 0..<known.count { names.set(known.key(index), kind) }
        }
        splitter = CommandLineSplitter(names: names)
        // The three numbers that a vocabulary has taken.
        let nothing = texts.insert([], 0)
        tokens = (0...Vocabulary.end).map { _ in (nothing, .glued, nil) }
    }

    // MARK: Counting

    /// Lines from the end of the history in which every word is remembered as it stands.
    private static let recentLines = 1000

    /// A piece of a line, its text by number.
    private struct Cut {
        var text: Int
        var place: Place
        var role: Piece.Role
        var isFirstArgument: Bool
    }

    private mutating func cut(_ piece: Piece) -> Cut {
        Cut(
            text: texts.insert(piece.text, 0), place: piece.place, role: piece.role,
            isFirstArgument: piece.isFirstArgument)
    }

    package mutating func learnHistory(
        _ lines: [[UInt8]], _ weights: ShellLanguage.Weights = .init()
    ) {
        var times = ByteMap<(count: Float, last: Int)>(minimumCapacity: lines.count)
        for (index, line) in lines.enumerated() {
            let number = times.insert(line[...], (0, 0))
            times.values[number].count += 1
            times.values[number].last = index
        }
        // All lines' pieces one after the other: a list for each line costs more than cutting it.
        var cuts: [Cut] = []
        var learned: [(end: Int, count: Float)] = []
        for entry in times.values.sorted(by: { $0.last < $1.last }) {
            let line = lines[entry.last]
            if SecretFilter.isSecret(utf8: line) || !SafeText.isSafe(utf8: line) { continue }
            splitter.cut(line)
            if splitter.pieces.isEmpty || splitter.pieces.count > 60 { continue }
            let isRecent = entry.last >= lines.count - Self.recentLines
            for piece in splitter.pieces {
                let cut = cut(piece)
                texts.values[cut.text] += isRecent ? 2 : 1
                cuts.append(cut)
            }
            learned.append((cuts.count, entry.count))
        }
        var start = 0
        var sentence: [Int] = []
        for (end, count) in learned {
            let weight = count.squareRoot()
            let line = cuts[start..<end]
            start = end
            for piece in line where piece.role == .word || piece.role == .number {
                guard texts.values[piece.text] > 1 else { continue }
                let text = texts.key(piece.text)
                if piece.role == .number {
                    if text.count <= 6 { members.add(text, .number, 2) }
                } else if !piece.isFirstArgument {
                    let isCapital = text.first?.isUpper == true
                    members.add(text, isCapital ? .capitalized : .word, isCapital ? 0.3 : 0.5)
                }
            }
            // A word typed once, long ago, counts as one of its kind: of a long history such words are the most,
            // and each would have to be pronounced.
            sentence.removeAll(keepingCapacity: true)
            for piece in line {
                if texts.values[piece.text] > 1 {
                    sentence.append(number(of: piece))
                } else {
                    sentence.append(classNumber(of: piece) ?? number(of: piece))
                }
            }
            counts.add(sentence, weight: weight)
            sentence.removeAll(keepingCapacity: true)
            for piece in line { sentence.append(classNumber(of: piece) ?? number(of: piece)) }
            counts.add(sentence, weight: weight * weights.classes)
            sentence.removeAll(keepingCapacity: true)
            for piece in line { addGeneral(piece, to: &sentence) }
            common.add(sentence, weight: weight * weights.general)
        }
    }

    /// A word of the phrase book in one of the states in which it stands there.
    private struct PhraseWord {
        /// The range of its pieces among the numbers of all.
        var numbers: Range<Int>
        /// How long the program's name is that it begins with.
        var command: Int
        var after: CommandLineSplitter.State
    }

    /// The words of the phrase book by their bytes and the state before them: the same two thousand make up all of it, and
    /// each is cut once.
    private struct PhraseWords {
        var known = ByteMap<PhraseWord>(minimumCapacity: 1 << 12)
        var numbers: [Int] = []
    }

    package mutating func learnPhrases(_ book: PhraseBook) {
        splitter.readsClasses = true
        var words = PhraseWords()
        learn(book, book.phrases.filter { !$0.isFragment }, .init(), &words)
        // A piece of command line stands apart from what is before it or, as the end of a path, close to it.
        let fragments = book.phrases.filter(\.isFragment)
        var apart = CommandLineSplitter.State()
        apart.hasPiece = true
        learn(book, fragments.filter { Self.canStandApart($0, book.text) }, apart, &words)
        learn(book, fragments.filter { Self.canStandClose($0, book.text) }, .init(), &words)
    }

    private static func canStandApart(_ phrase: PhraseBook.Phrase, _ text: [UInt8]) -> Bool {
        text[phrase.range].first != UInt8(ascii: ";")
    }

    /// Options, and operators between commands and before files, are typed apart from what is before them.
    private static func canStandClose(_ phrase: PhraseBook.Phrase, _ text: [UInt8]) -> Bool {
        let text = text[phrase.range]
        guard let first = text.first else { return false }
        return !"|&>-".utf8.contains(first) && !text.starts(with: "< ".utf8)
            && !text.starts(with: "2>".utf8)
    }

    /// Learns phrases, before each of which there is a state.
    private mutating func learn(
        _ book: PhraseBook, _ phrases: [PhraseBook.Phrase], _ before: CommandLineSplitter.State,
        _ words: inout PhraseWords
    ) {
        var key: [UInt8] = []
        let text = book.text
        // Of the phrase in hand: its numbers, where the program's name stands in it, and for each place behind a blank how many
        // numbers are before it and the state there. Most phrases begin like the one before: only the rest is looked at.
        var sentence: [Int] = []
        var command = 0..<0
        var marks = [(place: 0, count: 0, state: before)]
        var last = 0..<0
        for phrase in phrases {
            let start = phrase.range.lowerBound
            let shared = Self.shared(last, phrase.range, of: text)
            last = phrase.range
            while marks[marks.count - 1].place > shared { marks.removeLast() }
            var (place, count, state) = marks[marks.count - 1]
            sentence.removeLast(sentence.count - count)
            if sentence.isEmpty { command = 0..<0 }
            while start + place < phrase.range.upperBound {
                key.removeAll(keepingCapacity: true)
                while start + place < phrase.range.upperBound, text[start + place] != 0x20 {
                    key.append(text[start + place])
                    place += 1
                }
                let word = phraseWord(&key, after: state, &words)
                let begin = place - key.count + 1
                if sentence.isEmpty { command = begin..<(begin + word.command) }
                for number in word.numbers { sentence.append(words.numbers[number]) }
                state = word.after
                place += 1
                marks.append((place, sentence.count, state))
            }
            if phrase.isFragment {
                common.add(fragment: sentence, weight: phrase.weight)
            } else {
                common.add(sentence, weight: phrase.weight)
                let name = (start + command.lowerBound)..<(start + command.upperBound)
                members.add(text[name], .command, 0.02)
            }
        }
    }

    /// How many bytes two parts of a text begin with alike.
    private static func shared(_ left: Range<Int>, _ right: Range<Int>, of text: [UInt8]) -> Int {
        let most = min(left.count, right.count)
        var count = 0
        while count < most, text[left.lowerBound + count] == text[right.lowerBound + count] {
            count += 1
        }
        return count
    }

    /// A word, to which the state before it is appended: what it is cut into, which may be nothing.
    private mutating func phraseWord(
        _ word: inout [UInt8], after state: CommandLineSplitter.State, _ words: inout PhraseWords
    ) -> PhraseWord {
        word.append(state.number)
        if let number = words.known.index(of: word[...]) { return words.known.values[number] }
        splitter.cut(word: word.dropLast(), after: state)
        let start = words.numbers.count
        for piece in splitter.pieces {
            // Only what the book itself calls a class is one: a folder `docs` here makes no folder of `docs` there.
            if case .named(let kind) = piece.role, piece.text.first == 0x3C {
                words.numbers.append(number(of: kind, piece.place))
            } else {
                words.numbers.append(number(of: cut(piece)))
            }
        }
        let first = splitter.pieces.first
        let cut = PhraseWord(
            numbers: start..<words.numbers.count,
            command: first?.role == .command ? first?.text.count ?? 0 : 0, after: splitter.state)
        words.known.set(word[...], cut)
        return cut
    }

    private mutating func number(of piece: Cut) -> Int {
        let slot = piece.text * Self.placeCount + Int(piece.place.rawValue)
        if slot >= numbers.count {
            while numbers.count < texts.count * Self.placeCount { numbers.append(0) }
        }
        if numbers[slot] > 0 { return Int(numbers[slot]) }
        guard tokens.count < Vocabulary.capacity else { return Vocabulary.end }
        numbers[slot] = Int32(tokens.count)
        tokens.append((piece.text, piece.place, nil))
        return tokens.count - 1
    }

    private static let placeCount = 8

    private mutating func number(of kind: TokenClass, _ place: Place) -> Int {
        let slot = Int(kind.rawValue) * Self.placeCount + Int(place.rawValue)
        if classNumbers[slot] == 0 {
            classNumbers[slot] = tokens.count
            tokens.append((0, place, kind))
        }
        return classNumbers[slot]
    }

    /// The class of a piece whose like could stand there as well.
    private mutating func classNumber(of piece: Cut) -> Int? {
        switch piece.role {
        case .named(let kind): return kind == .option ? nil : number(of: kind, piece.place)
        case .number: return number(of: .number, piece.place)
        case .ending: return number(of: .ending, piece.place)
        case .word where !piece.isFirstArgument:
            let isCapital = texts.key(piece.text).first?.isUpper == true
            return number(of: isCapital ? .capitalized : .word, piece.place)
        default: return nil
        }
    }

    /// The widest reading of a piece: numbers by their parts, any program, any word.
    private mutating func addGeneral(_ piece: Cut, to sentence: inout [Int]) {
        let text = texts.key(piece.text)
        let place = piece.place
        switch piece.role {
        case .named(.option): sentence.append(number(of: .option, place))
        case .command: sentence.append(number(of: .command, place))
        case .word where piece.isFirstArgument: sentence.append(number(of: .word, place))
        case .number where text.count == 4:
            sentence.append(number(of: .pair, place))
            sentence.append(number(of: .pair, .glued))
        case .number where text.count == 3 && text.last != 0x30:
            sentence.append(number(of: .digit, place))
            sentence.append(number(of: .pair, .glued))
        case .number where text.count > 2:
            // In this order because numbers are given in the order of their first use.
            let rest = number(of: .digit, .glued)
            sentence.append(number(of: .digit, place))
            for _ in 1..<text.count { sentence.append(rest) }
        default: sentence.append(classNumber(of: piece) ?? number(of: piece))
        }
    }

    // MARK: Writing

    /// The model of what was counted.
    package func model(_ smoothing: Smoothing = .wittenBell) -> NGramModel {
        var names = tokens.indices.map { "w\($0)" }
        names[Vocabulary.none] = ""
        names[Vocabulary.start] = "<s>"
        names[Vocabulary.end] = "</s>"
        for index in tokens.indices where tokens[index].kind != nil { names[index] = "C\(index)" }
        return NGramModel(layers: [counts, common], words: names, smoothing: smoothing)
    }

    /// The language with that model: everything in it pronounced.
    package mutating func finish(
        _ model: NGramModel, _ pronouncer: inout Pronouncer
    ) -> ShellLanguage {
        var language = ShellLanguage(model: model)
        for (index, token) in tokens.enumerated() {
            let text = texts.key(token.text)
            language.add(
                String(decoding: text, as: UTF8.self), token.place, modelWord: index, share: 1)
            guard index > Vocabulary.end, token.kind == nil else { continue }
            language.pronounce(index, pronouncer.ways(ofPiece: text), pronouncer.ways)
        }
        var numbers = HashSet()
        for number in 0..<100 {
            let ways = pronouncer.ways(ofPiece: Array(String(number).utf8)[...])
            if let first = ways.first { numbers.insert(pronouncer.ways.hashes[first]) }
        }
        var said: [TokenClass: SaidMembers] = [:]
        for (index, token) in tokens.enumerated() {
            guard let kind = token.kind else { continue }
            // The same members stand in many places.
            var list = said.removeValue(forKey: kind) ?? SaidMembers(members[kind])
            list.pronounce(members.list(kind, token.place), &pronouncer)
            // Outside of quotes "one" and "for" are rather 1 and 4 than the words that sound so.
            let isNumber = kind == .word && (token.place == .glued || token.place == .spaced)
            language.addClass(
                index, list, token.place, pronouncer.ways, taken: isNumber ? numbers : HashSet())
            said[kind] = list
        }
        return language
    }
}
