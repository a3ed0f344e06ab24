internal import Audio

/// Quiet around speech that was cut close.
///
/// A recording that begins with the first word has no onset, and the search loses the word: it wants to hear
/// the room before it, and the windows of the last frames reach past the last one. Where the room is there
/// already nothing is added: from a quiet that is not the room's the front end learns the wrong noise, and of
/// 105 commands and digits 7 more were heard wrong.
enum Padding {
    /// Ahead of the first sample, a whole number of frames (60 ms).
    static let before = noise(frames: 6, seed: 1)
    /// After the last one (80 ms).
    static let after = noise(frames: 8, seed: 2)

    /// Samples at the beginning that are looked at, three blocks: a word may set in softly.
    static let opening = 3 * AudioFormat.blockFrames
    /// Root mean square from which on a block is no room, where nothing else is known of it (-41 dB).
    private static let loud = 300.0
    /// So much stronger than its quietest block is an end of a recording in the middle of a word.
    private static let contrast = 4.0

    /// Whether an utterance that begins with `opening` begins in the middle of a word.
    static func isNeeded(before opening: ArraySlice<Int16>) -> Bool {
        stride(from: opening.startIndex, to: opening.endIndex, by: AudioFormat.blockFrames)
            .contains { level(opening[$0...].prefix(AudioFormat.blockFrames)) > loud }
    }

    /// A whole recording with quiet at those of its ends that were cut close.
    static func padded(_ samples: [Int16]) -> (samples: [Int16], lead: Int) {
        let size = AudioFormat.blockFrames
        guard samples.count >= 2 * size else {
            return (before + samples + after, before.count)
        }
        let quietest =
            stride(from: 0, through: samples.count - size, by: size)
            .map { level(samples[$0..<$0 + size]) }.min() ?? 0
        let limit = max(100, contrast * quietest)
        let isCutBefore = level(samples[..<size]) > limit
        let isCutAfter = level(samples[(samples.count - size)...]) > limit
        return (
            (isCutBefore ? before : []) + samples + (isCutAfter ? after : []),
            isCutBefore ? before.count : 0
        )
    }

    private static func level(_ block: ArraySlice<Int16>) -> Double {
        let sum = block.reduce(0.0) { $0 + Double($1) * Double($1) }
        return (sum / Double(max(1, block.count))).squareRoot()
    }

    private static func noise(frames: Int, seed: UInt64) -> [Int16] {
        var noise = QuietNoise(seed: seed)
        return noise.frames(frames * 160)
    }
}
