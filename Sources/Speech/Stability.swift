/// Decides which words of a growing hypothesis may be shown as settled.
///
/// A recogniser rewrites its newest words many times a second. A word is settled when it and all words
/// before it have stayed the same for `patience` of audio; what is shown as settled may still turn out
/// wrong, but seldom does.
///
/// The rule is the agreement of successive hypotheses (Selfridge et al., "Stability and Accuracy in
/// Incremental Speech Recognition", 2011). Time is that of the audio, so the same audio gives the same preview.
public struct Stability: Sendable {
    /// How long a word must have stayed the same.
    public var patience: Duration
    private var words: [Substring] = []
    /// For each word, the audio time since which it and its predecessors have been unchanged.
    private var since: [Duration] = []

    /// What costs little to wait for. Measured on 94 sentences of many people (`bench stability`), as settled words that were
    /// rewritten after all, a minute, and the time from a word's end until it was settled, where the voice was known:
    ///
    /// 0 ms: 569 after 0.13 s; 200 ms: 92 after 0.37 s; 400 ms: 69 after 0.56 s; 500 ms: 62 after 0.67 s;
    /// 600 ms: 60 after 0.73 s; 1000 ms: 49 after 1.15 s. (Unknown voice: 634, 143, 112, 97, 91 and 62.)
    public static let measuredPatience: Duration = .milliseconds(500)

    public init(patience: Duration = measuredPatience) {
        self.patience = patience
    }

    /// The first words are no longer asked about: they belong to a part of the utterance that is over, and what comes
    /// next is told without them. So a long utterance costs no more than a short one.
    public mutating func forget(first count: Int) {
        words.removeFirst(min(count, words.count))
        since.removeFirst(min(count, since.count))
    }

    /// Takes the words heard up to `time` of the utterance and returns them in two parts.
    public mutating func update(_ text: String, at time: Duration) -> PartialHypothesis {
        let new = text.split(separator: " ")
        var same = 0
        while same < min(words.count, new.count), words[same] == new[same] { same += 1 }
        since = since.prefix(same) + new.dropFirst(same).map { _ in time }
        words = new
        let settled = since.prefix { time - $0 >= patience }.count
        return PartialHypothesis(
            stable: new.prefix(settled).joined(separator: " "),
            unstable: new.dropFirst(settled).joined(separator: " "))
    }
}
