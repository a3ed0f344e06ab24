internal import Speech

/// The utterance whose capture is open.
struct Recording: Hashable {
    let id: UtteranceID
    /// When the second phase began.
    let start: Duration
    /// When the first frame was captured, once it was.
    var firstFrame: Duration?
    /// When the key came up. Capture runs on for the tail.
    var release: Duration?
    /// No data for a while.
    var isWaiting = false

    /// What was said between the first captured frame and `end`: the tail does not count, and neither does the
    /// time in which the microphone was opening. Without a frame it is nothing.
    func clip(until end: Duration) -> Duration {
        guard let firstFrame else { return .zero }
        return max(.zero, end - firstFrame)
    }

    /// Whether the microphone had started by `end`.
    func hasStarted(by end: Duration) -> Bool {
        guard let firstFrame else { return false }
        return firstFrame < end
    }
}

/// An utterance whose capture is over and whose words are still to come.
struct Decoding: Hashable {
    let id: UtteranceID
    /// Why it ended before its release.
    var early: EarlyEnd?
    /// Why its text must wait for a decision whatever `confirm` says; one that is doubtful waits too.
    var ask: CancelReason?
    /// Its words, while an earlier utterance has none yet: results are delivered in order.
    var result: Result?

    enum Result: Hashable {
        case final(Hypothesis)
        case failed(message: String)
    }
}

/// A text that waits for a tap (keep) or Esc (drop).
struct Waiting: Hashable {
    let id: UtteranceID
    let hypothesis: Hypothesis
    let early: EarlyEnd?
    let reason: CancelReason?
}

/// An end that has been asked for and waits for what is being decoded.
struct Leaving: Hashable {
    let reason: QuitReason
    /// When what is still being decoded is given up; nil: when it is asked for again.
    let deadline: Duration?
}

/// What an utterance came to, as far as `once` and the exit code care.
enum Outcome: Hashable {
    case delivered
    case nothing
    case microphone(message: String)
    case recognizer(message: String)
}
