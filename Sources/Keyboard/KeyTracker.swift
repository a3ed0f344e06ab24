/// How it becomes known that a key came up.
public enum ReleaseSource: Hashable, Sendable {
    /// The terminal reports releases (kitty keyboard protocol with event types, win32-input-mode).
    case reported
    /// No releases; they are inferred from the gap after the last repeat.
    case inferred
    /// No releases and no guessing: only presses count (toggle mode).
    case none
}

/// A key event with the instant at which it physically happened, which may lie before the instant
/// at which it became certain (a release is certain only when no repeat has followed it).
public struct KeyTransition: Hashable, Sendable {
    public var event: KeyEvent
    /// When it happened, on the caller's monotonic clock.
    public var time: Duration

    public init(event: KeyEvent, time: Duration) {
        self.event = event
        self.time = time
    }
}

/// Turns the key events of real terminals into what the fingers did: presses, repeats and true
/// releases.
///
/// Transitions come in the order in which they happened, but for a release that is inferred from
/// the press of another key: it comes after that press. Locks are masked, and a modifier that is
/// the key itself has no modifiers: terminals disagree about its own bit. Time is an argument;
/// `deadline` says when `deadlinePassed(at:)` wants to be called next.
public struct KeyTracker: Sendable {
    public let source: ReleaseSource

    /// How long a release may be followed by a repeat or press of the same key that proves it
    /// spurious.
    public static let debounce = Duration.milliseconds(50)
    /// How many events may wait for a release to be decided before it is taken as it is, and how
    /// many keys may be down: more than there are fingers.
    static let queueLimit = 64

    /// How the events of the key that can repeat are read where releases are not reported.
    private var repeating: RepeatingKey
    private var reportedMeter = RepeatMeter()
    /// The keys that are down, in the order in which they went down.
    private var down: [Key] = []
    /// Transitions that wait behind one that is not certain yet; empty or headed by such a one: a
    /// release, or a press just after the focus returned.
    private var queue: [Pending] = []
    /// Until when a press may be the repeat of a key that was pressed for another window.
    private var strayUntil = Duration.zero
    /// Such keys: they mean nothing until they come up.
    private var strays: [Key: Stray] = [:]

    /// A transition, and until when it may still prove spurious.
    private struct Pending {
        var transition: KeyTransition
        var certainAt: Duration?

        /// Whether it is this and may still prove spurious, even where it waits behind another.
        func isUncertain(_ kind: KeyEventKind, of key: Key, at now: Duration) -> Bool {
            transition.event.kind == kind && transition.event.key == key
                && certainAt.map { now < $0 } ?? false
        }
    }

    /// What was last heard of a key that was pressed for another window.
    private struct Stray {
        var heard: Duration
        var isUp = false

        /// Whether a press would be one of its own: after a release that no repeat has followed, or unseen after a
        /// silence that no held key keeps.
        func isOver(at now: Duration) -> Bool {
            now - heard >= (isUp ? KeyTracker.debounce : RepeatingKey.provisionalGap)
        }
    }

    /// - Parameter maximumInitialDelay: the longest time that a held key may take to repeat for the
    ///   first time.
    public init(
        source: ReleaseSource, maximumInitialDelay: Duration = .milliseconds(1200)
    ) {
        self.source = source
        repeating = RepeatingKey(
            infersReleases: source == .inferred, maximumInitialDelay: maximumInitialDelay)
    }

    /// When `deadlinePassed(at:)` must be called next, or nil.
    public var deadline: Duration? {
        source == .reported ? queue.first?.certainAt : repeating.deadline
    }

    /// The instant of a release that is not certain yet. While it is set, nothing that happens at
    /// or after that instant may be decided on the assumption that the key is still down.
    ///
    /// Where releases are inferred it is the last instant at which the held key is known to have
    /// been down.
    public var undecidedSince: Duration? {
        source == .reported ? queue.first?.transition.time : repeating.undecidedSince
    }

    /// Whether some key is down as far as is known; a key whose release is not certain yet is.
    public var isAnyKeyDown: Bool {
        source == .reported ? !down.isEmpty || !queue.isEmpty : repeating.isDown
    }

    /// The time from the press to the first repeat of the present or last hold, where it was seen.
    public var measuredInitialDelay: Duration? { meter.initialDelay }
    /// The median time between the repeats of the present or last hold, where it was seen.
    public var measuredInterval: Duration? { meter.interval }

    private var meter: RepeatMeter {
        source == .reported ? reportedMeter : repeating.meter
    }

    /// Takes an event that was read at `now`; returns what has become certain by it.
    ///
    /// Of a key that was down before the program began (its press went to the shell that started it)
    /// the first thing seen is a repeat or the release: whoever knows of such a key gives its press here
    /// first, at the instant at which the program began.
    public mutating func handle(_ event: KeyEvent, at now: Duration) -> [KeyTransition] {
        var event = event
        event.modifiers.subtract(event.key.isModifier ? event.modifiers : .locks)
        if source == .reported {
            return handleReported(event, at: now)
        }
        return repeating.handle(event, at: now)
    }

    public mutating func deadlinePassed(at now: Duration) -> [KeyTransition] {
        source == .reported ? takeCertain(at: now) : repeating.deadlinePassed(at: now)
    }

    /// Forgets every key that is down without reporting releases (focus lost, suspend).
    ///
    /// A release that was only waiting to become certain has happened: it is returned. From now on
    /// a repeat or a release without a press is none: the key was pressed for another window.
    @discardableResult
    public mutating func reset() -> [KeyTransition] {
        defer {
            queue = []
            down = []
            strays = [:]
            repeating.reset()
        }
        return queue.map(\.transition)
    }

    /// Tells that the window has the focus again.
    ///
    /// A key that was pressed for another window and is still held now repeats here. A terminal that calls
    /// a repeat by its name makes that plain to see, as the press was not seen. But WezTerm and Windows
    /// report repeats as presses, and where no releases are reported nobody can do otherwise: so a press
    /// right after this instant waits for a moment, and is none if another follows it.
    public mutating func focusReturned(at now: Duration) {
        strayUntil = now + RepeatingKey.strayDelay
        strays = strays.filter { !$0.value.isOver(at: now) }
        repeating.focusReturned(at: now)
    }

    // MARK: Reported releases

    private mutating func handleReported(
        _ event: KeyEvent, at now: Duration
    ) -> [KeyTransition] {
        let certain = takeCertain(at: now)
        if isStray(event, at: now) {
            return certain
        }
        if event.kind == .release {
            release(event, at: now)
        } else if let index = queue.lastIndex(where: {
            $0.isUncertain(.release, of: event.key, at: now)
        }) {
            // Konsole and X11 make a release and a repeat, or a press, of each auto-repeat: taken
            // at its word, the release would end every hold after a third of a second.
            queue.remove(at: index)
            down.append(event.key)
            append(event, .repeat, at: now)
        } else if down.contains(event.key) {
            // WezTerm reports auto-repeat as presses: a second press of a key that is down starts
            // nothing. Not even after a long silence, in which a release may have been lost: a line
            // that stalls looks the same, and the release of the second press ends the hold anyway.
            append(event, .repeat, at: now)
        } else if event.kind == .press {
            down.append(event.key)
            if down.count > KeyTracker.queueLimit {
                down.removeFirst()
            }
            append(event, .press, at: now, isCertain: now >= strayUntil)
        }
        // A repeat of a key whose press was not seen starts nothing: after the focus returned it is a
        // key that was pressed for another window, and to take it for a press would record unasked.
        return certain + takeCertain(at: now)
    }

    private mutating func release(_ event: KeyEvent, at now: Duration) {
        guard let index = down.firstIndex(of: event.key) else {
            return
        }
        down.remove(at: index)
        queue.append(
            Pending(
                transition: KeyTransition(event: event, time: now),
                certainAt: now + KeyTracker.debounce))
    }

    /// Whether the event is of a key that was pressed for another window, or proves a press that was not
    /// certain yet to be of one: no key repeats that soon after its press.
    private mutating func isStray(_ event: KeyEvent, at now: Duration) -> Bool {
        let key = event.key
        if let stray = strays[key] {
            if event.kind == .release {
                if !stray.isUp { strays[key] = Stray(heard: now, isUp: true) }
                return true
            }
            let isOver = stray.isOver(at: now)
            strays[key] = isOver ? nil : Stray(heard: now)
            if !isOver { return true }
        }
        guard event.kind != .release,
            let press = queue.lastIndex(where: { $0.isUncertain(.press, of: key, at: now) })
        else { return false }
        // A release between the two is half of the repeat, or else the end of a tap.
        let rest = queue[press...].filter { $0.transition.event.key == key }.dropFirst()
        guard rest.allSatisfy({ $0.isUncertain(.release, of: key, at: now) }) else { return false }
        queue[press...].removeAll { $0.transition.event.key == key }
        down.removeAll { $0 == key }
        strays[key] = Stray(heard: now)
        return true
    }

    private mutating func append(
        _ event: KeyEvent, _ kind: KeyEventKind, at now: Duration, isCertain: Bool = true
    ) {
        var event = event
        event.kind = kind
        if kind == .press {
            reportedMeter.pressed(at: now)
        } else if kind == .repeat, down.last == event.key {
            // Only the key that was pressed last repeats.
            reportedMeter.repeated(at: now)
        }
        queue.append(
            Pending(
                transition: KeyTransition(event: event, time: now),
                certainAt: isCertain ? nil : now + RepeatingKey.strayGap))
    }

    /// Takes from the head of the queue what is certain at `now`.
    private mutating func takeCertain(at now: Duration) -> [KeyTransition] {
        var count = 0
        for pending in queue {
            let isCertain = pending.certainAt.map { now >= $0 } ?? true
            guard isCertain || queue.count - count > KeyTracker.queueLimit else {
                break
            }
            count += 1
        }
        defer { queue.removeFirst(count) }
        return queue.prefix(count).map(\.transition)
    }
}
