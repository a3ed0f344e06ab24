/// The language of one person's command line, ready for a recogniser: what can be said, how, and what it is written as.
///
/// The recogniser's words are opaque: `7` may stand for ` -m`, with its space. Some words are members of classes, which
/// the n-gram model knows only by their tags; the recogniser multiplies by a member's share
/// (`ngram_model_add_class` of sphinxbase).
public struct ShellLanguage: Sendable {
    /// A class of the model: its tag among the n-grams, and its members with their shares.
    public struct Class: Sendable {
        public var tag: String
        /// The recogniser's words by their numbers: 7 is `w7`.
        public var numbers: [Int32]
        /// Shares that add up to one.
        public var shares: [Float]
        /// The recogniser's words.
        public var words: [String] { numbers.map { "w\($0)" } }
    }

    /// A pronouncing dictionary of the recogniser's words.
    public internal(set) var dictionary: [UInt8]
    /// The model, in which class tags stand for their members.
    public internal(set) var model: NGramModel
    public internal(set) var classes: [Class]
    /// What the recogniser's word of this number is written as.
    var written: [String]
    var places: [Place]
    /// The model's number for a word or for its class, and the decimal logarithm of its share.
    var modelWords: [Int32]
    var shares: [Float]

    /// The model in the format that recognisers read.
    public var arpa: [UInt8] { ARPAFile.write(model) }

    /// The command line that a sequence of the recogniser's words is.
    ///
    /// Words that are not of this language, as the recogniser's `<s>` and `<sil>`, are passed over.
    public func commandLine(of words: some Sequence<String>) -> String {
        var line = ""
        var joints = Joints()
        for word in words {
            guard let number = Self.number(of: word), written.indices.contains(number) else {
                continue
            }
            if joints.hasSpace(before: number, in: self) { line += " " }
            line += written[number]
        }
        return line
    }

    /// Whether a space goes before a word that follows another, or none.
    ///
    /// Pieces of a line are never cut between two letters, so what is heard that way, `-rn` and a glued `login`, are two
    /// words: they sound the same, and the model alone does not forbid it. Letters that were spelled stay together. Nor
    /// does a word of four letters or more follow a digit, as units and counters do: `10min`, but `8080:80 nginx`.
    /// A quote opens right behind letters only where it was typed so, `cut -d','`, but `git commit -m "…"`, and only so does
    /// a space follow a sign that belongs to what is behind it: `wc -l $f`.
    func hasSpace(_ number: Int, after before: Int?) -> Bool {
        guard let before else { return false }
        if places[before].opens || written[before] == " " { return false }
        let left = written[before].utf8
        let right = written[number].utf8
        let isBehindLetters = left.count > 1 && left.last?.isLetter == true
        if places[number].opens, isBehindLetters { return !isGlued(number, to: before) }
        if places[number].hasSpace {
            return !Self.openers.contains(written[before]) || bigram(number, after: before) != nil
        }
        guard places[number] == .glued, let first = right.first else { return false }
        if left.last?.isDigit == true {
            return right.count > 3 && right.allSatisfy { $0.isLetter }
        }
        return isBehindLetters && right.count > 1 && first.isLetter
    }

    /// Signs that belong to what follows.
    private static let openers: Set<String> = ["$", "@", "://", "::"]

    /// Whether a quote is rather typed right behind a word than apart from it.
    private func isGlued(_ quote: Int, to word: Int) -> Bool {
        func seen(_ place: Place) -> Float? {
            model.words.indices.first { places[$0] == place && written[$0] == written[quote] }
                .flatMap { bigram($0, after: word) }
        }
        guard let close = seen(.openGlued) else { return false }
        return close > seen(.openSpaced) ?? -.infinity
    }

    /// How probable a word is after another one if it was seen so, in just these places; nil if it was not.
    func bigram(_ number: Int, after before: Int?) -> Float? {
        guard let before, let left = literal(before), let right = literal(number) else {
            return nil
        }
        return NGramModel.find(NGramCounts.key(left, right), in: model.bigramKeys)
            .map { model.bigrams[$0] }
    }

    /// The model's own word for what may have been heard as a member of a class; nil if it has none.
    private func literal(_ number: Int) -> Int? {
        // The model's own words have its numbers; members of classes come after them.
        if modelWords[number] == number { return number }
        return model.words.indices.first {
            places[$0] == places[number] && written[$0] == written[number]
        }
    }

    /// How often words of this language came one after the other, as a decimal logarithm for each word.
    ///
    /// What was not said like a command is improbable word by word.
    public func meanLogProbability(of words: [String]) -> Double {
        var history = [Vocabulary.start]
        var sum = 0.0
        for word in words {
            guard let number = Self.number(of: word), written.indices.contains(number) else {
                continue
            }
            let modelWord = Int(modelWords[number])
            sum += model.logProbability(of: modelWord, after: history) + Double(shares[number])
            history.append(modelWord)
        }
        sum += model.logProbability(of: Vocabulary.end, after: history)
        return sum / Double(history.count)
    }

    /// The number in a recogniser's word such as `w12` or, for another pronunciation, `w12(2)`.
    static func number(of word: String) -> Int? {
        guard word.utf8.first == UInt8(ascii: "w") else { return nil }
        return Int(word.dropFirst().prefix { $0 != "(" })
    }
}
