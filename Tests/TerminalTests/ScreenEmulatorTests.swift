import Support
import Testing

@Suite("The screen that tests look at")
struct ScreenEmulatorTests {
    @Test("Text past the last column wraps, and a full line alone does not")
    func wrapping() {
        var screen = ScreenEmulator(rows: 3, columns: 5)
        screen.feed(Array("abcde".utf8))
        #expect(screen.wraps == 0)
        #expect(screen.column == 4)
        screen.feed(Array("f".utf8))
        #expect(screen.wraps == 1)
        #expect(screen.text == "abcde\nf")
    }

    @Test("Wide and combining characters take the cells of a terminal")
    func widths() {
        var screen = ScreenEmulator(rows: 2, columns: 10)
        screen.feed(Array("日本e\u{301}x".utf8))
        #expect(screen.column == 6)
        #expect(screen.lines[0] == "日本e\u{301}x")
    }

    @Test("A line feed on the last row scrolls; a saved cursor stays where it was on the glass")
    func scrolling() {
        var screen = ScreenEmulator(rows: 2, columns: 10)
        screen.feed(Array("a\r\nb\u{1b}7\r\nc\u{1b}8d".utf8))
        #expect(screen.scrolledOff == 1)
        #expect(screen.text == "b\ncd")
    }

    @Test("Erasing, moving and the title stack")
    func editing() {
        var screen = ScreenEmulator(rows: 3, columns: 10)
        screen.feed(Array("hello\u{1b}[3D\u{1b}[K\u{1b}[2;4Hx\u{1b}[A\u{1b}[31my".utf8))
        #expect(screen.lines == ["he  y", "   x", ""])
        screen.feed(Array("\u{1b}]2;old\u{7}\u{1b}[22;2t\u{1b}]2;new\u{1b}\\".utf8))
        #expect(screen.title == "new")
        screen.feed(Array("\u{1b}[23;2t".utf8))
        #expect(screen.title == "old")
    }
}
