public import Keyboard
public import Speech

/// The identity of one utterance: what is said of one can never land in another.
public struct UtteranceID: Hashable, Sendable {
    public let number: Int

    public init(number: Int) {
        self.number = number
    }
}

/// What the capture thread reports about one utterance.
public enum CaptureEvent: Hashable, Sendable {
    /// The device is open; no frame has arrived yet.
    case opened
    /// The first buffer has arrived. `time` is the instant at which its first frame was captured.
    case firstFrame(time: Duration)
    /// Peak of the last block as a fraction of full scale, 0…1.
    case level(Double)
    /// No data for 500 ms.
    case waiting
    /// Data again after `waiting`.
    case resumed
    /// Frames were lost in an overrun and capture goes on.
    case overrun
    /// The device could not be opened; nothing was captured.
    case failed(message: String)
    /// The device is gone; what was captured before is with the recogniser.
    case lost(message: String)
    /// Capture has stopped as asked, and every frame is with the recogniser.
    case stopped
}

/// What the decoder thread reports.
public enum RecognizerEvent: Hashable, Sendable {
    /// The model is loaded.
    case ready
    case partial(UtteranceID, PartialHypothesis)
    /// The last word about an utterance; its text may be empty.
    case final(UtteranceID, Hypothesis)
    /// One utterance could not be decoded.
    case utteranceFailed(UtteranceID, message: String)
    /// No recogniser: the model cannot be loaded or the decoder is broken.
    case failed(message: String)
}

/// Everything that can happen to a session.
public enum SessionEvent: Hashable, Sendable {
    /// A key event as parsed, before any interpretation.
    case key(KeyEvent)
    case focusIn
    case focusOut
    /// `Session.deadline` has passed.
    case deadline
    case capture(UtteranceID, CaptureEvent)
    case recognizer(RecognizerEvent)
    /// A request to give the terminal back for a while (SIGTSTP). The session stops capture and answers with the
    /// action `suspend`, or with `exit` where nobody could continue the program. Ctrl-Z as a key comes as a key.
    case suspend
    /// The terminal is ours again (SIGCONT).
    case resume
    /// A request to end: Ctrl-C or SIGINT, SIGTERM, SIGHUP, end of input.
    case quit(QuitReason)
}

/// Why a session is asked to end.
public enum QuitReason: Hashable, Sendable {
    /// q or Ctrl-D: after an earlier utterance has been decoded.
    case key
    /// Ctrl-C as a key.
    case interrupt
    /// A signal, by its number.
    case signal(Int32)
    /// The terminal is gone.
    case hangup
}
