import Support
import Terminal
import Testing

/// A preview line and the screen that it is painted on.
private struct Stage {
    var line: PreviewLine
    var screen: ScreenEmulator
    var now = Duration.seconds(100)

    init(_ style: PreviewStyle, rows: Int = 6, columns: Int = 40, color: Bool = true) {
        line = PreviewLine(
            style: style, usesColor: color, size: TTYSize(rows: rows, columns: columns))
        screen = ScreenEmulator(rows: rows, columns: columns)
    }

    mutating func type(_ text: String) {
        screen.feed(Array(text.utf8))
    }

    /// Shows a text after enough time for a frame.
    @discardableResult
    mutating func show(_ text: String) -> String {
        now += .seconds(1)
        let bytes = line.show([PreviewSpan(.stable, text)], at: now)
        type(bytes)
        return bytes
    }
}

@Suite("The preview line on a screen")
struct PreviewLineTests {
    @Test("On the current line it is overwritten in place and leaves nothing")
    func currentLine() {
        var stage = Stage(.currentLine)
        stage.type("before\r\n")
        stage.show("a long first text")
        #expect(stage.screen.text == "before\na long first text")
        stage.show("short")
        #expect(stage.screen.text == "before\nshort")
        stage.type(stage.line.hide())
        #expect(stage.screen.text == "before")
        #expect(stage.screen.row == 1)
        #expect(stage.screen.column == 0)
    }

    @Test("The cursor goes with the line of its own and comes back with its end")
    func cursor() {
        var stage = Stage(.currentLine)
        stage.show("listening")
        #expect(!stage.screen.showsCursor)
        stage.type(stage.line.hide())
        #expect(stage.screen.showsCursor)
        stage.now += .seconds(1)
        stage.type(stage.line.redraw(at: stage.now))
        #expect(!stage.screen.showsCursor)
        stage.now += .seconds(1)
        stage.type(stage.line.show([], at: stage.now))
        #expect(stage.screen.showsCursor)
        stage.show("more")
        stage.now += .seconds(1)
        stage.type(stage.line.resize(to: TTYSize(rows: 6, columns: 20), at: stage.now))
        stage.type(stage.line.move(to: .below(rows: 1), at: stage.now))
        #expect(stage.screen.showsCursor)
    }

    @Test(
        "The cursor of a shell's prompt, and under a title, is left alone",
        arguments: [PreviewStyle.below(rows: 1), .title, .dumb, .off])
    func cursorOfOthers(style: PreviewStyle) {
        var stage = Stage(style)
        let bytes = stage.show("listening") + stage.line.hide()
        #expect(!bytes.contains("?25"))
    }

    @Test("Where something without a line feed stands before it, it takes a line of its own")
    func ownLine() {
        var stage = Stage(.currentLine)
        stage.type("no line feed")
        stage.show("listening")
        #expect(stage.screen.text == "no line feed\nlistening")
        stage.show("more")
        stage.type(stage.line.hide())
        #expect(stage.screen.text == "no line feed")
        #expect((stage.screen.row, stage.screen.column) == (1, 0))
    }

    @Test("It never wraps and never scrolls, however long the text", arguments: [20, 33, 80])
    func neverWraps(columns: Int) {
        var stage = Stage(.currentLine, rows: 3, columns: columns)
        stage.type("\r\n\r\n")
        for count in 1...60 {
            stage.show(String(repeating: "日本 word ", count: count))
        }
        #expect(stage.screen.wraps == 0)
        #expect(stage.screen.scrolledOff == 0)
        #expect(stage.screen.autowraps)
    }

    @Test("Below a prompt it comes back to the cursor, in the middle of the screen")
    func below() {
        var stage = Stage(.below(rows: 1))
        stage.type("$ git com\u{1b}[3D")
        stage.show("listening")
        #expect(stage.screen.text == "$ git com\nlistening")
        #expect((stage.screen.row, stage.screen.column) == (0, 6))
        stage.type("X")
        stage.type(stage.line.hide())
        #expect(stage.screen.text == "$ git Xom")
    }

    @Test("Below a prompt on the last row, room is made and the cursor is where the prompt went")
    func belowOnTheLastRow() {
        var stage = Stage(.below(rows: 1), rows: 3)
        stage.type("one\r\ntwo\r\n$ ab")
        stage.show("listening")
        #expect(stage.screen.lines == ["two", "$ ab", "listening"])
        #expect((stage.screen.row, stage.screen.column) == (1, 4))
        stage.show("more")
        #expect(stage.screen.lines == ["two", "$ ab", "more"])
        #expect(stage.screen.scrolledOff == 1)
        stage.type(stage.line.hide() + "c")
        #expect(stage.screen.lines == ["two", "$ abc", ""])
    }

    @Test("Below a line that goes on under the cursor, it is painted under all of it")
    func belowSeveralRows() {
        var stage = Stage(.below(rows: 2), rows: 4)
        stage.type("x\r\ny\r\n$ first\r\n> second\u{1b}[A\r")
        stage.show("listening")
        #expect(stage.screen.lines == ["y", "$ first", "> second", "listening"])
        #expect((stage.screen.row, stage.screen.column) == (1, 0))
    }

    @Test("Where there is no row below, nothing is painted")
    func noRoom() {
        var stage = Stage(.below(rows: 1), rows: 1)
        stage.type("$ ")
        #expect(stage.show("listening") == "")
        #expect(stage.line.hide() == "")
    }

    @Test("After a resize the line is drawn to the new width, and its folded rest is gone")
    func resize() {
        var stage = Stage(.currentLine, rows: 4, columns: 40)
        stage.show("a text of some thirty-two cells.")
        // A terminal that folds: the rest of the line stands on the next row.
        stage.screen = ScreenEmulator(rows: 4, columns: 20)
        stage.type("a text of some thirt\r\ny-two cells.\r\u{1b}[A")
        stage.now += .seconds(1)
        stage.type(stage.line.resize(to: TTYSize(rows: 4, columns: 20), at: stage.now))
        #expect(stage.screen.text == "… thirty-two cells.")
        stage.type(stage.line.hide())
        #expect(stage.screen.text == "")
    }

    @Test(
        "Frames follow each other by a thirtieth of a second, and the last one asked for is shown")
    func rate() throws {
        var line = PreviewLine(
            style: .currentLine, usesColor: false, size: TTYSize(rows: 4, columns: 40))
        #expect(line.show([PreviewSpan(.stable, "a")], at: .zero) != "")
        #expect(line.show([PreviewSpan(.stable, "b")], at: .milliseconds(5)) == "")
        #expect(line.show([PreviewSpan(.stable, "c")], at: .milliseconds(10)) == "")
        let deadline = try #require(line.deadline)
        #expect(deadline == PreviewLine.frameInterval)
        #expect(line.deadlinePassed(at: deadline - .milliseconds(1)) == "")
        #expect(line.deadlinePassed(at: deadline).contains("c"))
        #expect(line.deadline == nil)
    }

    @Test("A second full of changes costs thirty frames; no change costs nothing")
    func atMostThirty() {
        var line = PreviewLine(
            style: .currentLine, usesColor: false, size: TTYSize(rows: 4, columns: 40))
        var frames = 0
        for millisecond in 0..<1000 {
            let now = Duration.milliseconds(millisecond)
            if line.show([PreviewSpan(.stable, "\(millisecond)")], at: now) != "" { frames += 1 }
            if line.deadlinePassed(at: now) != "" { frames += 1 }
        }
        #expect(frames == 30)
        #expect(line.show([PreviewSpan(.stable, "999")], at: .seconds(2)) != "")
        #expect(line.show([PreviewSpan(.stable, "999")], at: .seconds(3)) == "")
        #expect(line.deadline == nil)
    }

    @Test("A change that is taken back before its frame is not drawn")
    func takenBack() {
        var line = PreviewLine(
            style: .currentLine, usesColor: false, size: TTYSize(rows: 4, columns: 40))
        _ = line.show([PreviewSpan(.stable, "a")], at: .zero)
        _ = line.show([PreviewSpan(.stable, "b")], at: .milliseconds(5))
        _ = line.show([PreviewSpan(.stable, "a")], at: .milliseconds(10))
        #expect(line.deadline == nil)
    }

    @Test("In the title: the title found comes back")
    func title() {
        var stage = Stage(.title)
        stage.type("\u{1b}]2;my shell\u{7}text")
        stage.show("listening\u{7}\u{1b}\\")
        #expect(stage.screen.title == "listening  \\")
        #expect(stage.screen.text == "text")
        stage.show("more")
        stage.type(stage.line.hide())
        #expect(stage.screen.title == "my shell")
        #expect(stage.screen.titleStack == [])
        #expect(stage.line.hide() == "")
    }

    @Test("Without colour there is no SGR, and on a dumb terminal no control sequence at all")
    func plain() {
        var plain = Stage(.currentLine, color: false)
        let bytes = plain.show("listening")
        #expect(!bytes.contains("m"))
        var dumb = Stage(.dumb, columns: 20)
        let all =
            dumb.show("a long line of text") + dumb.show("short") + dumb.show("日本")
        #expect(!all.contains("\u{1b}"))
        #expect(dumb.screen.text == "日本")
        dumb.type(dumb.line.hide())
        #expect(dumb.screen.text == "")
        #expect(dumb.screen.wraps == 0)
        var off = Stage(.off)
        #expect(off.show("x") == "")
    }

    @Test(
        "The crash handler's bytes end a frame that was cut short",
        arguments: [PreviewStyle.currentLine, .below(rows: 1)])
    func restoring(style: PreviewStyle) {
        var stage = Stage(style)
        let frame = stage.line.show([PreviewSpan(.recording, "listening")], at: .zero)
        for cut in 0...frame.utf8.count {
            var screen = ScreenEmulator(rows: 6, columns: 40)
            screen.feed(Array(frame.utf8.prefix(cut)) + Array(stage.line.restoringBytes.utf8))
            #expect(screen.autowraps)
            #expect(screen.showsCursor)
        }
    }
}
