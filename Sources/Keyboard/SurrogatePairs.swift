/// Joins the two halves in which win32-input-mode tells a character beyond U+FFFF.
///
/// Its records have room for one unit of UTF-16, so that an emoji comes as a high and a low
/// surrogate, each a key down of its own, with the key up of the first perhaps in between. The two
/// are one press with the character as its text, and their releases one release. A half whose other
/// half does not follow stays what it is: bytes that say nothing.
struct SurrogatePairs: Sendable {
    /// A high surrogate that waits for its low one.
    private struct Half {
        var record: Win32KeyRecord
        /// Its sequence, and that of its release; empty where the key was told already.
        var bytes: [UInt8]
        var isReleased = false
    }

    private var half: Half?
    /// The high surrogate of the character whose press was the last event, and whose release may
    /// come as that of its low one alone.
    private var pressed: Win32KeyRecord?

    /// Whether bytes are kept back that the next record may complete.
    var isWaiting: Bool { half?.bytes.isEmpty == false }

    /// The events with halves joined; the half at their end is kept back.
    mutating func join(_ events: [TerminalEvent]) -> [TerminalEvent] {
        guard half != nil || pressed != nil || events.contains(where: { $0.surrogate != nil })
        else {
            return events
        }
        var joined: [TerminalEvent] = []
        for event in events {
            if let record = event.surrogate {
                take(record, event, &joined)
            } else {
                joined += finish()
                pressed = nil
                joined.append(event)
            }
        }
        return joined
    }

    /// Gives up what waits: its other half will not come.
    mutating func finish() -> [TerminalEvent] {
        defer { half = nil }
        return half.flatMap { $0.bytes.isEmpty ? nil : [.unknown($0.bytes)] } ?? []
    }

    private mutating func take(
        _ record: Win32KeyRecord, _ event: TerminalEvent, _ joined: inout [TerminalEvent]
    ) {
        if UTF16.isLeadSurrogate(record.unicode) {
            takeFirst(record, event, &joined)
            return
        }
        if let high = first(of: record), let character = high.character(with: record) {
            joined.append(
                .key(event.key?.with(text: character) ?? record.event(of: character)))
            pressed = record.isDown ? high : nil
            half = nil
        } else {
            joined += finish()
            pressed = nil
            joined.append(event)
        }
    }

    /// The high surrogate that the low one completes: both are down, or both are up.
    private func first(of record: Win32KeyRecord) -> Win32KeyRecord? {
        if let half {
            return half.record.isDown == record.isDown ? half.record : nil
        }
        return record.isDown ? nil : pressed
    }

    private mutating func takeFirst(
        _ record: Win32KeyRecord, _ event: TerminalEvent, _ joined: inout [TerminalEvent]
    ) {
        guard case .unknown(let bytes) = event else {
            // A key of a layout that types such characters: the key is told at once, for its
            // release must not wait, and its text with the second half.
            joined += finish()
            joined.append(event)
            half = record.isDown ? Half(record: record, bytes: []) : nil
            return
        }
        if !record.isDown, var waiting = half, waiting.record.isDown, !waiting.isReleased,
            waiting.record.unicode == record.unicode, !waiting.bytes.isEmpty
        {
            waiting.bytes += bytes
            waiting.isReleased = true
            half = waiting
            return
        }
        joined += finish()
        half = Half(record: record, bytes: bytes)
    }
}

extension TerminalEvent {
    fileprivate var key: KeyEvent? {
        if case .key(let event) = self { event } else { nil }
    }

    /// The record that says half a character, if this is one.
    fileprivate var surrogate: Win32KeyRecord? {
        let record: Win32KeyRecord?
        switch self {
        case .unknown(let bytes) where bytes.last == 0x5F:
            record = ControlDecoder.win32Record(bytes)
        case .key(let event):
            if case .win32(let native) = event.native { record = native } else { record = nil }
        default:
            record = nil
        }
        return record.flatMap { UTF16.isSurrogate($0.unicode) ? $0 : nil }
    }
}

extension KeyEvent {
    fileprivate func with(text character: Unicode.Scalar) -> KeyEvent {
        var event = self
        event.text = event.kind == .release ? "" : String(character)
        return event
    }
}

extension Win32KeyRecord {
    /// The character of this high surrogate and that low one.
    fileprivate func character(with low: Win32KeyRecord) -> Unicode.Scalar? {
        guard UTF16.isLeadSurrogate(unicode), UTF16.isTrailSurrogate(low.unicode) else {
            return nil
        }
        return Unicode.Scalar(
            0x1_0000 + (UInt32(unicode) - 0xD800) << 10 + (UInt32(low.unicode) - 0xDC00))
    }

    /// The event of a character that no virtual key stands for; the record is that of its low half.
    fileprivate func event(of character: Unicode.Scalar) -> KeyEvent {
        KeyEvent(
            Key(code: (character.unshifted ?? character).value), modifiers,
            isDown ? .press : .release, text: isDown ? String(character) : "", native: .win32(self))
    }
}
