import Testing

@testable import utter

struct JSONTests {
    @Test(arguments: [
        (JSON.null, "null"),
        (.bool(true), "true"),
        (.integer(-3), "-3"),
        (.number(0), "0"),
        (.number(1.5), "1.5"),
        (.number(-0.25), "-0.25"),
        (.number(2.000_000_4), "2"),
        (.number(12.345_678_9), "12.345679"),
        (.number(.infinity), "null"),
        (.number(.nan), "null"),
        (.string(""), #""""#),
        (.string("say \"hi\" \\ there"), #""say \"hi\" \\ there""#),
        (.string("a\nb\tc\r"), #""a\nb\tc\r""#),
        (.string("\u{1b}[2J\u{9b}\u{7f}"), #""\u001b[2J\u009b\u007f""#),
        (.string("żółć 🎤"), #""żółć 🎤""#),
        (.array([.integer(1), .array([])]), "[1, []]"),
        (.object(["b": .integer(1), "a": .object([:])]), #"{"b": 1, "a": {}}"#),
    ])
    func `a value is written on one line`(value: JSON, text: String) {
        #expect(value.text == text)
    }

    @Test func `a time is written in seconds`() {
        #expect(JSON.seconds(.milliseconds(1350)).text == "1.35")
        #expect(JSON.seconds(.zero).text == "0")
    }
}
