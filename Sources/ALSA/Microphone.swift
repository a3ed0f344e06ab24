internal import Glibc
internal import Threads

/// The microphone: opened for an utterance, closed after it, and never waited for.
///
///     let microphone = Microphone(
///         device: "default",
///         events: { id, event in queue.post(.capture(id, event)) },
///         audio: { id, block in decoder.append(id, block) })
///     microphone.start(1)    // opens the device on a thread of its own and returns at once
///     microphone.stop(1)     // hands over what was captured until now, then `.stopped`, then closes
///     microphone.discard(2)  // closes at once; nothing more is reported about 2, not even its end
///
/// None of the calls blocks. Open, drop and close can hang for seconds in a sound server, and so
/// every utterance has a thread of its own, and a second one that watches it: a thread that hangs
/// is left behind (it closes its device when its call returns) and the next utterance gets a new
/// one. Between utterances there are no threads and no wake-ups, and no device.
///
/// Both sinks are called on those threads, one call at a time per utterance, and must not block and
/// must not call back into the microphone. Audio is signed 16-bit mono at 16 kHz in blocks of 1…320
/// frames, in order and without gaps but for those that `overrun` reports; a block's level follows
/// the block. Nothing is buffered here: what the sink keeps is its owner's to bound.
public final class Microphone: Sendable {
    /// Called with the utterance and what happened.
    public typealias EventSink = @Sendable (_ utterance: Int, _ event: MicrophoneEvent) -> Void
    /// Called with the utterance and its next frames.
    public typealias AudioSink = @Sendable (_ utterance: Int, _ block: [Int16]) -> Void

    /// The times after which silence of the device means something.
    public struct Limits: Hashable, Sendable {
        /// Without a frame for so long: `waiting`.
        public var waiting: Duration = .milliseconds(500)
        /// Without a frame for so long: `lost`, or `failed` with a timeout if the device never
        /// opened.
        public var lost: Duration = .seconds(5)
        /// How long a stop may take to hand over the rest before it is given up.
        public var stop: Duration = .milliseconds(500)
        /// How long a new utterance waits for the device of the one before to close, which it may
        /// need.
        public var handover: Duration = .milliseconds(500)

        public init() {}
    }

    private let device: String
    private let limits: Limits
    private let events: EventSink
    private let audio: AudioSink
    private let current = Locked<CaptureRun?>(nil)

    /// A microphone by any name that ALSA's configuration knows. Nothing is opened before `start`.
    public init(
        device: String, limits: Limits = Limits(), events: @escaping EventSink,
        audio: @escaping AudioSink
    ) {
        self.device = device
        self.limits = limits
        self.events = events
        self.audio = audio
    }

    /// Opens the device and captures for `utterance`. An earlier one that still runs is discarded.
    public func start(_ utterance: Int) {
        let previous = current.withLock { $0 }
        previous?.discard()
        let started = CaptureRun(
            utterance: utterance, device: device, limits: limits, events: events, audio: audio)
        guard let started else {
            let error = CaptureError(operation: "eventfd", device: device, code: -EMFILE)
            return events(utterance, .failed(error))
        }
        current.withLock { $0 = started }
        started.begin(after: previous?.closed)
    }

    /// Ends capture for `utterance` after everything captured until now has been handed over.
    public func stop(_ utterance: Int) {
        run(utterance)?.stop()
    }

    /// Ends capture for `utterance` at once. When this returns, nothing more is reported about it.
    public func discard(_ utterance: Int) {
        run(utterance)?.discard()
    }

    /// True while a device is open, opening or closing.
    public var isOpen: Bool {
        guard let run = current.withLock({ $0 }) else { return false }
        return !run.closed.wait(for: .zero)
    }

    /// How long `snd_pcm_open` took for the last utterance, nil as long as it has not returned.
    public var openDuration: Duration? {
        current.withLock { $0 }?.openDuration
    }

    private func run(_ utterance: Int) -> CaptureRun? {
        current.withLock { $0?.utterance == utterance ? $0 : nil }
    }
}
