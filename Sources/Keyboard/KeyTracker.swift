/// How it becomes known that a key came up.
public enum ReleaseSource: Hashable, Sendable {
    /// The terminal reports releases (kitty keyboard protocol with event types, win32-input-mode).
    case reported
    /// No releases; they are inferred from the gap after the last repeat.
    case inferred
    /// No releases and no guessing: only presses count (toggle mode).
    case none
}

/// A key event with the instant at which it physically happened, which may lie before the instant at which it
/// became certain (a release is certain only when no repeat has followed it).
public struct KeyTransition: Hashable, Sendable {
    public var event: KeyEvent
    /// When it happened, on the caller's monotonic clock.
    public var time: Duration

    public init(event: KeyEvent, time: Duration) {
        self.event = event
        self.time = time
    }
}

/// Turns the key events of real terminals into what the fingers did: presses, repeats and true releases.
///
/// Time is an argument; `deadline` says when `deadlinePassed(at:)` wants to be called next.
public struct KeyTracker: Sendable {
    public let source: ReleaseSource

    public init(source: ReleaseSource) {
        self.source = source
    }

    /// When `deadlinePassed(at:)` must be called next, or nil.
    public private(set) var deadline: Duration?

    /// The instant of a release that is not certain yet. While it is set, nothing that happens at or after that
    /// instant may be decided on the assumption that the key is still down.
    public private(set) var undecidedSince: Duration?

    public mutating func handle(_ event: KeyEvent, at now: Duration) -> [KeyTransition] {
        [KeyTransition(event: event, time: now)]
    }

    public mutating func deadlinePassed(at now: Duration) -> [KeyTransition] {
        []
    }

    /// Forgets every key that is down without reporting releases (focus lost, suspend).
    public mutating func reset() {
        deadline = nil
        undecidedSince = nil
    }
}
