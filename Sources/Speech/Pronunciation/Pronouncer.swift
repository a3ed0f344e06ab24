/// Finds how words and pieces of command line are said, from the surest source to the last resort.
///
/// Order: the user's own words, the shipped lexicon, the packaged dictionary, words seen inside the name
/// (`localhost`: "local host"), letter-to-sound, and the names of the letters.
public struct Pronouncer: Sendable {
    /// The user's words and the shipped lexicon, the user's forms first.
    public var lexicon: Lexicon
    public var dictionary: PronouncingDictionary
    /// Nil: unknown words are only spelled.
    public var letterToSound: LetterToSound?

    private var words: [String: [Pronunciation]] = [:]
    private var phrases: [String: [Pronunciation]] = [:]
    private var pieces: [String: [Pronunciation]] = [:]
    private var written: [[UInt8]: [ArraySlice<UInt8>]] = [:]

    /// At most so many pronunciations of one piece: more make everything sound like everything.
    public static let limit = 8

    public init(
        lexicon: Lexicon, dictionary: PronouncingDictionary, letterToSound: LetterToSound? = nil
    ) {
        self.lexicon = lexicon
        self.dictionary = dictionary
        self.letterToSound = letterToSound
    }

    // MARK: Words

    /// The pronunciations of one spoken word: a letter's name, a dictionary word, or letter-to-sound.
    public mutating func pronunciations(ofWord word: String) -> [Pronunciation] {
        if let known = words[word] { return known }
        // Two names of a lexicon may explain each other; whoever asks again meanwhile gets nothing.
        words[word] = []
        let result: [Pronunciation]
        let bytes = Array(word.lowercased().utf8)
        if bytes.count == 1, bytes[0].isLetter {
            result = SpokenSymbols.letterName(bytes[0])
        } else {
            var found = dictionary.pronunciations(utf8: bytes[...])
            if found.isEmpty, let form = lexicon.forms(of: word).first,
                !form.split(separator: " ").contains(where: { $0 == word })
            {
                found = pronunciations(ofPhrase: form)
            }
            if found.isEmpty, let guess = letterToSound?.pronunciation(of: word) { found = [guess] }
            if found.isEmpty { found = [spelled(bytes)].filter { !$0.isEmpty } }
            result = Array(found.prefix(3))
        }
        words[word] = result
        return result
    }

    /// The pronunciations of words said one after the other, or of ARPABET in capitals.
    public mutating func pronunciations(ofPhrase phrase: String) -> [Pronunciation] {
        if let known = phrases[phrase] { return known }
        let parts = phrase.split(separator: " ")
        var result: [Pronunciation] = []
        if !phrase.utf8.contains(where: { (0x61...0x7A).contains($0) }), parts.count > 1,
            let phones = Pronunciation(arpabet: phrase)
        {
            result = [phones]
        } else {
            result = [[]]
            for part in parts {
                result = Self.join(result, pronunciations(ofWord: String(part)), limit: 4)
            }
            result.removeAll(where: \.isEmpty)
        }
        phrases[phrase] = result
        return result
    }

    mutating func pronunciations(ofForms forms: [[String]]) -> [Pronunciation] {
        var result: [Pronunciation] = []
        for form in forms {
            for phones in pronunciations(ofPhrase: form.joined(separator: " "))
            where !result.contains(phones) {
                result.append(phones)
            }
        }
        return result
    }

    private func spelled(_ bytes: [UInt8]) -> Pronunciation {
        bytes.flatMap { byte -> Pronunciation in
            if byte.isLetter { return SpokenSymbols.letterName(byte).first ?? [] }
            guard byte.isDigit else { return [] }
            let name = SpokenNumbers.units[Int(byte - 0x30)]
            return dictionary.pronunciations(of: name).first ?? []
        }
    }

    /// Every way of saying one of `left` and then one of `right`, at most `limit` of them.
    static func join(
        _ left: [Pronunciation], _ right: [Pronunciation], limit: Int = limit
    ) -> [Pronunciation] {
        if right.isEmpty { return left }
        if right.count == 1 { return left.map { $0 + right[0] } }
        var result: [Pronunciation] = []
        // Diagonals, so that the usual forms of both sides come first.
        for sum in 0..<(left.count + right.count) {
            for index in left.indices where right.indices.contains(sum - index) {
                result.append(left[index] + right[sum - index])
                if result.count == limit { return result }
            }
        }
        return result
    }

    // MARK: Pieces of command line

    /// The pronunciations of a piece such as `-la`, `.tar.gz`, `fix-audio`, `python3` or `8080`.
    ///
    /// A single letter is said by its name; of a dash and letters each letter is said, and longer ones also as a word.
    public mutating func pronunciations(ofPiece piece: String) -> [Pronunciation] {
        if let known = pieces[piece] { return known }
        let result = find(piece)
        pieces[piece] = result
        return result
    }

    /// The pronunciations of a piece for who writes a dictionary: each with a blank before every phone and the end of
    /// the line after the last.
    ///
    /// A piece stands in many places, each of which is a word of its own to a recogniser: it is spelled out once.
    mutating func lines(ofPiece piece: [UInt8]) -> [ArraySlice<UInt8>] {
        if let known = written[piece] { return known }
        var lines = Array(plainLines(ofPiece: piece).prefix(2))
        if lines.isEmpty {
            for phones in pronunciations(ofPiece: String(decoding: piece, as: UTF8.self)) {
                var line: [UInt8] = []
                line.reserveCapacity(phones.count * 3 + 1)
                for phone in phones {
                    line.append(0x20)
                    line += phone.utf8Symbol
                }
                line.append(0x0A)
                lines.append(line[...])
            }
        }
        written[piece] = lines
        return lines
    }

    /// The dictionary's lines for a piece that is said as the dictionary says it and in no other way.
    ///
    /// Most of a language are such words; copying their lines spares reading and writing their phones.
    func plainLines(ofPiece piece: [UInt8]) -> [ArraySlice<UInt8>] {
        guard piece.count > 3 else { return [] }
        var hash = PronouncingDictionary.seed
        for byte in piece {
            guard byte.isLower else { return [] }
            hash = PronouncingDictionary.mix(hash, byte)
        }
        return lexicon.hashes.contains(hash) ? [] : dictionary.lines(utf8: piece[...])
    }

    private mutating func find(_ piece: String) -> [Pronunciation] {
        let forms = lexicon.mayHold(piece) ? lexicon.forms(of: piece) : []
        if !forms.isEmpty {
            var known: [Pronunciation] = []
            for form in forms {
                for phones in pronunciations(ofPhrase: form) where !known.contains(phones) {
                    known.append(phones)
                }
            }
            if !known.isEmpty { return Array(known.prefix(Self.limit)) }
        }
        let bytes = Array(piece.utf8)
        if bytes.count > 1, bytes[0] == 0x2D { return ofOption(bytes) }
        return assembled(bytes)
    }

    /// The pronunciations of a piece whose punctuation is said, and of one whose inner dashes are left out.
    private mutating func assembled(_ bytes: [UInt8]) -> [Pronunciation] {
        var result: [Pronunciation] = [[]]
        for atom in Self.atoms(of: bytes) {
            result = Self.join(result, ofAtom(atom))
        }
        result.removeAll(where: \.isEmpty)
        return result
    }

    private mutating func ofOption(_ bytes: [UInt8]) -> [Pronunciation] {
        if bytes.starts(with: [0x2D, 0x2D]) {
            let dashes = pronunciations(ofForms: SpokenSymbols.names(of: "--"))
            return Self.join(dashes, assembled(Array(bytes.dropFirst(2))))
        }
        let dash = pronunciations(ofForms: SpokenSymbols.names(of: "-").dropLast())
        let rest = Array(bytes.dropFirst())
        var bodies: [Pronunciation] = [[]]
        if rest.allSatisfy(\.isLetter), rest.count <= 5 {
            for byte in rest { bodies = Self.join(bodies, ofLetter(byte), limit: 4) }
            if rest.count > 2 {
                let name = String(decoding: rest, as: UTF8.self)
                if dictionary.contains(name) || !lexicon.forms(of: name).isEmpty {
                    bodies = assembled(rest) + bodies
                }
            }
        } else {
            bodies = assembled(rest)
        }
        return Self.join(dash, bodies)
    }

    /// A letter said by its name; a capital first with the word "capital".
    mutating func ofLetter(_ byte: UInt8) -> [Pronunciation] {
        let name = SpokenSymbols.letterName(byte)
        guard byte.isUpper else { return name }
        let capital = pronunciations(ofWord: "capital").prefix(1)
        let upper = pronunciations(ofPhrase: "upper case").prefix(1)
        let plain = name.prefix(1)
        return Self.join(Array(capital), Array(plain)) + plain
            + Self.join(Array(upper), Array(plain))
    }

    private mutating func ofAtom(_ atom: ArraySlice<UInt8>) -> [Pronunciation] {
        let text = String(decoding: atom, as: UTF8.self)
        if let known = words["\u{1}" + text] { return known }
        let result: [Pronunciation]
        if let first = atom.first, first.isDigit {
            result = Array(pronunciations(ofForms: SpokenNumbers.forms(of: text)).prefix(6))
        } else if let first = atom.first, first.isLetter || first >= 0x80 {
            result = ofName(Array(atom))
        } else {
            result = Array(pronunciations(ofForms: SpokenSymbols.names(of: text)).prefix(3))
        }
        words["\u{1}" + text] = result
        return result
    }

    /// A run of letters: lexicon, dictionary, words inside it, letter-to-sound, spelling.
    private mutating func ofName(_ bytes: [UInt8]) -> [Pronunciation] {
        if bytes.count == 1 { return ofLetter(bytes[0]) }
        let name = String(decoding: bytes, as: UTF8.self)
        let lower = name.lowercased()
        var result: [Pronunciation] = []
        func add(_ phones: some Sequence<Pronunciation>) {
            for one in phones where !one.isEmpty && !result.contains(one) { result.append(one) }
        }
        if lexicon.mayHold(name) {
            for form in lexicon.forms(of: name) { add(pronunciations(ofPhrase: form)) }
        }
        if !result.isEmpty { return result }
        let low = Array(lower.utf8)
        let inDictionary = dictionary.contains(utf8: low[...])
        let isShort = bytes.count <= 3
        if inDictionary, !(bytes.count == 2 && !Self.shortWords.contains(lower)) {
            add(dictionary.pronunciations(utf8: low[...]).prefix(2))
        }
        if isShort || !low.contains(where: { Self.vowels.contains($0) }) {
            add([spelled(low)])
        }
        if !inDictionary, bytes.count > 3 {
            add(compound(low).prefix(3))
            if let guess = letterToSound?.pronunciation(of: lower) { add([guess]) }
            if result.isEmpty || bytes.count == 4 { add([spelled(low)]) }
        } else if !inDictionary, bytes.count == 3, low.contains(where: { Self.vowels.contains($0) })
        {
            if let guess = letterToSound?.pronunciation(of: lower) { add([guess]) }
        }
        if result.isEmpty { add([spelled(low)]) }
        return result
    }

    /// A name read as words run together, the fewest that fit; what is left between them, up to three letters, is spelled.
    mutating func compound(_ name: [UInt8]) -> [Pronunciation] {
        guard name.count <= 24, name.allSatisfy({ (0x61...0x7A).contains($0) }) else { return [] }
        let count = name.count
        // The cheapest split of each prefix: a word costs 2 and a little more the shorter it is, a letter 2.
        var cost = [Int](repeating: Int.max, count: count + 1)
        var step = [Int](repeating: 0, count: count + 1)
        cost[0] = 0
        for start in 0..<count where cost[start] < Int.max {
            var hash = PronouncingDictionary.seed
            for end in (start + 1)...min(count, start + 14) {
                hash = PronouncingDictionary.mix(hash, name[end - 1])
                var price: Int
                switch end - start {
                case 1: price = 25
                case 2:
                    guard Self.isShortWord(name[start], name[end - 1]) else { continue }
                    price = 28
                default:
                    guard
                        lexicon.hashes.contains(hash)
                            || dictionary.contains(utf8: name[start..<end], hash: hash)
                    else { continue }
                    price = end - start == 3 ? 26 : 20
                }
                price += cost[start]
                if price < cost[end] {
                    cost[end] = price
                    step[end] = start
                }
            }
        }
        var cuts: [Range<Int>] = []
        var end = count
        while end > 0 {
            cuts.insert(step[end]..<end, at: 0)
            end = step[end]
        }
        let letters = cuts.filter { $0.count == 1 }.count
        guard cuts.count > 1, letters <= 3, cuts.contains(where: { $0.count > 2 }),
            cuts.count - letters <= 3
        else { return [] }
        var result: [Pronunciation] = [[]]
        for cut in cuts {
            if cut.count == 1 {
                result = Self.join(result, SpokenSymbols.letterName(name[cut.lowerBound]), limit: 4)
                continue
            }
            let text = String(decoding: name[cut], as: UTF8.self)
            let forms = lexicon.forms(of: text)
            let said =
                forms.isEmpty ? pronunciations(ofWord: text) : pronunciations(ofPhrase: forms[0])
            result = Self.join(result, said, limit: 4)
        }
        return result
    }

    /// Splits at digits, punctuation and capitals: `fixAudio-2.0` is `fix`, `Audio`, `-`, `2`, `.`, `0`.
    static func atoms(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var result: [ArraySlice<UInt8>] = []
        var position = 0
        while position < bytes.count {
            let start = position
            let first = bytes[position]
            position += 1
            if first.isDigit {
                while position < bytes.count, bytes[position].isDigit { position += 1 }
            } else if first.isLetter || first >= 0x80 {
                while position < bytes.count, bytes[position].isLetter || bytes[position] >= 0x80 {
                    let byte = bytes[position]
                    let rises = byte.isUpper && !bytes[position - 1].isUpper
                    let nextFalls =
                        position + 1 < bytes.count && bytes[position + 1].isLower
                        && byte.isUpper && bytes[position - 1].isUpper
                    if rises || nextFalls { break }
                    position += 1
                }
            } else if let whole = SpokenSymbols.operators.first(where: {
                bytes[start...].starts(with: $0)
            }) {
                position = start + whole.count
            }
            result.append(bytes[start..<position])
        }
        return result
    }

    private static func isShortWord(_ first: UInt8, _ second: UInt8) -> Bool {
        shortWordKeys[Int(first & 0x1F) << 5 | Int(second & 0x1F)]
    }

    /// The short words by the places of their two letters in the alphabet.
    private static let shortWordKeys: [Bool] = {
        var keys = [Bool](repeating: false, count: 1 << 10)
        for word in shortWords {
            keys[word.utf8.reduce(0) { $0 << 5 | Int($1 & 0x1F) }] = true
        }
        return keys
    }()
    private static let vowels: [UInt8] = Array("aeiouy".utf8)
    /// Words of two letters that are said as words.
    static let shortWords: Set<String> = [
        "am", "an", "as", "at", "be", "by", "do", "go", "he", "if", "in", "is", "it", "me", "my",
        "no", "of", "ok", "on", "or", "so", "to", "up", "us", "we",
    ]
}

extension UInt8 {
    var isDigit: Bool { (0x30...0x39).contains(self) }
    var isUpper: Bool { (0x41...0x5A).contains(self) }
    var isLower: Bool { (0x61...0x7A).contains(self) }
    var isLetter: Bool { isUpper || isLower }
}
