internal import Speech

// The words: results in the order in which they were said, each by its identity, and the decisions about them.
extension Session {
    mutating func handleRecognizer(_ event: RecognizerEvent, at now: Duration) {
        switch event {
        case .ready:
            view.isLoading = false
        case .partial(let id, let partial):
            guard id == recording?.id ?? decoding.last?.id else { return }
            view.partial = partial
        case .final(let id, let hypothesis):
            result(.final(hypothesis), of: id, at: now)
        case .utteranceFailed(let id, let message):
            if recording?.id == id { return drop(.recognizer(message: message), at: now) }
            result(.failed(message: message), of: id, at: now)
        case .failed(let message):
            recognizerFailed(message, at: now)
        }
    }

    private mutating func result(
        _ result: Decoding.Result, of id: UtteranceID, at now: Duration
    ) {
        guard let index = decoding.firstIndex(where: { $0.id == id }), decoding[index].result == nil
        else { return }
        decoding[index].result = result
        concludeDecoded(at: now)
    }

    /// Concludes what has its result, and nothing before it that has none: what was said first is delivered first.
    mutating func concludeDecoded(at now: Duration) {
        while let first = decoding.first, let result = first.result {
            decoding.removeFirst()
            conclude(first, with: result, at: now)
            // Texts that nobody joined stay apart.
            if decoding.first?.result != nil { actions.append(.draw) }
        }
    }

    private mutating func conclude(
        _ utterance: Decoding, with result: Decoding.Result, at now: Duration
    ) {
        switch result {
        case .failed(let message):
            report(.recognizer(message: message), of: utterance.id, at: now)
        case .final(let hypothesis) where hypothesis.text.isEmpty:
            report(.nothingHeard, of: utterance.id, at: now)
        case .final(let hypothesis):
            let text = Waiting(
                id: utterance.id, hypothesis: hypothesis, early: utterance.early,
                reason: utterance.ask)
            let mustWait = options.confirm || utterance.ask != nil || hypothesis.isDoubtful
            if let leaving, mustWait {
                // Nobody is left to decide, and it must not pass undecided.
                report(leaving.reason.cancelReason, of: utterance.id, at: now)
            } else if mustWait || !waiting.isEmpty {
                // What was not said like a command must not become one unasked: it waits, and says so.
                // A text that follows one that waits is decided with it: out of order it would make no sense.
                waiting.append(text)
                clearNotice()
            } else {
                deliver(text, at: now)
            }
        }
    }

    private mutating func recognizerFailed(_ message: String, at now: Duration) {
        guard recognizerFailure == nil else { return }
        recognizerFailure = message
        breakOff(at: now)
        drop(.recognizer(message: message), at: now)
        for utterance in decoding {
            actions.append(.discard(utterance.id))
            report(.recognizer(message: message), of: utterance.id, at: now)
        }
        decoding = []
    }

    // MARK: Decisions

    /// The person keeps what waits.
    mutating func keepWaiting(at now: Duration) {
        let texts = waiting
        waiting = []
        for text in texts { deliver(text, at: now) }
    }

    /// The person, or the end of the session, drops what waits.
    mutating func dropWaiting(_ reason: CancelReason, at now: Duration) {
        let texts = waiting
        waiting = []
        for text in texts { report(reason, of: text.id, at: now) }
    }

    mutating func cancelDecoding(_ reason: CancelReason, at now: Duration) {
        let utterances = decoding
        decoding = []
        for utterance in utterances {
            actions.append(.discard(utterance.id))
            report(reason, of: utterance.id, at: now)
        }
    }

    // MARK: Ends of utterances: the only places that report one

    private mutating func deliver(_ text: Waiting, at now: Duration) {
        hasDelivered = true
        outcome = .delivered
        actions.append(.deliver(text.id, text.hypothesis, early: text.early))
        show(.delivered(text.hypothesis, early: text.early), at: now)
    }

    mutating func report(_ reason: DropReason, of id: UtteranceID, at now: Duration) {
        if outcome != .delivered {
            outcome =
                switch reason {
                case .microphone(let message): .microphone(message: message)
                case .recognizer(let message): .recognizer(message: message)
                case .tooShort, .nothingHeard: .nothing
                }
        }
        actions.append(.dropped(id, reason))
        show(.dropped(reason), at: now)
    }

    mutating func report(_ reason: CancelReason, of id: UtteranceID, at now: Duration) {
        if outcome != .delivered { outcome = .nothing }
        actions.append(.cancelled(id, reason))
        show(.cancelled(reason), at: now)
    }
}
