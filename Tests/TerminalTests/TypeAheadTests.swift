import Keyboard
import Terminal
import Testing

@Suite("Characters typed ahead")
struct TypeAheadTests {
    @Test(
        "What a key types, as far as the terminal tells",
        arguments: [
            ("a letter", KeyEvent(Key(code: 97)), "a"),
            ("a letter with Shift", KeyEvent(Key(code: 97), .shift), "A"),
            ("a letter with Caps Lock", KeyEvent(Key(code: 97), .capsLock), "A"),
            ("a letter with both", KeyEvent(Key(code: 97), [.shift, .capsLock]), "a"),
            ("with Num Lock", KeyEvent(Key(code: 97), .numLock), "a"),
            ("a letter beyond ASCII", KeyEvent(Key(code: 0xe4), .shift), "Ä"),
            ("a digit", KeyEvent(Key(code: 49)), "1"),
            ("a digit with Shift, which nobody tells", KeyEvent(Key(code: 49), .shift), nil),
            (
                "a digit with Shift, told",
                KeyEvent(Key(code: 49), .shift, shifted: Key(code: 33)), "!"
            ),
            ("the text itself", KeyEvent(Key(code: 113), .shift, text: "Ω"), "Ω"),
            ("a text that would command", KeyEvent(Key(code: 113), text: "\u{1b}"), nil),
            ("a digit of the keypad", KeyEvent(.keypad(7), .numLock), "7"),
            ("a sign of the keypad", KeyEvent(Key(code: 57413)), "+"),
            ("its decimal sign, which differs", KeyEvent(Key(code: 57409), .numLock), nil),
            ("the keypad with Shift, which nobody tells", KeyEvent(.keypad(7), .shift), nil),
            ("an arrow of the keypad", KeyEvent(Key(code: 57419)), nil),
            ("Enter of the keypad", KeyEvent(.keypadEnter), nil),
            ("the space bar with Shift", KeyEvent(.space, .shift), " "),
            ("Enter", KeyEvent(.enter), nil),
            ("a function key", KeyEvent(.function(5)), nil),
            ("a letter with Ctrl", KeyEvent(Key(code: 97), .control), nil),
            ("a letter with Alt", KeyEvent(Key(code: 97), .alt), nil),
            ("a release", KeyEvent(Key(code: 97), [], .release), nil),
            ("a repeat", KeyEvent(Key(code: 97), [], .repeat), "a"),
            (
                "a record of Windows",
                KeyEvent(
                    Key(code: 49), .shift,
                    native: .win32(Win32KeyRecord(virtualKey: 0x31, unicode: 33, isDown: true))),
                "!"
            ),
            (
                "a record of Windows with AltGr",
                KeyEvent(
                    Key(code: 113), [.alt, .control],
                    native: .win32(
                        Win32KeyRecord(virtualKey: 0x51, unicode: 64, isDown: true, state: 9))),
                "@"
            ),
            (
                "a record of Windows with Ctrl and Alt",
                KeyEvent(
                    Key(code: 113), [.alt, .control],
                    native: .win32(
                        Win32KeyRecord(virtualKey: 0x51, unicode: 113, isDown: true, state: 10))),
                nil
            ),
            (
                "a record of Windows that counts",
                KeyEvent(
                    Key(code: 97),
                    native: .win32(
                        Win32KeyRecord(
                            virtualKey: 0x41, unicode: 97, isDown: true, repeatCount: 3))),
                "aaa"
            ),
            (
                "a record that has no room for more than half a character",
                KeyEvent(
                    Key(code: 97),
                    native: .win32(Win32KeyRecord(virtualKey: 0x41, unicode: 0xd83d, isDown: true))),
                ""
            ),
        ] as [(String, KeyEvent, String?)])
    func typed(name: String, event: KeyEvent, text: String?) {
        #expect(event.typedText == text)
    }

    @Test("Text is kept in order, the rest is counted")
    func collecting() {
        var typed = TypeAhead()
        for event in [
            TerminalEvent.key(KeyEvent(Key(code: 108))),
            .key(KeyEvent(Key(code: 108), [], .release)),
            .key(KeyEvent(Key(code: 115))), .key(KeyEvent(.enter)),
            .key(KeyEvent(.enter, [], .release)), .pasteStart, .pasteEnd, .focusIn,
            .key(KeyEvent(.leftShift)), .key(KeyEvent(.capsLock)), .unknown([0x80]),
        ] {
            typed.take(event)
        }
        #expect(typed.text == "ls")
        #expect(typed.discarded == 2)
        #expect(typed.discardedKinds == [.key(KeyChord(.enter)), .paste])
    }

    @Test("With AltGr a key types what the terminal tells of it, and nothing is guessed")
    func levelShift() {
        var typed = TypeAhead()
        let altGr = Key(code: 57453)
        let q = Key(code: 113)
        for event in [
            KeyEvent(altGr), KeyEvent(q), KeyEvent(q, [], .release),
            KeyEvent(q, text: "@"), KeyEvent(Key(code: 8364), base: Key(code: 101)),
            KeyEvent(altGr, [], .release), KeyEvent(q),
        ] {
            typed.take(event)
        }
        #expect(typed.text == "@€q")
        #expect(typed.discardedKinds == [.key(KeyChord(q))])
        #expect(typed.discarded == 1)
        // Its release may go to another window.
        typed.take(KeyEvent(altGr))
        typed.take(.focusOut)
        typed.take(KeyEvent(q))
        #expect(typed.text == "@€qq")
        #expect(typed.discarded == 1)
    }

    @Test(
        "A character that comes in two halves is typed once, whoever types it",
        arguments: [
            (
                "an input method",
                "\u{1b}[0;0;55357;1_\u{1b}[0;0;55357_\u{1b}[0;0;56832;1_\u{1b}[0;0;56832_"
            ),
            ("one that tells no releases", "\u{1b}[231;0;55357;1_\u{1b}[231;0;56832;1_"),
            ("a layout", "\u{1b}[65;30;55357;1_\u{1b}[65;30;56832;1_\u{1b}[65;30;0_"),
        ])
    func halves(name: String, bytes: String) {
        var parser = KeyParser()
        var typed = TypeAhead()
        for byte in bytes.utf8 {
            parser.feed([byte], at: .zero).forEach { typed.take($0) }
        }
        #expect(typed.text == "😀")
        #expect(typed.discarded == 0)
    }

    @Test("Of keys that are left out only the first kinds are named, each once")
    func naming() {
        var typed = TypeAhead()
        for _ in 0..<3 { typed.take(KeyEvent(.enter)) }
        for code in UInt32(97)...102 { typed.take(KeyEvent(Key(code: code), .control)) }
        #expect(typed.discarded == 9)
        #expect(
            typed.discardedKinds == [
                .key(KeyChord(.enter)), .key(KeyChord(Key(code: 97), .control)),
                .key(KeyChord(Key(code: 98), .control)),
            ])
    }

    private static let g = Key(code: 103)

    @Test(
        "The talk key types nothing while it is held for talking, and its letter afterwards",
        arguments: [
            (
                "Ctrl let go first: repeats go on as a plain letter",
                [(300, KeyEvent(g, .control, .repeat)), (340, KeyEvent(g, [], .repeat))], ""
            ),
            (
                "the letter once the key has come up",
                [(300, KeyEvent(g, .control, .release)), (320, KeyEvent(g))], "g"
            ),
            (
                "a letter whose repeats are typed",
                [
                    (300, KeyEvent(g, .control, .release)), (400, KeyEvent(g)),
                    (900, KeyEvent(g, [], .repeat)), (950, KeyEvent(g, [], .release)),
                ], "gg"
            ),
            (
                "no releases: repeats without Ctrl follow each other",
                [
                    (600, KeyEvent(g, .control)), (640, KeyEvent(g)), (680, KeyEvent(g)),
                ], ""
            ),
            (
                "a keyboard of another script: the key is known by its place",
                [
                    (300, KeyEvent(Key(code: 1087), .control, .repeat, base: g)),
                    (340, KeyEvent(Key(code: 1087), [], .repeat, base: g)),
                    (400, KeyEvent(Key(code: 1087), [], .release, base: g)),
                    (500, KeyEvent(Key(code: 1087), base: g)),
                ], "п"
            ),
            ("no releases: a letter long after", [(5000, KeyEvent(g))], "g"),
            ("the chord again stops a recording", [(5000, KeyEvent(g, .control))], ""),
            ("Shift makes another key of it", [(5000, KeyEvent(g, .shift))], "G"),
        ] as [(String, [(Int, KeyEvent)], String)])
    func talkKey(name: String, events: [(Int, KeyEvent)], text: String) {
        var typed = TypeAhead(talkingWith: KeyChord(Self.g, .control), heldSince: .zero)
        for (time, event) in events { typed.take(event, at: .milliseconds(time)) }
        #expect(typed.text == text)
        #expect(typed.discarded == 0)
    }
}
