import Terminal
import Testing

@Suite("Cells that a text takes")
struct CellWidthTests {
    @Test(
        "Each character takes the most that any terminal gives it",
        arguments: [
            ("a", 1), ("", 0), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("한", 2),
            ("\u{1112}\u{1161}\u{11ab}", 2), ("שלום", 4), ("مرحبا", 5), ("😀", 2), ("❤️", 2),
            ("ﬀ", 1), ("～", 2), ("ｱ", 1), ("👨‍👩‍👧", 6), ("\u{0}", 0), ("…", 1), ("█", 1),
        ])
    func widths(text: String, cells: Int) {
        #expect(CellWidth.of(text) == cells)
    }

    @Test(
        "What could move or hide the rest of a line is not shown",
        arguments: [
            ("plain", "plain"), ("a\u{1b}[2Jb", "a [2Jb"), ("a\nb\tc\r\n", "a b c  "),
            ("\u{202e}evil\u{202c}", "evil"), ("\u{2066}x\u{2069}", "x"), ("a\u{200b}b", "ab"),
            ("\u{9b}31m", " 31m"), ("a\u{2028}b", "a b"), ("👨‍👩‍👧", "👨‍👩‍👧"),
        ])
    func displayable(text: String, shown: String) {
        #expect(text.displayable() == shown)
    }
}
