internal import Audio

/// Quiet around what was captured.
///
/// A recording that begins with the first word has no onset, and the search loses the word: it wants to hear
/// the room before it, and the windows of the last frames reach past the last one.
enum Padding {
    /// Ahead of the first sample, a whole number of frames (60 ms).
    static let before = noise(frames: 6, seed: 1)
    /// After the last one (80 ms).
    static let after = noise(frames: 8, seed: 2)

    private static func noise(frames: Int, seed: UInt64) -> [Int16] {
        var noise = QuietNoise(seed: seed)
        return noise.frames(frames * 160)
    }
}
