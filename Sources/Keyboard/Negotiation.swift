/// Asks a terminal for key events, and finds out what it gives.
///
/// The terminal is in raw mode already: a reply must not be echoed. The flags are pushed before
/// they are queried, so that the answer says what is in force; DA1 goes last, as every terminal
/// answers it and answers in order: what has not come before it will not come. A terminal that
/// answers nothing costs `patience`, not for ever. A machine of values: bytes to write come out,
/// replies and the deadline go in.
public struct Negotiation: Sendable {
    /// How long the answers may take.
    public let patience: Duration

    /// Whether pastes are asked to be marked as such.
    ///
    /// Without, a paste is keys: a space in it is the talk key going down, never to come up. But at a
    /// shell's prompt the mode is the shell's, which may have it on; turned off on leaving, the next
    /// paste there would be executed line by line.
    public let bracketsPastes: Bool

    /// When `deadlinePassed(at:)` must be called next, or nil.
    public private(set) var deadline: Duration?

    /// What was found out, once it was. A reply that comes later than `patience` can still make it
    /// better.
    public private(set) var outcome: Outcome?

    /// What undoes everything that has been written so far, in the order in which it must be
    /// written.
    ///
    /// Precomputed, so that a signal handler has only to write it. Never empty after `start`, and
    /// right at any moment: the flags are popped once, and only where they may have been pushed.
    public private(set) var restoreBytes: [UInt8] = []

    private var foundLeftover = false
    private var phase = Phase.idle
    /// The first answer and the last: the flags are asked for before the push, and after it.
    private var flagsFound: Int?
    private var flags: Int?
    private var version: TerminalVersion?

    private enum Phase {
        case idle
        /// The kitty flags are pushed and queried, the fence is awaited.
        case kitty
        /// The mode of win32-input-mode is queried, the fence is awaited.
        case win32
        /// Found out; `mayChange` where it was for lack of an answer that may still come.
        case settled(mayChange: Bool)
    }

    /// How the keys arrive, and how that is known.
    public struct Outcome: Hashable, Sendable {
        public var keyboard: KeyboardProtocol
        public var reason: Reason
        /// The terminal's answer to XTVERSION, where it gave one.
        public var version: TerminalVersion?
        /// Whether exactly our flags were in force before they were pushed: those of a run that was
        /// killed. `restoreBytes` takes them off too.
        public var foundLeftover = false

        /// How releases can be known: `.none` where they are not reported, which `mode = hold`
        /// turns into `.inferred`.
        public var releases: ReleaseSource {
            keyboard.reportsReleases ? .reported : .none
        }

        public var quirks: TerminalQuirks {
            version?.quirks ?? []
        }

        public init(
            keyboard: KeyboardProtocol, reason: Reason, version: TerminalVersion? = nil
        ) {
            self.keyboard = keyboard
            self.reason = reason
            self.version = version
        }
    }

    /// Why the keys arrive as they do.
    public enum Reason: Hashable, Sendable {
        /// The terminal answered with flags that include event types and all keys.
        case flagsAccepted
        /// The terminal answered with fewer flags, like zellij with 1: no releases of text keys.
        case flagsReduced(Int)
        /// The terminal answered, but not to the question for the flags.
        case flagsUnknown
        /// The kitty flags were refused, and the terminal has win32-input-mode.
        case win32Offered
        /// The terminal answered nothing in time.
        case noAnswer
        /// The terminal was not asked: its kind is known to take the question for something else.
        case notAsked(terminal: String)
    }

    public init(patience: Duration = .seconds(1), bracketsPastes: Bool = false) {
        self.patience = patience
        self.bracketsPastes = bracketsPastes
    }

    /// Begins. Returns what is to be written.
    ///
    /// `terminal` is the value of `TERM`: a `dumb` terminal and the Linux console print or ignore
    /// what they do not know, and `st` takes the query of the flags for "restore the cursor".
    public mutating func start(terminal: String?, at now: Duration) -> [UInt8] {
        if let terminal, Negotiation.mustNotBeAsked(terminal) {
            settle(.legacy, .notAsked(terminal: terminal))
            return []
        }
        phase = .kitty
        deadline = now + patience
        restoreBytes = ControlSequence.popKeyboardFlags + unreportingBytes
        return ControlSequence.queryKeyboardFlags + ControlSequence.pushKeyboardFlags
            + reportingBytes + ControlSequence.queryKeyboardFlags + ControlSequence.queryVersion
            + ControlSequence.queryPrimaryAttributes
    }

    /// Takes a reply. Returns what is to be written.
    public mutating func handle(_ reply: TerminalReply, at now: Duration) -> [UInt8] {
        switch (reply, phase) {
        case (.version(let text), _):
            version = TerminalVersion(text)
            outcome?.version = version
        case (.keyboardFlags(let flags), .kitty):
            take(flags)
        case (.keyboardFlags(let flags), .settled(mayChange: true)):
            take(flags)
            // Fewer may be those of before the push: the fence tells.
            if Negotiation.isAccepted(flags) { return fenceInKittyPhase(nil, at: now) }
        case (.primaryAttributes(let attributes), .kitty),
            (.primaryAttributes(let attributes), .settled(mayChange: true)):
            return fenceInKittyPhase(attributes, at: now)
        case (.mode(9001, let value, isPrivate: true), .win32) where (1...3).contains(value):
            return acceptWin32(isSet: value != 2)
        case (.primaryAttributes, .win32):
            settleAsLegacy()
        default:
            break
        }
        return []
    }

    /// The replies did not come in time: what is known by now must do.
    public mutating func deadlinePassed(at now: Duration) -> [UInt8] {
        guard let deadline, now >= deadline else {
            return []
        }
        self.deadline = nil
        switch phase {
        case .kitty where flags == nil:
            settle(.legacy, .noAnswer)
            phase = .settled(mayChange: true)
        case .kitty:
            return fenceInKittyPhase(nil, at: now)
        case .win32:
            settleAsLegacy()
        case .idle, .settled:
            break
        }
        return []
    }

    /// What asks for the same again after a suspension, in which `restoreBytes` was written.
    public var resumeBytes: [UInt8] {
        switch (phase, outcome?.keyboard) {
        case (.idle, _): []
        case (.settled(mayChange: false), .win32):
            ControlSequence.enableWin32InputMode + reportingBytes
        case (.settled(mayChange: false), .legacy), (.win32, _):
            restoreBytes.isEmpty ? [] : reportingBytes
        case (.settled, .kitty):
            ControlSequence.pushKeyboardFlags + ControlSequence.addAlternateKeys + reportingBytes
        case (.settled, _), (.kitty, _): ControlSequence.pushKeyboardFlags + reportingBytes
        }
    }

    /// What turns on the reports that go with the keys: of the focus, and of pastes.
    public var reportingBytes: [UInt8] {
        ControlSequence.enableFocusReports
            + (bracketsPastes ? ControlSequence.enableBracketedPaste : [])
    }

    private var unreportingBytes: [UInt8] {
        ControlSequence.disableFocusReports
            + (bracketsPastes ? ControlSequence.disableBracketedPaste : [])
    }

    /// Whether the terminal answers DA1, so that it can serve as a fence when the keyboard is given
    /// back.
    public var answersFence: Bool {
        switch outcome?.reason {
        case nil, .noAnswer, .notAsked: false
        default: true
        }
    }

    private mutating func take(_ reported: Int) {
        flags = reported
        guard let flagsFound else {
            flagsFound = reported
            return
        }
        let own = ControlSequence.keyboardFlags
        guard [own, own | 4].contains(flagsFound), !foundLeftover else { return }
        foundLeftover = true
        restoreBytes =
            ControlSequence.popKeyboardFlags + ControlSequence.clearKeyboardFlags
            + unreportingBytes
    }

    private static func isAccepted(_ flags: Int) -> Bool {
        KeyboardProtocol.kitty(flags: flags).reportsReleases
    }

    private static func mustNotBeAsked(_ terminal: String) -> Bool {
        ["", "dumb", "linux", "st"].contains(terminal) || terminal.hasPrefix("st-")
    }

    /// The flags that are in force are known now, or that there are none.
    private mutating func fenceInKittyPhase(_ attributes: [Int]?, at now: Duration) -> [UInt8] {
        if let flags, Negotiation.isAccepted(flags) {
            settle(.kitty(flags: flags), .flagsAccepted)
            return flags & 4 == 0 ? ControlSequence.addAlternateKeys : []
        }
        var bytes: [UInt8] = []
        restoreBytes = unreportingBytes
        if flags != nil {
            // The push had an effect, if not the one asked for: it is undone here, once.
            bytes = ControlSequence.popKeyboardFlags
        }
        guard let attributes, canBeAskedForModes(attributes) else {
            settleAsLegacy()
            return bytes
        }
        phase = .win32
        deadline = now + patience
        return bytes + ControlSequence.queryWin32InputMode + ControlSequence.queryPrimaryAttributes
    }

    /// A terminal that does not know DECRQM may print its last letter. Those that call themselves a
    /// VT220 or later, answer XTVERSION, or are Windows' old console (`1 ; 0`), do not.
    private func canBeAskedForModes(_ attributes: [Int]) -> Bool {
        version != nil || attributes.first ?? 0 >= 60 || attributes == [1, 0]
    }

    private mutating func acceptWin32(isSet: Bool) -> [UInt8] {
        settle(.win32, .win32Offered)
        guard !isSet else {
            return []
        }
        restoreBytes = ControlSequence.disableWin32InputMode + restoreBytes
        return ControlSequence.enableWin32InputMode
    }

    private mutating func settleAsLegacy() {
        settle(.legacy, flags.map { .flagsReduced($0) } ?? .flagsUnknown)
    }

    private mutating func settle(_ keyboard: KeyboardProtocol, _ reason: Reason) {
        outcome = Outcome(keyboard: keyboard, reason: reason, version: version)
        outcome?.foundLeftover = foundLeftover
        phase = .settled(mayChange: false)
        deadline = nil
    }
}
