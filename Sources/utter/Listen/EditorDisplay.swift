import Configuration
import Glibc
import Terminal
import Threads

/// The line of a shell's line editor while the program has the terminal: where the preview goes, and in bash the
/// line itself, which readline has cleared.
struct EditorDisplay {
    let line: EditorLine
    private(set) var size: TTYSize
    /// The column of the cursor, where the terminal has told.
    var column: Int?
    /// Size and column as the editor knows them.
    private let found: TTYSize
    private var foundColumn: Int?

    init(_ line: EditorLine, size: TTYSize?) {
        self.line = line
        self.size = size ?? TTYSize(rows: 24, columns: 80)
        found = self.size
    }

    /// Whether the program paints the line: an editor that hands over its prompt has cleared it.
    var isPainted: Bool { !line.prompt.isEmpty }

    /// Whether the terminal must be asked where the cursor is, to know how many rows the line goes on below it.
    var needsColumn: Bool { !isPainted && !line.right.isEmpty }

    /// The row of the preview, counted down from the cursor's.
    var rowsToPreview: Int {
        guard !isPainted else {
            let painting = line.painting(columns: size.columns)
            return painting.end.row - painting.cursor.row + 1
        }
        // Until the terminal has told: the lowest row that it can be.
        return line.rowsBelowCursor(at: column ?? size.columns - 1, columns: size.columns) + 1
    }

    /// What paints the line.
    var opening: String { isPainted ? line.painting(columns: size.columns).bytes : "" }

    /// What takes it away again and leaves the cursor where readline had left it: from there it draws the line anew,
    /// and one row too low would leave an empty one above.
    var closing: String {
        guard isPainted else { return "" }
        let row = line.painting(columns: size.columns).cursor.row
        return (row > 0 ? "\u{1b}[\(row)A" : "") + "\r\u{1b}[J"
    }

    /// Whether the window has the size again in which the editor has left its line, and the cursor must be where it
    /// was then.
    var isAsFound: Bool { needsColumn && foundColumn != nil && size == found }

    /// The terminal has told the column of the cursor.
    ///
    /// An editor that finds its window as it was draws nothing anew, and goes on from where it believes the cursor to
    /// be. But a terminal that folds lines for a narrower window may move it on the way there and back (kitty 0.26: by
    /// a column, where text stands behind it).
    ///
    /// - Returns: what takes the cursor back to where the editor left it.
    mutating func cursor(at column: Int) -> String {
        guard let foundColumn else {
            self.column = column
            self.foundColumn = column
            return ""
        }
        guard isAsFound, column != foundColumn else { return "" }
        self.column = foundColumn
        return column < foundColumn
            ? "\u{1b}[\(foundColumn - column)C" : "\u{1b}[\(column - foundColumn)D"
    }

    mutating func resize(to size: TTYSize) {
        // A terminal that folds lines anew keeps the cursor at its character: the column is another one now.
        if let column { self.column = min(column, size.columns - 1) }
        self.size = size
    }
}

/// Reads what the widget hands over on standard input: at most 1 MiB, and for a second at most, so that a widget that
/// never closes its end cannot hold a key's release up.
func readContext() -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let end = Duration.now + .seconds(1)
    while bytes.count < 1 << 20 {
        var request = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        let count = poll(&request, 1, (end - .now).pollMilliseconds)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        let got = buffer.withUnsafeMutableBytes { read(STDIN_FILENO, $0.baseAddress, $0.count) }
        if got < 0, errno == EINTR { continue }
        guard got > 0 else { break }
        bytes += buffer[..<got]
    }
    return bytes
}

extension Listener {
    /// Paints the line that readline has cleared, or asks where the cursor of a line stands that still is there.
    func openEditorLine() {
        guard let editor = setup.editor else { return }
        using {
            try terminal.tty.write(editor.opening)
            if editor.needsColumn { try terminal.askCursorPosition() }
        }
    }

    /// The terminal has told where the cursor stands.
    func editorCursor(at column: Int, now: Duration) {
        guard setup.editor?.needsColumn == true, let bytes = setup.editor?.cursor(at: column)
        else { return }
        using {
            try terminal.tty.write(bytes)
            try painter.move(to: setup.previewStyle, at: now)
        }
    }

    func closeEditorLine() {
        guard let editor = setup.editor else { return }
        using { try terminal.tty.write(editor.closing) }
    }
}

/// Says something under the line of a shell's editor: for a moment, or until a key is pressed.
///
/// The terminal is the shell's: what is typed meanwhile stays in its queue, and the shell reads it.
func showBelow(_ spans: [PreviewSpan], on display: EditorDisplay, for duration: Duration) {
    guard let tty = try? TTY(), (try? tty.enterRawMode()) != nil else { return }
    var line = PreviewLine(
        style: .below(rows: display.rowsToPreview), usesColor: false, size: display.size)
    _ = try? tty.write(display.opening + line.show(spans, at: .now))
    var request = pollfd(fd: tty.descriptor, events: Int16(POLLIN), revents: 0)
    _ = poll(&request, 1, duration.pollMilliseconds)
    _ = try? tty.write(line.hide() + display.closing)
    _ = tty.drain(within: .milliseconds(200))
    tty.close()
}
