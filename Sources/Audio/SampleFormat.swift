/// How sound is laid out in bytes: the contents of a WAV file's format chunk.
///
/// Source: Multimedia Programming Interface and Data Specifications 1.0 (1991),
/// `WAVE_FORMAT_EXTENSIBLE` (2001), EBU Tech 3306.
public struct SampleFormat: Hashable, Sendable {
    /// What a sample's bytes mean.
    public enum Encoding: Hashable, Sendable {
        /// Integers: unsigned for one byte, signed little-endian for two to four.
        case integer
        /// IEEE 754, little-endian, four or eight bytes.
        case float
        /// ITU-T G.711 A-law, one byte.
        case aLaw
        /// ITU-T G.711 µ-law, one byte.
        case muLaw
    }

    public var encoding: Encoding
    /// Samples in a frame, at least 1.
    public var channels: Int
    /// Frames a second.
    public var rate: Int
    /// Bytes of one sample of one channel; fewer valid bits stand at its upper end.
    public var sampleBytes: Int

    /// What input without a header is: mono 16-bit at the program's own rate.
    public static let raw = SampleFormat(
        encoding: .integer, channels: 1, rate: AudioFormat.sampleRate, sampleBytes: 2)

    public init(encoding: Encoding, channels: Int, rate: Int, sampleBytes: Int) {
        self.encoding = encoding
        self.channels = channels
        self.rate = rate
        self.sampleBytes = sampleBytes
    }

    /// Bytes of one frame.
    public var frameBytes: Int { channels * sampleBytes }

    /// The rates that are taken for sound. Outside, the header is broken: nobody records at 1 Hz or
    /// 4 GHz, and the filter for it would be as large as the number.
    static let rates = 1_000...768_000

    /// Reads the body of a format chunk.
    init(chunk bytes: [UInt8]) throws(AudioFileError) {
        guard bytes.count >= 16 else { throw .shortFormat(bytes: bytes.count) }
        var tag = bytes.number16(at: 0)
        if tag == 0xFFFE {
            guard bytes.count >= 40, bytes[26..<40].elementsEqual(Self.subformatTail) else {
                throw .encoding(tag: tag)
            }
            tag = bytes.number16(at: 24)
        }
        channels = bytes.number16(at: 2)
        rate = bytes.number32(at: 4)
        let frameBytes = bytes.number16(at: 12)
        let bits = bytes.number16(at: 14)

        let sizes: ClosedRange<Int>
        switch tag {
        case 1: (encoding, sizes) = (.integer, 1...4)
        case 3: (encoding, sizes) = (.float, 4...8)
        case 6: (encoding, sizes) = (.aLaw, 1...1)
        case 7: (encoding, sizes) = (.muLaw, 1...1)
        default: throw .encoding(tag: tag)
        }
        guard Self.rates.contains(rate) else { throw .badRate(rate) }
        guard channels > 0 else {
            throw .badFrame(channels: channels, bits: bits, frameBytes: frameBytes)
        }
        // The container is what the frame size says; some writers leave that at 0.
        sampleBytes = frameBytes == 0 ? (bits + 7) / 8 : frameBytes / channels
        let named = Self.name(ofTag: tag)
        guard bits > 0, sizes.contains((bits + 7) / 8) else {
            throw .badBits(encoding: named, bits: bits)
        }
        guard frameBytes == 0 || frameBytes == sampleBytes * channels, bits <= sampleBytes * 8,
            sizes.contains(sampleBytes)
        else {
            throw .badFrame(channels: channels, bits: bits, frameBytes: frameBytes)
        }
        guard encoding != .float || sampleBytes == 4 || sampleBytes == 8 else {
            throw .badBits(encoding: named, bits: bits)
        }
    }

    /// The part of a sub-format's identifier that all of Microsoft's registered formats share.
    private static let subformatTail: [UInt8] = [
        0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71,
    ]

    /// The name by which people know a format tag.
    static func name(ofTag tag: Int) -> String {
        switch tag {
        case 1: "PCM"
        case 2, 0x11: "ADPCM"
        case 3: "floating-point"
        case 6: "A-law"
        case 7: "µ-law"
        case 0x31: "GSM"
        case 0x50, 0x55: "MPEG audio"
        case 0xFFFE: "an unregistered sub-format"
        default: "unknown"
        }
    }
}

extension [UInt8] {
    /// Two bytes, little-endian.
    func number16(at index: Int) -> Int {
        Int(self[index]) | Int(self[index + 1]) << 8
    }

    /// Four bytes, little-endian, unsigned.
    func number32(at index: Int) -> Int {
        number16(at: index) | number16(at: index + 2) << 16
    }

    /// Eight bytes, little-endian.
    func number64(at index: Int) -> UInt64 {
        UInt64(number32(at: index)) | UInt64(number32(at: index + 4)) << 32
    }
}
