import Support
import Terminal
import Testing

/// A painter on a pseudo-terminal.
private final class Stage {
    let terminal: PseudoTerminal
    let tty: TTY
    let painter: PreviewPainter
    var now = Duration.seconds(1)

    init(_ style: PreviewStyle, rows: Int = 6, columns: Int = 40) throws {
        terminal = try PseudoTerminal(rows: rows, columns: columns)
        tty = try TTY(path: terminal.path)
        painter = PreviewPainter(
            PreviewLine(
                style: style, usesColor: true, size: TTYSize(rows: rows, columns: columns)),
            on: tty)
    }

    func show(_ text: String) throws {
        now += .seconds(1)
        try painter.show([PreviewSpan(.stable, text)], at: now)
    }

    func waitForScreen(_ text: String) async throws {
        try await eventually(
            "\(text.debugDescription) on the screen", detail: { terminal.screen.description },
            { terminal.screen.text == text })
    }
}

@Suite("The preview line on a terminal", .timeLimit(.minutes(1)))
struct PreviewPainterTests {
    @Test("Messages stand above the line, and transcripts on the same terminal too")
    func logsAndTranscripts() async throws {
        let stage = try Stage(.currentLine)
        try stage.show("listening")
        try await stage.waitForScreen("listening")
        try stage.painter.log("a message\u{1b}[2J", at: stage.now)
        try await stage.waitForScreen("a message [2J\nlistening")
        try stage.painter.aside(at: stage.now) {
            try? stage.tty.write("words that were said\r\n")
        }
        try await stage.waitForScreen("a message [2J\nwords that were said\nlistening")
        try stage.painter.hide()
        try await stage.waitForScreen("a message [2J\nwords that were said")
        #expect(stage.terminal.screen.column == 0)
        #expect(stage.painter.bytesWritten > 0)
    }

    @Test("Below a prompt a message takes the place of the line and pushes nothing about")
    func logBelow() async throws {
        let stage = try Stage(.below(rows: 1))
        try stage.tty.write("$ git")
        try stage.show("listening")
        try stage.painter.log("a message", at: stage.now + .seconds(1))
        try await stage.waitForScreen("$ git\na message")
        #expect(stage.terminal.screen.column == 5)
        try stage.painter.hide()
        try await stage.waitForScreen("$ git")
    }

    @Test("A terminal that has stopped costs frames, never bytes: the newest is shown in the end")
    func stoppedTerminal() async throws {
        let stage = try Stage(.currentLine)
        stage.terminal.stopReading(true)
        // The kernel takes some of it; then frames must be left out.
        var count = 0
        while !stage.tty.wantsToWrite {
            count += 1
            try stage.show("frame \(count)")
        }
        let written = stage.painter.bytesWritten
        for _ in 0..<1000 {
            count += 1
            try stage.show("frame \(count)")
        }
        #expect(stage.painter.bytesWritten == written)
        stage.terminal.stopReading(false)
        try await eventually("room") {
            try stage.tty.flush()
            return !stage.tty.wantsToWrite
        }
        stage.now += .seconds(1)
        try stage.painter.terminalIsReady(at: stage.now)
        try await stage.waitForScreen("frame \(count)")
        #expect(stage.terminal.screen.wraps == 0)
        // Not one byte of what was accepted has got lost.
        #expect(stage.terminal.output.count == stage.tty.bytesWritten)
    }

    @Test("Writing to a stopped terminal is bounded")
    func bounded() async throws {
        let stage = try Stage(.off)
        stage.terminal.stopReading(true)
        while !stage.tty.wantsToWrite { try stage.tty.write(String(repeating: "x", count: 4096)) }
        #expect(!stage.tty.drain(within: .milliseconds(50)))
        stage.terminal.stopReading(false)
        #expect(stage.tty.drain(within: .seconds(20)))
    }
}
