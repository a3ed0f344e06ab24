internal import Keyboard

/// Two gestures of which the second starts where the first has ended, with the keys that are down then.
///
/// This is the cure for a first gesture that ends too early to be of use: a long press ends under the finger,
/// and the hold after it lives until the finger goes up. **Act on the phases of the sequence, never on the end
/// of the first gesture.**
///
/// The sequence is continuous. It begins once: with the first gesture if that is continuous, else when the
/// first has ended. It fails only before that; afterwards a second gesture that fails cancels it.
public struct SequenceGesture<First: Gesture, Second: Gesture>: Gesture {
    public enum Value: Hashable, Sendable {
        /// The first gesture goes on.
        case first(First.Value)
        /// The first gesture has ended. The second is nil until it begins.
        case second(First.Value, Second.Value?)
    }

    public private(set) var state = GestureState.possible
    public private(set) var first: First
    public private(set) var second: Second
    /// The value of the first gesture once it has ended.
    private var firstValue: First.Value?
    private var down: [Key] = []

    public init(_ first: First, _ second: Second) {
        self.first = first
        self.second = second
    }

    public var isTracking: Bool {
        state == .possible && (firstValue == nil ? first.isTracking : second.isTracking)
    }

    public var deadline: Duration? {
        guard !state.isOver else { return nil }
        return firstValue == nil ? first.deadline : second.deadline
    }

    public mutating func handle(_ input: GestureInput, at time: Duration) -> GesturePhase<Value>? {
        guard !state.isOver else { return nil }
        switch input {
        case .down(let key), .held(let key): down.append(key)
        case .up(let key): down.removeAll { $0 == key }
        case .repeated, .other, .cancelled: break
        }
        if let firstValue {
            return second.handle(input, at: time).map { report(firstValue, $0) }
        }
        return first.handle(input, at: time).map { reportFirst($0, at: time) }
    }

    public mutating func deadlinePassed(at time: Duration) -> GesturePhase<Value>? {
        guard let deadline, time >= deadline else { return nil }
        if let firstValue {
            return second.deadlinePassed(at: time).map { report(firstValue, $0) }
        }
        return first.deadlinePassed(at: time).map { reportFirst($0, at: deadline) }
    }

    public mutating func reset() {
        state = .possible
        first.reset()
        second.reset()
        firstValue = nil
        down = []
    }

    private mutating func reportFirst(
        _ phase: GesturePhase<First.Value>, at time: Duration
    ) -> GesturePhase<Value> {
        switch phase {
        case .began(let value), .changed(let value):
            return progress(.first(value))
        case .ended(let value):
            return handOver(value, at: time)
        case .cancelled:
            return enter(.cancelled)
        case .failed:
            return enter(state.isActive ? .cancelled : .failed)
        }
    }

    /// The only way into the second phase: the first gesture has ended, and this runs at the instant at which
    /// that happened, with the keys still down.
    private mutating func handOver(_ value: First.Value, at time: Duration) -> GesturePhase<Value> {
        firstValue = value
        var phase: GesturePhase<Second.Value>?
        for key in down {
            phase = second.handle(.held(key), at: time) ?? phase
        }
        guard let phase else { return progress(.second(value, nil)) }
        return report(value, phase)
    }

    private mutating func report(
        _ firstValue: First.Value, _ phase: GesturePhase<Second.Value>
    ) -> GesturePhase<Value> {
        switch phase {
        case .began(let value), .changed(let value):
            progress(.second(firstValue, value))
        case .ended(let value):
            enter(.ended(.second(firstValue, value)))
        case .cancelled:
            enter(.cancelled)
        case .failed:
            enter(state.isActive ? .cancelled : .failed)
        }
    }

    /// `began` once, `changed` ever after.
    private mutating func progress(_ value: Value) -> GesturePhase<Value> {
        enter(state.isActive ? .changed(value) : .began(value))
    }

    private mutating func enter(_ phase: GesturePhase<Value>) -> GesturePhase<Value> {
        state = phase.state
        return phase
    }
}

extension Gesture {
    /// This gesture, and when it has ended, `other`.
    public func sequenced<Other: Gesture>(before other: Other) -> SequenceGesture<Self, Other> {
        SequenceGesture(self, other)
    }
}
