/// The one key that a terminal without releases can be repeating: the last that was pressed.
///
/// A held key is silence for the initial delay, then a byte each interval; a tap is the same silence
/// and nothing after it. So a hold is known by its first repeat, its end by a gap that is long against
/// the intervals measured in this very hold, and a tap by the end of the longest initial delay: late,
/// but rightly.
struct RepeatingKey: Sendable {
    /// Whether releases are made; without, repeats are only told apart from presses.
    let infersReleases: Bool
    let maximumInitialDelay: Duration

    private(set) var deadline: Duration?
    private(set) var meter = RepeatMeter()
    private var state = State.up
    /// Until when a press may be the repeat of a key that was pressed for another window.
    private var strayUntil = Duration.zero

    /// No gap shorter than this ends a hold.
    static let shortestGap = Duration.milliseconds(150)
    /// The gap while fewer than `enoughIntervals` are measured, and the longest for intervals up to a
    /// third of it.
    static let provisionalGap = Duration.milliseconds(390)
    static let enoughIntervals = 3
    /// Longer than two intervals of a keyboard that repeats slowly and loses a repeat.
    static let doubtfulGap = Duration.milliseconds(250)
    /// How soon after the focus returned a key that is still held repeats.
    static let strayDelay = Duration.milliseconds(300)
    /// Shorter than any delay before the first repeat, longer than between two.
    static let strayGap = Duration.milliseconds(200)

    private enum State {
        /// Nothing is held.
        case up
        /// Pressed at `pressed`, no repeat seen yet.
        case pressed(KeyEvent, pressed: Duration)
        /// Repeating; `last` is the last instant at which the key was seen to be down.
        case repeating(KeyEvent, last: Duration)
        /// Only without releases: a second press at `second`, which a third will prove to have been the
        /// first repeat.
        case doubtful(KeyEvent, second: Duration)
        /// Only without releases, in a terminal that reports them: released at `time`, which within the
        /// debounce may have been half of an auto-repeat.
        case released(KeyEvent, time: Duration)
        /// Just after the focus returned: a press at `time`, which another within `strayGap` will prove
        /// to have been the repeat of a key that was pressed for another window.
        case suspect(KeyEvent, time: Duration)
        /// Such a key, which means nothing until it comes up.
        case stray(KeyEvent)
    }

    init(infersReleases: Bool, maximumInitialDelay: Duration) {
        self.infersReleases = infersReleases
        self.maximumInitialDelay = maximumInitialDelay
    }

    var isDown: Bool {
        switch state {
        case .up, .released: false
        case .pressed, .repeating, .doubtful, .suspect, .stray: true
        }
    }

    /// The last instant at which the held key is known to have been down.
    var undecidedSince: Duration? {
        guard infersReleases else {
            return nil
        }
        switch state {
        case .up, .released, .doubtful, .suspect, .stray: return nil
        case .pressed(_, let last), .repeating(_, let last): return last
        }
    }

    /// How long after a repeat the key is taken to be up: max(150 ms, 4 × median).
    ///
    /// One repeat may be lost, and an interval vary by a third: twice the longest interval is 2.6 times
    /// the mean, which four times the median clears even where it was measured short. With few
    /// intervals the median may as well have been measured long, at the lost repeat; so until there are
    /// enough, and where it would exceed it for intervals that do not need it, the gap is the
    /// provisional one.
    private var gap: Duration {
        guard let interval = meter.interval, meter.count >= RepeatingKey.enoughIntervals else {
            return RepeatingKey.provisionalGap
        }
        return min(
            max(RepeatingKey.shortestGap, interval * 4),
            max(RepeatingKey.provisionalGap, interval * 3))
    }

    mutating func reset() {
        state = .up
        deadline = nil
    }

    mutating func focusReturned(at now: Duration) {
        strayUntil = now + RepeatingKey.strayDelay
    }

    mutating func handle(_ event: KeyEvent, at now: Duration) -> [KeyTransition] {
        let before = deadlinePassed(at: now)
        switch event.kind {
        case .release:
            // The terminal reports releases after all.
            return before + (isHeld(event.key) ? release(at: now) : [])
        case .press, .repeat:
            if isHeld(event.key), let more = again(event, at: now) {
                return before + more
            }
            // A repeat of a key whose press was not seen starts nothing.
            return before + (event.kind == .press ? press(event, at: now) : [])
        }
    }

    mutating func deadlinePassed(at now: Duration) -> [KeyTransition] {
        guard let deadline, now >= deadline else {
            return []
        }
        let settled = settle()
        return settled.isEmpty ? end() : settled
    }

    private func isHeld(_ key: Key) -> Bool {
        switch state {
        case .up: false
        case .pressed(let event, _), .repeating(let event, _), .doubtful(let event, _),
            .released(let event, _), .suspect(let event, _), .stray(let event):
            event.key == key
        }
    }

    /// A key that is not the held one: that one no longer repeats, whether or not the finger is still
    /// on it.
    ///
    /// The new press comes before the release of the old, so that keys in quick succession are typing
    /// and not taps.
    private mutating func press(_ event: KeyEvent, at now: Duration) -> [KeyTransition] {
        let settled = settle()
        let ended = end()
        guard now >= strayUntil else {
            state = .suspect(event, time: now)
            deadline = now + RepeatingKey.strayGap
            return settled + ended
        }
        hold(event, from: now)
        return settled + [transition(event, .press, at: now)] + ended
    }

    private mutating func hold(_ event: KeyEvent, from now: Duration) {
        meter.pressed(at: now)
        state = .pressed(event, pressed: now)
        deadline = now + maximumInitialDelay
    }

    /// One more press of the held key; nil where it is a press of its own.
    private mutating func again(_ event: KeyEvent, at now: Duration) -> [KeyTransition]? {
        switch state {
        case .up:
            return nil
        case .pressed where !infersReleases && event.kind == .press:
            state = .doubtful(event, second: now)
            deadline = now + RepeatingKey.doubtfulGap
            return []
        case .pressed, .repeating:
            return [repeated(event, at: now)]
        case .doubtful(let first, let second):
            return [repeated(first, at: second), repeated(event, at: now)]
        case .suspect, .stray:
            state = .stray(event)
            deadline = now + RepeatingKey.provisionalGap
            return []
        case .released(_, let time):
            return now - time < KeyTracker.debounce ? [repeated(event, at: now)] : nil
        }
    }

    private mutating func repeated(_ event: KeyEvent, at now: Duration) -> KeyTransition {
        meter.repeated(at: now)
        state = .repeating(event, last: now)
        deadline = now + gap
        return transition(event, .repeat, at: now)
    }

    private mutating func release(at now: Duration) -> [KeyTransition] {
        let settled = settle()
        let released = state
        reset()
        switch released {
        case .pressed(let event, _), .repeating(let event, _):
            guard infersReleases else {
                state = .released(event, time: now)
                return settled
            }
            return settled + [transition(event, .release, at: now)]
        case .up, .released, .stray, .doubtful, .suspect:
            return settled
        }
    }

    /// Nothing has followed a press that might have been a repeat: it was a press of its own.
    private mutating func settle() -> [KeyTransition] {
        switch state {
        case .doubtful(let event, let time), .suspect(let event, let time):
            hold(event, from: time)
            return [transition(event, .press, at: time)]
        case .up, .pressed, .repeating, .released, .stray:
            return []
        }
    }

    /// The held key is held no longer: it came up right after it was last seen to be down.
    private mutating func end() -> [KeyTransition] {
        let ended = state
        reset()
        switch ended {
        case .pressed(let event, let last), .repeating(let event, let last):
            return infersReleases ? [transition(event, .release, at: last)] : []
        case .up, .released, .stray, .doubtful, .suspect:
            return []
        }
    }

    private func transition(
        _ event: KeyEvent, _ kind: KeyEventKind, at time: Duration
    ) -> KeyTransition {
        var event = event
        event.kind = kind
        return KeyTransition(event: event, time: time)
    }
}
