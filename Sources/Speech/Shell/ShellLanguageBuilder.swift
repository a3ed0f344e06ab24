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
        self = builder.finish(&pronouncer, smoothing)
    }
}

/// Collects counts and names, and writes them out as a model and a dictionary.
struct ShellLanguageBuilder {
    private var splitter: CommandLineSplitter
    private var members: ClassMembers
    /// What the user typed, and what people type.
    private var counts = NGramCounts()
    private var common = NGramCounts()
    /// The model's words: their text with their place as first byte, or the class with its place.
    private var numbers: [[UInt8]: Int] = [:]
    private var tokens: [(text: [UInt8], place: Place, kind: TokenClass?)] = [
        ([], .glued, nil), ([], .glued, nil), ([], .glued, nil),
    ]
    private var classNumbers = [Int](repeating: 0, count: 256)

    init(_ sources: ShellSources, _ knowledge: ShellKnowledge) {
        members = ClassMembers(sources, knowledge)
        var names: [ArraySlice<UInt8>: TokenClass] = [:]
        // The last one wins: a branch called like a file is more often meant as the file.
        for kind in [
            TokenClass.entry, .script, .target, .host, .remote, .tag, .branch, .folder, .file,
        ] {
            for member in members[kind] { names[ArraySlice(member.text.utf8)] = kind }
        }
        splitter = CommandLineSplitter(names: names)
    }

    // MARK: Counting

    /// Lines from the end of the history in which every word is remembered as it stands.
    private static let recentLines = 1000

    mutating func learnHistory(_ lines: [[UInt8]], _ weights: ShellLanguage.Weights) {
        var times: [[UInt8]: (count: Float, last: Int)] = [:]
        for (index, line) in lines.enumerated() {
            times[line, default: (0, 0)].count += 1
            times[line]?.last = index
        }
        var learned: [(pieces: [Piece], count: Float, isRecent: Bool)] = []
        var seen: [ArraySlice<UInt8>: Int] = [:]
        for (line, entry) in times.sorted(by: { $0.value.last < $1.value.last }) {
            if SecretFilter.isSecret(utf8: line) || !SafeText.isSafe(utf8: line) { continue }
            let pieces = splitter.pieces(of: line)
            if pieces.isEmpty || pieces.count > 60 { continue }
            let isRecent = entry.last >= lines.count - Self.recentLines
            for piece in pieces { seen[piece.text, default: 0] += isRecent ? 2 : 1 }
            learned.append((pieces, entry.count, isRecent))
        }
        for (pieces, count, _) in learned {
            let weight = count.squareRoot()
            for piece in pieces where piece.role == .word || piece.role == .number {
                guard seen[piece.text, default: 0] > 1 else { continue }
                let text = String(decoding: piece.text, as: UTF8.self)
                if piece.role == .number {
                    if text.utf8.count <= 6 { members.add(text, .number, 2) }
                } else if !piece.isFirstArgument {
                    let isCapital = text.utf8.first?.isUpper == true
                    members.add(text, isCapital ? .capitalized : .word, isCapital ? 0.3 : 0.5)
                }
            }
            // A word typed once, long ago, counts as one of its kind: of a long history such words are the most,
            // and each would have to be pronounced.
            let literal = pieces.map { piece -> Int in
                if seen[piece.text, default: 0] > 1 { return number(of: piece) }
                return classNumber(of: piece) ?? number(of: piece)
            }
            counts.add(literal, weight: weight)
            let named = pieces.map { classNumber(of: $0) ?? number(of: $0) }
            counts.add(named, weight: weight * weights.classes)
            common.add(pieces.flatMap { general($0) }, weight: weight * weights.general)
        }
    }

    mutating func learnPhrases(_ book: PhraseBook) {
        splitter.readsClasses = true
        for phrase in book.phrases {
            let pieces = splitter.pieces(of: phrase.text)
            let sentence = pieces.map { piece -> Int in
                // Only what the book itself calls a class is one: a folder `docs` here makes no folder of `docs` there.
                if case .named(let kind) = piece.role, piece.text.first == 0x3C {
                    return number(of: kind, piece.place)
                }
                return number(of: piece)
            }
            let weight = phrase.weight
            if phrase.isFragment {
                common.add(fragment: sentence, weight: weight)
            } else {
                common.add(sentence, weight: weight)
                if let first = pieces.first, first.role == .command {
                    members.add(String(decoding: first.text, as: UTF8.self), .command, 0.02)
                }
            }
        }
    }

    private mutating func number(of piece: Piece) -> Int {
        var key: [UInt8] = [piece.place.rawValue]
        key += piece.text
        if let known = numbers[key] { return known }
        guard tokens.count < Vocabulary.capacity else { return Vocabulary.end }
        numbers[key] = tokens.count
        tokens.append((Array(piece.text), piece.place, nil))
        return tokens.count - 1
    }

    private mutating func number(of kind: TokenClass, _ place: Place) -> Int {
        let slot = Int(kind.rawValue) * 8 + Int(place.rawValue)
        if classNumbers[slot] == 0 {
            classNumbers[slot] = tokens.count
            tokens.append(([], place, kind))
        }
        return classNumbers[slot]
    }

    /// The class of a piece whose like could stand there as well.
    private mutating func classNumber(of piece: Piece) -> Int? {
        switch piece.role {
        case .named(let kind): return kind == .option ? nil : number(of: kind, piece.place)
        case .number: return number(of: .number, piece.place)
        case .ending: return number(of: .ending, piece.place)
        case .word where !piece.isFirstArgument:
            let isCapital = piece.text.first?.isUpper == true
            return number(of: isCapital ? .capitalized : .word, piece.place)
        default: return nil
        }
    }

    /// The widest reading of a piece: numbers by their parts, any program, any word.
    private mutating func general(_ piece: Piece) -> [Int] {
        switch piece.role {
        case .named(.option): return [number(of: .option, piece.place)]
        case .command: return [number(of: .command, piece.place)]
        case .word where piece.isFirstArgument: return [number(of: .word, piece.place)]
        case .number where piece.text.count == 4:
            return [number(of: .pair, piece.place), number(of: .pair, .glued)]
        case .number where piece.text.count == 3 && piece.text.last != 0x30:
            return [number(of: .digit, piece.place), number(of: .pair, .glued)]
        case .number where piece.text.count > 2:
            let rest = piece.text.dropFirst().map { _ in number(of: .digit, .glued) }
            return [number(of: .digit, piece.place)] + rest
        default: return [classNumber(of: piece) ?? number(of: piece)]
        }
    }

    // MARK: Writing

    mutating func finish(
        _ pronouncer: inout Pronouncer, _ smoothing: Smoothing
    ) -> ShellLanguage {
        var names = tokens.indices.map { "w\($0)" }
        names[Vocabulary.none] = ""
        names[Vocabulary.start] = "<s>"
        names[Vocabulary.end] = "</s>"
        for index in tokens.indices where tokens[index].kind != nil { names[index] = "C\(index)" }
        var language = ShellLanguage(
            dictionary: [],
            model: NGramModel(
                layers: [counts, common], words: names, smoothing: smoothing),
            classes: [], written: [], places: [], modelWords: [], shares: [])
        language.dictionary.reserveCapacity(1 << 20)
        for index in tokens.indices {
            let token = tokens[index]
            let text = String(decoding: token.text, as: UTF8.self)
            language.add(text, token.place, modelWord: index, share: 1)
            guard index > Vocabulary.end, token.kind == nil else { continue }
            language.pronounce(index, pronouncer.lines(ofPiece: token.text))
        }
        for index in tokens.indices {
            guard let kind = tokens[index].kind else { continue }
            language.addClass(
                index, members.list(kind, tokens[index].place), tokens[index].place, &pronouncer)
        }
        return language
    }
}

extension ShellLanguage {
    mutating func add(_ text: String, _ place: Place, modelWord: Int, share: Float) {
        written.append(text)
        places.append(place)
        modelWords.append(Int32(modelWord))
        shares.append(Float(decimalLogarithm(Double(share))))
    }

    mutating func addClass(
        _ index: Int, _ members: [(text: String, weight: Float)], _ place: Place,
        _ pronouncer: inout Pronouncer
    ) {
        var entry = Class(tag: "C\(index)", words: [], shares: [])
        // Of a member the usual forms only: there are many members, and each form is one more to search.
        let lines = members.map { pronouncer.lines(ofPiece: Array($0.text.utf8)).prefix(4) }
        let owners = Self.owners(of: lines)
        var said: [(text: String, lines: [ArraySlice<UInt8>], weight: Float)] = []
        for (member, lines) in zip(members, lines) {
            // "Service" is the word before it is a way of saying `svc`.
            var own: [ArraySlice<UInt8>] = []
            var borrowed: [ArraySlice<UInt8>] = []
            for (turn, line) in lines.enumerated() {
                let isBorrowed = turn > 0 && owners[Self.hash(line), default: turn] < turn
                if isBorrowed { borrowed.append(line) } else { own.append(line) }
            }
            if !own.isEmpty { said.append((member.text, own, member.weight)) }
            if !borrowed.isEmpty {
                said.append((member.text, borrowed, member.weight * Self.borrowedPart))
            }
        }
        let total = said.reduce(0) { $0 + $1.weight }
        for (text, lines, weight) in said {
            let number = written.count
            add(text, place, modelWord: index, share: weight / total)
            pronounce(number, lines)
            entry.words.append("w\(number)")
            entry.shares.append(weight / total)
        }
        if !entry.words.isEmpty { classes.append(entry) }
    }

    /// How much less a member is meant by a way of saying it that is another member's first.
    private static let borrowedPart: Float = 0.1

    /// The least place that each way of saying something has among the ways of saying one member.
    private static func owners(of members: [ArraySlice<ArraySlice<UInt8>>]) -> [UInt64: Int] {
        var owners: [UInt64: Int] = [:]
        for lines in members {
            for (turn, line) in lines.enumerated() {
                let key = hash(line)
                owners[key] = min(turn, owners[key] ?? turn)
            }
        }
        return owners
    }

    private static func hash(_ line: ArraySlice<UInt8>) -> UInt64 {
        line.reduce(PronouncingDictionary.seed, PronouncingDictionary.mix)
    }

    mutating func pronounce(_ number: Int, _ lines: some Sequence<ArraySlice<UInt8>>) {
        let name = Array("w\(number)".utf8)
        for (turn, line) in lines.enumerated() {
            dictionary += name
            if turn > 0 { dictionary += [0x28, UInt8(0x31 + turn), 0x29] }
            dictionary += line
        }
    }
}
