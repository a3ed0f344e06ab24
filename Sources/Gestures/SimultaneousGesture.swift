/// Two gestures of the same keys at the same time, neither in the way of the other.
///
/// It begins with whichever begins or ends first, and is over when both are: ended if either has ended, cancelled
/// if it had begun and neither has, failed if nothing came of either.
public struct SimultaneousGesture<First: Gesture, Second: Gesture>: Gesture {
    /// The latest value of each, nil for one that has not begun.
    public struct Value: Hashable, Sendable {
        public var first: First.Value?
        public var second: Second.Value?

        public init(first: First.Value? = nil, second: Second.Value? = nil) {
            self.first = first
            self.second = second
        }
    }

    public private(set) var state = GestureState.possible
    public private(set) var first: First
    public private(set) var second: Second
    private var value = Value()

    public init(_ first: First, _ second: Second) {
        self.first = first
        self.second = second
    }

    public var isTracking: Bool {
        state == .possible && (first.isTracking || second.isTracking)
    }

    public var deadline: Duration? {
        guard !state.isOver else { return nil }
        return switch (first.deadline, second.deadline) {
        case (let one?, let other?): min(one, other)
        case (let one?, nil): one
        case (nil, let other): other
        }
    }

    public mutating func handle(_ input: GestureInput, at time: Duration) -> GesturePhase<Value>? {
        guard !state.isOver else { return nil }
        let firstPhase = first.handle(input, at: time)
        let secondPhase = second.handle(input, at: time)
        // The system breaks off the pair, also where one of the two is over already.
        if input == .cancelled { return enter(.cancelled) }
        return merge(firstPhase, secondPhase)
    }

    public mutating func deadlinePassed(at time: Duration) -> GesturePhase<Value>? {
        guard !state.isOver else { return nil }
        return merge(first.deadlinePassed(at: time), second.deadlinePassed(at: time))
    }

    public mutating func reset() {
        state = .possible
        first.reset()
        second.reset()
        value = Value()
    }

    private mutating func merge(
        _ firstPhase: GesturePhase<First.Value>?, _ secondPhase: GesturePhase<Second.Value>?
    ) -> GesturePhase<Value>? {
        value.first = firstPhase?.value ?? value.first
        value.second = secondPhase?.value ?? value.second
        guard !(first.state.isOver && second.state.isOver) else {
            if first.state == .ended || second.state == .ended { return enter(.ended(value)) }
            return enter(state.isActive ? .cancelled : .failed)
        }
        guard firstPhase?.value != nil || secondPhase?.value != nil else { return nil }
        return enter(state.isActive ? .changed(value) : .began(value))
    }

    private mutating func enter(_ phase: GesturePhase<Value>) -> GesturePhase<Value> {
        state = phase.state
        return phase
    }
}

extension Gesture {
    /// This gesture and `other` side by side.
    public func simultaneously<Other: Gesture>(
        with other: Other
    ) -> SimultaneousGesture<Self, Other> {
        SimultaneousGesture(self, other)
    }
}
