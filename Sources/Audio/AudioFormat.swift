/// The one format inside the program: signed 16-bit mono at 16 kHz, what the acoustic model was
/// trained on.
public enum AudioFormat {
    /// Frames a second.
    public static let sampleRate = 16_000
    /// Frames in one block of capture and decoding (20 ms).
    public static let blockFrames = 320
}
