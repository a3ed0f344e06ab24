public import Speech

/// Why an utterance ended without anything delivered.
public enum DropReason: Hashable, Sendable {
    /// Shorter than `minimumClip`. `started` is false when not one frame had arrived.
    case tooShort(clip: Duration, started: Bool)
    /// The recogniser found no words.
    case nothingHeard
    /// The microphone could not be opened.
    case microphone(message: String)
    /// The recogniser failed on it.
    case recognizer(message: String)
}

/// Why an utterance was cancelled.
public enum CancelReason: Hashable, Sendable {
    case escape
    case interrupt
    case focusLost
    case suspended
    case signal(Int32)
    case hangup
    /// Another key ended the hold by policy, or ended the repeats that would have proved an adopted one.
    case otherKey
    /// An adopted hold for which neither a repeat nor a release came.
    case releaseLost
    /// The person let go of a text that waited for a decision.
    case declined
    /// q, Ctrl-D or end of input, while it was recorded, decoded or waiting.
    case quit
}

/// Why an utterance ended before its release although its words are delivered.
public enum EarlyEnd: Hashable, Sendable {
    case maximumDuration
    case microphoneLost(message: String)
    case focusLost
}

/// What the owner of a session must do, in order.
public enum SessionAction: Hashable, Sendable {
    /// Start capture, and decoding of what it captures, for a new utterance. The only action that opens the
    /// microphone.
    case openCapture(UtteranceID)
    /// Stop capture, let the recogniser finish, report `.stopped` and then `.final`.
    case stopCapture(UtteranceID)
    /// Stop capture at once and throw everything about the utterance away. Nothing more is reported.
    case discard(UtteranceID)
    /// Write the transcript, once. `early` says why it ended before the release, if it did. Deliveries directly
    /// after one another are parts of one text: a hold that added to a text that waited.
    case deliver(UtteranceID, Hypothesis, early: EarlyEnd?)
    case dropped(UtteranceID, DropReason)
    case cancelled(UtteranceID, CancelReason)
    /// Run the command of `tap = COMMAND`.
    case runTapCommand
    /// Give the terminal back and stop the process (SIGTSTP); capture is over by now. Report `.resume` afterwards.
    case suspend
    /// The view has changed: draw it.
    case draw
    /// Leave. Every utterance has had its end by now.
    case exit(ExitReason)
}

/// Why a session is over.
public enum ExitReason: Hashable, Sendable {
    /// `once`, and the outcome was a delivery or not.
    case finished(delivered: Bool)
    /// q, Ctrl-D or end of input; `delivered` tells whether anything was delivered in the whole session.
    case quit(delivered: Bool)
    /// Ctrl-C as a key.
    case interrupted
    case signal(Int32)
    case hangup
    /// The recogniser cannot work, or failed on the one utterance of `once`.
    case recognizer(message: String)
    /// `once`, and the microphone could not be opened or was lost before there was anything to deliver.
    case microphone(message: String)
}
