import Foundation

/// Builds WAV files byte by byte, right ones and wrong ones.
struct WAV {
    enum Sample { case int8, int16, int24, int32, float32, float64, aLaw, muLaw }

    var bytes: [UInt8] = []

    static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    static func chunk(
        _ id: String, _ body: [UInt8], size: Int? = nil, padded: Bool = true
    ) -> [UInt8] {
        Array(id.utf8) + number(size ?? body.count, 4) + body
            + (padded && body.count % 2 == 1 ? [0] : [])
    }

    static func format(
        tag: Int = 1, channels: Int = 1, rate: Int = 16_000, bits: Int = 16, frameBytes: Int? = nil
    ) -> [UInt8] {
        let frame = frameBytes ?? channels * ((bits + 7) / 8)
        return number(tag, 2) + number(channels, 2) + number(rate, 4)
            + number(rate &* frame, 4) + number(frame, 2) + number(bits, 2)
    }

    /// The same with WAVE_FORMAT_EXTENSIBLE.
    static func extensible(
        tag: Int = 1, channels: Int = 1, rate: Int = 16_000, bits: Int = 16, valid: Int? = nil
    ) -> [UInt8] {
        format(tag: 0xFFFE, channels: channels, rate: rate, bits: bits)
            + number(22, 2) + number(valid ?? bits, 2) + number(0, 4) + number(tag, 2)
            + [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
    }

    static func riff(_ chunks: [[UInt8]], id: String = "RIFF", size: Int? = nil) -> [UInt8] {
        let body = Array("WAVE".utf8) + chunks.flatMap { $0 }
        return Array(id.utf8) + number(size ?? body.count, 4) + body
    }

    static func pcm(_ frames: [Int16]) -> [UInt8] {
        frames.flatMap { number(Int($0), 2) }
    }

    /// Samples of -1…1 in an encoding.
    static func encode(_ samples: [Double], _ kind: Sample) -> [UInt8] {
        samples.flatMap { sample -> [UInt8] in
            switch kind {
            case .int8: number(Int((sample * 128).rounded()) + 128, 1)
            case .int16: number(Int((sample * 32_768).rounded()), 2)
            case .int24: number(Int((sample * 8_388_608).rounded()), 3)
            case .int32: number(Int((sample * 2_147_483_648).rounded()), 4)
            case .float32: number(Int(Float(sample).bitPattern), 4)
            case .float64: number(Int(bitPattern: UInt(sample.bitPattern)), 8)
            case .aLaw, .muLaw: []
            }
        }
    }
}
