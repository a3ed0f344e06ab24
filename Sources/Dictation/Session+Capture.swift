internal import Gestures
internal import Keyboard
internal import Speech

// The microphone: one recording at a time, opened in `begin` and nowhere else.
extension Session {
    /// When capture has run long enough.
    var maximumDeadline: Duration? {
        guard let recording, recording.release == nil else { return nil }
        return recording.start + options.maximumDuration
    }

    /// When the tail is over.
    var stopDeadline: Duration? {
        recording?.release.map { $0 + options.tail }
    }

    /// Starts an utterance. The only place that opens the microphone; it runs when the second phase begins (in
    /// toggle mode: at a tap), never when a key goes down.
    mutating func begin(at time: Duration, now: Duration) {
        guard mayBegin else { return }
        if let recording {
            guard recording.release != nil else { return }
            // The key is down again within the tail: what was said before has had its release.
            tailIsOver(at: now)
        }
        if let proofDeadline, proofDeadline <= time { return proofFailed(at: time) }
        utterances += 1
        let id = UtteranceID(number: utterances)
        recording = Recording(id: id, start: time)
        view.partial = .init()
        view.level = 0
        view.hasLostFrames = false
        view.showsHelp = false
        clearNotice()
        actions.append(.openCapture(id))
    }

    /// With `once` there is one utterance, and more only where they add to a text that waits.
    private var mayBegin: Bool {
        guard leaving == nil, recognizerFailure == nil else { return false }
        guard options.once else { return true }
        return utterances == 0 || !waiting.isEmpty || options.confirm
    }

    /// Ends the recording with its release, or as if released where `early` says why.
    ///
    /// - Parameters:
    ///   - end: the instant up to which the words count.
    ///   - now: when it became certain.
    mutating func finishRecording(at end: Duration, early: EarlyEnd?, now: Duration? = nil) {
        guard var recording, recording.release == nil else { return }
        let now = now ?? end
        recording.release = end
        self.recording = recording
        proofDeadline = nil
        talk.leaveHandsFree()
        guard recording.firstFrame != nil else {
            // The microphone is still opening, or its first frame is on the way here: the release is latched, and
            // the tail decides. An early end has no tail.
            if early != nil { dropTooShort(recording, at: now) }
            return
        }
        guard recording.clip(until: end) >= options.minimumClip else {
            return dropTooShort(recording, at: now)
        }
        if early != nil { stop(early: early, ask: nil) }
    }

    /// The tail has been captured.
    mutating func tailIsOver(at now: Duration) {
        guard let recording, recording.release != nil else { return }
        guard recording.firstFrame != nil else { return dropTooShort(recording, at: now) }
        stop(early: nil, ask: nil)
    }

    /// Stops capture; the words are still to come.
    private mutating func stop(early: EarlyEnd?, ask: CancelReason?) {
        guard let recording else { return }
        self.recording = nil
        proofDeadline = nil
        decoding.append(Decoding(id: recording.id, early: early, ask: ask))
        actions.append(.stopCapture(recording.id))
    }

    /// A clip that short is a slip of the finger. It is thrown away, and never in silence.
    private mutating func dropTooShort(_ recording: Recording, at now: Duration) {
        let end = recording.release ?? now
        drop(
            .tooShort(clip: recording.clip(until: end), started: recording.hasStarted(by: end)),
            at: now)
    }

    /// Throws the recording away and says why.
    mutating func drop(_ reason: DropReason, at now: Duration) {
        guard let id = throwAway(at: now) else { return }
        report(reason, of: id, at: now)
    }

    /// Breaks the recording off.
    mutating func cancelRecording(_ reason: CancelReason, at now: Duration) {
        guard let id = throwAway(at: now) else { return }
        report(reason, of: id, at: now)
    }

    private mutating func throwAway(at now: Duration) -> UtteranceID? {
        guard let recording else { return nil }
        // After the release the key may be down again, for the next utterance.
        if recording.release == nil { breakOff(at: now) }
        self.recording = nil
        proofDeadline = nil
        actions.append(.discard(recording.id))
        return recording.id
    }

    // MARK: Focus

    /// The window has lost the focus: nothing may be recorded unseen, and no release will come.
    mutating func focusLost(at now: Duration) {
        // A release that is not certain yet may be one that the terminal made up for the loss of focus (ghostty and
        // kitty before 0.33 do): it is taken as the end of the clip and not as a release.
        let end = min(tracker.undecidedSince ?? now, now)
        tracker.reset()
        breakOff(at: now)
        defer { adoptionIsOver() }
        guard let recording else { return }
        guard recording.release == nil else { return tailIsOver(at: now) }
        proofDeadline = nil
        switch options.onFocusLoss {
        case .cancel:
            cancelRecording(.focusLost, at: now)
        case .ask where recording.clip(until: end) < options.minimumClip:
            cancelRecording(.focusLost, at: now)
        case .ask:
            stop(early: .focusLost, ask: .focusLost)
        case .deliver:
            finishRecording(at: end, early: .focusLost, now: now)
        }
    }

    // MARK: Capture events

    mutating func handleCapture(_ event: CaptureEvent, of id: UtteranceID, at now: Duration) {
        // What is said of an utterance that is over concerns nobody.
        guard recording?.id == id else { return }
        switch event {
        case .opened, .stopped:
            break
        case .firstFrame(let time):
            recording?.isWaiting = false
            guard recording?.firstFrame == nil else { return }
            recording?.firstFrame = time
            frameArrived(at: now)
        case .level(let level):
            view.level = level
        case .waiting:
            recording?.isWaiting = true
            view.level = 0
        case .resumed:
            recording?.isWaiting = false
        case .overrun:
            view.hasLostFrames = true
        case .failed(let message):
            drop(.microphone(message: message), at: now)
        case .lost(let message):
            microphoneLost(message, at: now)
        }
    }

    /// The first frame; the release may have come before it.
    private mutating func frameArrived(at now: Duration) {
        guard let recording, let release = recording.release else { return }
        if recording.clip(until: release) < options.minimumClip { dropTooShort(recording, at: now) }
    }

    /// The device is gone: the words so far count.
    private mutating func microphoneLost(_ message: String, at now: Duration) {
        guard let recording else { return }
        if recording.release != nil, recording.firstFrame != nil { return tailIsOver(at: now) }
        let end = recording.release ?? min(tracker.undecidedSince ?? now, now)
        guard recording.clip(until: end) >= options.minimumClip, recording.firstFrame != nil else {
            return drop(.microphone(message: message), at: now)
        }
        breakOff(at: now)
        finishRecording(at: end, early: .microphoneLost(message: message), now: now)
    }
}
