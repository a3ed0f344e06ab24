/// A key that is down, from the gesture's first event to the real release: a continuous gesture, the drag of zero
/// distance.
///
/// Alone it begins with the press. After another gesture (`sequenced(before:)`) it begins with the key that is
/// handed over. It ends with the first of its keys to come up, and with nothing that only looks like it: silence,
/// a duration, the end of the gesture before it.
public struct Hold: Gesture {
    /// The hold so far.
    public struct Value: Hashable, Sendable {
        /// The first event.
        public var start: Duration
        /// The latest event; in `ended` the release.
        public var time: Duration
        /// Repeats seen, which prove that the key is down and mean nothing else.
        public var repeats: Int

        public init(start: Duration, time: Duration, repeats: Int) {
            self.start = start
            self.time = time
            self.repeats = repeats
        }
    }

    /// What another key does to a hold that has begun.
    public enum Movement: Hashable, Sendable {
        /// Nothing: any key may be touched.
        case ignore
        /// It breaks the hold off.
        case cancel
        /// It ends the hold as a release would.
        case end
    }

    /// The allowable movement of the hold.
    public let otherKeys: Movement
    public private(set) var state = GestureState.possible
    private var value: Value?

    public init(otherKeys: Movement = .ignore) {
        self.otherKeys = otherKeys
    }

    /// Always false: a hold has no undecided stage.
    public var isTracking: Bool { false }

    /// Always nil: time alone decides nothing about a hold.
    public var deadline: Duration? { nil }

    public mutating func handle(_ input: GestureInput, at time: Duration) -> GesturePhase<Value>? {
        guard !state.isOver else { return nil }
        guard var hold = value else { return begin(input, at: time) }
        hold.time = time
        switch (input, otherKeys) {
        case (.cancelled, _), (.other, .cancel):
            return enter(.cancelled)
        case (.up, _), (.other, .end):
            return enter(.ended(hold))
        case (.repeated, _):
            hold.repeats += 1
            return enter(.changed(hold))
        case (.down, _), (.held, _), (.other, .ignore):
            return enter(.changed(hold))
        }
    }

    public mutating func deadlinePassed(at time: Duration) -> GesturePhase<Value>? {
        nil
    }

    public mutating func reset() {
        state = .possible
        value = nil
    }

    private mutating func begin(_ input: GestureInput, at time: Duration) -> GesturePhase<Value>? {
        switch input {
        case .cancelled: enter(.cancelled)
        case .down, .held: enter(.began(Value(start: time, time: time, repeats: 0)))
        // A repeat is proof that the key is down, whoever saw its press.
        case .repeated: enter(.began(Value(start: time, time: time, repeats: 1)))
        case .up, .other: nil
        }
    }

    private mutating func enter(_ phase: GesturePhase<Value>) -> GesturePhase<Value> {
        state = phase.state
        value = phase.value
        return phase
    }
}
