import Gestures
import Keyboard

/// Bytes of a terminal through parser, tracker and talk gesture, on the clock of the recording.
struct Replay {
    typealias Talk = ExclusiveGesture<SequenceGesture<LongPress, Hold>, Tap>

    /// What came of the talk key, and when it happened.
    enum Outcome: Hashable, Sendable {
        case began(Int), ended(Int), tapped(Int), cancelled, failed
    }

    private var parser = KeyParser()
    private var tracker: KeyTracker
    private var recognizer: KeyRecognizer<Talk>
    private(set) var outcomes: [Outcome] = []

    init(_ source: ReleaseSource, key: Key = .space) {
        tracker = KeyTracker(source: source)
        recognizer = KeyRecognizer(
            LongPress(minimumDuration: .milliseconds(350), needsRepeat: source == .inferred)
                .sequenced(before: Hold()).exclusively(before: Tap()), on: KeyChord(key))
    }

    /// The key went down before anybody read the terminal.
    mutating func adopt(_ key: Key = .space, at time: Int) {
        take(tracker.handle(KeyEvent(key), at: ms(time)))
    }

    mutating func feed(_ bytes: [UInt8], at time: Int) {
        run(until: time)
        take(parser.feed(bytes, at: ms(time)), at: ms(time))
    }

    /// Lets deadlines pass in their order. While a release is uncertain nothing that lies after it is decided.
    mutating func run(until time: Int) {
        while let next = deadlines.min(), next <= ms(time) {
            if parser.deadline == next {
                take(parser.deadlinePassed(at: next), at: next)
            } else if tracker.deadline == next {
                take(tracker.deadlinePassed(at: next))
            } else {
                record(recognizer.deadlinePassed(at: next))
            }
        }
    }

    private var deadlines: [Duration] {
        var deadlines = [parser.deadline, tracker.deadline].compactMap(\.self)
        if let deadline = recognizer.deadline, tracker.undecidedSince.map({ deadline < $0 }) ?? true
        {
            deadlines.append(deadline)
        }
        return deadlines
    }

    private mutating func take(_ events: [TerminalEvent], at time: Duration) {
        for event in events {
            switch event {
            case .key(let event):
                take(tracker.handle(event, at: time))
            case .focusOut:
                tracker.reset()
                if let phase = recognizer.cancel(at: time) { record([phase]) }
            default:
                break
            }
        }
    }

    private mutating func take(_ transitions: [KeyTransition]) {
        for transition in transitions { record(recognizer.handle(transition)) }
    }

    private mutating func record(_ phases: [GesturePhase<Talk.Value>]) {
        for phase in phases {
            switch phase {
            case .began(.first(.second(_, let hold?))): outcomes.append(.began(count(hold.start)))
            case .ended(.first(.second(_, let hold?))): outcomes.append(.ended(count(hold.time)))
            case .ended(.second(let tap)): outcomes.append(.tapped(count(tap.end)))
            case .cancelled: outcomes.append(.cancelled)
            case .failed: outcomes.append(.failed)
            default: break
            }
        }
    }

    private func count(_ time: Duration) -> Int {
        Int((time / .milliseconds(1)).rounded())
    }
}
