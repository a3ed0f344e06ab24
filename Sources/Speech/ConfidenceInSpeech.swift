/// Tells whether what was heard was speech at all.
///
/// A recogniser makes words of everything: of a fan, a cat, a door. Posterior probabilities do not give it away (a
/// fan's "up" had 1.0, many a right word has 0.05), but what no speech looks like does: words drawn out far beyond
/// their letters, or a few doubtful words where the sound was no louder than around them. On 11 recordings without
/// speech words were made of 5 and are left for none; of 70 with speech one lost its words, all of them wrong.
public enum ConfidenceInSpeech {
    /// A word takes no longer than this for each letter, in seconds; one that is spelled out takes 0.25.
    static let longestLetter = 0.3
    /// Nor is any word suspicious that is shorter, in seconds.
    static let suspicious = 0.9
    /// So much of the words' time may be drawn out.
    static let drawnOutShare = 0.4
    /// Few words are heard again critically; this many and more are not made of noise.
    static let fewWords = 4
    /// Below this mean confidence words are doubtful.
    static let doubtful = Confidence.calibrated(posterior: 0.5)
    /// Words must be so much stronger than what is around them, as a ratio of powers (1 dB).
    static let stronger = 1.26
    /// The same (12 dB) for words that are few and far between, which a room makes of nothing.
    static let muchStronger = 15.8
    /// Below this mean confidence, and filling less than this share of the time, words are few and far between.
    static let veryDoubtful = Confidence.calibrated(posterior: 0.3)
    static let sparse = 0.15
    /// There must be so much around them to compare with, in seconds.
    static let surroundings = 0.15

    /// Whether the words of `hypothesis` can have been spoken.
    ///
    /// - Parameters:
    ///   - samples: the audio in which they were heard, from its first frame on.
    ///   - rate: samples a second.
    public static func isSpeech(_ hypothesis: Hypothesis, samples: [Int16], rate: Int) -> Bool {
        let words = hypothesis.words
        guard !words.isEmpty else { return false }
        let time = words.reduce(0) { $0 + $1.duration }
        let drawnOut = words.filter {
            $0.duration > max(suspicious, longestLetter * Double($0.text.count))
        }.reduce(0) { $0 + $1.duration }
        if drawnOut >= drawnOutShare * time { return false }
        guard words.count <= fewWords else { return true }
        let confidence = words.reduce(0) { $0 + $1.confidence } / Double(words.count)
        guard confidence < doubtful else { return true }
        let isSparse =
            confidence < veryDoubtful && time < sparse * Double(samples.count) / Double(rate)
        return standsOut(
            words, by: isSparse ? muchStronger : stronger, samples: samples, rate: rate)
    }

    private static func standsOut(
        _ words: [Word], by ratio: Double, samples: [Int16], rate: Int
    ) -> Bool {
        var inside = 0.0
        var count = 0
        for word in words {
            let start = min(samples.count, max(0, Int(word.start * Double(rate))))
            let end = min(
                samples.count, max(start, Int((word.start + word.duration) * Double(rate))))
            inside += power(samples[start..<end])
            count += end - start
        }
        let rest = samples.count - count
        guard count > 0, Double(rest) >= surroundings * Double(rate) else { return true }
        let outside = max(0, power(samples[...]) - inside)
        return inside / Double(count) >= ratio * (outside / Double(rest))
    }

    private static func power(_ samples: ArraySlice<Int16>) -> Double {
        samples.reduce(0) { $0 + Double($1) * Double($1) }
    }
}
