/// The words of somebody's own texts and how they follow each other, for a general recogniser to know as well.
///
/// Texts are read as prose: markup, numbers, addresses and code end a sentence, so that nothing is learned across them.
/// Lines that may hold a password are left out.
public struct LearnedText: Sendable {
    /// A word that the general dictionary lacks.
    public struct NewWord: Hashable, Sendable {
        /// In lower case, as the recogniser knows it.
        public var key: String
        /// As it is written most often.
        public var spelling: String
    }

    private var counts = NGramCounts()
    private var vocabulary = Vocabulary()
    /// How often each word was seen, and in which spellings, by its number.
    private var times: [Int] = []
    private var spellings: [Int: [String: Int]] = [:]
    private var sentence: [Int] = []

    /// At most so many different words; what comes later is counted only if it is known.
    public static let wordLimit = 20_000

    public init() {}

    public var isEmpty: Bool { times.allSatisfy { $0 == 0 } }

    /// Learns from a text of any size.
    public mutating func add(_ text: [UInt8]) {
        var fenced = false
        for line in text.split(separator: 0x0A, omittingEmptySubsequences: false) {
            let bare = line.drop { $0 == 0x20 || $0 == 0x09 }
            if bare.starts(with: "```".utf8) || bare.starts(with: "~~~".utf8) {
                fenced.toggle()
                endSentence()
                continue
            }
            if bare.isEmpty || fenced || SecretFilter.isSecret(utf8: Array(line)) {
                endSentence()
                continue
            }
            // Headings, list items and table rows are sentences of their own.
            if let first = bare.first, [0x23, 0x2A, 0x2D, 0x2B, 0x7C, 0x3E].contains(first) {
                endSentence()
            }
            add(line: bare)
        }
        endSentence()
    }

    private mutating func add(line: ArraySlice<UInt8>) {
        for field in line.split(whereSeparator: { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) {
            var word = field
            while let first = word.first, Self.opening.contains(first) { word.removeFirst() }
            var ends = false
            while let last = word.last, Self.closing.contains(last) {
                if last != 0x29, last != 0x22, last != 0x2A, last != 0x5F, last != 0x27 {
                    ends = true
                }
                word.removeLast()
            }
            // Words joined by a dash are said one after the other.
            let parts = word.split(separator: 0x2D)
            let isPlain = !parts.isEmpty && parts.allSatisfy(Self.isWord)
            if isPlain {
                for part in parts { add(word: String(decoding: part, as: UTF8.self)) }
            } else {
                endSentence()
            }
            if ends { endSentence() }
        }
    }

    private mutating func add(word: String) {
        let straight = String(word.map { $0 == "’" ? "'" : $0 })
        let key = straight.lowercased()
        let known = vocabulary.number(of: key)
        guard let number = known ?? (times.count < Self.wordLimit ? vocabulary.intern(key) : nil)
        else { return endSentence() }
        while times.count <= number { times.append(0) }
        times[number] += 1
        // The first word of a sentence has its capital from there.
        let spelling = sentence.isEmpty && Self.isCapitalized(straight) ? key : straight
        spellings[number, default: [:]][spelling, default: 0] += 1
        sentence.append(number)
    }

    private mutating func endSentence() {
        if !sentence.isEmpty { counts.add(sentence) }
        sentence.removeAll(keepingCapacity: true)
    }

    /// Letters of any script with apostrophes between them.
    private static func isWord(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard (1...24).contains(bytes.count), let text = String(validating: bytes, as: UTF8.self),
            let first = text.first, first.isLetter
        else { return false }
        return text.allSatisfy { $0.isLetter || $0 == "'" || $0 == "’" }
    }

    private static func isCapitalized(_ word: String) -> Bool {
        word.first?.isUppercase == true && word.dropFirst().allSatisfy { !$0.isUppercase }
    }

    private static let opening: Set<UInt8> = Set("([{\"'*_#>|-".utf8)
    private static let closing: Set<UInt8> = Set(".,;:!?)]}\"'*_|".utf8)

    // MARK: What has been learned

    /// The words that `isKnown` denies, the most frequent first; one that was seen once may be a slip of the pen.
    public func newWords(isKnown: (String) -> Bool) -> [NewWord] {
        var found: [(word: NewWord, count: Int)] = []
        for (number, count) in times.enumerated() where count > 1 {
            let key = vocabulary.words[number]
            guard number > Vocabulary.end, key.utf8.count > 1, !isKnown(key) else { continue }
            let best = spellings[number, default: [:]].max { left, right in
                left.value == right.value ? left.key > right.key : left.value < right.value
            }
            found.append((NewWord(key: key, spelling: best?.key ?? key), count))
        }
        found.sort { $0.count == $1.count ? $0.word.key < $1.word.key : $0.count > $1.count }
        return found.map(\.word)
    }

    /// A trigram model (ARPA text) of the words that `isKnown` grants: those that can be pronounced. The others end
    /// nothing and follow nothing.
    public func model(isKnown: (String) -> Bool) -> [UInt8] {
        var known = vocabulary.words.map(isKnown)
        for number in [Vocabulary.none, Vocabulary.start, Vocabulary.end] { known[number] = true }
        var numbers = [Int](repeating: -1, count: known.count)
        var words: [String] = []
        for (number, isKnown) in known.enumerated() where isKnown {
            numbers[number] = words.count
            words.append(vocabulary.words[number])
        }
        let kept = counts.renumbered { numbers[$0] < 0 ? nil : numbers[$0] }
        return ARPAFile.write(NGramModel(counts: kept, words: words))
    }
}
