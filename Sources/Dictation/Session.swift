internal import Gestures
public import Keyboard
internal import Speech

/// The session of push-to-talk as a value: events in, actions out, time an argument.
///
/// What it keeps, whatever comes in whatever order:
/// - Nothing is recorded before the second phase of the talk gesture (in toggle mode: before a tap), and each
///   hold starts one recording.
/// - Only a real release ends a hold; everything else cancels it or says why it ended early.
/// - Every utterance ends in exactly one of delivered, dropped with a reason, and cancelled, or waits for a
///   decision; `.exit` comes after the end of all of them.
///
/// Times are those at which things physically happened: a deadline counts with its own instant, a release with
/// the instant at which the key came up, which may lie before the event that made it certain.
public struct Session: Sendable {
    public let options: SessionOptions
    public internal(set) var view = SessionView()

    // MARK: What the key does

    var tracker: KeyTracker
    var talk: TalkInput
    /// When an adopted hold must have been proved, while it has not been.
    var proofDeadline: Duration?
    /// Another key was pressed meanwhile: only the key pressed last repeats, so no proof can come any more although
    /// the talk key may well be down.
    var isProofSpoilt = false
    /// The hold that the program was started with is not decided yet.
    var isAdopting: Bool
    /// When it counts as begun, until that has been done.
    var adoptionStart: Duration?

    // MARK: What becomes of the words

    /// The utterance whose capture is open.
    var recording: Recording?
    /// Utterances whose capture is over, in the order in which they were said.
    var decoding: [Decoding] = []
    /// Texts that wait for a decision, in the order in which they were said.
    var waiting: [Waiting] = []
    var utterances = 0

    // MARK: How it ends

    /// An end that has been asked for.
    var leaving: Leaving?
    /// The recogniser's last message, after which nothing can be decoded.
    var recognizerFailure: String?
    var hasDelivered = false
    /// What `once` waits for.
    var outcome: Outcome?
    /// Why it is over, once it is.
    var ending: ExitReason?
    var isOver: Bool { ending != nil }

    // MARK: What is said about it

    /// The view as it was drawn last.
    var drawn: SessionView? = SessionView()
    /// When the notice has been shown long enough.
    var noticeDeadline: Duration?
    /// The actions of the event that is being handled.
    var actions: [SessionAction] = []

    /// How long a notice stays.
    static let noticeDuration = Duration.seconds(3)
    /// How long an end that others ask for waits for what is still being decoded.
    static let exitPatience = Duration.seconds(1)
    /// More deadlines than can ever be due at once.
    static let deadlineLimit = 1000

    /// - Parameter start: the instant at which the program started, from which an adopted hold counts.
    public init(options: SessionOptions, start: Duration) {
        self.options = options
        tracker = KeyTracker(
            source: options.mode.releaseSource, maximumInitialDelay: options.maximumInitialDelay)
        talk = TalkInput(options: options)
        isAdopting = options.held
        adoptionStart = options.held ? start : nil
    }

    /// When `.deadline` must be handled next, or nil.
    public var deadline: Duration? {
        guard !isOver else { return nil }
        return earlier(tracker.deadline, earlier(decidableKeyDeadline, freeDeadline))
    }

    /// Takes one event in; returns what must be done, in order.
    ///
    /// Deadlines at or before `now` that have not been handled yet count first.
    public mutating func handle(_ event: SessionEvent, at now: Duration) -> [SessionAction] {
        guard !isOver else { return [] }
        advance(to: now)
        if !isOver {
            dispatch(event, at: now)
            advance(to: now)
        }
        settle(at: now)
        if updateView() { actions.append(.draw) }
        if let ending { actions.append(.exit(ending)) }
        defer { actions = [] }
        return actions
    }

    private mutating func dispatch(_ event: SessionEvent, at now: Duration) {
        switch event {
        case .key(let event): handleKey(event, at: now)
        // A key that is still held from before repeats now; without a press that begins nothing.
        case .focusIn: tracker.focusReturned(at: now)
        case .focusOut: focusLost(at: now)
        case .deadline: break
        case .capture(let id, let event): handleCapture(event, of: id, at: now)
        case .recognizer(let event): handleRecognizer(event, at: now)
        case .suspend: suspend(at: now)
        case .resume:
            tracker.focusReturned(at: now)
            drawn = nil
        case .quit(let reason): quit(reason, at: now)
        }
    }
}

// MARK: - Time

extension Session {
    /// The next deadline that counts on the key being down.
    private var keyDeadline: Duration? {
        earlier(talk.deadline, earlier(maximumDeadline, proofDeadline))
    }

    /// The same, where it may be decided: what lies at or after the instant of a release that is not certain yet
    /// must wait until the tracker knows, or a tap whose release is being debounced would start a recording.
    var decidableKeyDeadline: Duration? {
        guard let deadline = keyDeadline else { return nil }
        if let undecided = tracker.undecidedSince, deadline >= undecided, tracker.deadline != nil {
            return nil
        }
        return deadline
    }

    /// The next deadline that has nothing to do with the key.
    private var freeDeadline: Duration? {
        earlier(stopDeadline, earlier(noticeDeadline, adoptionStart ?? leaving?.deadline))
    }

    /// Lets everything that was due up to `now` happen, in the order of instants.
    mutating func advance(to now: Duration) {
        var rounds = 0
        while !isOver {
            let trackerDeadline = tracker.deadline
            let keyDeadline = decidableKeyDeadline
            guard let next = earlier(trackerDeadline, earlier(keyDeadline, freeDeadline)),
                next <= now
            else { return }
            // A tracker that keeps its deadline would hold the session for ever.
            rounds += 1
            guard rounds <= Session.deadlineLimit else { return }
            if trackerDeadline == next {
                take(tracker.deadlinePassed(at: next), at: next)
            } else if keyDeadline == next {
                passKeyDeadline(next)
            } else {
                passFreeDeadline(next)
            }
        }
    }

    /// Lets what counts on the key being down happen up to `time`, at which the key is known to have been down.
    mutating func advanceKey(to time: Duration) {
        var last: Duration?
        while !isOver, let next = keyDeadline, next <= time, next != last {
            passKeyDeadline(next)
            last = next
        }
    }

    private mutating func passKeyDeadline(_ time: Duration) {
        if maximumDeadline == time {
            finishRecording(at: time, early: .maximumDuration)
            // The release may have been lost: the next press is a new one, and repeats until then are nothing.
            breakOff(at: time)
        } else if proofDeadline == time {
            proofFailed(at: time)
        } else {
            for phase in talk.deadlinePassed(at: time) { apply(phase, at: time) }
        }
    }

    private mutating func passFreeDeadline(_ time: Duration) {
        if let start = adoptionStart { adopt(at: start) }
        if stopDeadline == time { tailIsOver(at: time) }
        if let deadline = noticeDeadline, deadline <= time {
            noticeDeadline = nil
            view.notice = nil
        }
        if let deadline = leaving?.deadline, deadline <= time { abandonAndExit(at: deadline) }
    }
}

/// The earlier of two instants, or the one that there is.
func earlier(_ one: Duration?, _ other: Duration?) -> Duration? {
    guard let one else { return other }
    guard let other else { return one }
    return one < other ? one : other
}

extension TalkMode {
    /// How a release becomes known in this mode.
    public var releaseSource: ReleaseSource {
        switch self {
        case .hold: .reported
        case .autoRepeat: .inferred
        case .toggle: .none
        }
    }
}
