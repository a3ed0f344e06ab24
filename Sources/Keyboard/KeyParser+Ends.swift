extension KeyParser {
    /// Adds a byte to a sequence, giving out what is too long to be kept.
    mutating func append(_ byte: UInt8, _ events: inout [TerminalEvent]) {
        if let piece = pending.append(byte) {
            events.append(.unknown(piece))
        }
        if pending.isTooLong {
            reset()
        }
    }

    /// The byte ends the sequence at hand, which `decode` understands if it is whole.
    mutating func complete(
        _ byte: UInt8, _ events: inout [TerminalEvent],
        _ decode: (ArraySlice<UInt8>) -> TerminalEvent
    ) {
        pending.extend(byte)
        emit(pending.isWhole ? decode(pending.body) : .unknown(pending.bytes), &events)
        reset()
    }

    /// An Esc before a sequence is Alt where the sequence is a key (rxvt), else an Esc of its own.
    private func emit(_ event: TerminalEvent, _ events: inout [TerminalEvent]) {
        guard pending.hasEscape else {
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

    mutating func completeString(_ byte: UInt8, _ events: inout [TerminalEvent]) {
        pending.extend(byte)
        let version = pending.isWhole ? ControlDecoder.version(pending.bytes) : nil
        events.append(version.map { .reply($0) } ?? .unknown(pending.bytes))
        reset()
    }

    mutating func reset() {
        state = .ground
        pending.clear()
    }

    /// What waits will not be continued: an Esc was the key, an introducer was Alt with a
    /// character, the rest is unknown.
    mutating func resolve(_ events: inout [TerminalEvent]) {
        switch state {
        case .ground, .paste:
            // A paste goes on until its own end: neither the end of the input nor another deadline
            // makes keys of it.
            return
        case .escape:
            events.append(.key(KeyEvent(.escape, pending.hasEscape ? .alt : [])))
        case .character:
            if pending.bytes.first == 0x1B {
                events.append(.key(KeyEvent(.escape)))
                pending.dropEscape()
            }
            events.append(.unknown(pending.bytes))
        case .singleShift, .control, .linuxFunction, .mouse, .string:
            resolveSequence(&events)
        case .stringEscape:
            // The Esc that was no half of ST is a key.
            pending.dropLast()
            resolveSequence(&events)
            events.append(.key(KeyEvent(.escape)))
        }
        reset()
    }

    private func resolveSequence(_ events: inout [TerminalEvent]) {
        if pending.isBare, let last = pending.bytes.last {
            if pending.hasEscape {
                events.append(.key(KeyEvent(.escape)))
            }
            events.append(.key(LegacyKeys.event(ascii: last).with(.alt)))
        } else if pending.isRxvtShifted {
            emit(ControlDecoder.decode(pending.body, expectsCursorPosition: false), &events)
        } else if !pending.bytes.isEmpty {
            emit(.unknown(Array(pending.body)), &events)
        }
    }
}
