internal import Keyboard

// How a session ends or stands still, with nothing left undecided in silence.
extension Session {
    /// SIGTSTP or Ctrl-Z: capture stops, and the process too where somebody can continue it.
    mutating func suspend(at now: Duration) {
        guard options.canSuspend, !options.once else {
            cancelAll(.suspended, at: now)
            return exit(.finished(delivered: hasDelivered))
        }
        believeRelease(at: now)
        stopForSystem(.suspended, at: now)
        actions.append(.suspend)
    }

    /// A release that was only waiting for a repeat to prove it spurious has happened: the words it ended are
    /// whole, and an end asked for a moment later takes them no more than one asked for a second later.
    ///
    /// Only of a recording that runs: otherwise the release is that of a tap, which could start one.
    private mutating func believeRelease(at now: Duration) {
        guard recording != nil, recording?.release == nil else { return }
        take(tracker.reset(), at: now)
    }

    /// A request to end. What was released earlier and is being decoded is waited for, except by Ctrl-C, which means
    /// *at once*; so does any second request.
    ///
    /// Whoever pressed a key may press one more, and until then would rather have the words, however slow the machine.
    /// Whoever sent a signal may not wait: that is one second at most.
    mutating func quit(_ reason: QuitReason, at now: Duration) {
        let isSecond = leaving != nil
        if !isSecond, reason != .interrupt { believeRelease(at: now) }
        leaving = Leaving(
            reason: reason,
            deadline: leaving?.deadline ?? (reason == .key ? nil : now + Session.exitPatience))
        guard !isSecond, reason != .interrupt else { return abandonAndExit(at: now) }
        stopForSystem(reason.cancelReason, at: now)
        dropWaiting(reason.cancelReason, at: now)
        // A text that would wait for a decision has nobody left to decide it.
        for utterance in decoding where options.confirm || utterance.ask != nil {
            actions.append(.discard(utterance.id))
            report(reason.cancelReason, of: utterance.id, at: now)
        }
        decoding.removeAll { options.confirm || $0.ask != nil }
        // What has waited for one of these with its words known waits for nothing more.
        concludeDecoded(at: now)
    }

    /// The second is over, or nobody wants to wait: what is undelivered is reported, and that is the end.
    mutating func abandonAndExit(at now: Duration) {
        guard let leaving else { return }
        cancelAll(leaving.reason.cancelReason, at: now)
        exit(exitReason(for: leaving.reason))
    }

    /// After every event: leave if there is nothing left to stay for.
    mutating func settle(at now: Duration) {
        guard !isOver, recording == nil, decoding.isEmpty else { return }
        if let leaving { return exit(exitReason(for: leaving.reason)) }
        guard waiting.isEmpty else { return }
        if let recognizerFailure { return exit(.recognizer(message: recognizerFailure)) }
        guard options.once, let outcome else { return }
        switch outcome {
        case .delivered: exit(.finished(delivered: true))
        case .nothing: exit(.finished(delivered: false))
        case .microphone(let message): exit(.microphone(message: message))
        case .recognizer(let message): exit(.recognizer(message: message))
        }
    }

    private mutating func cancelAll(_ reason: CancelReason, at now: Duration) {
        tracker.reset()
        breakOff(at: now)
        cancelRecording(reason, at: now)
        cancelDecoding(reason, at: now)
        dropWaiting(reason, at: now)
    }

    /// Capture stops. What has had its release keeps its words; what has not is cancelled.
    private mutating func stopForSystem(_ reason: CancelReason, at now: Duration) {
        tracker.reset()
        breakOff(at: now)
        proofDeadline = nil
        if recording?.release != nil {
            tailIsOver(at: now)
        } else {
            cancelRecording(reason, at: now)
        }
        adoptionIsOver()
    }

    private mutating func exit(_ reason: ExitReason) {
        ending = reason
    }

    private func exitReason(for reason: QuitReason) -> ExitReason {
        switch reason {
        case .key: .quit(delivered: hasDelivered)
        case .interrupt: .interrupted
        case .signal(let number): .signal(number)
        case .hangup: .hangup
        }
    }
}

extension QuitReason {
    /// Why an utterance was cancelled by this request.
    var cancelReason: CancelReason {
        switch self {
        case .key: .quit
        case .interrupt: .interrupt
        case .signal(let number): .signal(number)
        case .hangup: .hangup
        }
    }
}
