/// The line that a shell's line editor has on the screen: its prompt and the text left and right of the cursor.
///
/// A widget hands it over on stdin as three fields, each ended by NUL. It is used for two things: to know how many
/// rows lie below the cursor, so that the preview is painted under the whole line; and, in bash, to paint the line
/// itself, because readline clears it before it runs a command bound by `bind -x` and shows nothing meanwhile.
public struct EditorLine: Hashable, Sendable {
    /// The last line of the prompt as it goes to the terminal, with its escape sequences; empty where the editor
    /// leaves its line on the screen (zsh, fish).
    public var prompt: String
    public var left: String
    public var right: String

    public init(prompt: String = "", left: String = "", right: String = "") {
        self.prompt = prompt
        self.left = left
        self.right = right
    }

    /// Reads three fields, each ended by NUL; what is missing is empty, what is more is ignored, bytes that are no
    /// UTF-8 are replaced.
    ///
    /// readline's marks for "takes no room" (\001 and \002) are taken out, and of the prompt only the last line is
    /// kept: readline leaves the lines above it on the screen.
    public init(fields bytes: [UInt8]) {
        var fields = bytes.split(
            separator: 0, maxSplits: 3, omittingEmptySubsequences: false
        ).map { String(decoding: $0, as: UTF8.self) }
        while fields.count < 3 { fields.append("") }
        // By scalars: bash ends a line of the prompt with CR LF, which is one character.
        let scalars = fields[0].unicodeScalars
        let last = scalars.split(separator: "\n", omittingEmptySubsequences: false).last
        prompt = String(
            String.UnicodeScalarView(last?.filter { $0.value != 1 && $0.value != 2 } ?? []))
        left = fields[1]
        right = fields[2]
    }

    /// Where a text leaves the cursor, counted in rows and columns from where the line begins.
    public struct Position: Hashable, Sendable {
        public var row: Int
        public var column: Int

        public init(row: Int, column: Int) {
            self.row = row
            self.column = column
        }
    }

    /// The bytes that paint a whole line from column 0, and where that leaves things.
    public struct Painting: Hashable, Sendable {
        /// What to write; it ends with the cursor at `cursor`.
        public var bytes: String
        public var cursor: Position
        public var end: Position
    }

    /// Paints prompt and line from column 0 of an empty row and puts the cursor between left and right.
    public func painting(columns: Int) -> Painting {
        var layout = RowLayout(columns: columns)
        var bytes = prompt
        layout.skipEscapes(in: prompt)
        bytes += layout.add(left)
        bytes += layout.wrapNow()
        let cursor = layout.position
        bytes += layout.add(right)
        bytes += layout.wrapNow()
        let end = layout.position
        if end.row > cursor.row { bytes += "\u{1b}[\(end.row - cursor.row)A" }
        bytes += "\r"
        if cursor.column > 0 { bytes += "\u{1b}[\(cursor.column)C" }
        return Painting(bytes: bytes, cursor: cursor, end: end)
    }

    /// How many rows of the line lie below the cursor's, if the cursor stands at `column`.
    public func rowsBelowCursor(at column: Int, columns: Int) -> Int {
        var layout = RowLayout(columns: columns)
        layout.position.column = min(column, max(columns - 1, 0))
        _ = layout.add(right)
        return layout.position.row
    }
}

/// Follows a cursor through text that wraps at the right edge.
private struct RowLayout {
    let columns: Int
    var position = EditorLine.Position(row: 0, column: 0)

    init(columns: Int) {
        self.columns = max(columns, 1)
    }

    /// Follows a prompt: its escape sequences take no room.
    mutating func skipEscapes(in text: String) {
        var rest = text.unicodeScalars[...]
        var visible = String.UnicodeScalarView()
        while let scalar = rest.popFirst() {
            guard scalar == "\u{1b}" else {
                visible.append(scalar)
                continue
            }
            switch rest.popFirst() {
            case "[":
                while let next = rest.popFirst(), !("\u{40}"..."\u{7e}").contains(next) {}
            case "]", "P", "^", "_", "X":
                // A string, ended by BEL or by ESC \.
                while let next = rest.popFirst(), next != "\u{07}" {
                    if next == "\u{1b}" {
                        _ = rest.popFirst()
                        break
                    }
                }
            case "(", ")", "*", "+", "#", "%":
                _ = rest.popFirst()
            default: break
            }
        }
        _ = add(String(visible))
    }

    /// Adds text and returns what a line editor would write for it: control characters as ^X.
    mutating func add(_ text: String) -> String {
        var written = ""
        for character in text {
            if character == "\n" || character == "\r\n" {
                position = EditorLine.Position(row: position.row + 1, column: 0)
                written += "\r\n"
                continue
            }
            if character == "\t" {
                let width = min(8 - position.column % 8, max(columns - position.column, 1))
                advance(width)
                written += String(repeating: " ", count: width)
                continue
            }
            if let scalar = character.unicodeScalars.first, scalar.value < 32 || scalar.value == 127
            {
                let shown = "^" + String(UnicodeScalar(UInt8(scalar.value ^ 0x40)))
                advance(1)
                advance(1)
                written += shown
                continue
            }
            let width = CellWidth.of(character)
            if position.column + width > columns {
                position = EditorLine.Position(row: position.row + 1, column: 0)
            }
            advance(width)
            written.append(character)
        }
        return written
    }

    private mutating func advance(_ width: Int) {
        if position.column >= columns {
            position = EditorLine.Position(row: position.row + 1, column: 0)
        }
        position.column += width
    }

    /// At the right edge the cursor hangs: a space and a return take it to the next row, as readline does.
    mutating func wrapNow() -> String {
        guard position.column >= columns else { return "" }
        position = EditorLine.Position(row: position.row + 1, column: 0)
        return " \r"
    }
}
