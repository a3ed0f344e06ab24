/// One recognised word with its place in the utterance.
public struct Word: Hashable, Sendable {
    public var text: String
    /// Seconds from the first frame of the utterance.
    public var start: Double
    /// Seconds.
    public var duration: Double
    /// How probable it is that the word is right, 0…1: `Confidence` says how it is found.
    public var confidence: Double

    /// A word of less confidence is marked. Of 1317 words of 208 recordings, 452 of them wrong, these are 57 of 100 wrong
    /// ones and 18 of 100 right ones; 63 of 100 marked ones are wrong. The next steps (posteriors of 0.3 and 0.5) are 48
    /// and 66 of the wrong, 14 and 23 of the right. (`bench confidence`)
    public static let doubtful = Confidence.calibrated(posterior: 0.4)

    public init(text: String, start: Double, duration: Double, confidence: Double) {
        self.text = text
        self.start = start
        self.duration = duration
        self.confidence = confidence
    }
}

/// What a recogniser believes was said. Text is raw: the recogniser's words joined by single spaces.
public struct Hypothesis: Hashable, Sendable {
    public var text: String
    public var words: [Word]
    /// Other texts in falling order of probability, without `text` itself.
    public var alternatives: [String]
    /// Seconds of audio that it covers.
    public var duration: Double
    /// Whether `text` has punctuation and capitals already, so that none of its words is a name of a sign.
    public var isWritten = false
    /// Whether it was likely not said in the language that it was heard in: prose or noise, heard as a command.
    public var isDoubtful = false

    public init(
        text: String, words: [Word] = [], alternatives: [String] = [], duration: Double = 0
    ) {
        self.text = text
        self.words = words
        self.alternatives = alternatives
        self.duration = duration
    }
}

/// A hypothesis while the utterance is still going on: a prefix that has earned trust, and a tail that may change.
public struct PartialHypothesis: Hashable, Sendable {
    public var stable: String
    public var unstable: String

    public init(stable: String = "", unstable: String = "") {
        self.stable = stable
        self.unstable = unstable
    }
}
