public import Speech

/// What the preview line shows, as data; the words for people are made where it is drawn.
public struct SessionView: Hashable, Sendable {
    public enum Activity: Hashable, Sendable {
        /// Nothing going on: how to begin.
        case idle
        /// Key down, not long enough yet.
        case keepHolding
        /// Microphone asked for, no frame yet.
        case opening
        /// Frames arrive.
        case listening
        /// No frames for a while.
        case waitingForMicrophone
        /// Released; the rest is being decoded.
        case finishing
        /// The text waits for a tap (keep) or Esc (drop).
        case awaitingDecision(because: CancelReason?)
    }

    /// The outcome of the last utterance, shown until something else happens or its time is over.
    public enum Notice: Hashable, Sendable {
        case delivered(Hypothesis, early: EarlyEnd?)
        case dropped(DropReason)
        case cancelled(CancelReason)
        /// A tap in hold mode with `tap = hint`.
        case holdToTalk
    }

    public var activity: Activity = .idle
    public var partial = PartialHypothesis()
    /// Peak of the last block, 0…1.
    public var level: Double = 0
    /// The instant of the first captured frame, for the elapsed time.
    public var startedAt: Duration?
    /// The model is still loading.
    public var isLoading = true
    /// An earlier utterance is still being decoded.
    public var isDecodingEarlier = false
    public var notice: Notice?
    /// The texts that wait for a decision, in the order in which they were said.
    public var waiting: [Hypothesis] = []
    /// Recording goes on without the key: a tap stops it.
    public var isHandsFree = false
    /// Frames of this utterance were lost in an overrun.
    public var hasLostFrames = false
    /// The keys are to be shown (`?`), while nothing else is going on.
    public var showsHelp = false

    public init() {}
}
