/// One key of a keyboard, by the unshifted code that the kitty keyboard protocol gives it.
///
/// Text keys carry the Unicode scalar of their unshifted character, functional keys the private-use code of the
/// protocol's table. Source: kovidgoyal/kitty, docs/keyboard-protocol.rst, "Functional key definitions".
public struct Key: Hashable, Sendable {
    public let code: UInt32

    public init(code: UInt32) {
        self.code = code
    }

    public static let space = Key(code: 32)
    public static let enter = Key(code: 13)
    public static let tab = Key(code: 9)
    public static let backspace = Key(code: 127)
    public static let escape = Key(code: 27)
}

/// The modifiers and locks of a key event, with the bits of the kitty keyboard protocol.
public struct Modifiers: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    public static let shift = Modifiers(rawValue: 1)
    public static let alt = Modifiers(rawValue: 2)
    public static let control = Modifiers(rawValue: 4)
    public static let `super` = Modifiers(rawValue: 8)
    public static let hyper = Modifiers(rawValue: 16)
    public static let meta = Modifiers(rawValue: 32)
    public static let capsLock = Modifiers(rawValue: 64)
    public static let numLock = Modifiers(rawValue: 128)

    /// The lock bits: they never decide whether a chord matches.
    public static let locks: Modifiers = [.capsLock, .numLock]
}

/// What a key did: went down, was reported again while down, came up.
public enum KeyEventKind: Hashable, Sendable {
    case press
    case `repeat`
    case release
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

    public init(
        _ key: Key, _ modifiers: Modifiers = [], _ kind: KeyEventKind = .press,
        shifted: Key? = nil, base: Key? = nil, text: String = ""
    ) {
        self.key = key
        self.modifiers = modifiers
        self.kind = kind
        self.shifted = shifted
        self.base = base
        self.text = text
    }
}

/// A key with the modifiers that must be held with it: the value of `hotkey` and `listen-key`.
public struct KeyChord: Hashable, Sendable {
    public var key: Key
    public var modifiers: Modifiers

    public init(_ key: Key, _ modifiers: Modifiers = []) {
        self.key = key
        self.modifiers = modifiers
    }
}
