/// Decodes the bytes of a Linux virtual console in MEDIUMRAW mode: keycodes, down and up.
///
/// A keycode below 128 is one byte, its high bit set when the key came up; a larger one is three: 0
/// or 0x80, then seven bits and seven bits with their high bits set. Auto-repeat is more press
/// bytes, and modifiers are keys like any other: neither is told apart here. Source:
/// torvalds/linux, drivers/tty/vt/keyboard.c, `kbd_keycode`.
public struct LinuxConsoleParser: Sendable {
    /// The bytes of a long keycode so far: none, the first, or the first two.
    private var pending: [UInt8] = []

    public init() {}

    public mutating func feed(_ bytes: some Sequence<UInt8>) -> [TerminalEvent] {
        var events: [TerminalEvent] = []
        for byte in bytes {
            take(byte, &events)
        }
        return events
    }

    /// The end of the input: a long keycode that was cut short is unknown.
    public mutating func finish() -> [TerminalEvent] {
        defer { pending = [] }
        return pending.isEmpty ? [] : [.unknown(pending)]
    }

    private mutating func take(_ byte: UInt8, _ events: inout [TerminalEvent]) {
        guard let first = pending.first else {
            if byte & 0x7F == 0 {
                pending = [byte]
            } else {
                events.append(LinuxConsoleParser.event(UInt16(byte & 0x7F), isUp: byte & 0x80 != 0))
            }
            return
        }
        guard byte & 0x80 != 0 else {
            // Not a part of a long keycode, whose last two bytes have their high bit set.
            events.append(.unknown(pending))
            pending = []
            take(byte, &events)
            return
        }
        guard pending.count == 2 else {
            pending.append(byte)
            return
        }
        let keycode = UInt16(pending[1] & 0x7F) << 7 | UInt16(byte & 0x7F)
        events.append(LinuxConsoleParser.event(keycode, isUp: first & 0x80 != 0))
        pending = []
    }

    private static func event(_ keycode: UInt16, isUp: Bool) -> TerminalEvent {
        .key(
            KeyEvent(
                LinuxKeycodes.key(keycode), [], isUp ? .release : .press,
                native: .linux(keycode: keycode)))
    }
}
