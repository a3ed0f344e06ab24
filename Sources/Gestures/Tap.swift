/// A key pressed and released, `count` times in a row: a discrete gesture, recognised at the last release.
///
/// It has no longest duration; where a long press means something else, put that first:
/// `LongPress().exclusively(before: Tap())`.
public struct Tap: Gesture {
    /// The last of the taps.
    public struct Value: Hashable, Sendable {
        /// When its key went down.
        public var start: Duration
        /// When its key came up.
        public var end: Duration

        public init(start: Duration, end: Duration) {
            self.start = start
            self.end = end
        }
    }

    /// The number of taps in a row.
    public let count: Int
    /// The longest time from a release to the next press; without meaning for a single tap.
    public let interval: Duration

    public private(set) var state = GestureState.possible
    private var progress = Progress.waiting

    private enum Progress: Hashable {
        /// No key seen.
        case waiting
        /// A key is down since `start`, after `taps` complete taps.
        case down(start: Duration, taps: Int)
        /// No key is down after `taps` complete taps; the next press must come before `until`.
        case between(taps: Int, until: Duration)
    }

    public init(count: Int = 1, interval: Duration = .milliseconds(350)) {
        self.count = max(1, count)
        self.interval = interval
    }

    public var isTracking: Bool {
        state == .possible && progress != .waiting
    }

    public var deadline: Duration? {
        if case .between(_, let until) = progress, state == .possible { until } else { nil }
    }

    public mutating func handle(_ input: GestureInput, at time: Duration) -> GesturePhase<Value>? {
        guard !state.isOver else { return nil }
        switch (input, progress) {
        case (.cancelled, _):
            return finish(.cancelled)
        case (.down, .waiting), (.held, .waiting):
            progress = .down(start: time, taps: 0)
        case (.down, .between(let taps, _)):
            progress = .down(start: time, taps: taps)
        case (.up, .down(let start, let taps)):
            guard taps + 1 < count else { return finish(.ended(Value(start: start, end: time))) }
            progress = .between(taps: taps + 1, until: time + interval)
        case (.down, .down), (.held, .down):
            // A second key while the first is down is not a tap of one key.
            return finish(.failed)
        case (.other, .down), (.other, .between):
            return finish(.failed)
        case (.other, .waiting), (.repeated, _), (.held, .between), (.up, _):
            break
        }
        return nil
    }

    public mutating func deadlinePassed(at time: Duration) -> GesturePhase<Value>? {
        guard let deadline, time >= deadline else { return nil }
        return finish(.failed)
    }

    public mutating func reset() {
        state = .possible
        progress = .waiting
    }

    private mutating func finish(_ phase: GesturePhase<Value>) -> GesturePhase<Value> {
        state = phase.state
        progress = .waiting
        return phase
    }
}
