/// Turns the bytes of a terminal into events, however the bytes are cut into reads.
///
/// Total: every byte string yields keys, replies or unknown bytes, and nothing is swallowed past its own sequence.
/// Linear in the input, with bounded memory. A byte that may begin a sequence or be a key of its own (Esc) waits for
/// `deadline`; time is an argument, and the end of the input resolves what waits, too.
///
/// Sources: kovidgoyal/kitty, docs/keyboard-protocol.rst; "XTerm Control Sequences" (ctlseqs); ECMA-48 5.4;
/// microsoft/terminal, doc/specs/#4999; for rxvt and the Linux console their terminfo entries.
public struct KeyParser: Sendable {
    /// How long an Esc may be the first byte of a sequence.
    ///
    /// A terminal that was asked to disambiguate (kitty flag 1) never sends Esc as a bare byte: there, and while a
    /// reply is awaited, it can be made as long as a slow line is, so that a reply cut in two is no key.
    public var escapeDelay: Duration

    /// How long an unfinished sequence waits for its next byte.
    public var sequenceDelay: Duration

    /// Whether `CSI 1 ; n R` answers a question for the cursor; otherwise it is F3 with modifiers.
    public var expectsCursorPosition = false

    /// When `deadlinePassed(at:)` must be called next, or nil.
    public private(set) var deadline: Duration?

    /// A paste whose end does not come is over after this much silence, so that it cannot swallow keys for ever.
    static let pasteDelay = Duration.seconds(5)
    /// However steadily its bytes come, no sequence is waited for longer than this.
    static let longestSequence = Duration.seconds(2)
    /// The longest sequence that is kept whole; of a longer one the rest is given out in pieces of this size.
    static let pieceSize = 4096
    /// A sequence that is longer than this is none.
    static let sizeLimit = 65536

    private var state = State.ground
    /// The bytes of the sequence at hand, its introducer included.
    private var pending: [UInt8] = []
    /// How many bytes of the sequence at hand have been given out as unknown already.
    private var discarded = 0
    /// When the sequence at hand began.
    private var began = Duration.zero

    private enum State {
        /// Between events.
        case ground
        /// `pending` is one Esc, or two.
        case escape
        /// `pending` ends in the beginning of a character of UTF-8.
        case character
        /// After `ESC O`: an SS3 sequence, which takes digits and semicolons before its final byte.
        case singleShift
        /// After `ESC [`: parameters, intermediates, a final byte.
        case control
        /// After `ESC [ [`: a function key of the Linux console.
        case linuxFunction
        /// Inside OSC, DCS or APC.
        case string
        /// Inside OSC, DCS or APC, after an Esc that may be the first half of ST.
        case stringEscape
        /// Inside a paste, `matched` bytes into its end marker.
        case paste(matched: Int)
    }

    public init(
        escapeDelay: Duration = .milliseconds(50), sequenceDelay: Duration = .milliseconds(500)
    ) {
        self.escapeDelay = escapeDelay
        self.sequenceDelay = sequenceDelay
    }

    /// Takes bytes that were read at `now` on the caller's monotonic clock.
    public mutating func feed(_ bytes: some Sequence<UInt8>, at now: Duration) -> [TerminalEvent] {
        var events = deadlinePassed(at: now)
        var isEmpty = true
        for byte in bytes {
            isEmpty = false
            take(byte, at: now, &events)
        }
        if !isEmpty {
            deadline = nextDeadline(after: now)
        }
        return events
    }

    /// Resolves what waited, if its deadline has come.
    public mutating func deadlinePassed(at now: Duration) -> [TerminalEvent] {
        guard let deadline, now >= deadline else {
            return []
        }
        var events: [TerminalEvent] = []
        if case .paste = state {
            state = .ground
            events.append(.pasteEnd)
        } else {
            resolve(&events)
        }
        self.deadline = nil
        return events
    }

    /// The end of the input: nothing that waits will be continued.
    public mutating func finish() -> [TerminalEvent] {
        var events: [TerminalEvent] = []
        resolve(&events)
        deadline = nil
        return events
    }

    /// When what waits now will not be waited for any longer.
    private func nextDeadline(after now: Duration) -> Duration? {
        switch state {
        case .ground:
            return nil
        case .paste:
            return now + KeyParser.pasteDelay
        case .escape:
            return now + escapeDelay
        case .singleShift, .control, .string:
            // An introducer alone may be Alt with a letter, a `$` at the end a shifted key of rxvt.
            let isKey = pending.count == introducerLength || pending.last == 0x24
            return now + (isKey && discarded == 0 ? escapeDelay : patience(now))
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
        case .linuxFunction:
            takeLinuxFunction(byte, at: now, &events)
        case .string, .stringEscape:
            takeString(byte, at: now, &events)
        case .paste(let matched):
            takePasted(byte, matched, &events)
        }
    }

    // MARK: Plain bytes

    private mutating func takeFirst(_ byte: UInt8, _ events: inout [TerminalEvent]) {
        switch byte {
        case 0x1B:
            pending = [byte]
            state = .escape
        case 0x00...0x7F:
            events.append(.key(LegacyKeys.event(ascii: byte)))
        case 0xC2...0xF4:
            pending = [byte]
            state = .character
        default:
            events.append(.unknown([byte]))
        }
    }

    private mutating func takeAfterEscape(
        _ byte: UInt8, at now: Duration, _ events: inout [TerminalEvent]
    ) {
        let isDoubled = pending.count == 2
        switch byte {
        case 0x5B:
            pending.append(byte)
            state = .control
        case 0x4F:
            pending.append(byte)
            state = .singleShift
        case 0x1B where !isDoubled:
            pending.append(byte)
        case 0x1B:
            resolve(&events)
            take(byte, at: now, &events)
        default:
            if isDoubled {
                // Esc, then the key with Alt: the other reading would make Alt+Esc of a plain Esc.
                events.append(.key(KeyEvent(.escape)))
                pending.removeLast()
            }
            switch byte {
            case 0x50, 0x5D, 0x5F:
                pending.append(byte)
                state = .string
            case 0x00...0x7F:
                pending = []
                state = .ground
                events.append(.key(LegacyKeys.event(ascii: byte).with(.alt)))
            case 0xC2...0xF4:
                pending.append(byte)
                state = .character
            default:
                resolve(&events)
                take(byte, at: now, &events)
            }
        }
    }

    private mutating func takeCharacterByte(
        _ byte: UInt8, at now: Duration, _ events: inout [TerminalEvent]
    ) {
        let start = pending.first == 0x1B ? 1 : 0
        guard UTF8Check.canContinue(pending[start...], with: byte) else {
            resolve(&events)
            take(byte, at: now, &events)
            return
        }
        pending.append(byte)
        guard let scalar = UTF8Check.scalar(pending[start...]) else {
            return
        }
        if let event = LegacyKeys.event(character: scalar) {
            events.append(.key(start == 1 ? event.with(.alt) : event))
        } else {
            events.append(.unknown(pending))
        }
        reset()
    }

    // MARK: Sequences

    private mutating func takeSingleShift(
        _ byte: UInt8, at now: Duration, _ events: inout [TerminalEvent]
    ) {
        switch byte {
        case 0x30...0x39, 0x3B:
            append(byte, &events)
        case 0x20 where pending.count == introducerLength, 0x40...0x7E:
            // `SS3 SP` is the keypad's space; after a digit the space is a key of its own.
            pending.append(byte)
            let (prefix, body) = splitPrefix()
            emit(LegacyKeys.event(singleShift: body), prefix, &events)
            reset()
        default:
            resolve(&events)
            take(byte, at: now, &events)
        }
    }

    private mutating func takeControl(
        _ byte: UInt8, at now: Duration, _ events: inout [TerminalEvent]
    ) {
        if pending.last == 0x24, discarded == 0, isRxvtShifted, byte != 0x79 {
            // Anything but the `y` of a mode report: the `$` was the end.
            resolve(&events)
            take(byte, at: now, &events)
            return
        }
        switch byte {
        case 0x20...0x3F:
            append(byte, &events)
        case 0x5B where pending.count == introducerLength:
            pending.append(byte)
            state = .linuxFunction
        case 0x40...0x7E:
            pending.append(byte)
            finishControl(&events)
        default:
            // Control characters and text are never part of it: it was cut short, and Ctrl-C is Ctrl-C.
            resolve(&events)
            take(byte, at: now, &events)
        }
    }

    private mutating func finishControl(_ events: inout [TerminalEvent]) {
        guard discarded == 0 else {
            events.append(.unknown(pending))
            reset()
            return
        }
        let (prefix, body) = splitPrefix()
        let event = ControlDecoder.decode(body, expectsCursorPosition: expectsCursorPosition)
        emit(event, prefix, &events)
        reset()
        if event == .pasteStart {
            state = .paste(matched: 0)
        }
    }

    private mutating func takeLinuxFunction(
        _ byte: UInt8, at now: Duration, _ events: inout [TerminalEvent]
    ) {
        guard (0x41...0x45).contains(byte) else {
            resolve(&events)
            take(byte, at: now, &events)
            return
        }
        pending.append(byte)
        let (prefix, _) = splitPrefix()
        emit(.key(KeyEvent(.function(Int(byte) - 0x40))), prefix, &events)
        reset()
    }

    private mutating func takeString(
        _ byte: UInt8, at now: Duration, _ events: inout [TerminalEvent]
    ) {
        if case .stringEscape = state {
            if byte == 0x5C {
                pending.append(byte)
                finishString(terminatorLength: 2, &events)
            } else {
                // The Esc was no half of ST: it begins something else, and cuts the string short.
                pending.removeLast()
                flushUnknown(&events)
                take(0x1B, at: now, &events)
                take(byte, at: now, &events)
            }
            return
        }
        switch byte {
        case 0x1B where pending.count == introducerLength && discarded == 0:
            resolve(&events)
            take(byte, at: now, &events)
        case 0x1B:
            pending.append(byte)
            state = .stringEscape
        case 0x07:
            pending.append(byte)
            finishString(terminatorLength: 1, &events)
        case 0x00...0x1F:
            resolve(&events)
            take(byte, at: now, &events)
        default:
            append(byte, &events)
        }
    }

    private mutating func finishString(
        terminatorLength: Int, _ events: inout [TerminalEvent]
    ) {
        if discarded == 0, let reply = ControlDecoder.version(pending, terminatorLength) {
            events.append(.reply(reply))
        } else {
            events.append(.unknown(pending))
        }
        reset()
    }

    private mutating func takePasted(
        _ byte: UInt8, _ matched: Int, _ events: inout [TerminalEvent]
    ) {
        let marker = ControlSequence.pasteEnd
        if byte == marker[matched] {
            if matched + 1 == marker.count {
                state = .ground
                events.append(.pasteEnd)
            } else {
                state = .paste(matched: matched + 1)
            }
        } else {
            // The marker has one Esc, its first byte: a byte that breaks a match can only begin a new one.
            state = .paste(matched: byte == marker[0] ? 1 : 0)
        }
    }

    // MARK: Parts

    /// `ESC [`, `ESC O`, `ESC P` … with the Esc of an Alt prefix before it.
    private var introducerLength: Int {
        pending.count >= 2 && pending[1] == 0x1B ? 3 : 2
    }

    /// Whether what is pending, but for its last byte `$`, is the number of a key of rxvt.
    private var isRxvtShifted: Bool {
        ControlDecoder.isRxvtKey(splitPrefix().body)
    }

    private func splitPrefix() -> (hasEscape: Bool, body: ArraySlice<UInt8>) {
        let hasEscape = pending.count >= 2 && pending[1] == 0x1B
        return (hasEscape, pending[(hasEscape ? 1 : 0)...])
    }

    /// Adds a byte to a sequence, giving out what is too long to be kept.
    private mutating func append(_ byte: UInt8, _ events: inout [TerminalEvent]) {
        pending.append(byte)
        guard pending.count >= KeyParser.pieceSize else {
            return
        }
        discarded += pending.count
        events.append(.unknown(pending))
        pending = []
        if discarded >= KeyParser.sizeLimit {
            reset()
        }
    }

    /// An Esc before a sequence is Alt where the sequence is a key (rxvt), else an Esc of its own.
    private func emit(
        _ event: TerminalEvent, _ hasEscape: Bool, _ events: inout [TerminalEvent]
    ) {
        guard hasEscape else {
            events.append(event)
            return
        }
        if case .key(let key) = event {
            events.append(.key(key.with(.alt)))
        } else {
            events.append(.key(KeyEvent(.escape)))
            events.append(event)
        }
    }

    private mutating func flushUnknown(_ events: inout [TerminalEvent]) {
        if !pending.isEmpty {
            events.append(.unknown(pending))
        }
        reset()
    }

    private mutating func reset() {
        state = .ground
        pending.removeAll(keepingCapacity: true)
        discarded = 0
    }

    /// What waits will not be continued: an Esc was the key, an introducer was Alt with a letter, the rest is unknown.
    private mutating func resolve(_ events: inout [TerminalEvent]) {
        defer {
            // A paste goes on until its end marker: neither a deadline of something else nor the end makes keys of it.
            if case .paste = state {} else { reset() }
        }
        switch state {
        case .ground, .paste:
            break
        case .escape:
            events.append(.key(KeyEvent(.escape, pending.count == 2 ? .alt : [])))
        case .character:
            if pending.first == 0x1B {
                events.append(.key(KeyEvent(.escape)))
                pending.removeFirst()
            }
            events.append(.unknown(pending))
        case .stringEscape:
            // The Esc that was no half of ST is a key.
            pending.removeLast()
            resolveCutShort(&events)
            events.append(.key(KeyEvent(.escape)))
        case .singleShift, .control, .linuxFunction, .string:
            guard discarded == 0, pending.count == introducerLength, let last = pending.last else {
                resolveCutShort(&events)
                return
            }
            if pending.count == 3 {
                events.append(.key(KeyEvent(.escape)))
            }
            events.append(.key(LegacyKeys.event(ascii: last).with(.alt)))
        }
    }

    private func resolveCutShort(_ events: inout [TerminalEvent]) {
        guard !pending.isEmpty else {
            return
        }
        let (prefix, body) = splitPrefix()
        if case .control = state, discarded == 0, body.last == 0x24, ControlDecoder.isRxvtKey(body)
        {
            emit(ControlDecoder.decode(body, expectsCursorPosition: false), prefix, &events)
        } else if prefix, discarded == 0 {
            events.append(.key(KeyEvent(.escape)))
            events.append(.unknown(Array(body)))
        } else {
            events.append(.unknown(pending))
        }
    }
}

extension KeyEvent {
    func with(_ modifiers: Modifiers) -> KeyEvent {
        var event = self
        event.modifiers.formUnion(modifiers)
        return event
    }
}
