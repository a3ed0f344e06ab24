/// A room in which nobody speaks: noise a few steps of the converter loud, always the same.
///
/// A recording that begins with the first word has no onset, and the search loses the word: it wants to hear
/// the silence before it. Digital silence will not do, as frames of zeros pass the cepstral mean by.
enum QuietNoise {
    /// Ahead of the first sample, a whole number of frames (60 ms).
    static let before = make(count: 6 * 160, seed: 0x2545_F491)
    /// After the last one (80 ms): the windows of the last frames reach into it.
    static let after = make(count: 8 * 160, seed: 0x9E37_79B9)

    /// Peak amplitude in steps of 16-bit samples, about -70 dB.
    private static let amplitude: Int32 = 10

    private static func make(count: Int, seed: UInt32) -> [Int16] {
        var state = seed
        return (0..<count).map { _ in
            // Marsaglia's xorshift: no global generator, and the same decoding every time.
            state ^= state << 13
            state ^= state >> 17
            state ^= state << 5
            return Int16(Int32(state % UInt32(2 * amplitude + 1)) - amplitude)
        }
    }
}
