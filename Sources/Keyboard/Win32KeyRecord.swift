/// The fields of one sequence of win32-input-mode, `CSI Vk ; Sc ; Uc ; Kd ; Cs ; Rc _`.
///
/// Omitted fields are 0, but the repeat count is 1.
/// Source: microsoft/terminal, doc/specs/#4999, "win32-input-mode sequences".
public struct Win32KeyRecord: Hashable, Sendable {
    /// `wVirtualKeyCode`.
    public var virtualKey: UInt16
    /// `wVirtualScanCode`.
    public var scanCode: UInt16
    /// `UnicodeChar`, one unit of UTF-16.
    public var unicode: UInt16
    /// `bKeyDown`.
    public var isDown: Bool
    /// `dwControlKeyState`.
    public var state: UInt16
    /// `wRepeatCount`.
    public var repeatCount: UInt16

    public init(
        virtualKey: UInt16, scanCode: UInt16 = 0, unicode: UInt16 = 0, isDown: Bool = false,
        state: UInt16 = 0, repeatCount: UInt16 = 1
    ) {
        self.virtualKey = virtualKey
        self.scanCode = scanCode
        self.unicode = unicode
        self.isDown = isDown
        self.state = state
        self.repeatCount = repeatCount
    }

    /// `ENHANCED_KEY`: the key is one of those that the 101-key keyboard added (right Control,
    /// right Alt, the grey navigation keys, Enter and divide of the keypad).
    var isEnhanced: Bool { state & 256 != 0 }

    /// Whether AltGr is down, which Windows reports as `RIGHT_ALT_PRESSED` and `LEFT_CTRL_PRESSED`.
    public var isAltGr: Bool { state & 9 == 9 }

    /// The modifiers and locks of `dwControlKeyState`. `SCROLLLOCK_ON` has no bit in the kitty
    /// protocol.
    public var modifiers: Modifiers {
        var modifiers: Modifiers = []
        if state & 16 != 0 { modifiers.insert(.shift) }
        if state & (1 | 2) != 0 { modifiers.insert(.alt) }
        if state & (4 | 8) != 0 { modifiers.insert(.control) }
        if state & 128 != 0 { modifiers.insert(.capsLock) }
        if state & 32 != 0 { modifiers.insert(.numLock) }
        return modifiers
    }

    /// The key event of the record, or nil where it names no key.
    ///
    /// Windows reports auto-repeat as one more key down: it is a press here, and a repeat only for
    /// who knows that the key is down already.
    public var event: KeyEvent? {
        guard let key = key else {
            return nil
        }
        return KeyEvent(key, modifiers, isDown ? .press : .release, native: .win32(self))
    }

    private var key: Key? {
        switch virtualKey {
        case 0x30...0x39: Key(code: UInt32(virtualKey))
        case 0x41...0x5A: Key(code: UInt32(virtualKey) + 32)
        case 0x60...0x69: Key.keypad(Int(virtualKey) - 0x60)
        case 0x70...0x87: Key.function(Int(virtualKey) - 0x6F)
        case 0x10: scanCode == 0x36 ? .rightShift : .leftShift
        case 0x11: isEnhanced ? .rightControl : .leftControl
        case 0x12: isEnhanced ? .rightAlt : .leftAlt
        case 0x0D: isEnhanced ? .keypadEnter : .enter
        case 0x21...0x28, 0x2D, 0x2E: navigationKey
        // VK_PACKET, and no virtual key at all: a character from an input method or a paste.
        case 0, 0xE7: characterKey
        default: Win32KeyRecord.others[virtualKey].map { Key(code: $0) } ?? characterKey
        }
    }

    /// The key of the character, for layouts whose signs have no virtual key of the US keyboard.
    private var characterKey: Key? {
        guard unicode >= 32, unicode != 127, let scalar = Unicode.Scalar(unicode),
            scalar.properties.generalCategory != .control
        else {
            return nil
        }
        return Key(code: (scalar.unshifted ?? scalar).value)
    }

    /// The grey navigation keys have `ENHANCED_KEY`; without it, and with a scan code, they are the
    /// keypad's with Num Lock off.
    private var navigationKey: Key? {
        guard let names = Win32KeyRecord.navigation[virtualKey] else {
            return nil
        }
        return Key(code: isEnhanced || scanCode == 0 ? names.grey : names.keypad)
    }

    private static let navigation: [UInt16: (grey: UInt32, keypad: UInt32)] = [
        0x21: (57354, 57421), 0x22: (57355, 57422), 0x23: (57357, 57424), 0x24: (57356, 57423),
        0x25: (57350, 57417), 0x26: (57352, 57419), 0x27: (57351, 57418), 0x28: (57353, 57420),
        0x2D: (57348, 57425), 0x2E: (57349, 57426),
    ]

    /// Virtual keys that need no look at scan code or state. Source: winuser.h, "Virtual-Key
    /// Codes"; the signs are those of the US layout.
    private static let others: [UInt16: UInt32] = [
        0x08: 127, 0x09: 9, 0x0C: 57427, 0x13: 57362, 0x03: 57362, 0x14: 57358, 0x1B: 27, 0x20: 32,
        0x2C: 57361, 0x5B: 57444, 0x5C: 57450, 0x5D: 57363, 0x90: 57360, 0x91: 57359,
        0x6A: 57411, 0x6B: 57413, 0x6C: 57416, 0x6D: 57412, 0x6E: 57409, 0x6F: 57410,
        0xA0: 57441, 0xA1: 57447, 0xA2: 57442, 0xA3: 57448, 0xA4: 57443, 0xA5: 57449,
        0xAD: 57440, 0xAE: 57438, 0xAF: 57439, 0xB0: 57435, 0xB1: 57436, 0xB2: 57432, 0xB3: 57430,
        0xBA: 59, 0xBB: 61, 0xBC: 44, 0xBD: 45, 0xBE: 46, 0xBF: 47, 0xC0: 96,
        0xDB: 91, 0xDC: 92, 0xDD: 93, 0xDE: 39, 0xE2: 60,
    ]

    /// Whether some record stands for the chord: Windows has neither Super, Hyper nor Meta as a
    /// modifier.
    static func canReport(_ chord: KeyChord) -> Bool {
        guard chord.modifiers.isSubset(of: [.shift, .alt, .control]) else {
            return false
        }
        let code = chord.key.code
        return chord.key.isText || others.values.contains(code)
            || navigation.values.contains { $0.grey == code || $0.keypad == code }
            || (57364...57387).contains(code) || (57399...57408).contains(code)
            || [.enter, .keypadEnter, .rightShift, .rightControl, .rightAlt].contains(chord.key)
    }
}
