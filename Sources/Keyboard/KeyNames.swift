/// The names of keys: those of the protocol's table in lower case, and for text keys the character
/// itself.
enum KeyNames {
    /// Functional keys in the order of their codes, without gaps, from `firstFunctional` on.
    /// Source: kovidgoyal/kitty, docs/keyboard-protocol.rst, "Functional key definitions".
    static let firstFunctional: UInt32 = 57348

    static let functional: [Substring] = """
        insert delete left right up down page_up page_down home end caps_lock scroll_lock
        num_lock print_screen pause menu f1 f2 f3 f4 f5 f6 f7 f8 f9 f10 f11 f12 f13 f14 f15 f16
        f17 f18 f19 f20 f21 f22 f23 f24 f25 f26 f27 f28 f29 f30 f31 f32 f33 f34 f35 kp_0 kp_1
        kp_2 kp_3 kp_4 kp_5 kp_6 kp_7 kp_8 kp_9 kp_decimal kp_divide kp_multiply kp_subtract
        kp_add kp_enter kp_equal kp_separator kp_left kp_right kp_up kp_down kp_page_up
        kp_page_down kp_home kp_end kp_insert kp_delete kp_begin media_play media_pause
        media_play_pause media_reverse media_stop media_fast_forward media_rewind
        media_track_next media_track_previous media_record lower_volume raise_volume
        mute_volume left_shift left_control left_alt left_super left_hyper left_meta
        right_shift right_control right_alt right_super right_hyper right_meta iso_level3_shift
        iso_level5_shift
        """.split(whereSeparator: \.isWhitespace)

    /// Keys with a code of their own below the private-use area.
    static let control: [(code: UInt32, name: Substring)] = [
        (9, "tab"), (13, "enter"), (27, "escape"), (32, "space"), (127, "backspace"),
    ]

    /// Other names that people use, and the characters that a chord cannot spell.
    static let aliases: [Substring: Substring] = [
        "esc": "escape", "return": "enter", "bs": "backspace", "ins": "insert", "del": "delete",
        "pgup": "page_up", "pageup": "page_up", "pgdn": "page_down", "pagedown": "page_down",
        "capslock": "caps_lock", "numlock": "num_lock", "scrolllock": "scroll_lock",
        "prtsc": "print_screen", "printscreen": "print_screen", "compose": "menu",
        "left_ctrl": "left_control", "right_ctrl": "right_control", "lctrl": "left_control",
        "rctrl": "right_control", "lalt": "left_alt", "ralt": "right_alt", "altgr": "right_alt",
        "lshift": "left_shift", "rshift": "right_shift", "plus": "+", "minus": "-",
    ]

    /// Every name that is not a character, with its code.
    static let codes: [Substring: UInt32] = {
        var codes: [Substring: UInt32] = [:]
        for (offset, name) in functional.enumerated() {
            codes[name] = firstFunctional + UInt32(offset)
        }
        for (code, name) in control {
            codes[name] = code
        }
        for (keycode, name) in LinuxKeycodes.names.enumerated() where codes[name] == nil {
            let key = LinuxKeycodes.key(UInt16(keycode))
            if key.code >= Key.linuxBase {
                codes[name] = key.code
            }
        }
        return codes
    }()
}

extension Key {
    /// The name of the key: `space`, `f9`, `right_control`, or the character itself; empty for
    /// `Key.none`.
    public var name: String {
        if let entry = KeyNames.control.first(where: { $0.code == code }) {
            return String(entry.name)
        }
        if code >= Key.linuxBase {
            return LinuxKeycodes.name(UInt16(truncatingIfNeeded: code - Key.linuxBase))
        }
        if code >= KeyNames.firstFunctional {
            let index = Int(code - KeyNames.firstFunctional)
            if index < KeyNames.functional.count {
                return String(KeyNames.functional[index])
            }
        }
        guard code > 0, let scalar = Unicode.Scalar(code) else {
            return ""
        }
        return String(Character(scalar))
    }

    /// Whether the protocol's table, or the Linux console's, has a name for this private-use code.
    var isNamed: Bool {
        !(57344...63743).contains(code)
            || (code >= KeyNames.firstFunctional
                && code - KeyNames.firstFunctional < UInt32(KeyNames.functional.count))
    }

    /// The key of that name, in any case; a single character names its own key. Nil if there is
    /// none.
    public init?(name: String) {
        let lowered = Substring(name.lowercased())
        if let code = KeyNames.codes[KeyNames.aliases[lowered] ?? lowered] {
            self.init(code: code)
            return
        }
        let text = KeyNames.aliases[lowered].map(String.init) ?? name
        guard let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1,
            scalar.properties.generalCategory != .control
        else {
            return nil
        }
        self.init(code: (scalar.unshifted ?? scalar).value)
    }
}

extension Unicode.Scalar {
    /// The small letter of a capital one; nil for what is no capital letter with a small letter of
    /// one scalar.
    var unshifted: Unicode.Scalar? {
        if value < 128 {
            return (65...90).contains(value) ? Unicode.Scalar(UInt8(value) + 32) : nil
        }
        guard properties.isUppercase else {
            return nil
        }
        let lower = properties.lowercaseMapping.unicodeScalars
        guard let small = lower.first, lower.count == 1, small != self else {
            return nil
        }
        return small
    }
}
