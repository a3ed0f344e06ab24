/// A key held down for a minimum duration: a discrete gesture that **succeeds and ends** the instant the duration
/// has passed, while the key is still down.
///
/// It cannot tell you about the release, because it is over before the key comes up: to live until the release,
/// write `LongPress().sequenced(before: Hold())` and act on the end of the second.
///
/// What stops recording when a long press ends stops it a third of a second after it has started, under a finger
/// that is still down; what infers the release from `state` or `isTracking` does the same.
public struct LongPress: Gesture {
    /// The press that succeeded.
    public struct Value: Hashable, Sendable {
        /// When the (last required) key went down.
        public var start: Duration
        /// When the press succeeded. The key is down then, and for nobody knows how long.
        public var time: Duration

        public init(start: Duration, time: Duration) {
            self.start = start
            self.time = time
        }
    }

    /// How long the keys must be down together.
    public let minimumDuration: Duration
    /// Taps that must come before the press: 1 makes tap-then-hold.
    public let tapsRequired: Int
    /// Keys that must be down together.
    public let keysRequired: Int
    /// The longest time from the release of a required tap to the next press.
    public let tapInterval: Duration
    /// Whether the key must also have repeated: the only proof of a hold where no release is ever reported.
    public let needsRepeat: Bool

    public private(set) var state = GestureState.possible
    private var progress = Progress.waiting
    private var taps = 0

    private enum Progress: Hashable {
        /// No key is down.
        case waiting
        /// Some of the keys are down, in the last press or in a tap before it.
        case gathering(down: Int)
        /// All keys are down since `start`. `elapsed`: the duration has passed; `repeated`: a repeat was seen.
        case pressing(start: Duration, elapsed: Bool, repeated: Bool)
        /// The keys of a required tap come up.
        case lifting(down: Int)
        /// No key is down after a required tap; the next press must come before `until`.
        case between(until: Duration)
    }

    /// - Parameters:
    ///   - minimumDuration: how long the keys must be down; UIKit has 500 ms.
    ///   - tapsRequired: taps before the press.
    ///   - keysRequired: keys that must be down together, at least 1.
    ///   - tapInterval: the longest time between a tap and what follows it.
    ///   - needsRepeat: whether it also takes a repeat of the key.
    public init(
        minimumDuration: Duration = .milliseconds(500), tapsRequired: Int = 0,
        keysRequired: Int = 1,
        tapInterval: Duration = .milliseconds(350), needsRepeat: Bool = false
    ) {
        self.minimumDuration = minimumDuration
        self.tapsRequired = max(0, tapsRequired)
        self.keysRequired = max(1, keysRequired)
        self.tapInterval = tapInterval
        self.needsRepeat = needsRepeat
    }

    /// The same with the minimum duration in seconds.
    public init(minimumDuration seconds: Double, tapsRequired: Int = 0, keysRequired: Int = 1) {
        self.init(
            minimumDuration: .seconds(seconds), tapsRequired: tapsRequired,
            keysRequired: keysRequired)
    }

    /// The press is going on and undecided. It turns false when the press succeeds: **not** when the key comes up.
    public var isTracking: Bool {
        state == .possible && progress != .waiting
    }

    public var deadline: Duration? {
        guard state == .possible else { return nil }
        return switch progress {
        case .pressing(let start, elapsed: false, _): start + minimumDuration
        case .between(let until): until
        case .waiting, .gathering, .pressing, .lifting: nil
        }
    }

    public mutating func handle(_ input: GestureInput, at time: Duration) -> GesturePhase<Value>? {
        guard !state.isOver else { return nil }
        switch input {
        case .cancelled:
            return finish(.cancelled)
        case .down, .held:
            return keyDown(at: time)
        case .repeated:
            return keyRepeated(at: time)
        case .up:
            return keyUp(at: time)
        case .other:
            // Whoever types through the key is typing: decided at once, not at the end of the duration.
            return isTracking ? finish(.failed) : nil
        }
    }

    public mutating func deadlinePassed(at time: Duration) -> GesturePhase<Value>? {
        guard let deadline, time >= deadline else { return nil }
        // Too long between the taps, or too long for a tap.
        guard taps == tapsRequired, case .pressing(let start, _, let repeated) = progress else {
            return finish(.failed)
        }
        guard repeated || !needsRepeat else {
            progress = .pressing(start: start, elapsed: true, repeated: false)
            return nil
        }
        return finish(.ended(Value(start: start, time: deadline)))
    }

    public mutating func reset() {
        state = .possible
        progress = .waiting
        taps = 0
    }

    private mutating func keyDown(at time: Duration) -> GesturePhase<Value>? {
        let down: Int
        switch progress {
        case .waiting, .between: down = 1
        case .gathering(let others): down = others + 1
        // One key too many, or a key down again before the tap was over.
        case .pressing, .lifting: return finish(.failed)
        }
        progress =
            down < keysRequired
            ? .gathering(down: down) : .pressing(start: time, elapsed: false, repeated: false)
        return nil
    }

    private mutating func keyRepeated(at time: Duration) -> GesturePhase<Value>? {
        guard case .pressing(let start, let elapsed, _) = progress else { return nil }
        guard taps == tapsRequired, elapsed else {
            progress = .pressing(start: start, elapsed: elapsed, repeated: true)
            return nil
        }
        return finish(.ended(Value(start: start, time: time)))
    }

    private mutating func keyUp(at time: Duration) -> GesturePhase<Value>? {
        let down: Int
        switch progress {
        case .waiting, .between: return nil
        case .gathering: return finish(.failed)
        case .pressing: down = keysRequired - 1
        case .lifting(let others): down = others - 1
        }
        // Up before the duration has passed: a required tap, or not this gesture.
        guard taps < tapsRequired else { return finish(.failed) }
        guard down == 0 else {
            progress = .lifting(down: down)
            return nil
        }
        taps += 1
        progress = .between(until: time + tapInterval)
        return nil
    }

    private mutating func finish(_ phase: GesturePhase<Value>) -> GesturePhase<Value> {
        state = phase.state
        progress = .waiting
        return phase
    }
}
