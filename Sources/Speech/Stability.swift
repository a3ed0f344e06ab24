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

    public init(patience: Duration = .milliseconds(600)) {
        self.patience = patience
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
