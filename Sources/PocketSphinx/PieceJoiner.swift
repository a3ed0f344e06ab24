internal import Audio
internal import Speech

/// The pieces of a hold put together again.
struct PieceJoiner {
    private(set) var hypothesis = Hypothesis(text: "")
    /// Samples of all pieces so far.
    private(set) var samples = 0
    private var count = 0
    /// Words of the text, by its blanks: what somebody's own word is written as may hold some.
    private(set) var wordCount = 0

    var isEmpty: Bool { count == 0 }
    var text: String { hypothesis.text }

    /// Adds a piece `samples` long; its times count from its own beginning.
    mutating func append(_ piece: Hypothesis, samples: Int) {
        let offset = Double(self.samples) / Double(AudioFormat.sampleRate)
        self.samples += samples
        count += 1
        wordCount += piece.text.split(separator: " ").count
        hypothesis.words += piece.words.map { word in
            var word = word
            word.start += offset
            return word
        }
        let before = hypothesis.text
        // Alternatives of the last piece are alternatives of the whole, the rest being as it is.
        hypothesis.alternatives = piece.alternatives.map { PieceJoiner.join(before, $0) }
        hypothesis.text = PieceJoiner.join(before, piece.text)
        hypothesis.duration = Double(self.samples) / Double(AudioFormat.sampleRate)
    }

    /// The words of a piece that was cut in the middle of speech that are surely complete, and how many samples
    /// they and the pause after them take.
    static func complete(
        _ piece: Hypothesis, samples: Int, policy: HoldPolicy
    ) -> (Hypothesis, Int) {
        let end = Double(samples - policy.overlap.samples) / Double(AudioFormat.sampleRate)
        let complete = piece.words.prefix { $0.start + $0.duration <= end }
        let rest = piece.words.dropFirst(complete.count)
        let kept = Hypothesis(
            text: complete.map(\.text).joined(separator: " "), words: Array(complete))
        let lastEnd = complete.last.map { $0.start + $0.duration } ?? 0
        // In the middle of the gap between the two words, if there is one.
        let cut = min(end, rest.first.map { (lastEnd + $0.start) / 2 } ?? end)
        let position = Int(max(cut, lastEnd) * Double(AudioFormat.sampleRate))
        return (kept, min(samples, max(0, position)))
    }

    static func join(_ left: String, _ right: String) -> String {
        left.isEmpty || right.isEmpty ? left + right : left + " " + right
    }
}
