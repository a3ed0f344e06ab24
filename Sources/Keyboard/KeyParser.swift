/// Turns the bytes of a terminal into events, however the bytes are cut into reads.
///
/// Total: every byte string yields keys, replies or unknown bytes, and nothing is swallowed past
/// its own sequence. Linear in the input, with bounded memory. A byte that may begin a sequence or
/// be a key of its own (Esc) waits for `deadline`; time is an argument, and the end of the input
/// resolves what waits, too.
///
/// Sources: kovidgoyal/kitty, docs/keyboard-protocol.rst; "XTerm Control Sequences" (ctlseqs);
/// ECMA-48 5.4; microsoft/terminal, doc/specs/#4999; the terminfo entries of rxvt and linux.
public struct KeyParser: Sendable {
    /// How long an Esc may be the first byte of a sequence.
    ///
    /// A terminal that was asked to disambiguate (kitty flag 1) never sends Esc as a bare byte:
    /// there, and while a reply is awaited, it can be made as long as a slow line is, so that a
    /// reply cut in two is no key.
    public var escapeDelay: Duration

    /// How long an unfinished sequence waits for its next byte.
    public var sequenceDelay: Duration

    /// Whether `CSI 1 ; n R` answers a question for the cursor; otherwise it is F3 with modifiers.
    public var expectsCursorPosition = false

    /// When `deadlinePassed(at:)` must be called next, or nil.
    public private(set) var deadline: Duration?

    /// A paste whose end does not come is over after this much silence: an unterminated one must
    /// not swallow keys for ever.
    static let pasteDelay = Duration.seconds(5)
    /// However steadily its bytes come, no sequence is waited for longer than this.
    static let longestSequence = Duration.seconds(2)

    var state = State.ground
    /// The bytes of the sequence at hand, its introducer included.
    var pending = PendingSequence()
    /// Characters that win32-input-mode tells in two halves.
    private var pairs = SurrogatePairs()
    /// When the sequence at hand began.
    private var began = Duration.zero

    public init(
        escapeDelay: Duration = .milliseconds(50), sequenceDelay: Duration = .milliseconds(500)
    ) {
        self.escapeDelay = escapeDelay
        self.sequenceDelay = sequenceDelay
    }

    /// Takes bytes that were read at `now` on the caller's monotonic clock.
    public mutating func feed(_ bytes: some Sequence<UInt8>, at now: Duration) -> [TerminalEvent] {
        let resolved = deadlinePassed(at: now)
        var events: [TerminalEvent] = []
        var isEmpty = true
        for byte in bytes {
            isEmpty = false
            take(byte, at: now, &events)
        }
        if !isEmpty {
            events = pairs.join(events)
            deadline = nextDeadline(after: now)
        }
        return resolved + events
    }

    /// Resolves what waited, if its deadline has come.
    public mutating func deadlinePassed(at now: Duration) -> [TerminalEvent] {
        guard let deadline, now >= deadline else {
            return []
        }
        self.deadline = nil
        if case .paste = state {
            state = .ground
            return [.pasteEnd]
        }
        return finish()
    }

    /// The end of the input: nothing that waits will be continued.
    public mutating func finish() -> [TerminalEvent] {
        var events: [TerminalEvent] = []
        resolve(&events)
        deadline = nil
        return pairs.join(events) + pairs.finish()
    }

    /// When what waits now will not be waited for any longer.
    private func nextDeadline(after now: Duration) -> Duration? {
        switch state {
        case .ground:
            return pairs.isWaiting ? now + sequenceDelay : nil
        case .paste:
            return now + KeyParser.pasteDelay
        case .escape:
            return now + escapeDelay
        case .singleShift, .control, .string:
            return now + (pending.isBare || pending.isRxvtShifted ? escapeDelay : patience(now))
        case .mouse:
            // `CSI M` alone is a key of some terminals, which no coordinates follow.
            return now + (pending.body.count == 3 ? escapeDelay : patience(now))
        case .character, .linuxFunction, .stringEscape:
            return now + patience(now)
        }
    }

    private func patience(_ now: Duration) -> Duration {
        min(sequenceDelay, max(began + KeyParser.longestSequence - now, .zero))
    }

    private mutating func take(_ byte: UInt8, at now: Duration, _ events: inout [TerminalEvent]) {
        switch state {
        case .ground:
            began = now
            takeFirst(byte, &events)
        case .escape:
            takeAfterEscape(byte, at: now, &events)
        case .character:
            takeCharacterByte(byte, at: now, &events)
        case .singleShift:
            takeSingleShift(byte, at: now, &events)
        case .control:
            takeControl(byte, at: now, &events)
        case .linuxFunction where (0x41...0x45).contains(byte):
            complete(byte, &events) { _ in .key(KeyEvent(.function(Int(byte) - 0x40))) }
        case .linuxFunction:
            interrupt(with: byte, at: now, &events)
        case .mouse:
            takeMouse(byte, at: now, &events)
        case .string:
            takeString(byte, at: now, &events)
        case .stringEscape:
            takeStringEnd(byte, at: now, &events)
        case .paste(let matched):
            takePasted(byte, matched, &events)
        }
    }

    /// The byte is no part of the sequence at hand, which was cut short: both are taken for
    /// themselves.
    private mutating func interrupt(
        with byte: UInt8, at now: Duration, _ events: inout [TerminalEvent]
    ) {
        resolve(&events)
        take(byte, at: now, &events)
    }

    // MARK: Plain bytes

    private mutating func takeFirst(_ byte: UInt8, _ events: inout [TerminalEvent]) {
        switch byte {
        case 0x1B:
            pending.extend(byte)
            state = .escape
        case 0x00...0x7F:
            events.append(.key(LegacyKeys.event(ascii: byte)))
        case 0xC2...0xF4:
            pending.extend(byte)
            state = .character
        default:
            events.append(.unknown([byte]))
        }
    }

    private mutating func takeAfterEscape(
        _ byte: UInt8, at now: Duration, _ events: inout [TerminalEvent]
    ) {
        let isDoubled = pending.hasEscape
        switch byte {
        case 0x5B:
            pending.extend(byte)
            state = .control
        case 0x4F:
            pending.extend(byte)
            state = .singleShift
        case 0x1B where !isDoubled:
            pending.extend(byte)
        case 0x1B:
            interrupt(with: byte, at: now, &events)
        default:
            if isDoubled {
                // Esc, then the key with Alt: the other reading would make Alt+Esc of a plain Esc.
                events.append(.key(KeyEvent(.escape)))
                pending.dropLast()
            }
            takeAfterSingleEscape(byte, at: now, &events)
        }
    }

    private mutating func takeAfterSingleEscape(
        _ byte: UInt8, at now: Duration, _ events: inout [TerminalEvent]
    ) {
        switch byte {
        case 0x50, 0x5D, 0x5F:
            pending.extend(byte)
            state = .string
        case 0x00...0x7F:
            reset()
            events.append(.key(LegacyKeys.event(ascii: byte).with(.alt)))
        case 0xC2...0xF4:
            pending.extend(byte)
            state = .character
        default:
            interrupt(with: byte, at: now, &events)
        }
    }

    private mutating func takeCharacterByte(
        _ byte: UInt8, at now: Duration, _ events: inout [TerminalEvent]
    ) {
        let hasAlt = pending.bytes.first == 0x1B
        let start = hasAlt ? 1 : 0
        guard UTF8Check.canContinue(pending.bytes[start...], with: byte) else {
            interrupt(with: byte, at: now, &events)
            return
        }
        pending.extend(byte)
        guard let scalar = UTF8Check.scalar(pending.bytes[start...]) else {
            return
        }
        if let event = LegacyKeys.event(character: scalar) {
            events.append(.key(hasAlt ? event.with(.alt) : event))
            reset()
        } else {
            // A control character beyond ASCII, which no key sends.
            resolve(&events)
        }
    }

    // MARK: Sequences

    private mutating func takeSingleShift(
        _ byte: UInt8, at now: Duration, _ events: inout [TerminalEvent]
    ) {
        switch byte {
        case 0x30...0x39, 0x3B:
            append(byte, &events)
        case 0x20 where pending.isBare, 0x40...0x7E:
            // `SS3 SP` is the keypad's space; after a digit the space is a key of its own.
            complete(byte, &events) { LegacyKeys.event(singleShift: $0) }
        default:
            interrupt(with: byte, at: now, &events)
        }
    }

    private mutating func takeControl(
        _ byte: UInt8, at now: Duration, _ events: inout [TerminalEvent]
    ) {
        // After `CSI number $` anything but the `y` of a mode report: the `$` was the end.
        let isEnded = pending.bytes.last == 0x24 && byte != 0x79 && pending.isRxvtShifted
        switch byte {
        case 0x20...0x3F where !isEnded:
            append(byte, &events)
        case 0x5B where pending.isBare:
            pending.extend(byte)
            state = .linuxFunction
        case 0x4D where pending.isBare:
            pending.extend(byte)
            state = .mouse
        case 0x40...0x7E where !isEnded:
            let isExpected = expectsCursorPosition
            complete(byte, &events) {
                ControlDecoder.decode($0, expectsCursorPosition: isExpected)
            }
            if events.last == .pasteStart {
                state = .paste(matched: 0)
            }
        default:
            // Control characters and text are never part of it: Ctrl-C is Ctrl-C even here.
            interrupt(with: byte, at: now, &events)
        }
    }

    /// A mouse report in the oldest form: button, column and row follow as a byte each.
    ///
    /// Nobody asks for it here, but a program that was killed may have left it on: a click is no
    /// Space and no other key. Source: ctlseqs, "Normal tracking mode".
    private mutating func takeMouse(
        _ byte: UInt8, at now: Duration, _ events: inout [TerminalEvent]
    ) {
        guard byte >= 0x20 else {
            interrupt(with: byte, at: now, &events)
            return
        }
        pending.extend(byte)
        if pending.body.count == 6 {
            resolve(&events)
        }
    }

    private mutating func takeString(
        _ byte: UInt8, at now: Duration, _ events: inout [TerminalEvent]
    ) {
        switch byte {
        case 0x1B where !pending.isBare:
            pending.extend(byte)
            state = .stringEscape
        case 0x07:
            completeString(byte, &events)
        case 0x00...0x1F:
            interrupt(with: byte, at: now, &events)
        default:
            append(byte, &events)
        }
    }

    private mutating func takeStringEnd(
        _ byte: UInt8, at now: Duration, _ events: inout [TerminalEvent]
    ) {
        if byte == 0x5C {
            completeString(byte, &events)
            return
        }
        // The Esc was no half of ST: it begins something else, and cuts the string short.
        pending.dropLast()
        state = .string
        interrupt(with: 0x1B, at: now, &events)
        take(byte, at: now, &events)
    }

    private mutating func takePasted(
        _ byte: UInt8, _ matched: Int, _ events: inout [TerminalEvent]
    ) {
        let marker = ControlSequence.pasteEnd
        if byte != marker[matched] {
            // Only its first byte is an Esc, so a byte that breaks a match can only begin a new
            // one.
            state = .paste(matched: byte == marker[0] ? 1 : 0)
        } else if matched + 1 < marker.count {
            state = .paste(matched: matched + 1)
        } else {
            state = .ground
            events.append(.pasteEnd)
        }
    }
}
