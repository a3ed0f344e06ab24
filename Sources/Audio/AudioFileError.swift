/// Why a recording cannot be used at all.
public enum AudioFileError: Error, Hashable, Sendable {
    /// There is nothing to read.
    case empty
    /// It is no WAV file, but one of another kind that is known, for example "FLAC".
    case otherKind(String)
    /// A WAV file was asked for, and it starts with neither RIFF nor RF64.
    case notWAV
    /// A RIFF file that holds something else, for example "AVI ".
    case notWaveForm(String)
    /// The file ends, or its sound begins, before a format was given.
    case noFormat
    /// The format chunk has fewer than its 16 bytes.
    case shortFormat(bytes: Int)
    /// No channels, or a frame size that does not go with channels and bits.
    case badFrame(channels: Int, bits: Int, frameBytes: Int)
    /// A sample rate that no recording of sound has, in frames a second.
    case badRate(Int)
    /// Bits a sample that the encoding does not come in.
    case badBits(encoding: String, bits: Int)
    /// An encoding that is not linear, floating point, A-law or µ-law: its format tag.
    case encoding(tag: Int)
    /// The file ends before its sound begins, or there is not one whole frame of it.
    case noAudio

    /// What was found, in words.
    public var reason: String {
        switch self {
        case .empty: "it is empty"
        case .otherKind(let kind): "it is \(kind), not WAV"
        case .notWAV: "it does not start with RIFF or RF64, so it is not WAV"
        case .notWaveForm(let form): "it is a RIFF file of the form \"\(form)\", not WAVE"
        case .noFormat: "it has no format chunk before its sound"
        case .shortFormat(let bytes): "its format chunk has \(bytes) bytes instead of 16 or more"
        case .badFrame(let channels, let bits, let frameBytes):
            "its format makes no sense: \(channels) channels of \(bits) bits "
                + "in frames of \(frameBytes) bytes"
        case .badRate(let rate):
            "its sample rate is \(rate) Hz; "
                + "\(SampleFormat.rates.lowerBound) to \(SampleFormat.rates.upperBound) are read"
        case .badBits(let encoding, let bits): "it has \(bits)-bit \(encoding) samples"
        case .encoding(let tag):
            "its encoding is \(SampleFormat.name(ofTag: tag)) (format tag \(tag)), not PCM or float"
        case .noAudio: "it holds no audio"
        }
    }

    /// What to do about it, in words.
    public var remedy: String {
        switch self {
        case .empty, .noAudio:
            "record it again, for example with: arecord -f S16_LE -r 16000 FILE.wav"
        case .notWAV:
            "convert it (sox FILE FILE.wav), or use --raw if it is raw 16-bit mono at 16 kHz"
        case .otherKind, .notWaveForm, .noFormat, .shortFormat, .badFrame, .badRate, .badBits,
            .encoding:
            "convert it, for example with: sox FILE -b 16 -r 16000 -c 1 OTHER.wav"
        }
    }
}

/// What is odd about a recording that was read all the same.
public enum AudioFileWarning: Hashable, Sendable {
    /// The header does not say how long the sound is (0, or what programs write into a pipe): it
    /// was read until the end.
    case lengthUnknown
    /// The input ended so many bytes before the end that its header gives.
    case truncated(missing: UInt64)
    /// The input ended in the middle of a frame: the rest of it was left out.
    case partialFrame(bytes: Int)

    /// The words for it.
    public var reason: String {
        switch self {
        case .lengthUnknown: "its header does not give its length: read until the end"
        case .truncated(let missing):
            "it ends \(missing) bytes before the length in its header: read until the end"
        case .partialFrame(let bytes):
            "it ends in the middle of a frame: the last \(bytes) "
                + (bytes == 1 ? "byte was" : "bytes were") + " left out"
        }
    }
}
