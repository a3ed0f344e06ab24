/// The keycodes of the Linux input layer, which the console gives in MEDIUMRAW mode.
///
/// Where the kitty protocol has the key it has that key's name, else the name of its `KEY_`
/// constant in lower case. Source: linux/input-event-codes.h.
enum LinuxKeycodes {
    /// Names by keycode, from 0 on.
    static let names: [Substring] = """
        keycode_0 escape 1 2 3 4 5 6 7 8 9 0 - = backspace tab q w e r t y u i o p [ ] enter
        left_control a s d f g h j k l ; ' ` left_shift \\ z x c v b n m , . / right_shift
        kp_multiply left_alt space caps_lock f1 f2 f3 f4 f5 f6 f7 f8 f9 f10 num_lock
        scroll_lock kp_7 kp_8 kp_9 kp_subtract kp_4 kp_5 kp_6 kp_add kp_1 kp_2 kp_3 kp_0
        kp_decimal keycode_84 zenkakuhankaku < f11 f12 ro katakana hiragana henkan
        katakanahiragana muhenkan kpjpcomma kp_enter right_control kp_divide print_screen
        right_alt linefeed home up page_up left right end down page_down insert delete macro
        mute_volume lower_volume raise_volume power kp_equal kpplusminus pause scale
        kp_separator hangeul hanja yen left_super right_super menu stop again props undo front
        copy open paste find cut help context_menu calc setup sleep wakeup file sendfile
        deletefile xfer prog1 prog2 www msdos coffee rotate_display cyclewindows mail bookmarks
        computer back forward closecd ejectcd ejectclosecd media_track_next media_play_pause
        media_track_previous media_stop media_record media_rewind phone iso config homepage
        refresh exit move edit scrollup scrolldown kpleftparen kprightparen new redo f13 f14
        f15 f16 f17 f18 f19 f20 f21 f22 f23 f24 keycode_195 keycode_196 keycode_197 keycode_198
        keycode_199 media_play media_pause prog3 prog4 all_applications suspend close
        media_play media_fast_forward bassboost print hp camera sound question email chat
        search connect finance sport shop alterase cancel brightnessdown brightnessup media
        switchvideomode kbdillumtoggle kbdillumdown kbdillumup send reply forwardmail save
        documents battery bluetooth wlan uwb keycode_240 video_next video_prev brightness_cycle
        brightness_auto display_off wwan rfkill micmute
        """.split(whereSeparator: \.isWhitespace)

    private static let keys: [Key] = {
        let functional = Dictionary(
            uniqueKeysWithValues: KeyNames.functional.enumerated().map {
                ($0.element, KeyNames.firstFunctional + UInt32($0.offset))
            })
        let control = Dictionary(uniqueKeysWithValues: KeyNames.control.map { ($0.name, $0.code) })
        return names.enumerated().map { keycode, name in
            if let code = functional[name] ?? control[name] {
                return Key(code: code)
            }
            if let scalar = name.unicodeScalars.first, name.unicodeScalars.count == 1 {
                return Key(code: scalar.value)
            }
            return Key(code: Key.linuxBase + UInt32(keycode))
        }
    }()

    /// The key of a keycode; beyond the table a key that only the Linux console knows.
    static func key(_ keycode: UInt16) -> Key {
        Int(keycode) < keys.count ? keys[Int(keycode)] : Key(code: Key.linuxBase + UInt32(keycode))
    }

    static func name(_ keycode: UInt16) -> String {
        Int(keycode) < names.count ? String(names[Int(keycode)]) : "keycode_\(keycode)"
    }
}
