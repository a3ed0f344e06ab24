public import Keyboard

/// A gesture attached to keys: sorts key events into the gesture's inputs, keeps the order of instants, and
/// starts over when an attempt is over.
///
/// Feed it what the fingers did (`KeyTracker` makes that of what a terminal sends), and call
/// `deadlinePassed(at:)` when `deadline` has come, but not while the tracker's `undecidedSince` lies at or before
/// it: the key may be up already.
///
///     let talk = LongPress(minimumDuration: 0.35).sequenced(before: Hold())
///     var recognizer = KeyRecognizer(talk.exclusively(before: Tap()), on: KeyChord(.space))
///     for transition in tracker.handle(event, at: now) {
///         for phase in recognizer.handle(transition) {
///             switch phase {
///             case .began: startRecording()   // the second phase: the press has become a hold
///             case .ended(.first): stopRecording()   // the key really came up
///             case .ended(.second): sayHowToTalk()   // a tap
///             case .cancelled: throwRecordingAway()
///             case .changed, .failed: break
///             }
///         }
///     }
public struct KeyRecognizer<G: Gesture>: Hashable, Sendable {
    public private(set) var gesture: G
    /// The keys that the gesture belongs to, with the modifiers that each needs for its press.
    public let chords: [KeyChord]
    /// The keys of the gesture that are down.
    private var down: [Key] = []

    public init(_ gesture: G, on chords: KeyChord...) {
        self.gesture = gesture
        self.chords = chords
    }

    public var deadline: Duration? { gesture.deadline }
    public var isTracking: Bool { gesture.isTracking }

    /// Takes in one transition; returns the phases in the order in which they arose.
    ///
    /// Deadlines that lie at or before the transition count first, at their own instants, so that a release is
    /// judged by when it happened and not by when it was read.
    public mutating func handle(_ transition: KeyTransition) -> [GesturePhase<G.Value>] {
        var phases = deadlinePassed(at: transition.time)
        if let input = input(for: transition.event),
            let phase = gesture.handle(input, at: transition.time)
        {
            phases.append(phase)
        }
        return phases
    }

    /// Lets every deadline up to `time` pass.
    public mutating func deadlinePassed(at time: Duration) -> [GesturePhase<G.Value>] {
        var phases: [GesturePhase<G.Value>] = []
        while let deadline = gesture.deadline, deadline <= time {
            if let phase = gesture.deadlinePassed(at: deadline) { phases.append(phase) }
            // A recogniser that keeps its deadline would hold the caller for ever.
            guard gesture.deadline != deadline else { break }
        }
        return phases
    }

    /// Breaks the gesture off for the system. What the keys do until their next press means nothing then.
    public mutating func cancel(at time: Duration) -> GesturePhase<G.Value>? {
        down = []
        return gesture.handle(.cancelled, at: time)
    }

    /// What an event is to the gesture, or nil where it is nothing.
    private mutating func input(for event: KeyEvent) -> GestureInput? {
        switch event.kind {
        case .press where chords.contains { $0.isPressed(by: event) }:
            guard !down.contains(event.key) || gesture.state.isOver else {
                // A terminal that reports repeats as presses.
                return .repeated(event.key)
            }
            // A press of what is down after the end of the gesture: the release was lost.
            down.removeAll { $0 == event.key }
            if down.isEmpty && gesture.state.isOver { gesture.reset() }
            down.append(event.key)
            return .down(event.key)
        case .press:
            return chords.contains { $0.needs(event.key) } ? nil : .other(event.key)
        case .repeat:
            // A repeat without a press is a key held from before: it begins nothing.
            return down.contains(event.key) ? .repeated(event.key) : nil
        case .release:
            // By the key alone: whoever lets go of Ctrl+Space may let go of Ctrl first.
            guard let index = down.firstIndex(of: event.key) else { return nil }
            down.remove(at: index)
            return .up(event.key)
        }
    }
}

extension KeyChord {
    /// Whether a press of `event` is this chord: locks never count, and a modifier key's own report of
    /// modifiers is not to be trusted (terminals differ in whether it contains itself).
    public func isPressed(by event: KeyEvent) -> Bool {
        guard event.key == key else { return false }
        return key.modifier != nil
            || event.modifiers.subtracting(.locks) == modifiers.subtracting(.locks)
    }

    /// Whether `key` is one of the modifiers of this chord, whose press is part of pressing it.
    func needs(_ key: Key) -> Bool {
        // The level shifts have no bit of their own, and the empty set is part of every other.
        key.modifier.map { !$0.isEmpty && modifiers.contains($0) } ?? false
    }

    /// The modifiers that other keys are reported with while this chord is down.
    package var modifiersHeld: Modifiers {
        modifiers.union(key.modifier ?? [])
    }
}

extension Key {
    /// The modifier that the key is, or nil. Codes: kitty keyboard protocol, "Functional key definitions".
    var modifier: Modifiers? {
        switch code {
        case 57441, 57447: .shift
        case 57442, 57448: .control
        case 57443, 57449: .alt
        case 57444, 57450: .super
        case 57445, 57451: .hyper
        case 57446, 57452: .meta
        case 57358: .capsLock
        case 57360: .numLock
        // ISO_Level3_Shift and ISO_Level5_Shift carry no bit of their own.
        case 57453, 57454: []
        default: nil
        }
    }
}
