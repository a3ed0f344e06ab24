/// Reads a recording piece by piece, from a file or a pipe, into mono 16-bit frames at 16 kHz.
///
///     var reader = AudioReader()
///     while let bytes = next() { frames += try reader.read(bytes) }
///     frames += try reader.finish()
///     if let warning = reader.warning { … }
///
/// Input that starts with RIFF or RF64 (or BW64) is WAV of any rate, any number of channels (their
/// mean is taken) and 8-, 16-, 24-, 32-bit integer, 32- and 64-bit float, A-law or µ-law samples;
/// anything else is raw mono 16-bit at 16 kHz. Nothing is kept but what the next frame needs, and
/// the result does not depend on how the input is cut into pieces. Sources: Multimedia Programming
/// Interface and Data Specifications 1.0; EBU Tech 3306 (RF64); ITU-R BS.2088 (BW64).
public struct AudioReader: Sendable {
    /// What the input is taken for.
    public enum Kind: Hashable, Sendable {
        /// WAV by its first four bytes, else raw.
        case automatic
        /// Raw, whatever it starts with.
        case raw
        /// WAV, or an error.
        case wav
    }

    private enum State: Hashable {
        /// At the first four bytes.
        case start
        /// Past RIFF and its size, at the form.
        case form
        /// At the head of a chunk. After one of odd size the filling byte, which some writers
        /// forget, comes first.
        case chunk(afterOdd: Bool)
        /// In the body of a chunk that is kept: `ds64` or `fmt `, of which only the head is.
        case kept(id: [UInt8], size: Int)
        /// In a chunk that is passed over.
        case skipped(left: UInt64, odd: Bool)
        /// At a data chunk of size 0 that the file's own length says is empty, or else of unknown
        /// length.
        case emptyData
        /// In the sound; nil if it lasts until the end.
        case data(left: UInt64?)
        /// Behind the sound: what follows is not ours.
        case done
    }

    private let kind: Kind
    private var state = State.start
    private var pending: [UInt8] = []
    /// Bytes read before `pending`.
    private var consumed: UInt64 = 0
    private var riffEnd: UInt64?
    private var longDataSize: UInt64?
    private var frames = 0
    private var decoder: SampleDecoder?
    private var resampler: Resampler?

    /// What is odd about the input, if anything; final after `finish`.
    public private(set) var warning: AudioFileWarning?

    /// How the sound is laid out, once that is known.
    public var format: SampleFormat? { decoder?.format }

    public init(_ kind: Kind = .automatic) {
        self.kind = kind
    }

    /// Reads a whole recording. The warning is the reader's, if it has one.
    public static func read(
        _ bytes: [UInt8], as kind: Kind = .automatic
    ) throws(AudioFileError) -> (frames: [Int16], warning: AudioFileWarning?) {
        var reader = AudioReader(kind)
        var frames = try reader.read(bytes)
        frames += try reader.finish()
        return (frames, reader.warning)
    }

    /// Takes the next bytes, as many as there are, and returns the frames that they complete.
    public mutating func read(_ bytes: [UInt8]) throws(AudioFileError) -> [Int16] {
        pending += bytes
        var result: [Int16] = []
        var at = 0
        while try advance(&at, ended: false, &result) {}
        pending.removeFirst(at)
        consumed += UInt64(at)
        return result
    }

    /// Ends the input and returns the last frames.
    ///
    /// Throws if the input cannot be used or has no sound at all.
    public mutating func finish() throws(AudioFileError) -> [Int16] {
        guard consumed > 0 || !pending.isEmpty else { throw .empty }
        var result: [Int16] = []
        var at = 0
        while try advance(&at, ended: true, &result) {}
        let rest = pending.count - at
        switch state {
        case .data(let left):
            if let left, left > UInt64(rest) {
                warning = .truncated(missing: left - UInt64(rest))
            } else if warning == nil, rest > 0 {
                warning = .partialFrame(bytes: rest)
            }
        case .done: break
        default: throw .noAudio
        }
        guard frames > 0 else { throw .noAudio }
        result += Self.quantize(resampler?.finish() ?? [])
        pending = []
        state = .done
        return result
    }

    /// Does one step from `at`; false when it needs more input or there is nothing more to do.
    private mutating func advance(
        _ at: inout Int, ended: Bool, _ result: inout [Int16]
    ) throws(AudioFileError) -> Bool {
        let there = pending.count - at
        switch state {
        case .start:
            guard there >= 4 || ended && there > 0 || kind == .raw else { return false }
            return try start(&at, there)
        case .form:
            guard there >= 4 else { return false }
            guard name(at) == "WAVE" else { throw .notWaveForm(name(at)) }
            at += 4
            state = .chunk(afterOdd: false)
        case .chunk(let afterOdd):
            guard there >= (afterOdd ? 9 : 8) || ended && there >= 8 else { return false }
            if afterOdd, !Self.known.contains(name(at)) {
                at += 1
                state = .chunk(afterOdd: false)
                return true
            }
            try chunk(&at)
        case .kept(let id, let size):
            let wanted = min(size, 64)
            guard there >= wanted || ended && there > 0 else { return false }
            let body = Array(pending[at..<at + min(there, wanted)])
            at += body.count
            try keep(body, of: id)
            pass(UInt64(size - body.count), odd: size % 2 == 1)
        case .skipped(let left, let odd):
            guard there > 0 else { return false }
            let count = min(left, UInt64(there))
            at += Int(count)
            pass(left - count, odd: odd)
        case .emptyData:
            guard there >= 8 || ended else { return false }
            let isChunk =
                there >= 8 && pending[at..<at + 4].allSatisfy { (32...126).contains($0) }
                && consumed + UInt64(at + 8 + pending.number32(at: at + 4)) <= riffEnd ?? 0
            if !isChunk { warning = .lengthUnknown }
            state = isChunk ? .chunk(afterOdd: false) : .data(left: nil)
        case .data(let left):
            return decode(&at, left: left, &result)
        case .done:
            at = pending.count
            return false
        }
        return true
    }

    /// Chunks that are recognised without their filling byte before them.
    private static let known: Set<String> = [
        "data", "fmt ", "LIST", "fact", "bext", "id3 ", "JUNK",
    ]

    /// The four characters of a name, those that cannot be shown as "?".
    private func name(_ at: Int) -> String {
        String(
            decoding: pending[at..<at + 4].map { (32...126).contains($0) ? $0 : 63 },
            as: UTF8.self)
    }

    private mutating func start(_ at: inout Int, _ there: Int) throws(AudioFileError) -> Bool {
        if kind != .raw, there >= 4, ["RIFF", "RF64", "BW64"].contains(name(at)) {
            guard there >= 8 else { return false }
            let size = pending.number32(at: at + 4)
            riffEnd = Self.isPlaceholder(size) ? nil : UInt64(size) + 8
            at += 8
            state = .form
            return true
        }
        if kind != .raw, let other = Self.otherKind(Array(pending.dropFirst(at).prefix(12))) {
            throw .otherKind(other)
        }
        if kind == .wav { throw .notWAV }
        decoder = SampleDecoder(format: .raw)
        state = .data(left: nil)
        return true
    }

    /// Files that people take for raw sound by mistake and that would give nothing but noise.
    private static func otherKind(_ head: [UInt8]) -> String? {
        let kinds: [(String, String)] = [
            ("fLaC", "FLAC"), ("OggS", "Ogg"), ("ID3", "MP3"), ("FORM", "AIFF"), ("RIFX", "RIFX"),
            ("caff", "CAF"), (".snd", "AU"), ("riff", "Wave64"),
            ("\u{1A}E\u{DF}\u{A3}", "Matroska"),
        ]
        return kinds.first { head.starts(with: $0.0.unicodeScalars.map { UInt8($0.value) }) }?.1
    }

    /// Goes on behind `left` more bytes of a chunk.
    private mutating func pass(_ left: UInt64, odd: Bool) {
        state = left > 0 ? .skipped(left: left, odd: odd) : .chunk(afterOdd: odd)
    }

    private mutating func chunk(_ at: inout Int) throws(AudioFileError) {
        let id = name(at)
        let size = pending.number32(at: at + 4)
        switch id {
        case "data":
            guard decoder != nil else { throw .noFormat }
            at += 8
            data(size: size, at: consumed + UInt64(at))
        case "fmt ", "ds64":
            let bytes = Array(pending[at..<at + 4])
            at += 8
            state = .kept(id: bytes, size: size)
        default:
            at += 8
            pass(UInt64(size), odd: size % 2 == 1)
        }
    }

    private mutating func keep(_ body: [UInt8], of id: [UInt8]) throws(AudioFileError) {
        if id.first == UInt8(ascii: "d") {
            // RIFF size, data size, sample count: eight bytes each.
            if body.count >= 16 { longDataSize = body.number64(at: 8) }
        } else if decoder == nil {
            let format = try SampleFormat(chunk: body)
            decoder = SampleDecoder(format: format)
            if format.rate != AudioFormat.sampleRate { resampler = Resampler(from: format.rate) }
        }
    }

    private mutating func data(size: Int, at place: UInt64) {
        if size == 0xFFFF_FFFF, let long = longDataSize, long > 0, long < .max {
            state = .data(left: long)
        } else if size == 0, let riffEnd, riffEnd >= place + 8 {
            state = .emptyData
        } else if size == 0 || Self.isPlaceholder(size) {
            warning = .lengthUnknown
            state = .data(left: nil)
        } else {
            state = .data(left: UInt64(size))
        }
    }

    /// Sizes that programs write when they cannot go back to correct them: all ones (ffmpeg), or
    /// just about 2 GiB (sox, arecord).
    private static func isPlaceholder(_ size: Int) -> Bool {
        size >= 0xFFFF_FF00 || (0x7FFF_F000...0x8000_0100).contains(size)
    }

    private mutating func decode(_ at: inout Int, left: UInt64?, _ result: inout [Int16]) -> Bool {
        guard let decoder else { return false }
        let frameBytes = decoder.format.frameBytes
        let there = UInt64(pending.count - at)
        let count = Int(min(there, left ?? .max)) / frameBytes
        if count > 0 {
            let samples = decoder.decode(pending, from: at, frames: count)
            frames += count
            at += count * frameBytes
            if resampler != nil {
                // In place: a copy would copy the filter's memory with every piece.
                result += Self.quantize(resampler?.process(samples) ?? [])
            } else {
                result += Self.quantize(samples)
            }
        }
        guard let left else { return false }
        let now = left - UInt64(count * frameBytes)
        if now < UInt64(frameBytes), now <= UInt64(pending.count - at) {
            if now > 0 { warning = .partialFrame(bytes: Int(now)) }
            state = .done
            return true
        }
        state = .data(left: now)
        return false
    }

    private static func quantize(_ samples: [Float]) -> [Int16] {
        samples.map { Int16(min(32_767, max(-32_768, ($0 * 32_768).rounded()))) }
    }
}
