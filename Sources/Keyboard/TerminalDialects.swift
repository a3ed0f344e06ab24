/// Keys that single terminals tell in a way of their own.
enum TerminalDialects {
    /// The event of `CSI parameters final`, if one of these terminals means a key by it.
    static func event(_ parameters: Parameters, _ final: UInt8) -> TerminalEvent? {
        let event: KeyEvent? =
            switch final {
            case 0x68, 0x4A, 0x4B: st(parameters, final)
            case 0x6A...0x79: st(parameters, final) ?? mintty(parameters, final)
            case 0x7A: sun(parameters)
            default: nil
            }
        return event.map { .key($0) }
    }

    /// `CSI 1 ; modifiers` and the letter that the sign has on the keypad in application mode.
    ///
    /// Source: mintty's wiki, "Keycodes", "Number and symbol keys".
    private static func mintty(_ parameters: Parameters, _ final: UInt8) -> KeyEvent? {
        let signs: [Unicode.Scalar?] = ["*", "+", ",", "-", ".", "/"]
        guard parameters.number(0) == 1, parameters.number(1) != nil,
            parameters.fields.count == 2, let modifiers = parameters.onlyModifiers
        else {
            return nil
        }
        if final >= 0x70 {
            return KeyEvent(Key(code: UInt32(final) - 0x40), modifiers)
        }
        return signs[Int(final) - 0x6A].map { KeyEvent(Key(code: $0.value), modifiers) }
    }

    /// The keys that st, with its keypad in normal mode, names by what they do to a line.
    ///
    /// `CSI P` (Delete) and `CSI M` (Ctrl+Delete) are left out: elsewhere the one is F1, the other
    /// the mouse. Source: st's config.def.h, the table of keys.
    private static func st(_ parameters: Parameters, _ final: UInt8) -> KeyEvent? {
        switch (final, parameters.numbers) {
        case (0x68, [4]): KeyEvent(.insert)
        case (0x6C, [4]): KeyEvent(.insert, .shift)
        case (0x4A, [2]): KeyEvent(.home, .shift)
        case (0x4A, []): KeyEvent(.end, .control)
        case (0x4B, []): KeyEvent(.end, .shift)
        case (0x4B, [2]): KeyEvent(.delete, .shift)
        default: nil
        }
    }

    /// Source: the terminfo entry of sun.
    private static func sun(_ parameters: Parameters) -> KeyEvent? {
        guard parameters.fields.count == 1, let number = parameters.number(0) else {
            return nil
        }
        switch number {
        case 214: return KeyEvent(.home)
        case 216: return KeyEvent(.pageUp)
        case 218: return KeyEvent(.keypadBegin)
        case 220: return KeyEvent(.end)
        case 222: return KeyEvent(.pageDown)
        case 224...235: return KeyEvent(.function(Int(number) - 223))
        case 247: return KeyEvent(.insert)
        default: return nil
        }
    }
}
