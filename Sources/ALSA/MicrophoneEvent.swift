/// What a `Microphone` reports about one utterance.
///
/// In order: `opened`, `firstFrame`, then levels and what goes wrong, then exactly one of
/// `stopped`, `failed` and `lost`. After that, and after `discard`, nothing more.
public enum MicrophoneEvent: Hashable, Sendable {
    /// The device is open and running; no frame has arrived yet.
    case opened
    /// The first frames have arrived. `time` is the instant of `CLOCK_MONOTONIC` at which the first
    /// of them was sound.
    case firstFrame(time: Duration)
    /// Peak of the last block as a fraction of full scale, 0…1. The block itself has gone to the
    /// audio sink before.
    case level(Double)
    /// No frame for `Microphone.Limits.waiting`, counted from the start or the last frame.
    case waiting
    /// A frame again after `waiting`.
    case resumed
    /// Frames were lost because the device was read too late, and capture goes on.
    case overrun
    /// The device could not be opened: nothing was captured.
    case failed(CaptureError)
    /// The device is gone. What was captured before has been handed over.
    case lost(CaptureError)
    /// Stopped as asked. Every captured frame has been handed over.
    case stopped

    /// True for the last event of an utterance.
    public var isLast: Bool {
        switch self {
        case .failed, .lost, .stopped: true
        default: false
        }
    }
}
