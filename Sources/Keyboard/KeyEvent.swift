/// What a key did: went down, was reported again while down, came up.
public enum KeyEventKind: Hashable, Sendable {
    case press
    case `repeat`
    case release
}

/// What the source of a key event said beyond the event itself.
public enum NativeKey: Hashable, Sendable {
    /// The record of win32-input-mode.
    case win32(Win32KeyRecord)
    /// The keycode of linux/input-event-codes.h.
    case linux(keycode: UInt16)
}

/// One event of one key as the terminal reported it.
public struct KeyEvent: Hashable, Sendable {
    public var key: Key
    public var modifiers: Modifiers
    public var kind: KeyEventKind
    /// The character that the key gives with shift, where the terminal tells.
    public var shifted: Key?
    /// The key at the same place of a US keyboard, where the terminal tells.
    public var base: Key?
    /// The text that the event produces, where the terminal tells; empty otherwise.
    public var text: String
    /// The record that the event was made of, where it is not a terminal's escape sequence.
    public var native: NativeKey?

    public init(
        _ key: Key, _ modifiers: Modifiers = [], _ kind: KeyEventKind = .press,
        shifted: Key? = nil, base: Key? = nil, text: String = "", native: NativeKey? = nil
    ) {
        self.key = key
        self.modifiers = modifiers
        self.kind = kind
        self.shifted = shifted
        self.base = base
        self.text = text
        self.native = native
    }

    /// The key as shortcuts know it: on a keyboard of another script the one at its place on a US keyboard.
    ///
    /// On a Cyrillic keyboard Ctrl+C is pressed where it is on a Latin one, and comes as Ctrl+с. A key with a Latin
    /// letter or a sign of its own is what it says: the `a` of a French keyboard stands where a US one has `q`, and is
    /// no `q`. Source: kovidgoyal/kitty, docs/keyboard-protocol.rst, "Key codes", base layout key.
    public var shortcutKey: Key {
        guard let base, key.isText, key.code >= 0x370, !(0x1E00...0x2BFF).contains(key.code) else {
            return key
        }
        return base
    }

    /// Whether the event is of `key` as people name it: by its place where the keyboard is of another script, and by
    /// either name of the key that is Right Alt on some keyboards and AltGr (ISO_Level3_Shift) on others.
    public func isOf(_ key: Key) -> Bool {
        shortcutKey == key || (key == .rightAlt && self.key == .altGr)
    }

    /// The same event with more modifiers.
    func with(_ modifiers: Modifiers) -> KeyEvent {
        var event = self
        event.modifiers.formUnion(modifiers)
        return event
    }
}
