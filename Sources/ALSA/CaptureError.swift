/// A failed operation on a capture device.
public struct CaptureError: Error, Hashable, Sendable {
    /// The C function that failed, for example `snd_pcm_open`.
    public var operation: String
    /// The device as configured.
    public var device: String
    /// The negative error code that ALSA returned.
    public var code: Int32

    public init(operation: String, device: String, code: Int32) {
        self.operation = operation
        self.device = device
        self.code = code
    }
}
