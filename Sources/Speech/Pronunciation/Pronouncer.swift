/// Finds how words and pieces of command line are said, from the surest source to the last resort.
///
/// Order: the user's own words, the shipped lexicon, the packaged dictionary, words seen inside the name
/// (`localhost`: "local host"), letter-to-sound, and the names of the letters.
public struct Pronouncer: Sendable {
    typealias List = PronunciationPool.List

    /// The user's words and the shipped lexicon, the user's forms first.
    public var lexicon: Lexicon
    public var dictionary: PronouncingDictionary
    /// Nil: unknown words are only spelled.
    public var letterToSound: LetterToSound?

    var pool = PronunciationPool()
    private var words = ByteMap<List>(minimumCapacity: 1 << 12)
    private var phrases = ByteMap<List>(minimumCapacity: 1 << 11)
    private var atoms = ByteMap<List>(minimumCapacity: 1 << 12)
    /// Pieces with their ranges in `ways`.
    private var written = ByteMap<Range<Int>>(minimumCapacity: 1 << 13)
    private(set) var ways = WrittenWays()
    /// By the places of letters in the alphabet.
    private var letters: [List] = []
    /// By the numbers of `SpokenNumbers.words`.
    private var numberWords = [List](
        repeating: PronunciationPool.none, count: SpokenNumbers.words.count)

    /// At most so many pronunciations of one piece: more make everything sound like everything.
    public static let limit = 8

    public init(
        lexicon: Lexicon, dictionary: PronouncingDictionary, letterToSound: LetterToSound? = nil
    ) {
        self.lexicon = lexicon
        self.dictionary = dictionary
        self.letterToSound = letterToSound
        letters = (UInt8(ascii: "a")...UInt8(ascii: "z")).map { letter in
            let mark = pool.begin()
            for phones in SpokenSymbols.letterName(letter) { pool.add(pool.one { $0 += phones }) }
            return pool.end(mark)
        }
    }

    // MARK: Words

    /// The pronunciations of one spoken word: a letter's name, a dictionary word, or letter-to-sound.
    public mutating func pronunciations(ofWord word: String) -> [Pronunciation] {
        let found = ofWord(Array(word.utf8)[...])
        return pool.pronunciations(found)
    }

    mutating func ofWord(_ word: ArraySlice<UInt8>) -> List {
        if let known = words[word] { return known }
        // Two names of a lexicon may explain each other; whoever asks again meanwhile gets nothing.
        words.set(word, PronunciationPool.none)
        var result: List
        let bytes = lowercased(word)
        if bytes.count == 1, let letter = bytes.first, letter.isLetter {
            result = name(ofLetter: letter)
        } else {
            result = pool.list(of: bytes, in: dictionary, limit: 3)
            if result.isEmpty, let form = lexicon.forms(utf8: word).first {
                let form = Array(form.utf8)[...]
                if !form.split(separator: 0x20).contains(word) { result = ofPhrase(form) }
            }
            if result.isEmpty { result = guessed(word) }
            if result.isEmpty { result = spelled(bytes) }
            result = result.prefix(3)
        }
        words.set(word, result)
        return result
    }

    /// The pronunciations of words said one after the other, or of ARPABET in capitals.
    public mutating func pronunciations(ofPhrase phrase: String) -> [Pronunciation] {
        let found = ofPhrase(Array(phrase.utf8)[...])
        return pool.pronunciations(found)
    }

    mutating func ofPhrase(_ phrase: ArraySlice<UInt8>) -> List {
        if let known = phrases[phrase] { return known }
        let parts = phrase.split(separator: 0x20)
        var result = PronunciationPool.silence
        if !phrase.contains(where: { $0.isLower }), parts.count > 1,
            let phones = Pronunciation(arpabet: String(decoding: phrase, as: UTF8.self))
        {
            result = pool.one { $0 += phones }
        } else {
            for part in parts { result = pool.join(result, ofWord(part), limit: 4) }
            result = pool.sounding(result)
        }
        phrases.set(phrase, result)
        return result
    }

    private mutating func ofForms(_ forms: [[String]]) -> List {
        let mark = pool.begin()
        for form in forms {
            pool.addNew(ofPhrase(Array(form.joined(separator: " ").utf8)[...]), since: mark)
        }
        return pool.end(mark)
    }

    /// The usual pronunciations of a run of digits.
    private mutating func ofNumber(_ digits: ArraySlice<UInt8>) -> List {
        let mark = pool.begin()
        for form in SpokenNumbers.numbered(forms: digits) {
            var said = PronunciationPool.silence
            for word in form {
                if numberWords[word].isEmpty {
                    numberWords[word] = ofWord(Array(SpokenNumbers.words[word].utf8)[...])
                }
                said = pool.join(said, numberWords[word], limit: 4)
            }
            pool.addNew(said, since: mark)
            if pool.count(since: mark) >= 6 { break }
        }
        return pool.end(mark).prefix(6)
    }

    /// The name of a letter; none of what is no letter.
    func name(ofLetter byte: UInt8) -> List {
        byte.isLetter ? letters[Int(byte | 0x20) - 0x61] : PronunciationPool.none
    }

    private mutating func spelled(_ bytes: ArraySlice<UInt8>) -> List {
        let dictionary = dictionary
        return pool.one { phones in
            for byte in bytes {
                if byte.isLetter {
                    phones += SpokenSymbols.letterName(byte).first ?? []
                } else if byte.isDigit {
                    let name = SpokenNumbers.words[Int(byte - 0x30)]
                    phones += dictionary.pronunciations(of: name).first ?? []
                }
            }
        }
    }

    /// What letter-to-sound says.
    private mutating func guessed(_ word: ArraySlice<UInt8>) -> List {
        guard let letterToSound else { return PronunciationPool.none }
        return pool.one { letterToSound.appendPhones(of: word, to: &$0) }
    }

    // MARK: Pieces of command line

    /// The pronunciations of a piece such as `-la`, `.tar.gz`, `fix-audio`, `python3` or `8080`.
    ///
    /// A single letter is said by its name; of a dash and letters each letter is said, and longer ones also as a word.
    public mutating func pronunciations(ofPiece piece: String) -> [Pronunciation] {
        let found = find(Array(piece.utf8)[...])
        return pool.pronunciations(found)
    }

    /// The ways of saying a piece for who writes a dictionary: their range in `ways`.
    ///
    /// A piece stands in many places, each of which is a word of its own to a recogniser: it is spelled out once.
    mutating func ways(ofPiece piece: ArraySlice<UInt8>) -> Range<Int> {
        let count = written.count
        let number = written.insert(piece, 0..<0)
        if number < count { return written.values[number] }
        let start = ways.count
        if !addPlain(piece) {
            for way in find(piece) { ways.add(pool[way]) }
        }
        written.values[number] = start..<ways.count
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

    private mutating func find(_ piece: ArraySlice<UInt8>) -> List {
        let mark = pool.begin()
        for form in lexicon.forms(utf8: piece) {
            pool.addNew(ofPhrase(Array(form.utf8)[...]), since: mark)
        }
        let known = pool.end(mark)
        if !known.isEmpty { return known.prefix(Self.limit) }
        if piece.count > 1, piece.first == 0x2D { return ofOption(piece) }
        return assembled(piece)
    }

    /// The pronunciations of a piece whose punctuation is said, and of one whose inner dashes and underscores are not:
    /// few people say the dashes of `create-react-app`.
    private mutating func assembled(_ bytes: ArraySlice<UInt8>) -> List {
        // Most names are one word.
        if bytes.allSatisfy({ $0.isLower }) { return ofAtom(bytes).prefix(Self.limit) }
        let atoms = Self.atoms(of: bytes)
        var result = PronunciationPool.silence
        for atom in atoms { result = pool.join(result, ofAtom(atom)) }
        let isJoint = { (index: Int) -> Bool in
            guard atoms[index].elementsEqual([0x2D]) || atoms[index].elementsEqual([0x5F]),
                index > 0, index + 1 < atoms.count
            else { return false }
            return atoms[index - 1].first?.isLetter == true
                && atoms[index + 1].first?.isLetter == true
        }
        if atoms.indices.contains(where: isJoint) {
            var silent = PronunciationPool.silence
            for (index, atom) in atoms.enumerated() where !isJoint(index) {
                silent = pool.join(silent, ofAtom(atom), limit: 2)
            }
            let mark = pool.begin()
            pool.add(result.prefix(1))
            pool.add(silent.prefix(1))
            pool.add(result.dropFirst())
            result = pool.end(mark).prefix(max(Self.limit, result.count))
        }
        return pool.sounding(result)
    }

    private mutating func ofOption(_ bytes: ArraySlice<UInt8>) -> List {
        if bytes.starts(with: [0x2D, 0x2D]) {
            let dashes = ofForms(SpokenSymbols.names(of: "--"))
            return pool.join(dashes, assembled(bytes.dropFirst(2)))
        }
        let dash = ofForms(SpokenSymbols.names(of: "-").dropLast())
        let rest = bytes.dropFirst()
        guard rest.allSatisfy({ $0.isLetter }) else { return pool.join(dash, assembled(rest)) }
        let mark = pool.begin()
        let isName = isKnown(rest)
        if rest.count > 5 || rest.count > 2 && isName {
            pool.addNew(assembled(rest), since: mark)
        }
        // A letter before a word: "m time", "capital w all".
        let tail = rest.dropFirst()
        let isOneCase = tail.allSatisfy { $0.isLower } || tail.allSatisfy { $0.isUpper }
        if tail.count > 2, isOneCase, isKnown(tail) {
            let word = ofName(lowercased(tail)).prefix(2)
            pool.addNew(
                pool.join(ofLetter(bytes[bytes.startIndex + 1]), word, limit: 4), since: mark)
        }
        // Long ones are words, unless nothing is found in them.
        if rest.count <= 5
            || rest.count <= 8 && !isName && pool.count(since: mark) < 2
                && compound(lowercased(rest)).isEmpty
        {
            addLetters(of: rest, since: mark)
        }
        return pool.join(dash, pool.end(mark))
    }

    private func isKnown(_ name: ArraySlice<UInt8>) -> Bool {
        dictionary.contains(utf8: lowercased(name)) || !lexicon.forms(utf8: name).isEmpty
    }

    /// Adds a run of letters said one by one: all capitals as such, or all without saying so.
    private mutating func addLetters(of letters: ArraySlice<UInt8>, since mark: Int) {
        for way in 0..<(letters.contains { $0.isUpper } ? 3 : 1) {
            var said = PronunciationPool.silence
            for byte in letters {
                let names = ofLetter(byte)
                let chosen = byte.isUpper ? names.dropFirst(way).prefix(1) : names
                said = pool.join(said, chosen, limit: 4)
            }
            pool.addNew(said, since: mark)
        }
    }

    /// A letter said by its name; a capital first with the word "capital".
    private mutating func ofLetter(_ byte: UInt8) -> List {
        let name = name(ofLetter: byte)
        guard byte.isUpper else { return name }
        let capital = ofPhrase(Array("capital".utf8)[...]).prefix(1)
        let upper = ofPhrase(Array("upper case".utf8)[...]).prefix(1)
        let plain = name.prefix(1)
        let mark = pool.begin()
        pool.add(pool.join(capital, plain))
        pool.add(plain)
        pool.add(pool.join(upper, plain))
        return pool.end(mark)
    }

    private mutating func ofAtom(_ atom: ArraySlice<UInt8>) -> List {
        let count = atoms.count
        let number = atoms.insert(atom, PronunciationPool.none)
        if number < count { return atoms.values[number] }
        let result: List
        if let first = atom.first, first.isDigit {
            result = ofNumber(atom)
        } else if let first = atom.first, first.isLetter || first >= 0x80 {
            result = ofName(atom)
        } else {
            let text = String(decoding: atom, as: UTF8.self)
            result = ofForms(SpokenSymbols.names(of: text)).prefix(3)
        }
        atoms.values[number] = result
        return result
    }

    /// A run of letters: lexicon, dictionary, words inside it, letter-to-sound, spelling.
    private mutating func ofName(_ name: ArraySlice<UInt8>) -> List {
        if name.count == 1, let letter = name.first { return ofLetter(letter) }
        let mark = pool.begin()
        for form in lexicon.forms(utf8: name) {
            pool.addNew(ofPhrase(Array(form.utf8)[...]), since: mark)
        }
        if pool.count(since: mark) > 0 { return pool.end(mark) }
        let low = lowercased(name)
        let inDictionary = dictionary.contains(utf8: low)
        let hasVowel = low.contains(where: { Self.vowels.contains($0) })
        if inDictionary, name.count != 2 || Self.shortWords.contains(low) {
            pool.addNew(pool.list(of: low, in: dictionary, limit: 2), since: mark)
        }
        if name.count <= 3 || !hasVowel { pool.addNew(spelled(low), since: mark) }
        if !inDictionary, name.count > 3 {
            pool.addNew(compound(low).prefix(3), since: mark)
            pool.addNew(guessed(low), since: mark)
            if pool.count(since: mark) == 0 || name.count == 4 {
                pool.addNew(spelled(low), since: mark)
            }
        } else if !inDictionary, name.count == 3, hasVowel {
            pool.addNew(guessed(low), since: mark)
        }
        if pool.count(since: mark) == 0 { pool.addNew(spelled(low), since: mark) }
        return pool.end(mark)
    }

    private static let vowels: [UInt8] = Array("aeiouy".utf8)
}

extension UInt8 {
    var isDigit: Bool { (0x30...0x39).contains(self) }
    var isUpper: Bool { (0x41...0x5A).contains(self) }
    var isLower: Bool { (0x61...0x7A).contains(self) }
    var isLetter: Bool { isUpper || isLower }
}
