internal import Gestures
internal import Keyboard

/// Long press, then hold; or a tap.
///
/// The hold is what the recording lives on. The long press alone would not do: it ends when its duration has
/// passed, under a finger that is still down, and a recording that ended with it would be a third of a second of
/// nothing, thrown away as an accidental tap.
typealias TalkGesture = ExclusiveGesture<SequenceGesture<LongPress, Hold>, Tap>

extension SessionOptions {
    var talkGesture: TalkGesture {
        LongPress(minimumDuration: minimumDuration, needsRepeat: mode == .autoRepeat)
            .sequenced(before: Hold(otherKeys: otherKeys))
            .exclusively(before: Tap())
    }
}

/// What the talk key has come to, with the instant at which it physically happened.
enum TalkPhase: Hashable {
    /// The second phase has begun: the only evidence on which a hold may record.
    case began(Duration)
    /// The key really came up, or policy ended the hold.
    case ended(Duration)
    /// A completed tap.
    case tapped(Duration)
    /// Policy broke the hold off.
    case cancelled
    /// The keys belong to whoever is typing.
    case failed
}

/// The talk key in every mode: which recogniser listens to it, and what its phases mean.
struct TalkInput: Hashable {
    /// Hold to talk; nil in toggle mode, where releases are not known and a press is a tap (the tracker has told
    /// presses from repeats).
    private var talk: KeyRecognizer<TalkGesture>?
    /// Listens instead while dictation runs hands-free: the next tap, however long, stops it.
    private var stop: KeyRecognizer<Tap>?
    private let chord: KeyChord
    /// Where releases are inferred, a tap would be known only when no repeat can follow any more: there the press
    /// of the next tap stops a hands-free recording.
    private let stopsAtPress: Bool
    /// When the key was broken off last while the tracker held something back: a press of before that, which comes
    /// out only now, is broken off with the rest.
    private var cancellation: Duration?

    init(options: SessionOptions) {
        chord = options.chord
        stopsAtPress = options.mode == .autoRepeat
        if options.mode != .toggle {
            talk = KeyRecognizer(options.talkGesture, on: options.chord)
        }
    }

    /// A press is going on that may become a hold.
    var isTracking: Bool {
        stop == nil && talk?.isTracking == true
    }

    var isHandsFree: Bool { stop != nil }

    var deadline: Duration? {
        stop == nil ? talk?.deadline : stop?.deadline
    }

    mutating func handle(_ transition: KeyTransition) -> [TalkPhase] {
        if let cancellation, transition.time <= cancellation, transition.event.kind == .press {
            return []
        }
        if stop != nil, stopsAtPress {
            return tap(by: transition)
        }
        if let phases = stop?.handle(transition) {
            return phases.compactMap(Self.phase)
        }
        if let phases = talk?.handle(transition) {
            return phases.compactMap(Self.phase)
        }
        return tap(by: transition)
    }

    /// A press is a tap where no release is waited for.
    private func tap(by transition: KeyTransition) -> [TalkPhase] {
        let isTap = transition.event.kind == .press && chord.isPressed(by: transition.event)
        return isTap ? [.tapped(transition.time)] : []
    }

    mutating func deadlinePassed(at time: Duration) -> [TalkPhase] {
        if let phases = stop?.deadlinePassed(at: time) {
            return phases.compactMap(Self.phase)
        }
        return talk?.deadlinePassed(at: time).compactMap(Self.phase) ?? []
    }

    /// Breaks off whatever the key is doing; the rest of this press means nothing.
    ///
    /// - Parameter isHeldBack: whether a press may have happened that the tracker has not told of yet.
    mutating func cancel(at time: Duration, isHeldBack: Bool) {
        stop = nil
        cancellation = isHeldBack ? time : nil
        _ = talk?.cancel(at: time)
    }

    /// From now on a tap, and only a tap, stops the recording.
    mutating func goHandsFree() {
        stop = KeyRecognizer(Tap(), on: chord)
    }

    mutating func leaveHandsFree() {
        stop = nil
    }

    private static func phase(_ phase: GesturePhase<TalkGesture.Value>) -> TalkPhase? {
        switch phase {
        case .began(.first(.second(_, let hold))): hold.map { .began($0.start) }
        // Repeats, other keys: nothing restarts. Starting here as well, without asking whether a recording runs,
        // would open the microphone anew thirty times a second.
        case .changed: nil
        case .ended(.first(.second(_, let hold))): hold.map { .ended($0.time) }
        case .ended(.second(let tap)): .tapped(tap.end)
        case .cancelled: .cancelled
        case .failed: .failed
        // A long press has no first phase of its own, and a tap does not begin.
        case .began(.first(.first)), .ended(.first(.first)), .began(.second): nil
        }
    }

    private static func phase(_ phase: GesturePhase<Tap.Value>) -> TalkPhase? {
        if case .ended(let tap) = phase { .tapped(tap.end) } else { nil }
    }
}
