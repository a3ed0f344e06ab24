/// The one key that a terminal without releases can be repeating: the last that was pressed.
///
/// A held key is silence for the initial delay, then a byte each interval; a tap is the same
/// silence and nothing after it. So a hold is known by its first repeat, its end by a gap that is
/// long against the intervals measured in this very hold, and a tap by the end of the longest
/// initial delay: late, but rightly.
struct RepeatingKey: Sendable {
    /// Whether releases are made; without, repeats are only told apart from presses.
    let infersReleases: Bool
    let maximumInitialDelay: Duration

    private(set) var deadline: Duration?
    /// Time from the press to the first repeat of the present or last hold.
    private(set) var initialDelay: Duration?
    /// The last `intervalLimit` intervals between the repeats of the present or last hold, as they
    /// came.
    private var recent: [Duration] = []
    /// The same, sorted.
    private var intervals: [Duration] = []
    private var state = State.up

    /// No gap shorter than this ends a hold.
    static let shortestGap = Duration.milliseconds(150)
    /// The gap while fewer than `enoughIntervals` are measured, and the longest for intervals up to
    /// a third of it.
    static let provisionalGap = Duration.milliseconds(390)
    static let enoughIntervals = 3
    static let intervalLimit = 33

    private enum State {
        /// Nothing is held.
        case up
        /// Pressed at `pressed`, no repeat seen yet.
        case pressed(KeyEvent, pressed: Duration)
        /// Repeating; `last` is the last instant at which the key was seen to be down.
        case repeating(KeyEvent, last: Duration)
        /// Without releases: a second press at `second` that a third will prove to have been the
        /// first repeat.
        case doubtful(KeyEvent, first: Duration, second: Duration)
    }

    init(infersReleases: Bool, maximumInitialDelay: Duration) {
        self.infersReleases = infersReleases
        self.maximumInitialDelay = maximumInitialDelay
    }

    var isDown: Bool {
        if case .up = state { false } else { true }
    }

    /// The last instant at which the held key is known to have been down.
    var undecidedSince: Duration? {
        guard infersReleases else {
            return nil
        }
        switch state {
        case .up: return nil
        case .pressed(_, let pressed): return pressed
        case .repeating(_, let last): return last
        case .doubtful(_, _, let second): return second
        }
    }

    /// The median of the intervals.
    var interval: Duration? {
        intervals.isEmpty ? nil : intervals[(intervals.count - 1) / 2]
    }

    /// How long after a repeat the key is taken to be up: max(150 ms, 4 × median).
    ///
    /// One repeat may be lost, and an interval vary by a third: twice the longest interval is 2.6
    /// times the mean, which four times the median clears even where it was measured short. With
    /// few intervals the median may as well have been measured long, at the lost repeat; so until
    /// there are enough, and where it would exceed it for intervals that do not need it, the gap is
    /// the provisional one.
    private var gap: Duration {
        guard let interval, intervals.count >= RepeatingKey.enoughIntervals else {
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

    /// Only measures, for terminals that report releases.
    mutating func measure(_ event: KeyEvent, at now: Duration) {
        switch (state, event.kind) {
        case (_, .release):
            reset()
        case (.pressed(let held, let pressed), _) where held.key == event.key:
            began(event, pressed: pressed, at: now)
            deadline = nil
        case (.repeating(let held, let last), _) where held.key == event.key:
            add(now - last)
            state = .repeating(event, last: now)
        case (_, .press):
            state = .pressed(event, pressed: now)
        case (_, .repeat):
            break
        }
    }

    mutating func expectHeld(_ key: Key, at now: Duration) {
        state = .pressed(KeyEvent(key), pressed: now)
        deadline = infersReleases ? now + maximumInitialDelay : nil
    }

    mutating func handle(_ event: KeyEvent, at now: Duration) -> [KeyTransition] {
        let before = deadlinePassed(at: now)
        if event.kind == .release {
            // The terminal reports releases after all.
            return before + (isHeld(event.key) ? end(at: now) : [])
        }
        guard isHeld(event.key) else {
            guard event.kind == .press else {
                // A repeat of a key whose press was not seen starts nothing.
                return before
            }
            // Another key: the first no longer repeats, whether or not the finger is still on it.
            // The new press comes first, so that keys in quick succession are typing and not a tap.
            let pressed = transition(event, .press, at: now)
            let ended = end(at: nil)
            press(event, at: now)
            return before + [pressed] + ended
        }
        return before + again(event, at: now)
    }

    mutating func deadlinePassed(at now: Duration) -> [KeyTransition] {
        guard let deadline, now >= deadline else {
            return []
        }
        switch state {
        case .doubtful(let event, _, let second):
            // No third: the second was a press of its own.
            press(event, at: second)
            return [transition(event, .press, at: second)]
        case .up, .pressed, .repeating:
            return end(at: nil)
        }
    }

    private func isHeld(_ key: Key) -> Bool {
        switch state {
        case .up: false
        case .pressed(let event, _), .repeating(let event, _), .doubtful(let event, _, _):
            event.key == key
        }
    }

    private mutating func press(_ event: KeyEvent, at now: Duration) {
        state = .pressed(event, pressed: now)
        deadline = now + maximumInitialDelay
    }

    /// One more press of the key that is held.
    private mutating func again(_ event: KeyEvent, at now: Duration) -> [KeyTransition] {
        switch state {
        case .up:
            return []
        case .pressed(_, let pressed):
            guard infersReleases || event.kind == .repeat else {
                state = .doubtful(event, first: pressed, second: now)
                deadline = now + RepeatingKey.provisionalGap
                return []
            }
            began(event, pressed: pressed, at: now)
            return [transition(event, .repeat, at: now)]
        case .doubtful(_, let first, let second):
            began(event, pressed: first, at: second)
            add(now - second)
            state = .repeating(event, last: now)
            deadline = now + gap
            return [transition(event, .repeat, at: second), transition(event, .repeat, at: now)]
        case .repeating(_, let last):
            add(now - last)
            state = .repeating(event, last: now)
            deadline = now + gap
            return [transition(event, .repeat, at: now)]
        }
    }

    private mutating func began(_ event: KeyEvent, pressed: Duration, at now: Duration) {
        initialDelay = now - pressed
        intervals = []
        recent = []
        state = .repeating(event, last: now)
        deadline = now + gap
    }

    /// The key came up: at `now`, or where that is not known at the last instant at which it was
    /// down.
    private mutating func end(at now: Duration?) -> [KeyTransition] {
        defer { reset() }
        switch state {
        case .up: return []
        case .pressed(let event, let last), .repeating(let event, let last),
            .doubtful(let event, _, let last):
            return infersReleases ? [transition(event, .release, at: now ?? last)] : []
        }
    }

    private mutating func add(_ interval: Duration) {
        recent.append(interval)
        intervals.insert(interval, at: intervals.firstIndex { $0 > interval } ?? intervals.endIndex)
        if recent.count > RepeatingKey.intervalLimit,
            let index = intervals.firstIndex(of: recent.removeFirst())
        {
            intervals.remove(at: index)
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
