public import Keyboard
import Threads

/// The terminal while it is ours: raw mode, keyboard protocol, events in, and the way back.
///
/// Usable at once: `start` writes everything it has to ask for in one go and awaits nothing; the answers come in as
/// events among the keys, whenever they come. Not thread-safe: it belongs to the event loop, which polls
/// `tty.descriptor` and keeps `deadline`.
public final class TerminalSession {
    /// What a read brought.
    public enum Input: Hashable, Sendable {
        case events([TerminalEvent])
        /// The terminal is gone.
        case hangup
    }

    /// How long a key that is still down is waited for before the terminal is given back.
    ///
    /// While it repeats it is certain that it is down, and to give up then would send its repeats to the shell; so
    /// silence, not the total, is what ends the wait in practice.
    public struct Patience: Hashable, Sendable {
        /// Without a repeat for this long the release must have been lost. Longer than the longest delay before the
        /// first repeat.
        public var silence: Duration
        public var total: Duration

        public init(
            silence: Duration = .milliseconds(1300), total: Duration = .seconds(10)
        ) {
            self.silence = silence
            self.total = total
        }
    }

    public let tty: TTY
    public private(set) var negotiation: Negotiation
    /// Whether the terminal is ours now: not before `start`, not while stopped, not after `giveBack`.
    public private(set) var isActive = false

    /// What a crash handler must write for the preview's sake.
    public var displayRestoring = "" {
        didSet { if isActive && displayRestoring != oldValue { armCrashGuard() } }
    }

    /// The bytes of the last read, for those who show them.
    public private(set) var lastBytes: [UInt8] = []

    private let terminal: String?
    private var parser = KeyParser()
    /// The keys that are down, where the terminal tells; they must come up before it is given back.
    private var keysDown: Set<Key> = []
    /// The key that was down before the session, and since when.
    private var adopted: (key: Key, start: Duration)?
    /// The last press, and whether it came fast enough after the one before to be a repeat of it.
    private var lastPress: (key: Key, time: Duration, isRepeat: Bool)?
    /// Questions by DA1 that have not been answered: the answers must not reach the shell.
    private var openFences = 0
    /// What was asked of the terminal has been undone. An answer that is still on its way asks for nothing more: what
    /// is set or popped now is the shell's.
    private var isUndone = false
    private var isHungUp = false

    /// - Parameter terminal: the value of `TERM`.
    public init(_ tty: TTY, terminal: String?, negotiation: Negotiation = Negotiation()) {
        self.tty = tty
        self.terminal = terminal
        self.negotiation = negotiation
    }

    deinit {
        // The net below every way out: keyboard flags that stay on would make the shell unusable.
        _ = giveBack()
    }

    /// How keys arrive, or nil while the terminal has not said.
    public var outcome: Negotiation.Outcome? { negotiation.outcome }

    /// When `deadlinePassed(at:)` wants to be called, or nil.
    public var deadline: Duration? {
        [parser.deadline, negotiation.deadline].compactMap(\.self).min()
    }

    /// Takes the terminal: raw mode first, so that no answer is echoed, then flags, focus reports and questions.
    ///
    /// Started in the background, the process stops here until it is in the foreground. Where it is asked to end
    /// meanwhile, the session stays inactive, and the signal waits in the `SignalPipe`.
    public func start(at now: Duration) throws(TerminalError) {
        guard JobControl.awaitForeground(of: tty) else { return }
        try tty.enterRawMode()
        isActive = true
        let bytes = negotiation.start(terminal: terminal, at: now)
        // Armed before the flags are pushed: between the two a crash pops an empty stack, which does nothing.
        armCrashGuard()
        try write(bytes)
        adaptParser()
    }

    /// A key that went down before the session (the hotkey of a shell widget): it must come up, too.
    ///
    /// - Parameter start: when it counts as pressed. Where no releases are told it may repeat from some time after
    ///   that, as after any other press.
    public func assumeDown(_ key: Key, since start: Duration) {
        keysDown.insert(key)
        adopted = (key, start)
    }

    /// Asks where the cursor stands. The answer is an event; in row 1 it looks like F3 with modifiers, so the parser is
    /// told to expect it, and no longer once it has come.
    public func askCursorPosition() throws(TerminalError) {
        parser.expectsCursorPosition = true
        try tty.write(ControlSequence.queryCursorPosition)
    }

    /// Reads what is there. Never waits.
    public func read(at now: Duration) throws(TerminalError) -> Input {
        lastBytes = []
        switch try tty.read() {
        case .nothing: return .events([])
        case .hangup:
            isHungUp = true
            return .hangup
        case .bytes(let bytes):
            lastBytes = bytes
            // What has waited unread while nobody had time to pass the deadline ends the sequence that it belongs to: it
            // is no Esc that the rest of its own sequence follows as text.
            let time = min(now, parser.deadline.map { $0 - .nanoseconds(1) } ?? now)
            return .events(try take(parser.feed(bytes, at: time), at: now))
        }
    }

    /// An Esc is no longer the beginning of a sequence, or the answers are overdue.
    public func deadlinePassed(at now: Duration) throws(TerminalError) -> [TerminalEvent] {
        let events = try take(parser.deadlinePassed(at: now), at: now)
        try ask(negotiation.deadlinePassed(at: now))
        adaptParser()
        return events
    }

    private func take(
        _ events: [TerminalEvent], at now: Duration
    ) throws(TerminalError) -> [TerminalEvent] {
        for event in events {
            switch event {
            case .key(let key): follow(key, at: now)
            // What becomes of a key after this is told to another window.
            case .focusOut: keysDown = []
            case .reply(.cursorPosition): parser.expectsCursorPosition = false
            case .reply(let reply):
                if case .primaryAttributes = reply { openFences = max(0, openFences - 1) }
                let old = negotiation.restoreBytes
                let bytes = negotiation.handle(reply, at: now)
                if isActive && negotiation.restoreBytes != old { armCrashGuard() }
                try ask(bytes)
                adaptParser()
            case .focusIn, .pasteStart, .pasteEnd, .unknown: break
            }
        }
        return events
    }

    private func follow(_ event: KeyEvent, at now: Duration) {
        // The shell knows a key of another script by its place, and so does whoever adopts it.
        let key = event.shortcutKey
        if event.kind == .release {
            keysDown.remove(key)
            return
        }
        let isSame = lastPress.map { $0.key == key && now - $0.time < .seconds(1) } ?? false
        lastPress = (key, now, isSame)
        if outcome?.keyboard.reportsReleases != false, !key.isLock {
            keysDown.insert(key)
        }
    }

    /// Until when a key that may still be down, unreported, must be given time to show it by a repeat, or nil.
    ///
    /// A key that repeats is up after a gap. The hotkey of a shell widget may have been pressed a moment ago, with its
    /// first repeat still to come: it would reach the shell, which would start the widget again. (Longest delay
    /// before the first repeat of a desktop: X11's, 660 ms.)
    private var unreportedUntil: Duration? {
        guard outcome?.keyboard.reportsReleases == false else { return nil }
        guard let lastPress else { return adopted.map { $0.start + .milliseconds(700) } }
        if lastPress.isRepeat { return lastPress.time + .milliseconds(390) }
        return lastPress.key == adopted?.key ? lastPress.time + .milliseconds(700) : nil
    }

    /// A terminal that disambiguates never sends a bare Esc, and one that still owes an answer may send its first
    /// byte alone over a slow line: then Esc can wait.
    private func adaptParser() {
        let isBare = outcome.map { !$0.keyboard.reportsReleases } ?? false
        parser.escapeDelay = isBare ? .milliseconds(50) : parser.sequenceDelay
        if outcome.map({ !$0.keyboard.reportsReleases }) == true { keysDown = [] }
    }

    /// Writes what the negotiation asks for next, as long as the terminal is ours.
    private func ask(_ bytes: [UInt8]) throws(TerminalError) {
        guard !isUndone else { return }
        try write(bytes)
    }

    private func write(_ bytes: [UInt8]) throws(TerminalError) {
        guard !bytes.isEmpty else { return }
        openFences += bytes.occurrences(of: ControlSequence.queryPrimaryAttributes)
        try tty.write(bytes)
    }

    private func armCrashGuard() {
        CrashGuard.arm(
            descriptor: tty.descriptor,
            restoring: Array(displayRestoring.utf8) + negotiation.restoreBytes,
            settings: tty.settingsFound)
    }

    // MARK: - The way back

    /// Gives the terminal back in the order that leaves nothing behind, and waits, bounded, while it does.
    ///
    /// Everything painted must have been taken away before. Does nothing where the terminal is not ours.
    ///
    /// - Parameters:
    ///   - isRepeating: a key is known to repeat although the terminal reports no releases (auto-repeat mode): its
    ///     repeats are awaited to end.
    ///   - patience: how long keys are waited for.
    /// - Returns: what was typed meanwhile.
    public func giveBack(
        isRepeating: Bool = false, patience: Patience = Patience()
    ) -> [TerminalEvent] {
        guard isActive else { return [] }
        defer {
            isActive = false
            keysDown = []
            lastPress = nil
            CrashGuard.disarm()
        }
        var restoration = Restoration(
            restoreBytes: negotiation.restoreBytes,
            answersFence: openFences > 0 || negotiation.answersFence,
            isKeyDown: isRepeating || !keysDown.isEmpty || unreportedUntil != nil,
            releasePatience: patience.total, fencePatience: .seconds(1))
        var events: [TerminalEvent] = []
        var lastInput = Duration.now
        while !isHungUp {
            let now = Duration.now
            restoration.restoreBytes = negotiation.restoreBytes
            switch restoration.next(at: now) {
            case .wait(var end):
                if !isUndone {
                    let quiet: Duration
                    if !keysDown.isEmpty || isRepeating {
                        quiet = lastInput + patience.silence
                    } else {
                        // A release that a repeat follows at once was none.
                        quiet = unreportedUntil ?? lastInput + KeyTracker.debounce
                    }
                    // Asked a second time to end, it waits for no finger.
                    guard now < quiet, !SignalPipe.isEndPending else {
                        restoration.keysReleased()
                        continue
                    }
                    end = min(end, quiet)
                }
                let new = waitForEvents(
                    until: min(end, parser.deadline ?? end), restoration: &restoration)
                if !new.isEmpty { lastInput = Duration.now }
                events += new
            case .write(let bytes):
                isUndone = true
                try? write(bytes)
                _ = tty.drain(within: .milliseconds(300))
            case .flush:
                // What has come behind the answer was typed for whoever is next. Read, it is not lost.
                events += waitForEvents(until: now, restoration: &restoration)
                tty.discardInput()
            case .restoreAttributes: tty.leaveRawMode()
            case .done: return events
            }
        }
        tty.leaveRawMode()
        return events
    }

    private func waitForEvents(
        until end: Duration, restoration: inout Restoration
    ) -> [TerminalEvent] {
        let isThere = tty.waitForInput(within: end - Duration.now)
        let now = Duration.now
        var events = (try? deadlinePassed(at: now)) ?? []
        if isThere {
            guard let input = try? read(at: now), case .events(let new) = input else {
                isHungUp = true
                return events
            }
            events += new
        }
        // Only the answer to the last question is the fence: an older one may still be on its way.
        if openFences == 0 {
            for case .reply(let reply) in events { restoration.handle(reply) }
        }
        return events
    }

    // MARK: - Stopping and going on

    /// Gives the terminal back, stops, and takes it again when the process goes on.
    ///
    /// Continued in the background, the process stops again (SIGTTOU), as every program that needs a terminal does,
    /// until it is brought to the foreground. Where it is asked to end meanwhile, the session stays inactive.
    ///
    /// - Returns: what was typed while the terminal was being given back.
    public func suspend(
        _ scope: JobControl.Scope, patience: Patience = Patience()
    ) throws(TerminalError) -> [TerminalEvent] {
        let events = giveBack(patience: patience)
        JobControl.stop(scope)
        guard JobControl.awaitForeground(of: tty) else { return events }
        try tty.reenterRawMode()
        isActive = true
        isUndone = false
        armCrashGuard()
        if outcome == nil {
            // The answers were thrown away with everything else that had arrived.
            negotiation = Negotiation(
                patience: negotiation.patience, bracketsPastes: negotiation.bracketsPastes)
            try write(negotiation.start(terminal: terminal, at: Duration.now))
        } else {
            try write(negotiation.resumeBytes)
        }
        return events
    }

    /// SIGCONT without `suspend`: the process had been stopped by SIGSTOP, unable to give anything back.
    ///
    /// If the shell has set the terminal its own way meanwhile, raw mode and flags are set again. The flags were
    /// pushed before and may still be there, so they are set, not pushed: popped once, they leave nothing behind.
    ///
    /// - Returns: whether somebody else has had the terminal, so that nobody knows which keys came up meanwhile.
    @discardableResult
    public func continued() throws(TerminalError) -> Bool {
        guard isActive, JobControl.awaitForeground(of: tty), try tty.renewRawMode() else {
            return false
        }
        keysDown = []
        armCrashGuard()
        guard case .kitty = outcome?.keyboard else {
            try write(negotiation.resumeBytes)
            return true
        }
        try write(ControlSequence.setKeyboardFlags + negotiation.reportingBytes)
        return true
    }
}

extension [UInt8] {
    /// How often `part` occurs.
    fileprivate func occurrences(of part: [UInt8]) -> Int {
        guard !part.isEmpty, count >= part.count else { return 0 }
        return (0...count - part.count).count { self[$0..<$0 + part.count].elementsEqual(part) }
    }
}
