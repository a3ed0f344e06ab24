import Support
import Terminal
import Testing

@Suite("The line of a shell's editor")
struct EditorLineTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        var line: EditorLine
        var columns: Int
        /// What must stand on the screen, row by row.
        var rows: [String]
        var cursor: EditorLine.Position
        var testDescription: String { name }

        init(
            _ name: String, _ prompt: String, _ left: String, _ right: String, columns: Int,
            rows: [String], cursor: (Int, Int)
        ) {
            self.name = name
            line = EditorLine(prompt: prompt, left: left, right: right)
            self.columns = columns
            self.rows = rows
            self.cursor = EditorLine.Position(row: cursor.0, column: cursor.1)
        }
    }

    static let cases = [
        Case("an empty line", "$ ", "", "", columns: 20, rows: ["$"], cursor: (0, 2)),
        Case(
            "a cursor in the middle", "$ ", "git ", "-m x", columns: 20, rows: ["$ git -m x"],
            cursor: (0, 6)),
        Case(
            "a prompt with colours and a title", "\u{1b}]0;t\u{7}\u{1b}[1;32m$\u{1b}[0m ", "ab",
            "c", columns: 20,
            rows: ["$ abc"], cursor: (0, 4)),
        Case(
            "a line that wraps behind the cursor", "$ ", "ab", "cdefghijkl", columns: 10,
            rows: ["$ abcdefgh", "ijkl"], cursor: (0, 4)),
        Case(
            "a line that wraps in front of the cursor", "$ ", "abcdefghij", "kl", columns: 10,
            rows: ["$ abcdefgh", "ijkl"], cursor: (1, 2)),
        Case(
            "a line that fills the row exactly", "$ ", "abcdefgh", "", columns: 10,
            rows: ["$ abcdefgh", ""], cursor: (1, 0)),
        Case(
            "a left part that fills the row exactly", "$ ", "abcdefgh", "ij", columns: 10,
            rows: ["$ abcdefgh", "ij"], cursor: (1, 0)),
        Case(
            "wide characters that do not fit the last cell", "$ ", "abcdefg你", "x", columns: 10,
            rows: ["$ abcdefg", "你x"], cursor: (1, 2)),
        Case(
            "combining characters", "$ ", "e\u{301}", "a", columns: 10, rows: ["$ e\u{301}a"],
            cursor: (0, 3)),
        Case(
            "a line of several lines", "$ ", "for x\ndo", "ne\nz", columns: 10,
            rows: ["$ for x", "done", "z"], cursor: (1, 2)),
        Case(
            "control characters", "$ ", "a\u{3}", "b", columns: 10, rows: ["$ a^Cb"], cursor: (0, 5)
        ),
    ]

    @Test("is painted with the cursor where the editor had it", arguments: cases)
    func paints(_ one: Case) {
        let painting = one.line.painting(columns: one.columns)
        var screen = ScreenEmulator(rows: 8, columns: one.columns)
        screen.feed(Array(painting.bytes.utf8))
        let shown = screen.lines.map { line in
            String(line.reversed().drop { $0 == " " }.reversed())
        }
        #expect(Array(shown.prefix(one.rows.count)) == one.rows)
        #expect(shown.dropFirst(one.rows.count).joined() == "")
        #expect(EditorLine.Position(row: screen.row, column: screen.column) == one.cursor)
        #expect(painting.cursor == one.cursor)
        #expect(painting.end.row == one.rows.count - 1)
    }

    @Test(
        "tells how many of its rows lie below the cursor",
        arguments: [
            ("", 5, 0), ("abcd", 5, 0), ("abcdefgh", 5, 1), ("a\nb", 0, 1),
            (String(repeating: "x", count: 25), 5, 2),
        ])
    func rowsBelow(_ one: (right: String, column: Int, rows: Int)) {
        let line = EditorLine(prompt: "", left: "", right: one.right)
        #expect(line.rowsBelowCursor(at: one.column, columns: 10) == one.rows)
    }

    @Test("is read from fields that end in NUL")
    func fields() {
        let bytes = Array("upper\n up\r\n\u{1}\u{1b}[1m\u{2}$ \u{0}left\u{0}right\u{0}".utf8)
        #expect(
            EditorLine(fields: bytes)
                == EditorLine(prompt: "\u{1b}[1m$ ", left: "left", right: "right"))
        #expect(EditorLine(fields: []) == EditorLine())
        #expect(EditorLine(fields: Array("a\u{0}b".utf8)) == EditorLine(prompt: "a", left: "b"))
        #expect(EditorLine(fields: [0xff, 0, 0x61, 0, 0x62, 0, 0x63, 0]).left == "a")
    }
}
