/// The language of one person's command line, ready for a recogniser: what can be said, how, and what it is written as.
///
/// The recogniser's words are opaque: `7` may stand for ` -m`, with its space. Some words are members of classes, which
/// the n-gram model knows only by their tags; the recogniser multiplies by a member's share
/// (`ngram_model_add_class` of sphinxbase).
public struct ShellLanguage: Sendable {
    /// A class of the model: its tag among the n-grams, and its members with their shares.
    public struct Class: Sendable {
        public var tag: String
        public var words: [String]
        /// Shares that add up to one.
        public var shares: [Float]
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
        var opened = true
        for word in words {
            guard let number = Self.number(of: word), written.indices.contains(number) else {
                continue
            }
            if places[number].hasSpace, !opened { line += " " }
            line += written[number]
            opened = places[number].opens
        }
        return line
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
