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
    private enum Recognizer: Hashable {
        /// Hold to talk.
        case talk(KeyRecognizer<TalkGesture>)
        /// Toggle where releases are not known: presses alone.
        case presses(PressTaps)
    }

    private var recognizer: Recognizer
    /// Listens instead while dictation runs hands-free: the next tap, however long, stops it.
    private var stop: KeyRecognizer<Tap>?
    private let chord: KeyChord

    init(options: SessionOptions) {
        chord = options.chord
        recognizer =
            switch options.mode {
            case .hold, .autoRepeat:
                .talk(KeyRecognizer(options.talkGesture, on: options.chord))
            case .toggle:
                .presses(PressTaps(options.chord, longestDelay: options.maximumInitialDelay))
            }
    }

    /// A press is going on that may become a hold.
    var isTracking: Bool {
        guard stop == nil, case .talk(let talk) = recognizer else { return false }
        return talk.isTracking
    }

    var isHandsFree: Bool { stop != nil }

    var deadline: Duration? {
        if let stop { return stop.deadline }
        return switch recognizer {
        case .talk(let talk): talk.deadline
        case .presses(let presses): presses.deadline
        }
    }

    mutating func handle(_ transition: KeyTransition) -> [TalkPhase] {
        if stop != nil {
            return stop?.handle(transition).compactMap(Self.phase) ?? []
        }
        switch recognizer {
        case .talk(var talk):
            let phases = talk.handle(transition)
            recognizer = .talk(talk)
            return phases.compactMap(Self.phase)
        case .presses(var presses):
            let tap = presses.handle(transition)
            recognizer = .presses(presses)
            return tap.map { [.tapped($0)] } ?? []
        }
    }

    mutating func deadlinePassed(at time: Duration) -> [TalkPhase] {
        if stop != nil {
            return stop?.deadlinePassed(at: time).compactMap(Self.phase) ?? []
        }
        switch recognizer {
        case .talk(var talk):
            let phases = talk.deadlinePassed(at: time)
            recognizer = .talk(talk)
            return phases.compactMap(Self.phase)
        case .presses(var presses):
            let tap = presses.deadlinePassed(at: time)
            recognizer = .presses(presses)
            return tap.map { [.tapped($0)] } ?? []
        }
    }

    /// Breaks off whatever the key is doing; the rest of this press means nothing.
    mutating func cancel(at time: Duration) {
        stop = nil
        switch recognizer {
        case .talk(var talk):
            _ = talk.cancel(at: time)
            recognizer = .talk(talk)
        case .presses(var presses):
            presses.cancel()
            recognizer = .presses(presses)
        }
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
