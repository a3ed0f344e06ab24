/// Turns the bytes of sound into mono samples in -1…1, the mean of all channels.
struct SampleDecoder {
    let format: SampleFormat

    /// Decodes the whole frames of `bytes` that start at `start`, `count` of them.
    func decode(_ bytes: [UInt8], from start: Int, frames count: Int) -> [Float] {
        var result: [Float] = []
        result.reserveCapacity(count)
        var at = start
        let scale = 1 / Float(format.channels)
        for _ in 0..<count {
            var sum: Float = 0
            for _ in 0..<format.channels {
                sum += sample(bytes, at)
                at += format.sampleBytes
            }
            result.append(sum * scale)
        }
        return result
    }

    private func sample(_ bytes: [UInt8], _ at: Int) -> Float {
        switch (format.encoding, format.sampleBytes) {
        case (.integer, 1): return Float(Int(bytes[at]) - 128) / 128
        case (.integer, 2):
            return Float(Int16(truncatingIfNeeded: bytes.number16(at: at))) / 32_768
        case (.integer, 3):
            let high = Int32(Int8(truncatingIfNeeded: Int(bytes[at + 2])))
            return Float(high << 16 | Int32(bytes.number16(at: at))) / 8_388_608
        case (.integer, _):
            return Float(Int32(truncatingIfNeeded: bytes.number32(at: at))) / 2_147_483_648
        case (.float, 4):
            return clean(Float(bitPattern: UInt32(truncatingIfNeeded: bytes.number32(at: at))))
        case (.float, _): return clean(Float(Double(bitPattern: bytes.number64(at: at))))
        case (.aLaw, _): return Self.aLaw(bytes[at])
        case (.muLaw, _): return Self.muLaw(bytes[at])
        }
    }

    /// Not-a-number is silence, and what is out of range is cut off before it can spread through a
    /// filter.
    private func clean(_ sample: Float) -> Float {
        sample.isNaN ? 0 : min(1, max(-1, sample))
    }

    /// ITU-T G.711, table 1.
    static func aLaw(_ code: UInt8) -> Float {
        let bits = code ^ 0x55
        let exponent = Int(bits >> 4 & 7)
        let mantissa = Int(bits & 15) << 4 + 8
        let magnitude = exponent == 0 ? mantissa : (mantissa + 256) << (exponent - 1)
        return Float(bits & 0x80 != 0 ? magnitude : -magnitude) / 32_768
    }

    /// ITU-T G.711, table 2.
    static func muLaw(_ code: UInt8) -> Float {
        let bits = ~code
        let magnitude = (Int(bits & 15) << 3 + 132) << Int(bits >> 4 & 7) - 132
        return Float(bits & 0x80 != 0 ? -magnitude : magnitude) / 32_768
    }
}
