/// Keys that are told without a CSI: control characters, text, SS3.
enum LegacyKeys {
    /// The key of a byte below 0x80.
    ///
    /// Several keys share each control character; taken are those that the kitty specification's
    /// table "C0 controls" names first (Enter, Tab, Backspace, Ctrl+Backspace, Ctrl+Space), then
    /// the letter or sign 0x40 above.
    static func event(ascii byte: UInt8) -> KeyEvent {
        switch byte {
        case 0x00: KeyEvent(.space, .control)
        case 0x08: KeyEvent(.backspace, .control)
        case 0x09: KeyEvent(.tab)
        case 0x0D: KeyEvent(.enter)
        case 0x1B: KeyEvent(.escape)
        case 0x01...0x1A: KeyEvent(Key(code: UInt32(byte) + 0x60), .control)
        case 0x1C...0x1F: KeyEvent(Key(code: UInt32(byte) + 0x40), .control)
        case 0x41...0x5A: KeyEvent(Key(code: UInt32(byte) + 0x20), .shift)
        default: KeyEvent(Key(code: UInt32(byte)))
        }
    }

    /// The key of a character beyond ASCII, or nil for a control character.
    static func event(character scalar: Unicode.Scalar) -> KeyEvent? {
        guard scalar.properties.generalCategory != .control else {
            return nil
        }
        if let small = scalar.unshifted {
            return KeyEvent(Key(code: small.value), .shift)
        }
        return KeyEvent(Key(code: scalar.value))
    }

    /// The event of `ESC O` digits final: cursor keys and F1-F4 of xterm, the keypad in application
    /// mode, the arrows of rxvt with Ctrl.
    static func event(singleShift bytes: ArraySlice<UInt8>) -> TerminalEvent {
        let parameters = Parameters(bytes.dropFirst(2).dropLast())
        guard let final = bytes.last, let modifiers = parameters?.onlyModifiers else {
            return .unknown(Array(bytes))
        }
        switch final {
        case 0x61...0x64 where bytes.count == 3:
            return .key(KeyEvent(cursorKeys[Int(final) - 0x61], .control))
        default:
            guard let key = letterKey(final) ?? keypadKey(final) else {
                return .unknown(Array(bytes))
            }
            return .key(KeyEvent(key, modifiers))
        }
    }

    /// Up, down, right, left: the order of the finals A to D.
    static let cursorKeys: [Key] = [.up, .down, .right, .left]

    /// The keys whose final is a letter, after CSI and SS3 alike.
    static func letterKey(_ final: UInt8) -> Key? {
        switch final {
        case 0x41...0x44: cursorKeys[Int(final) - 0x41]
        case 0x45: .keypadBegin
        case 0x46: .end
        case 0x48: .home
        case 0x50...0x53: .function(Int(final) - 0x4F)
        default: nil
        }
    }

    /// Source: ctlseqs, "VT220-Style Function Keys", the table of the keypad in application mode.
    private static func keypadKey(_ final: UInt8) -> Key? {
        switch final {
        case 0x20: .space
        case 0x49: .tab
        case 0x4D: .keypadEnter
        case 0x58: Key(code: 57415)
        case 0x6A: Key(code: 57411)
        case 0x6B: Key(code: 57413)
        case 0x6C: Key(code: 57416)
        case 0x6D: Key(code: 57412)
        case 0x6E: Key(code: 57409)
        case 0x6F: Key(code: 57410)
        case 0x70...0x79: .keypad(Int(final) - 0x70)
        default: nil
        }
    }

    /// The keys of `CSI number ~`.
    ///
    /// Source: the kitty table; ctlseqs, "VT220-Style Function Keys"; beyond F20 xterm's input.c.
    static func numberedKey(_ number: UInt32) -> Key? {
        switch number {
        case 1, 7: .home
        case 2: .insert
        case 3: .delete
        case 4, 8: .end
        case 5: .pageUp
        case 6: .pageDown
        case 11...15: .function(Int(number) - 10)
        case 17...21: .function(Int(number) - 11)
        case 23...26: .function(Int(number) - 12)
        case 28, 29: .function(Int(number) - 13)
        case 31...34: .function(Int(number) - 14)
        case 42...56: .function(Int(number) - 21)
        case 57427: .keypadBegin
        default: nil
        }
    }
}
