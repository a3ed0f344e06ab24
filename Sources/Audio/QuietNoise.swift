/// White noise that nobody hears, the same for the same seed.
///
/// It pads speech at both ends. Zeros would not do: a frame without any energy has a cepstrum far
/// from every sound, which the decoder's running mean does not even take part in, and the word next
/// to it is misheard.
public struct QuietNoise: Hashable, Sendable {
    private var state: UInt64
    private let peak: Int

    /// Noise of at most `peak` in either direction; the standard is that of a quiet room (-72
    /// dBFS).
    public init(seed: UInt64 = 1, peak: Int = 8) {
        self.state = seed
        self.peak = min(max(peak, 0), 32_767)
    }

    /// The next frames.
    public mutating func frames(_ count: Int) -> [Int16] {
        var result: [Int16] = []
        result.reserveCapacity(count)
        for _ in 0..<max(0, count) { result.append(next()) }
        return result
    }

    /// The next frame. The generator is SplitMix64 (Steele, Lea, Flood 2014).
    public mutating func next() -> Int16 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        z ^= z >> 31
        return Int16(Int(z % UInt64(2 * peak + 1)) - peak)
    }
}
