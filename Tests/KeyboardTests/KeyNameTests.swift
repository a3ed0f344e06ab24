import Keyboard
import Testing

@Suite struct KeyNameTests {
    /// The functional keys of the protocol's table that have a private-use code there.
    static let table: [(String, UInt32)] = [
        ("caps_lock", 57358), ("scroll_lock", 57359), ("num_lock", 57360), ("print_screen", 57361),
        ("pause", 57362), ("menu", 57363), ("f13", 57376), ("f24", 57387), ("f35", 57398),
        ("kp_0", 57399), ("kp_9", 57408), ("kp_decimal", 57409), ("kp_divide", 57410),
        ("kp_multiply", 57411), ("kp_subtract", 57412), ("kp_add", 57413), ("kp_enter", 57414),
        ("kp_equal", 57415), ("kp_separator", 57416), ("kp_left", 57417), ("kp_right", 57418),
        ("kp_up", 57419), ("kp_down", 57420), ("kp_page_up", 57421), ("kp_page_down", 57422),
        ("kp_home", 57423), ("kp_end", 57424), ("kp_insert", 57425), ("kp_delete", 57426),
        ("kp_begin", 57427), ("media_play", 57428), ("media_pause", 57429),
        ("media_play_pause", 57430), ("media_reverse", 57431), ("media_stop", 57432),
        ("media_fast_forward", 57433), ("media_rewind", 57434), ("media_track_next", 57435),
        ("media_track_previous", 57436), ("media_record", 57437), ("lower_volume", 57438),
        ("raise_volume", 57439), ("mute_volume", 57440), ("left_shift", 57441),
        ("left_control", 57442), ("left_alt", 57443), ("left_super", 57444), ("left_hyper", 57445),
        ("left_meta", 57446), ("right_shift", 57447), ("right_control", 57448),
        ("right_alt", 57449), ("right_super", 57450), ("right_hyper", 57451),
        ("right_meta", 57452), ("iso_level3_shift", 57453), ("iso_level5_shift", 57454),
    ]

    @Test(arguments: table)
    func theCodesOfTheTableHaveItsNames(_ name: String, _ code: UInt32) {
        #expect(Key(code: code).name == name)
        #expect(Key(name: name) == Key(code: code))
        #expect(parse(bytes("␛[\(code)u")) == [.key(KeyEvent(Key(code: code)))])
    }

    @Test(arguments: [
        ("space", Key.space), ("enter", .enter), ("tab", .tab), ("backspace", .backspace),
        ("escape", .escape), ("up", .up), ("insert", .insert), ("f1", .function(1)),
        ("f9", .function(9)), ("f12", .function(12)), ("right_control", .rightControl),
        ("menu", .menu), ("a", key("a")), ("ß", key("ß")), ("+", key("+")),
    ])
    func everyNameIsTheNameOfItsKey(_ name: String, _ key: Key) {
        #expect(Key(name: name) == key)
        #expect(key.name == name)
    }

    @Test(arguments: [
        ("F9", "f9"), ("Right_Control", "right_control"), ("esc", "escape"), ("return", "enter"),
        ("PgUp", "page_up"), ("del", "delete"), ("rctrl", "right_control"), ("plus", "+"),
        ("A", "a"), ("Ä", "ä"),
    ])
    func caseAndTheUsualAbbreviationsDoNotMatter(_ spelling: String, _ name: String) {
        #expect(Key(name: spelling)?.name == name)
    }

    @Test(arguments: ["", "f36", "f0", "spacebar", "ab", "\u{1B}", "kp"])
    func whatIsNoNameIsNoKey(_ name: String) {
        #expect(Key(name: name) == nil)
    }
}

@Suite struct KeyChordTests {
    @Test(arguments: [
        ("f9", KeyChord(.function(9))),
        ("space", KeyChord(.space)),
        ("ctrl+space", KeyChord(.space, .control)),
        ("Ctrl+Space", KeyChord(.space, .control)),
        ("control+alt+shift+f1", KeyChord(.function(1), [.control, .alt, .shift])),
        ("super+v", KeyChord(key("v"), .super)),
        ("alt+v", KeyChord(key("v"), .alt)),
        ("V", KeyChord(key("v"), .shift)),
        ("ctrl++", KeyChord(key("+"), .control)),
        ("+", KeyChord(key("+"))),
        ("ctrl+plus", KeyChord(key("+"), .control)),
        ("right_control", KeyChord(.rightControl)),
        ("caps_lock", KeyChord(.capsLock)),
    ])
    func aChordIsModifiersAndAKey(_ text: String, _ chord: KeyChord) throws {
        #expect(try KeyChord(parsing: text) == chord)
        #expect(try KeyChord(parsing: chord.description) == chord)
    }

    @Test(arguments: [
        ("", KeyChordError.empty),
        ("ctrl", .missingKey),
        ("ctrl+", .missingKey),
        ("ctrl+shift", .missingKey),
        ("ctrl+spcae", .unknownKey("spcae", nearest: "space")),
        ("rihgt_control", .unknownKey("rihgt_control", nearest: "right_control")),
        ("f99", .unknownKey("f99", nearest: "f9")),
        ("xyzzyq", .unknownKey("xyzzyq", nearest: nil)),
        ("crtl+space", .unknownModifier("crtl", nearest: "ctrl")),
        ("ctrl+control+a", .repeatedModifier("control")),
        ("caps_lock+a", .lockAsModifier("caps_lock")),
        ("a+b", .twoKeys("a")),
    ])
    func whatIsWrongWithAChordIsSaidExactly(_ text: String, _ error: KeyChordError) {
        #expect(throws: error) { try KeyChord(parsing: text) }
        #expect(!error.description.isEmpty)
    }

    @Test func aMistypedKeyIsSuggested() {
        #expect(
            KeyChordError.unknownKey("spcae", nearest: "space").description
                == "no key is named \"spcae\"; did you mean \"space\"?")
    }
}

@Suite struct KeyRefusalTests {
    static let everything = KeyboardProtocol.kitty(flags: 11)

    @Test(arguments: ["right_control", "caps_lock", "enter", "space", "f9", "kp_5", "media_play"])
    func everyKeyOfTheProtocolCanBeReportedWithAllKeys(_ name: String) throws {
        #expect(KeyRefusalTests.everything.refusal(of: try KeyChord(parsing: name)) == nil)
    }

    @Test(arguments: [
        ("right_control", KeyboardProtocol.kitty(flags: 3), KeyRefusal.aloneNeedsAllKeys),
        ("caps_lock", .kitty(flags: 1), .aloneNeedsAllKeys),
        ("right_control", .legacy, .aloneNeedsAllKeys),
        ("enter", .kitty(flags: 3), .plainByteWithoutAllKeys),
        ("tab", .kitty(flags: 3), .plainByteWithoutAllKeys),
        ("shift+backspace", .kitty(flags: 3), .plainByteWithoutAllKeys),
        ("ctrl+i", .legacy, .noLegacySequence),
        ("shift+space", .legacy, .noLegacySequence),
        ("super+a", .legacy, .noLegacySequence),
        ("kp_5", .legacy, .noLegacySequence),
        ("super+a", .win32, .notInProtocol),
        ("left_hyper", .win32, .notInProtocol),
        ("micmute", .kitty(flags: 11), .notInProtocol),
    ])
    func whatATerminalCannotReportIsRefusedWithTheReason(
        _ text: String, _ keyboard: KeyboardProtocol, _ refusal: KeyRefusal
    ) throws {
        #expect(keyboard.refusal(of: try KeyChord(parsing: text)) == refusal)
        #expect(!refusal.description.isEmpty)
    }

    @Test(arguments: [
        ("space", KeyboardProtocol.kitty(flags: 3)), ("f9", .kitty(flags: 3)), ("enter", .legacy),
        ("f9", .legacy), ("ctrl+space", .legacy), ("space", .legacy), ("alt+v", .legacy),
        ("right_control", .win32), ("f24", .win32), ("kp_5", .win32), ("a", .win32),
    ])
    func whatATerminalReportsIsNotRefused(_ text: String, _ keyboard: KeyboardProtocol) throws {
        #expect(keyboard.refusal(of: try KeyChord(parsing: text)) == nil)
    }

    @Test(arguments: [
        ("right_control", ShellKeyRefusal.modifierAlone),
        ("caps_lock", .modifierAlone),
        ("space", .typesText),
        ("v", .typesText),
        ("V", .typesText),
        ("é", .typesText),
        ("enter", .neededByShell),
        ("alt+escape", .neededByShell),
        ("ctrl+c", .neededByShell),
        ("ctrl+z", .neededByShell),
        ("ctrl+shift+v", .noSequence),
        ("super+v", .noSequence),
        ("media_play", .noSequence),
        ("ctrl+i", .noSequence),
    ])
    func aShellCannotBeGivenThisKey(_ text: String, _ refusal: ShellKeyRefusal) throws {
        #expect(try KeyChord(parsing: text).shellRefusal == refusal)
    }

    @Test(arguments: [
        ("f9", "␛[20~"), ("f1", "␛OP"), ("ctrl+f9", "␛[20;5~"), ("shift+f3", "␛[1;2R"),
        ("f4", "␛OS"), ("f12", "␛[24~"), ("ctrl+space", "\u{0}"), ("alt+v", "␛v"),
        ("alt+V", "␛V"), ("ctrl+g", "\u{7}"), ("alt+ctrl+g", "␛\u{7}"), ("up", "␛[A"),
        ("ctrl+up", "␛[1;5A"), ("home", "␛[H"), ("delete", "␛[3~"), ("insert", "␛[2~"),
        ("ctrl+]", "\u{1D}"), ("alt+[", "␛["), ("shift+tab", "␛[Z"), ("alt+space", "␛ "),
    ])
    func aShellReceivesTheseBytes(_ text: String, _ sequence: String) throws {
        #expect(try KeyChord(parsing: text).legacySequence == bytes(sequence))
    }
}

@Suite struct ShortcutKeyTests {
    @Test(arguments: [
        ("no other place", "␛[97u", "a"), ("its own place", "␛[97::113u", "a"),
        ("a Cyrillic letter", "␛[1089::99;5u", "c"),
        ("a Cyrillic letter with Shift", "␛[1089:1057:99;6u", "c"),
        ("a Greek letter", "␛[968::99;5u", "c"), ("a Hebrew letter", "␛[1489::99;5u", "c"),
        ("a Thai letter", "␛[3649::99;5u", "c"), ("a Korean letter", "␛[12618::99;5u", "c"),
        ("a Latin letter with a mark", "␛[246::59u", "ö"),
        ("a Vietnamese letter", "␛[7871::55u", "ế"), ("a sign", "␛[8364::53u", "€"),
        ("a digit's other side", "␛[38:49:49u", "&"), ("a functional key", "␛[57376::99u", "f13"),
    ])
    func aShortcutIsByPlaceOnlyWhereTheScriptIsAnother(
        _ name: String, _ text: String, _ expected: String
    ) throws {
        guard case .key(let event) = parse(bytes(text)).first else {
            Issue.record("no key: \(name)")
            return
        }
        #expect(event.shortcutKey == key(named: expected))
        #expect(event.isOf(key(named: expected)))
    }

    @Test func altGrIsRightAltByItsOtherName() {
        #expect(KeyEvent(.altGr).isOf(.rightAlt) && KeyEvent(.rightAlt).isOf(.rightAlt))
        #expect(!KeyEvent(.leftAlt).isOf(.rightAlt) && !KeyEvent(.rightAlt).isOf(.altGr))
    }
}
