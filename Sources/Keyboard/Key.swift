/// One key of a keyboard, by the unshifted code that the kitty keyboard protocol gives it.
///
/// Text keys carry the Unicode scalar of their unshifted character, functional keys the private-use
/// code of the protocol's table, and keys that only the Linux console knows a code beyond Unicode
/// (`linuxBase` + keycode). Source: kovidgoyal/kitty, docs/keyboard-protocol.rst, "Functional key
/// definitions".
public struct Key: Hashable, Sendable {
    public let code: UInt32

    public init(code: UInt32) {
        self.code = code
    }

    /// No key: the text of an input method, which the protocol reports with key number 0.
    public static let none = Key(code: 0)

    public static let space = Key(code: 32)
    public static let enter = Key(code: 13)
    public static let tab = Key(code: 9)
    public static let backspace = Key(code: 127)
    public static let escape = Key(code: 27)

    public static let insert = Key(code: 57348)
    public static let delete = Key(code: 57349)
    public static let left = Key(code: 57350)
    public static let right = Key(code: 57351)
    public static let up = Key(code: 57352)
    public static let down = Key(code: 57353)
    public static let pageUp = Key(code: 57354)
    public static let pageDown = Key(code: 57355)
    public static let home = Key(code: 57356)
    public static let end = Key(code: 57357)

    public static let capsLock = Key(code: 57358)
    public static let scrollLock = Key(code: 57359)
    public static let numLock = Key(code: 57360)
    public static let printScreen = Key(code: 57361)
    public static let pause = Key(code: 57362)
    public static let menu = Key(code: 57363)

    public static let keypadEnter = Key(code: 57414)
    public static let keypadBegin = Key(code: 57427)

    public static let leftShift = Key(code: 57441)
    public static let leftControl = Key(code: 57442)
    public static let leftAlt = Key(code: 57443)
    public static let leftSuper = Key(code: 57444)
    public static let rightShift = Key(code: 57447)
    public static let rightControl = Key(code: 57448)
    public static let rightAlt = Key(code: 57449)
    public static let rightSuper = Key(code: 57450)
    /// ISO_Level3_Shift.
    public static let altGr = Key(code: 57453)

    /// F1 to F35.
    public static func function(_ number: Int) -> Key {
        Key(code: 57363 + UInt32(clamping: number))
    }

    /// The digit keys of the keypad, 0 to 9.
    public static func keypad(_ digit: Int) -> Key {
        Key(code: 57399 + UInt32(clamping: digit))
    }

    /// Keys that have no code in the protocol: this plus the keycode of linux/input-event-codes.h.
    static let linuxBase: UInt32 = 0x11_0000

    /// Shift, Control, Alt, Super, Hyper, Meta and the level shifts, left or right, pressed alone.
    public var isModifier: Bool {
        (57441...57454).contains(code)
    }

    /// AltGr and ISO_Level5_Shift: the protocol has no modifier bit for them.
    public var isLevelShift: Bool {
        self == .altGr || code == 57454
    }

    /// Caps Lock, Scroll Lock and Num Lock.
    public var isLock: Bool {
        (57358...57360).contains(code)
    }

    /// A key that produces text: a letter, a digit, a sign, the space bar.
    public var isText: Bool {
        code >= 32 && code != 127 && !(57344...63743).contains(code) && code < Key.linuxBase
    }
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

    /// Names of the bits, lowest first.
    static let bitNames = [
        "shift", "alt", "ctrl", "super", "hyper", "meta", "caps_lock", "num_lock",
    ]

    /// The names of the modifiers that are set, in the order of their bits.
    public var names: [String] {
        Modifiers.bitNames.enumerated().filter { rawValue & (1 << $0.offset) != 0 }.map(\.element)
    }
}
