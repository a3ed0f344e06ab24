import Audio
import Foundation
import Testing

@Suite("AudioReader")
struct AudioReaderTests {
    static let frames: [Int16] = (0..<500).map { Int16(truncatingIfNeeded: $0 &* 7_919) }

    struct Layout: Sendable, CustomTestStringConvertible {
        var name: String
        var bytes: [UInt8]
        var warning: AudioFileWarning?
        var testDescription: String { name }
    }

    static let sound = WAV.chunk("data", WAV.pcm(frames))
    static let standard = WAV.chunk("fmt ", WAV.format())

    static let layouts: [Layout] = [
        Layout(name: "canonical", bytes: WAV.riff([standard, sound])),
        Layout(name: "extensible", bytes: WAV.riff([WAV.chunk("fmt ", WAV.extensible()), sound])),
        Layout(
            name: "format chunk of 18 bytes",
            bytes: WAV.riff([WAV.chunk("fmt ", WAV.format() + [0, 0]), sound])),
        Layout(
            name: "format chunk of 1,000 bytes",
            bytes: WAV.riff([
                WAV.chunk("fmt ", WAV.format() + [UInt8](repeating: 9, count: 984)), sound,
            ])),
        Layout(
            name: "LIST before the sound",
            bytes: WAV.riff([standard, WAV.chunk("LIST", Array("INFOISFT".utf8)), sound])),
        Layout(
            name: "LIST before the format",
            bytes: WAV.riff([WAV.chunk("LIST", Array("INFOISFT".utf8)), standard, sound])),
        Layout(
            name: "LIST after the sound",
            bytes: WAV.riff([standard, sound, WAV.chunk("LIST", Array("INFOdata".utf8))])),
        Layout(
            name: "odd chunk with its filling byte",
            bytes: WAV.riff([WAV.chunk("junk", [1, 2, 3]), standard, sound])),
        Layout(
            name: "odd chunk without its filling byte",
            bytes: WAV.riff([WAV.chunk("junk", [1, 2, 3], padded: false), standard, sound])),
        Layout(
            name: "broadcast wave",
            bytes: WAV.riff([
                WAV.chunk("bext", [UInt8](repeating: 0x20, count: 603)), standard,
                WAV.chunk("fact", [0, 0, 0, 0]), sound,
            ])),
        Layout(
            name: "RF64",
            bytes: WAV.riff(
                [
                    WAV.chunk(
                        "ds64", WAV.number(0, 8) + WAV.number(1_000, 8) + WAV.number(500, 12)),
                    standard, WAV.chunk("data", WAV.pcm(frames), size: 0xFFFF_FFFF),
                    WAV.chunk("LIST", Array("INFOISFT".utf8)),
                ], id: "RF64", size: 0xFFFF_FFFF)),
        Layout(
            name: "RF64 without its sizes",
            bytes: WAV.riff(
                [standard, WAV.chunk("data", WAV.pcm(frames), size: 0xFFFF_FFFF)],
                id: "RF64", size: 0xFFFF_FFFF),
            warning: .lengthUnknown),
        Layout(
            name: "data size 0, as a stopped recorder leaves it",
            bytes: WAV.riff([standard, WAV.chunk("data", WAV.pcm(frames), size: 0)], size: 36),
            warning: .lengthUnknown),
        Layout(
            name: "data size 0 and RIFF size 0",
            bytes: WAV.riff([standard, WAV.chunk("data", WAV.pcm(frames), size: 0)], size: 0),
            warning: .lengthUnknown),
        Layout(
            name: "data size 0 and the right RIFF size",
            bytes: WAV.riff([standard, WAV.chunk("data", WAV.pcm(frames), size: 0)]),
            warning: .lengthUnknown),
        Layout(
            name: "ffmpeg into a pipe",
            bytes: WAV.riff(
                [standard, WAV.chunk("data", WAV.pcm(frames), size: 0xFFFF_FFFF)],
                size: 0xFFFF_FFFF),
            warning: .lengthUnknown),
        Layout(
            name: "sox into a pipe",
            bytes: WAV.riff(
                [standard, WAV.chunk("data", WAV.pcm(frames), size: 0x7FFF_F000)],
                size: 0x7FFF_F024),
            warning: .lengthUnknown),
        Layout(
            name: "arecord into a pipe",
            bytes: WAV.riff(
                [standard, WAV.chunk("data", WAV.pcm(frames), size: 0x8000_0000)],
                size: 0x8000_0024),
            warning: .lengthUnknown),
        Layout(
            name: "data size past the end",
            bytes: WAV.riff([standard, WAV.chunk("data", WAV.pcm(frames), size: 5_000)]),
            warning: .truncated(missing: 4_000)),
        Layout(
            name: "an odd byte at the end of unknown length",
            bytes: WAV.riff(
                [standard, WAV.chunk("data", WAV.pcm(frames) + [7], size: 0, padded: false)],
                size: 0),
            warning: .lengthUnknown),
        Layout(
            name: "an odd data size",
            bytes: WAV.riff([standard, WAV.chunk("data", WAV.pcm(frames) + [7])]),
            warning: .partialFrame(bytes: 1)),
        Layout(name: "raw", bytes: WAV.pcm(frames)),
        Layout(
            name: "raw with an odd byte", bytes: WAV.pcm(frames) + [7],
            warning: .partialFrame(bytes: 1)),
        Layout(
            name: "an empty data chunk before the true one",
            bytes: WAV.riff([standard, WAV.chunk("data", []), sound])),
    ]

    @Test("all layouts of the same sound give the same frames", arguments: layouts)
    func layout(_ layout: Layout) throws {
        let (found, warning) = try AudioReader.read(layout.bytes)
        #expect(found == Self.frames)
        #expect(warning == layout.warning)
    }

    @Test("how the input arrives makes no difference", arguments: layouts)
    func pieces(_ layout: Layout) throws {
        for size in [1, 3, 17, 100] {
            var reader = AudioReader()
            var found: [Int16] = []
            for start in stride(from: 0, to: layout.bytes.count, by: size) {
                let end = min(start + size, layout.bytes.count)
                found += try reader.read(Array(layout.bytes[start..<end]))
            }
            found += try reader.finish()
            #expect(found == Self.frames)
            #expect(reader.warning == layout.warning)
        }
    }

    struct Encoded: Sendable, CustomTestStringConvertible {
        var name: String
        var tag: Int
        var bits: Int
        var kind: WAV.Sample
        var tolerance: Int
        var testDescription: String { name }
    }

    static let encodings = [
        Encoded(name: "8 bits", tag: 1, bits: 8, kind: .int8, tolerance: 129),
        Encoded(name: "16 bits", tag: 1, bits: 16, kind: .int16, tolerance: 1),
        Encoded(name: "24 bits", tag: 1, bits: 24, kind: .int24, tolerance: 1),
        Encoded(name: "20 bits in 24", tag: 1, bits: 20, kind: .int24, tolerance: 1),
        Encoded(name: "32 bits", tag: 1, bits: 32, kind: .int32, tolerance: 1),
        Encoded(name: "32-bit float", tag: 3, bits: 32, kind: .float32, tolerance: 1),
        Encoded(name: "64-bit float", tag: 3, bits: 64, kind: .float64, tolerance: 1),
    ]

    @Test(
        "every encoding gives the same sound, with and without the extension", arguments: encodings)
    func encoding(_ encoded: Encoded) throws {
        let samples = (0..<400).map { 0.9 * sin(Double($0) / 5) }
        let data = WAV.chunk("data", WAV.encode(samples, encoded.kind))
        for format in [
            WAV.format(tag: encoded.tag, bits: encoded.bits),
            WAV.extensible(tag: encoded.tag, bits: encoded.bits),
        ] {
            let (found, _) = try AudioReader.read(WAV.riff([WAV.chunk("fmt ", format), data]))
            #expect(found.count == 400)
            for (sample, frame) in zip(samples, found) {
                #expect(abs(Int(frame) - Int(sample * 32_768)) <= encoded.tolerance)
            }
        }
    }

    @Test(
        "the codes of telephony mean what G.711 says",
        arguments: [
            (6, 0x55, -8), (6, 0xD5, 8), (6, 0x2A, -32_256), (6, 0xAA, 32_256), (6, 0x80, 5_504),
            (7, 0xFF, 0), (7, 0x7F, 0), (7, 0x00, -32_124), (7, 0x80, 32_124), (7, 0xEF, 132),
        ])
    func telephony(_ tag: Int, _ code: Int, _ expected: Int) throws {
        let format = WAV.chunk("fmt ", WAV.format(tag: tag, bits: 8))
        let (found, _) = try AudioReader.read(
            WAV.riff([format, WAV.chunk("data", [UInt8(code), UInt8(code)])]))
        #expect(found == [Int16(expected), Int16(expected)])
    }

    @Test("channels are mixed to their mean", arguments: [1, 2, 3, 6, 100])
    func channels(_ channels: Int) throws {
        let frame = (0..<channels).map { Int16($0 * 100) }
        let format = WAV.chunk("fmt ", WAV.format(channels: channels))
        let data = WAV.chunk("data", WAV.pcm(frame + frame))
        let (found, _) = try AudioReader.read(WAV.riff([format, data]))
        let mean = Int16((Double(channels - 1) * 50).rounded())
        #expect(found == [mean, mean])
    }

    @Test("floats that are no numbers or out of range are silence and full scale")
    func wildFloats() throws {
        let samples = [Double.nan, .infinity, -.infinity, 1e30, -7, 0.5, -.nan]
        for (bits, kind) in [(32, WAV.Sample.float32), (64, .float64)] {
            let format = WAV.chunk("fmt ", WAV.format(tag: 3, bits: bits))
            let (found, _) = try AudioReader.read(
                WAV.riff([format, WAV.chunk("data", WAV.encode(samples, kind))]))
            #expect(found == [0, 32_767, -32_768, 32_767, -32_768, 16_384, 0])
        }
    }

    @Test("a wild float does not spread through the filter")
    func wildFloatsResampled() throws {
        var samples = [Double](repeating: 0.25, count: 4_800)
        samples[2_400] = .nan
        let format = WAV.chunk("fmt ", WAV.format(tag: 3, rate: 48_000, bits: 32))
        let (found, _) = try AudioReader.read(
            WAV.riff([format, WAV.chunk("data", WAV.encode(samples, .float32))]))
        #expect(found.count == 1_600)
        #expect(abs(Int(found[600]) - 8_192) <= 1 && abs(Int(found[1_000]) - 8_192) <= 1)
    }

    @Test(
        "other rates come out at 16 kHz with the same length in time",
        arguments: [8_000, 44_100, 96_000])
    func rates(_ rate: Int) throws {
        let samples = (0..<rate / 10).map { 0.5 * sin(2 * .pi * 440 * Double($0) / Double(rate)) }
        let format = WAV.chunk("fmt ", WAV.format(rate: rate))
        let (found, warning) = try AudioReader.read(
            WAV.riff([format, WAV.chunk("data", WAV.encode(samples, .int16))]))
        #expect(warning == nil)
        #expect(found.count == 1_600)
        for index in 300..<1_300 {
            let wanted = 16_384 * sin(2 * .pi * 440 * Double(index) / 16_000)
            #expect(abs(Double(found[index]) - wanted) < 8)
        }
    }

    struct Unusable: Sendable, CustomTestStringConvertible {
        var name: String
        var bytes: [UInt8]
        var error: AudioFileError
        var testDescription: String { name }
    }

    static func unusable(_ name: String, format: [UInt8], _ error: AudioFileError) -> Unusable {
        Unusable(name: name, bytes: WAV.riff([WAV.chunk("fmt ", format), sound]), error: error)
    }

    static let unusables: [Unusable] = [
        Unusable(name: "nothing", bytes: [], error: .empty),
        Unusable(name: "one byte", bytes: [1], error: .noAudio),
        Unusable(name: "RIFF and no more", bytes: Array("RIFF".utf8), error: .noAudio),
        Unusable(
            name: "another form", bytes: Array("RIFF\u{4}\0\0\0AVI ".utf8),
            error: .notWaveForm("AVI ")),
        Unusable(name: "no chunks", bytes: WAV.riff([]), error: .noAudio),
        Unusable(name: "no sound", bytes: WAV.riff([standard]), error: .noAudio),
        Unusable(
            name: "an empty sound", bytes: WAV.riff([standard, WAV.chunk("data", [])]),
            error: .noAudio),
        Unusable(
            name: "an empty sound and a LIST",
            bytes: WAV.riff([
                standard, WAV.chunk("data", []), WAV.chunk("LIST", Array("INFOISFT".utf8)),
            ]), error: .noAudio),
        Unusable(
            name: "half a frame", bytes: WAV.riff([standard, WAV.chunk("data", [1])]),
            error: .noAudio),
        Unusable(name: "sound without format", bytes: WAV.riff([sound]), error: .noFormat),
        Unusable(
            name: "a chunk that never ends",
            bytes: WAV.riff([WAV.chunk("junk", [1, 2], size: 0xFFFF_FFF0), standard, sound]),
            error: .noAudio),
        Unusable(name: "FLAC", bytes: Array("fLaC\0\0\0\0".utf8), error: .otherKind("FLAC")),
        Unusable(name: "Ogg", bytes: Array("OggS\0\0\0\0".utf8), error: .otherKind("Ogg")),
        unusable("a short format", format: [1, 0, 1, 0], .shortFormat(bytes: 4)),
        unusable(
            "no channels", format: WAV.format(channels: 0, frameBytes: 2),
            .badFrame(channels: 0, bits: 16, frameBytes: 2)),
        unusable("1 Hz", format: WAV.format(rate: 1), .badRate(1)),
        unusable("0 Hz", format: WAV.format(rate: 0), .badRate(0)),
        unusable("4 GHz", format: WAV.format(rate: 4_000_000_000), .badRate(4_000_000_000)),
        unusable("0 bits", format: WAV.format(bits: 0), .badBits(encoding: "PCM", bits: 0)),
        unusable(
            "64-bit integers", format: WAV.format(bits: 64), .badBits(encoding: "PCM", bits: 64)),
        unusable(
            "16-bit floats", format: WAV.format(tag: 3, bits: 16),
            .badBits(encoding: "floating-point", bits: 16)),
        unusable(
            "40-bit floats", format: WAV.format(tag: 3, bits: 40),
            .badBits(encoding: "floating-point", bits: 40)),
        unusable(
            "a frame that does not fit", format: WAV.format(channels: 2, bits: 16, frameBytes: 3),
            .badFrame(channels: 2, bits: 16, frameBytes: 3)),
        unusable(
            "a frame that is too small", format: WAV.format(channels: 1, bits: 24, frameBytes: 2),
            .badFrame(channels: 1, bits: 24, frameBytes: 2)),
        unusable("ADPCM", format: WAV.format(tag: 0x11, bits: 4), .encoding(tag: 0x11)),
        unusable("MP3 in WAV", format: WAV.format(tag: 0x55), .encoding(tag: 0x55)),
        unusable(
            "extension without its bytes", format: WAV.format(tag: 0xFFFE), .encoding(tag: 0xFFFE)),
        unusable(
            "extension with a foreign sub-format",
            format: Array(WAV.extensible().dropLast()) + [0], .encoding(tag: 0xFFFE)),
    ]

    @Test("what cannot be used says why, and what to do", arguments: unusables)
    func error(_ unusable: Unusable) throws {
        #expect(throws: unusable.error) { try AudioReader.read(unusable.bytes) }
        #expect(!unusable.error.reason.isEmpty && !unusable.error.remedy.isEmpty)
        #expect(!unusable.error.reason.contains("\n"))
        // In pieces too.
        #expect(throws: unusable.error) {
            var reader = AudioReader()
            for byte in unusable.bytes { _ = try reader.read([byte]) }
            _ = try reader.finish()
        }
    }

    @Test("every shorter version of a file gives a beginning of its frames, or an error")
    func truncated() {
        let bytes = WAV.riff([
            WAV.chunk("LIST", [1, 2, 3]), Self.standard, Self.sound, WAV.chunk("junk", [1, 2, 3]),
        ])
        for length in 4..<bytes.count {
            guard let (found, _) = try? AudioReader.read(Array(bytes.prefix(length))) else {
                continue
            }
            #expect(found == Array(Self.frames.prefix(found.count)))
        }
    }

    @Test("raw input may start as it likes if it is said to be raw")
    func forcedRaw() throws {
        let bytes = Array("RIFFfLaC".utf8)
        let (found, _) = try AudioReader.read(bytes, as: .raw)
        #expect(found.count == 4)
        #expect(throws: AudioFileError.otherKind("Ogg")) {
            try AudioReader.read(Array("OggS\0\0\0\0".utf8), as: .wav)
        }
        #expect(throws: AudioFileError.notWAV) { try AudioReader.read([1, 2, 3, 4, 5], as: .wav) }
    }

    @Test("a reader knows the format before the first frame")
    func format() throws {
        var reader = AudioReader()
        #expect(reader.format == nil)
        let head = WAV.riff([WAV.chunk("fmt ", WAV.format(channels: 2, rate: 44_100))])
        #expect(try reader.read(head).isEmpty)
        #expect(
            reader.format
                == SampleFormat(encoding: .integer, channels: 2, rate: 44_100, sampleBytes: 2))
    }
}
