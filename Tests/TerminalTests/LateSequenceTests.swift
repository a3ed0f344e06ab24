import Keyboard
import Support
import Terminal
import Testing

/// Bytes that have waited unread beyond the deadline of the sequence that they belong to.
@Suite struct LateSequenceTests {
    @Test func `the rest of a sequence is no text, however late it is read`() async throws {
        let terminal = try PseudoTerminal()
        let session = TerminalSession(try TTY(path: terminal.path), terminal: "xterm")
        try session.tty.enterRawMode()
        defer { session.tty.leaveRawMode() }
        terminal.send("\u{1b}")
        #expect(try await session.nextEvents(terminal, at: .zero) == [])
        terminal.send("[3~")
        #expect(
            try await session.nextEvents(terminal, at: .seconds(10)) == [.key(KeyEvent(.delete))])
        terminal.send("\u{1b}")
        #expect(try await session.nextEvents(terminal, at: .seconds(20)) == [])
        #expect(
            try session.deadlinePassed(at: .seconds(21)) == [.key(KeyEvent(.escape))],
            "a deadline that was passed in time has passed")
    }
}

extension TerminalSession {
    /// Reads once there is something to read.
    fileprivate func nextEvents(
        _ terminal: PseudoTerminal, at now: Duration
    ) async throws -> [TerminalEvent] {
        try await eventually("input") { terminal.pendingInput > 0 }
        guard case .events(let events) = try read(at: now) else { return [] }
        return events
    }
}
