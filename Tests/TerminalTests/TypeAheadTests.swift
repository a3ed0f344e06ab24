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
    }
}
