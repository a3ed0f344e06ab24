import Keyboard
import Testing

/// A byte string and what it says.
struct KeyCase: CustomTestStringConvertible {
    var name: String
    var bytes: [UInt8]
    var events: [TerminalEvent]

    var testDescription: String { name }

    /// `␛` in `text` is the byte of Esc.
    init(_ name: String, _ text: String, _ events: [TerminalEvent]) {
        self.name = name
        bytes = Array(text.replacingEscapes.utf8)
        self.events = events
    }

    init(_ name: String, _ text: String, _ events: KeyEvent...) {
        self.init(name, text, events.map { .key($0) })
    }

    init(_ name: String, bytes: [UInt8], _ events: [TerminalEvent]) {
        self.name = name
        self.bytes = bytes
        self.events = events
    }
}

extension String {
    /// The text with `␛` for Esc, which is easier to read in a table than its escape.
    var replacingEscapes: String {
        String(map { $0 == "␛" ? "\u{1B}" : $0 })
    }
}

/// The bytes of a text with `␛` for Esc.
func bytes(_ text: String) -> [UInt8] {
    Array(text.replacingEscapes.utf8)
}

/// The key of a character.
func key(_ character: Unicode.Scalar) -> Key {
    Key(code: character.value)
}

/// The key of a name that is known to be one.
func key(named name: String) -> Key {
    Key(name: name) ?? .none
}

func parse(_ bytes: [UInt8]) -> [TerminalEvent] {
    var parser = KeyParser()
    return parser.feed(bytes, at: .zero) + parser.finish()
}
