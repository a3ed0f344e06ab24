/// Two gestures of which at most one is recognised; the first goes first.
///
/// Both watch the same keys. What the second recognises is held back until the first has failed, and forgotten
/// if the first begins or ends.
public struct ExclusiveGesture<First: Gesture, Second: Gesture>: Gesture {
    public enum Value: Hashable, Sendable {
        case first(First.Value)
        case second(Second.Value)
    }

    public private(set) var state = GestureState.possible
    public private(set) var first: First
    public private(set) var second: Second
    /// What the second has reported last while the first was undecided.
    private var heldBack: GesturePhase<Second.Value>?

    public init(_ first: First, _ second: Second) {
        self.first = first
        self.second = second
    }

    public var isTracking: Bool {
        state == .possible && (first.isTracking || second.isTracking || heldBack != nil)
    }

    public var deadline: Duration? {
        guard !state.isOver else { return nil }
        return switch (first.deadline, isUndecided ? second.deadline : nil) {
        case (let one?, let other?): min(one, other)
        case (let one?, nil): one
        case (nil, let other): other
        }
    }

    /// The first has neither begun nor ended, so that the second still counts.
    private var isUndecided: Bool { first.state == .possible || first.state == .failed }

    public mutating func handle(_ input: GestureInput, at time: Duration) -> GesturePhase<Value>? {
        guard !state.isOver else { return nil }
        let phase = first.handle(input, at: time)
        return merge(phase, isUndecided ? second.handle(input, at: time) : nil)
    }

    public mutating func deadlinePassed(at time: Duration) -> GesturePhase<Value>? {
        guard !state.isOver else { return nil }
        let phase = first.deadlinePassed(at: time)
        return merge(phase, isUndecided ? second.deadlinePassed(at: time) : nil)
    }

    public mutating func reset() {
        state = .possible
        first.reset()
        second.reset()
        heldBack = nil
    }

    private mutating func merge(
        _ firstPhase: GesturePhase<First.Value>?, _ secondPhase: GesturePhase<Second.Value>?
    ) -> GesturePhase<Value>? {
        switch first.state {
        case .began, .changed, .ended, .cancelled:
            return firstPhase.map { enter($0.map(Value.first)) }
        case .possible:
            heldBack = secondPhase ?? heldBack
            return nil
        case .failed:
            guard let phase = secondPhase ?? heldBack else { return nil }
            heldBack = nil
            return release(phase)
        }
    }

    /// Reports what the second has come to as if the first had never been asked.
    private mutating func release(_ phase: GesturePhase<Second.Value>) -> GesturePhase<Value> {
        switch phase {
        case .began(let value), .changed(let value):
            enter(state.isActive ? .changed(.second(value)) : .began(.second(value)))
        case .ended, .cancelled, .failed:
            enter(phase.map(Value.second))
        }
    }

    private mutating func enter(_ phase: GesturePhase<Value>) -> GesturePhase<Value> {
        state = phase.state
        return phase
    }
}

extension Gesture {
    /// This gesture, or `other` where this one fails.
    public func exclusively<Other: Gesture>(before other: Other) -> ExclusiveGesture<Self, Other> {
        ExclusiveGesture(self, other)
    }
}
