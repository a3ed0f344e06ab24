internal import Audio
internal import Glibc
internal import Threads

/// One utterance's capture: what its capture thread, its watch and its owner know of it.
///
/// The last event is reported once, by whichever comes to it first; all reports are made under one
/// lock, so that nothing can follow it, and nothing follows `discard`.
final class CaptureRun: Sendable {
    /// Where the run is.
    private enum Phase {
        /// Not a frame can have been captured yet: the device is being opened.
        case opening
        /// The device runs.
        case running
        /// The last event has been reported, or nobody wants to hear of it.
        case finished
    }

    private struct State {
        var phase = Phase.opening
        var stopAsked: Duration?
        var begun = Duration.zero
        var lastFrame: Duration?
        var isWaiting = false
        var openDuration: Duration?
    }

    let utterance: Int
    let device: String
    let limits: Microphone.Limits
    /// Set when the capture thread has something to look at: stop or discard.
    let wake: Latch
    /// Set when the last event has been reported.
    private let finished: Latch
    /// Set when the device is closed.
    let closed: Latch
    private let events: Microphone.EventSink
    private let audio: Microphone.AudioSink
    private let state = Locked(State())

    /// Nil when the process has no descriptors left.
    init?(
        utterance: Int, device: String, limits: Microphone.Limits,
        events: @escaping Microphone.EventSink, audio: @escaping Microphone.AudioSink
    ) {
        guard let wake = Latch(), let finished = Latch(), let closed = Latch() else { return nil }
        self.utterance = utterance
        self.device = device
        self.limits = limits
        self.wake = wake
        self.finished = finished
        self.closed = closed
        self.events = events
        self.audio = audio
    }

    /// Starts both threads. `previous` is set when the device of the utterance before is closed.
    func begin(after previous: Latch?) {
        state.withLock { $0.begun = .now }
        let watching = startThread { self.watch() }
        guard watching == 0 else {
            closed.set()
            return fail("pthread_create", -watching)
        }
        let capturing = startThread {
            // A device of one's own can be opened once only: let the last utterance's close, but
            // not for ever.
            if let previous { previous.wait(for: self.limits.handover) }
            capture(self)
            self.closed.set()
        }
        if capturing != 0 {
            closed.set()
            fail("pthread_create", -capturing)
        }
    }

    private func fail(_ operation: String, _ code: Int32) {
        finish(.failed(CaptureError(operation: operation, device: device, code: code)))
    }

    func stop() {
        state.withLock { if $0.stopAsked == nil { $0.stopAsked = .now } }
        wake.set()
    }

    func discard() {
        state.withLock { $0.phase = .finished }
        wake.set()
        finished.set()
    }

    /// How long the open took, once it has returned.
    var openDuration: Duration? {
        state.withLock { $0.openDuration }
    }

    // MARK: For the capture thread

    func took(_ duration: Duration) {
        state.withLock { $0.openDuration = duration }
    }

    var isFinished: Bool {
        state.withLock { $0.phase == .finished }
    }

    var isStopAsked: Bool {
        state.withLock { $0.stopAsked != nil }
    }

    /// Reports that the device runs; false if nobody wants it any more.
    func opened() -> Bool {
        state.withLock { state in
            guard state.phase == .opening else { return false }
            state.phase = .running
            events(utterance, .opened)
            return true
        }
    }

    /// Hands over frames. `time` is when the first of them was sound, asked for with the first
    /// frames only.
    func deliver(_ block: [Int16], time: Duration?) {
        state.withLock { state in
            guard state.phase == .running else { return }
            if state.isWaiting {
                state.isWaiting = false
                events(utterance, .resumed)
            }
            state.lastFrame = .now
            if let time { events(utterance, .firstFrame(time: time)) }
            audio(utterance, block)
            events(utterance, .level(Level.peak(of: block)))
        }
    }

    func overrun() {
        state.withLock { state in
            if state.phase == .running { events(utterance, .overrun) }
        }
    }

    /// Reports the last event, unless it has been.
    func finish(_ last: MicrophoneEvent) {
        state.withLock { state in
            guard state.phase != .finished else { return }
            state.phase = .finished
            events(utterance, last)
        }
        wake.set()
        finished.set()
    }

    // MARK: The watch

    /// What the watch does next.
    private enum Watch {
        case sleep(Duration)
        case finish(MicrophoneEvent)
        case end
    }

    /// Notices that the device does not answer. It is a thread of its own because the capture
    /// thread may hang in the library.
    private func watch() {
        while true {
            switch state.withLock({ watch(&$0, at: .now) }) {
            case .end: return
            case .finish(let last): return finish(last)
            case .sleep(let time):
                var latches = [pollfd(fd: finished.descriptor, events: Int16(POLLIN), revents: 0)]
                if !isStopAsked {
                    latches.append(pollfd(fd: wake.descriptor, events: Int16(POLLIN), revents: 0))
                }
                _ = pollAll(&latches, for: time)
            }
        }
    }

    private func watch(_ state: inout State, at now: Duration) -> Watch {
        if state.phase == .finished { return .end }
        if let asked = state.stopAsked {
            // Nothing was captured while it opens: an answer to the open is not worth waiting for.
            let left = state.phase == .opening ? .zero : asked + limits.stop - now
            return left > .zero ? .sleep(left) : .finish(.stopped)
        }
        let last = state.lastFrame ?? state.begun
        if now - last >= limits.lost {
            let opening = state.phase == .opening
            let error = CaptureError(
                operation: opening ? "snd_pcm_open" : "snd_pcm_readi", device: device,
                code: -ETIMEDOUT)
            return .finish(opening ? .failed(error) : .lost(error))
        }
        if !state.isWaiting, now - last >= limits.waiting {
            state.isWaiting = true
            events(utterance, .waiting)
        }
        return .sleep(last + (state.isWaiting ? limits.lost : limits.waiting) - now)
    }
}
