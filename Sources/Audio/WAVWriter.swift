/// Writes recordings.
public enum WAVWriter {
    /// A WAV file of mono 16-bit frames, `rate` of them a second.
    ///
    /// Source: Multimedia Programming Interface and Data Specifications 1.0. Sound beyond 4 GiB
    /// does not fit one.
    public static func file(_ frames: [Int16], rate: Int = AudioFormat.sampleRate) -> [UInt8] {
        let size = frames.count * 2
        var bytes: [UInt8] = []
        bytes.reserveCapacity(44 + size)
        func number(_ value: Int, _ count: Int) {
            for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
        }
        bytes += Array("RIFF".utf8)
        number(36 + size, 4)
        bytes += Array("WAVEfmt ".utf8)
        number(16, 4)
        number(1, 2)
        number(1, 2)
        number(rate, 4)
        number(rate * 2, 4)
        number(2, 2)
        number(16, 2)
        bytes += Array("data".utf8)
        number(size, 4)
        for frame in frames { number(Int(frame), 2) }
        return bytes
    }
}
