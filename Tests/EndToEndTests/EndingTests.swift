import Foundation
import Glibc
import Support
import Testing

/// Every way in which the program can end, and what it leaves behind: a closed microphone and a terminal as it was.
@Suite(.serialized)
struct EndingTests {
    struct Ending: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var act: @Sendable (Listening) -> Void
        var status: ChildStatus
    }

    static let endings: [Ending] = [
        Ending(testDescription: "q", act: { $0.terminal.tap(.character("q")) }, status: .exited(1)),
        Ending(
            testDescription: "Ctrl-D", act: { $0.terminal.tap(.character("d").control) },
            status: .exited(1)),
        Ending(
            testDescription: "Ctrl-C", act: { $0.terminal.tap(.character("c").control) },
            status: .exited(130)),
        Ending(
            testDescription: "Ctrl-C on a Cyrillic keyboard",
            act: { $0.terminal.tap(.character("с", at: "c").control) }, status: .exited(130)),
        Ending(
            testDescription: "Ctrl-C as a byte", act: { $0.terminal.send([3]) },
            status: .exited(130)),
        Ending(
            testDescription: "SIGINT", act: { $0.process.signal(SIGINT) },
            status: .signalled(SIGINT)),
        Ending(
            testDescription: "SIGTERM", act: { $0.process.signal(SIGTERM) },
            status: .signalled(SIGTERM)),
        Ending(
            testDescription: "SIGHUP", act: { $0.process.signal(SIGHUP) },
            status: .signalled(SIGHUP)),
        Ending(
            testDescription: "SIGQUIT", act: { $0.process.signal(SIGQUIT) },
            status: .signalled(SIGQUIT)),
        Ending(
            testDescription: "a crash", act: { $0.process.signal(SIGSEGV) },
            status: .signalled(SIGSEGV)),
    ]

    @Test(arguments: endings)
    func `while idle it leaves nothing behind`(ending: Ending) async throws {
        let listening = try Listening()
        try await listening.ready()
        ending.act(listening)
        #expect(try await listening.process.waitForEnd() == ending.status)
        try await listening.leavesNothing()
        #expect(listening.output == "")
    }

    @Test(arguments: endings.filter { $0.testDescription != "a crash" })
    func `while the key is held it closes the microphone and leaves nothing behind`(ending: Ending)
        async throws
    {
        let listening = try Listening()
        try await listening.ready()
        listening.terminal.press(.space)
        try await listening.terminal.waitForScreen("listening")
        ending.act(listening)
        try await eventually("the microphone closed") { !listening.microphone.isOpen }
        listening.terminal.release(.space)
        #expect(try await listening.process.waitForEnd() == ending.status)
        try await listening.leavesNothing()
        #expect(listening.output == "")
    }

    @Test func `what a run that was killed has left, the next one takes away`() async throws {
        let listening = try Listening()
        try await listening.ready()
        listening.process.signal(SIGKILL)
        try await listening.process.waitForEnd()
        #expect(listening.leftovers.contains("keyboard flags 15"), "\(listening.leftovers)")
        let next = try listening.terminal.spawn(
            Program.path, ["listen"],
            environment: listening.microphone.environment.merging(
                ["HOME": listening.microphone.directory.path]) { $1 })
        try await eventually("its own flags") { listening.terminal.pushesAndPops.pushes == 2 }
        // The answers have come when the line is drawn anew.
        try await listening.terminal.waitForScreen("loading")
        next.signal(SIGTERM)
        #expect(try await next.waitForEnd() == .signalled(SIGTERM))
        let keyboard = listening.terminal.keyboard
        try await eventually("no flags", detail: { "\(keyboard)" }) {
            listening.terminal.keyboard.flags == 0 && !listening.terminal.keyboard.reportsFocus
        }
        // Its own settings are those that it found; a shell puts its own back when a job dies of a signal.
    }

    @Test func `a terminal that was raw already stays raw, and that is said`() async throws {
        let listening = try Listening(
            under: ["sh", "-c", "stty raw -echo; exec \"$@\"", "sh"], stderr: .terminal)
        try await listening.ready()
        listening.terminal.tap(.character("q"))
        #expect(try await listening.process.waitForEnd() == .exited(1))
        try await listening.terminal.waitForScreen("raw mode already")
        try await listening.terminal.waitForScreen("Ctrl-J, stty sane, Ctrl-J")
        // It may be the screen of a program that runs this one.
        let modes = tcflag_t(ICANON | ISIG | ECHO)
        #expect(listening.terminal.attributes.c_lflag & modes == 0)
        #expect(listening.terminal.keyboard.flags == 0)
    }

    @Test func `a terminal that was not raw is not said to have been`() async throws {
        let listening = try Listening(stderr: .terminal)
        try await listening.ready()
        listening.terminal.tap(.character("q"))
        #expect(try await listening.process.waitForEnd() == .exited(1))
        try await listening.leavesNothing()
        #expect(!listening.terminal.outputText.contains("raw mode"))
    }

    @Test func `where a shell leaves the modes alone, what doctor says after a kill mends them`()
        async throws
    {
        let listening = try Listening(["--once"], persona: .xterm)
        defer { listening.process.signal(SIGKILL) }
        try await listening.ready()
        listening.process.signal(SIGKILL)
        try await listening.process.waitForEnd()
        // Such a shell reads lines as the terminal driver gives them, and sets nothing.
        let terminal = listening.terminal
        let shell = try terminal.spawn(
            "/bin/sh", ["-i"], environment: ["PS1": "$ ", "ENV": "", "TERM": "xterm"])
        defer { shell.signal(SIGKILL) }
        terminal.send("\(Program.path) doctor\n")
        let advice = try await eventually(
            "doctor's advice", within: .seconds(60), detail: { terminal.screen.text }
        ) {
            terminal.outputText.contains("is in raw mode")
                ? terminal.outputText.firstMatch(of: /Ctrl-J, (.*), Ctrl-J/).map { String($0.1) }
                : nil
        }
        // What is typed while it runs is its own.
        try await eventually("the end of doctor", within: .seconds(60)) {
            terminal.outputText.hasSuffix("$ ")
        }
        terminal.send("\n\(advice)\n")
        try await eventually("modes in which lines can be typed") {
            terminal.attributes.c_lflag & tcflag_t(ICANON | ISIG | ECHO)
                == tcflag_t(ICANON | ISIG | ECHO)
        }
        terminal.send("echo $((6*7))\r")
        try await terminal.waitForScreen("42")
    }

    @Test func `a window that is closed ends it`() async throws {
        let listening = try Listening()
        try await listening.ready()
        listening.terminal.press(.space)
        try await listening.terminal.waitForScreen("listening")
        listening.terminal.hangUp()
        let status = try await listening.process.waitForEnd()
        #expect(status == .signalled(SIGHUP))
        #expect(!listening.microphone.isOpen)
    }

    @Test func `a window that is closed takes no words of a hold that is over`() async throws {
        // The signal and the end of the terminal are one request to leave, not two.
        let listening = try Listening(dotfile: "[gesture]\ntail = 2s\n")
        try await listening.ready()
        try await listening.holdWhileSpeaking()
        try await listening.terminal.waitForScreen("finishing")
        listening.terminal.hangUp()
        #expect(try await listening.process.waitForEnd() == .signalled(SIGHUP))
        let text = listening.output
        #expect(Program.overlap(said: Program.words, heard: text) >= 0.8, "heard: \(text)")
        #expect(!listening.microphone.isOpen)
    }

    @Test func `without a standard output it ends at once, cleanly`() async throws {
        let listening = try Listening(under: ["sh", "-c", "exec \"$@\" >&-", "sh"])
        #expect(try await listening.process.waitForEnd() == .exited(0))
        try await listening.leavesNothing()
        #expect(listening.errors == "")
    }

    @Test(arguments: ["<&-", "2>&-", "<&- 2>&-"])
    func `other standard descriptors that are closed are not taken for others`(
        _ redirection: String
    ) async throws {
        let listening = try Listening(
            ["--once"], under: ["sh", "-c", "exec \"$@\" \(redirection)", "sh"])
        try await listening.ready()
        let taken = ProcessState(of: listening.process.pid)?.standard ?? []
        try await listening.holdWhileSpeaking()
        let text = try await listening.line()
        #expect(Program.overlap(said: Program.words, heard: text) >= 0.8, "heard: \(text)")
        #expect(try await listening.process.waitForEnd() == .exited(0))
        try await listening.leavesNothing()
        let closed = redirection.split(separator: " ").map { $0.hasPrefix("2") ? 2 : 0 }
        for number in closed { #expect(taken[number] == "/dev/null", "\(taken)") }
    }

    @Test func `a reader of the output that has gone ends it cleanly`() async throws {
        let ends = try Pipe2()
        let listening = try Listening(stdout: .descriptor(ends.writing))
        ends.closeWriter()
        try await listening.ready()
        ends.closeReader()
        #expect(try await listening.process.waitForEnd() == .exited(0))
        try await listening.leavesNothing()
        #expect(listening.errors == "")
    }

    @Test func `a reader of the output that does not read holds nothing up`() async throws {
        let ends = try Pipe2()
        ends.fill()
        let listening = try Listening(stdout: .descriptor(ends.writing))
        ends.closeWriter()
        try await listening.ready()
        try await listening.holdWhileSpeaking()
        try await listening.pause()
        try await listening.holdWhileSpeaking()
        try await eventually("two closings") { listening.microphone.events("close").count == 2 }
        listening.terminal.tap(.character("q"))
        let text = try await eventually("both lines") {
            let lines = ends.take().split(separator: "\n").filter { !$0.hasPrefix("x") }
            return lines.count == 2 ? lines.joined(separator: " ") : nil
        }
        #expect(
            Program.overlap(said: Program.words + " " + Program.words, heard: text) >= 0.8)
        #expect(try await listening.process.waitForEnd() == .exited(0))
    }

    @Test func `a reader of the output that does not read is not waited for after a signal`()
        async throws
    {
        let ends = try Pipe2()
        ends.fill()
        let listening = try Listening(stdout: .descriptor(ends.writing))
        ends.closeWriter()
        try await listening.ready()
        try await listening.holdWhileSpeaking()
        // The words are out as far as they can be.
        try await listening.terminal.waitForScreen("“go forward")
        listening.process.signal(SIGTERM)
        #expect(try await listening.process.waitForEnd() == .signalled(SIGTERM))
        try await listening.leavesNothing()
    }

    @Test func `each line is there as soon as it is delivered`() async throws {
        let ends = try Pipe2()
        let listening = try Listening(stdout: .descriptor(ends.writing))
        ends.closeWriter()
        try await listening.ready()
        try await listening.holdWhileSpeaking()
        try await eventually("the line") { ends.take().hasSuffix("\n") }
        #expect(listening.process.status == nil)
    }
}

/// A pipe whose reader is the test.
private final class Pipe2 {
    private var ends: [Int32] = [-1, -1]
    private var taken = ""

    init() throws {
        guard pipe(&ends) == 0 else { throw TimedOut(description: "no pipe") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    }

    deinit {
        closeReader()
        closeWriter()
    }

    var writing: Int32 { ends[1] }

    func closeReader() {
        if ends[0] >= 0 { close(ends[0]) }
        ends[0] = -1
    }

    func closeWriter() {
        if ends[1] >= 0 { close(ends[1]) }
        ends[1] = -1
    }

    /// Fills it with lines of `x` until not a byte more goes in.
    func fill() {
        let flags = fcntl(ends[1], F_GETFL)
        _ = fcntl(ends[1], F_SETFL, flags | O_NONBLOCK)
        let line = Array((String(repeating: "x", count: 4095) + "\n").utf8)
        while write(ends[1], line, line.count) > 0 {}
        _ = fcntl(ends[1], F_SETFL, flags)
    }

    /// Everything that has come so far.
    func take() -> String {
        var bytes = [UInt8](repeating: 0, count: 1 << 17)
        while case let count = read(ends[0], &bytes, bytes.count), count > 0 {
            taken += String(decoding: bytes[..<count], as: UTF8.self)
        }
        return taken
    }
}
