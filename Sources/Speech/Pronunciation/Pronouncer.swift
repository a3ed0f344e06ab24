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

    private var words = ByteMap<[Pronunciation]>()
    private var phrases = ByteMap<[Pronunciation]>()
    private var atoms = ByteMap<[Pronunciation]>()
    /// Pieces with their ranges in `ways`.
    private var written = ByteMap<Range<Int>>(minimumCapacity: 1 << 13)
    private(set) var ways = WrittenWays()
    /// By the numbers of `SpokenNumbers.words`.
    private var numberWords = [[Pronunciation]](repeating: [], count: SpokenNumbers.words.count)

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
        pronunciations(ofWord: Array(word.utf8)[...])
    }

    mutating func pronunciations(ofWord word: ArraySlice<UInt8>) -> [Pronunciation] {
        if let known = words[word] { return known }
        // Two names of a lexicon may explain each other; whoever asks again meanwhile gets nothing.
        words.set(word, [])
        let result: [Pronunciation]
        let bytes = lowercased(word)
        if bytes.count == 1, let letter = bytes.first, letter.isLetter {
            result = SpokenSymbols.letterName(letter)
        } else {
            var found = dictionary.pronunciations(utf8: bytes)
            if found.isEmpty, let form = lexicon.forms(utf8: word).first {
                let form = Array(form.utf8)[...]
                if !form.split(separator: 0x20).contains(word) {
                    found = pronunciations(ofPhrase: form)
                }
            }
            if found.isEmpty, let guess = letterToSound?.pronunciation(utf8: word) {
                found = [guess]
            }
            if found.isEmpty { found = [spelled(bytes)].filter { !$0.isEmpty } }
            result = Array(found.prefix(3))
        }
        words.set(word, result)
        return result
    }

    /// The pronunciations of words said one after the other, or of ARPABET in capitals.
    public mutating func pronunciations(ofPhrase phrase: String) -> [Pronunciation] {
        pronunciations(ofPhrase: Array(phrase.utf8)[...])
    }

    mutating func pronunciations(ofPhrase phrase: ArraySlice<UInt8>) -> [Pronunciation] {
        if let known = phrases[phrase] { return known }
        let parts = phrase.split(separator: 0x20)
        var result: [Pronunciation] = []
        if !phrase.contains(where: { $0.isLower }), parts.count > 1,
            let phones = Pronunciation(arpabet: String(decoding: phrase, as: UTF8.self))
        {
            result = [phones]
        } else {
            result = [[]]
            for part in parts {
                result = Self.join(result, pronunciations(ofWord: part), limit: 4)
            }
            result.removeAll(where: { $0.isEmpty })
        }
        phrases.set(phrase, result)
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

    /// The usual pronunciations of a run of digits.
    private mutating func ofNumber(_ digits: ArraySlice<UInt8>) -> [Pronunciation] {
        var result: [Pronunciation] = []
        for form in SpokenNumbers.numbered(forms: digits) {
            var said: [Pronunciation] = [[]]
            for word in form {
                if numberWords[word].isEmpty {
                    numberWords[word] = pronunciations(ofWord: SpokenNumbers.words[word])
                }
                said = Self.join(said, numberWords[word], limit: 4)
            }
            for phones in said where !phones.isEmpty && !result.contains(phones) {
                result.append(phones)
                if result.count == 6 { return result }
            }
        }
        return result
    }

    private func spelled(_ bytes: ArraySlice<UInt8>) -> Pronunciation {
        bytes.flatMap { byte -> Pronunciation in
            if byte.isLetter { return SpokenSymbols.letterName(byte).first ?? [] }
            guard byte.isDigit else { return [] }
            let name = SpokenNumbers.words[Int(byte - 0x30)]
            return dictionary.pronunciations(of: name).first ?? []
        }
    }

    /// Every way of saying one of `left` and then one of `right`, at most `limit` of them.
    static func join(
        _ left: [Pronunciation], _ right: [Pronunciation], limit: Int = limit
    ) -> [Pronunciation] {
        if right.isEmpty { return left }
        if left.count == 1, left[0].isEmpty { return Array(right.prefix(limit)) }
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
        find(Array(piece.utf8)[...])
    }

    /// The ways of saying a piece for who writes a dictionary: their range in `ways`.
    ///
    /// A piece stands in many places, each of which is a word of its own to a recogniser: it is spelled out once.
    mutating func ways(ofPiece piece: ArraySlice<UInt8>) -> Range<Int> {
        if let known = written[piece] { return known }
        let start = ways.count
        if !addPlain(piece) {
            for phones in find(piece) { ways.add(phones) }
        }
        written.set(piece, start..<ways.count)
        return start..<ways.count
    }

    /// Adds the dictionary's lines for a piece that is said as the dictionary says it and in no other way.
    ///
    /// Most of a language are such words; copying their lines spares reading and writing their phones.
    private mutating func addPlain(_ piece: ArraySlice<UInt8>) -> Bool {
        guard piece.count > 3 else { return false }
        var hash = PronouncingDictionary.seed
        for byte in piece {
            guard byte.isLower else { return false }
            hash = PronouncingDictionary.mix(hash, byte)
        }
        guard !lexicon.hashes.contains(hash) else { return false }
        let lines = dictionary.lines(utf8: piece, hash: hash)
        for line in lines.prefix(2) { ways.add(line: line) }
        return !lines.isEmpty
    }

    private mutating func find(_ piece: ArraySlice<UInt8>) -> [Pronunciation] {
        var known: [Pronunciation] = []
        for form in lexicon.forms(utf8: piece) {
            for phones in pronunciations(ofPhrase: form) where !known.contains(phones) {
                known.append(phones)
            }
        }
        if !known.isEmpty { return Array(known.prefix(Self.limit)) }
        if piece.count > 1, piece.first == 0x2D { return ofOption(piece) }
        return assembled(piece)
    }

    /// The pronunciations of a piece whose punctuation is said, and of one whose inner dashes and underscores are not:
    /// few people say the dashes of `create-react-app`.
    private mutating func assembled(_ bytes: ArraySlice<UInt8>) -> [Pronunciation] {
        let atoms = Self.atoms(of: bytes)
        var result: [Pronunciation] = [[]]
        for atom in atoms {
            result = Self.join(result, ofAtom(atom))
        }
        let isJoint = { (index: Int) -> Bool in
            guard atoms[index].elementsEqual([0x2D]) || atoms[index].elementsEqual([0x5F]),
                index > 0, index + 1 < atoms.count
            else { return false }
            return atoms[index - 1].first?.isLetter == true
                && atoms[index + 1].first?.isLetter == true
        }
        if atoms.indices.contains(where: isJoint) {
            var silent: [Pronunciation] = [[]]
            for (index, atom) in atoms.enumerated() where !isJoint(index) {
                silent = Self.join(silent, ofAtom(atom), limit: 2)
            }
            result.insert(contentsOf: silent.prefix(1), at: min(1, result.count))
            if result.count > Self.limit { result.removeLast() }
        }
        result.removeAll(where: \.isEmpty)
        return result
    }

    private mutating func ofOption(_ bytes: ArraySlice<UInt8>) -> [Pronunciation] {
        if bytes.starts(with: [0x2D, 0x2D]) {
            let dashes = pronunciations(ofForms: SpokenSymbols.names(of: "--"))
            return Self.join(dashes, assembled(bytes.dropFirst(2)))
        }
        let dash = pronunciations(ofForms: SpokenSymbols.names(of: "-").dropLast())
        let rest = bytes.dropFirst()
        var bodies: [Pronunciation] = [[]]
        if rest.allSatisfy({ $0.isLetter }), rest.count <= 5 {
            for byte in rest { bodies = Self.join(bodies, ofLetter(byte), limit: 4) }
            if rest.count > 2,
                dictionary.contains(utf8: rest) || !lexicon.forms(utf8: rest).isEmpty
            {
                bodies = assembled(rest) + bodies
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
        if let known = atoms[atom] { return known }
        let result: [Pronunciation]
        if let first = atom.first, first.isDigit {
            result = ofNumber(atom)
        } else if let first = atom.first, first.isLetter || first >= 0x80 {
            result = ofName(atom)
        } else {
            let text = String(decoding: atom, as: UTF8.self)
            result = Array(pronunciations(ofForms: SpokenSymbols.names(of: text)).prefix(3))
        }
        atoms.set(atom, result)
        return result
    }

    /// A run of letters: lexicon, dictionary, words inside it, letter-to-sound, spelling.
    private mutating func ofName(_ name: ArraySlice<UInt8>) -> [Pronunciation] {
        if name.count == 1, let letter = name.first { return ofLetter(letter) }
        var result: [Pronunciation] = []
        func add(_ phones: some Sequence<Pronunciation>) {
            for one in phones where !one.isEmpty && !result.contains(one) { result.append(one) }
        }
        for form in lexicon.forms(utf8: name) { add(pronunciations(ofPhrase: form)) }
        if !result.isEmpty { return result }
        let low = lowercased(name)
        let inDictionary = dictionary.contains(utf8: low)
        let hasVowel = low.contains(where: { Self.vowels.contains($0) })
        if inDictionary, name.count != 2 || Self.shortWords.contains(low) {
            add(dictionary.pronunciations(utf8: low).prefix(2))
        }
        if name.count <= 3 || !hasVowel { add([spelled(low)]) }
        if !inDictionary, name.count > 3 {
            add(compound(low).prefix(3))
            if let guess = letterToSound?.pronunciation(utf8: low) { add([guess]) }
            if result.isEmpty || name.count == 4 { add([spelled(low)]) }
        } else if !inDictionary, name.count == 3, hasVowel {
            if let guess = letterToSound?.pronunciation(utf8: low) { add([guess]) }
        }
        if result.isEmpty { add([spelled(low)]) }
        return result
    }

    private static let vowels: [UInt8] = Array("aeiouy".utf8)
}

extension UInt8 {
    var isDigit: Bool { (0x30...0x39).contains(self) }
    var isUpper: Bool { (0x41...0x5A).contains(self) }
    var isLower: Bool { (0x61...0x7A).contains(self) }
    var isLetter: Bool { isUpper || isLower }
}
