internal import Gestures
internal import Keyboard

/// Taps of a key whose releases nobody reports, so that a held key looks like many presses.
///
/// A press is a tap unless it is the auto-repeat of an earlier one. A repeat comes at most `longestDelay` after
/// the press and then again within `gap`; so a press that might be one waits for `gap` and is a tap if nothing
/// follows it. Taken at its word, the first repeat of a key held a little long would stop the dictation that its
/// press has started, or start one that nobody wants.
struct PressTaps: Hashable {
    /// Longer than the time between two repeats of any keyboard (90 ms), shorter than anyone taps twice.
    static let gap = Duration.milliseconds(120)

    let chord: KeyChord
    let longestDelay: Duration
    /// When the key was reported last.
    private var last: Duration?
    /// A press that is a tap if no repeat follows.
    private var candidate: Duration?

    init(_ chord: KeyChord, longestDelay: Duration) {
        self.chord = chord
        self.longestDelay = longestDelay
    }

    var deadline: Duration? { candidate.map { $0 + Self.gap } }

    /// Returns the instant of a tap that this event makes certain.
    mutating func handle(_ transition: KeyTransition) -> Duration? {
        guard transition.event.key == chord.key, transition.event.kind != .release,
            transition.event.kind == .repeat || chord.isPressed(by: transition.event)
        else { return nil }
        let time = transition.time
        let earlier = last
        last = time
        guard transition.event.kind == .press else {
            candidate = nil
            return nil
        }
        guard let earlier, time - earlier < longestDelay else { return time }
        // Two so close together are a key that repeats, and so was the one before.
        candidate = time - earlier < Self.gap ? nil : time
        return nil
    }

    mutating func deadlinePassed(at time: Duration) -> Duration? {
        guard let deadline, time >= deadline else { return nil }
        defer { candidate = nil }
        return candidate
    }

    mutating func cancel() {
        candidate = nil
    }
}
