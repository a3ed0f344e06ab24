import Foundation
import Glibc
import Support
import Testing

/// A real shell on a terminal, the probe one of its jobs.
private struct Shell {
    let terminal: PseudoTerminal
    let shell: ChildProcess
    let logPath = "/tmp/utter-probe.\(UUID().uuidString)"

    init() async throws {
        terminal = try PseudoTerminal()
        shell = try terminal.spawn(
            "bash", ["--norc", "--noprofile", "-i"],
            environment: ["PS1": "$ ", "PROBE": BuiltProducts.path(of: "terminal-probe")])
        try await terminal.waitForScreen("$")
    }

    func type(_ line: String) {
        terminal.send(line + "\r")
    }

    var log: String { (try? String(contentsOfFile: logPath, encoding: .utf8)) ?? "" }

    func waitFor(_ line: String, count: Int = 1) async throws {
        try await eventually(
            "\(count) × \(line.debugDescription) from the probe",
            detail: { "it said:\n\(log)\nand the screen:\n\(terminal.screen.text)" },
            { log.split(separator: "\n").count { $0.hasPrefix(line) } >= count })
    }

    /// Types a command that only a line editor in good order runs as it was typed.
    func expectUsable() async throws {
        // What is typed before the shell has its terminal back is thrown away with the late keys.
        try await eventually("the shell in the foreground") { terminal.foreground == shell.pid }
        let word = "ok\(Int.random(in: 1000...9999))"
        type("echo \(word.prefix(2))''\(word.dropFirst(2))")
        try await eventually(
            "a shell that works", detail: { terminal.screen.text },
            { terminal.screen.lines.contains(word) })
        #expect(terminal.keyboard.flags == 0)
        #expect(!terminal.keyboard.reportsFocus)
        #expect(terminal.attributes.c_lflag & tcflag_t(ISIG) != 0)
    }

    func end() async throws {
        type("exit")
        try await shell.waitForEnd()
        try? FileManager.default.removeItem(atPath: logPath)
    }
}

@Suite("A job of a shell", .timeLimit(.minutes(2)))
struct JobControlTests {
    private static let controlZ = TypedKey.character("z").control

    @Test("Ctrl-Z gives the terminal back, fg takes it again", arguments: ["", " | cat"])
    func suspendAndResume(pipeline: String) async throws {
        let it = try await Shell()
        it.type("$PROBE session 2>\(it.logPath)\(pipeline)")
        try await it.waitFor("outcome")
        for round in 1...2 {
            it.terminal.tap(Self.controlZ)
            try await it.waitFor("stopping", count: round)
            try await it.terminal.waitForScreen("Stopped")
            try await it.expectUsable()
            it.type("fg")
            try await it.waitFor("resumed", count: round)
            try await it.terminal.waitForFlags(11)
        }
        it.terminal.tap(.character("x"))
        try await it.waitFor("key 120 0 release")
        it.terminal.tap(.character("q"))
        try await it.waitFor("left q")
        try await it.expectUsable()
        #expect(it.terminal.keyboard.isPristine || it.terminal.keyboard.bracketedPaste)
        try await it.end()
    }

    @Test("what stty changed while it was stopped is what it gives back")
    func changedSettings() async throws {
        let it = try await Shell()
        it.type("$PROBE session 2>\(it.logPath)")
        try await it.waitFor("outcome")
        it.terminal.tap(Self.controlZ)
        try await it.terminal.waitForScreen("Stopped")
        it.type("sh -c 'stty -ixon; fg=1'; fg")
        try await it.waitFor("resumed")
        try await it.terminal.waitForFlags(11)
        it.terminal.tap(.character("q"))
        try await it.waitFor("left q")
        it.type("stty -a | tr ' ' '\\n' | grep ixon")
        try await it.terminal.waitForScreen("\n-ixon")
        try await it.end()
    }

    @Test(
        "SIGTSTP from outside stops it, SIGCONT in the background does not touch the shell's terminal"
    )
    func continuedInTheBackground() async throws {
        let it = try await Shell()
        it.type("$PROBE session 2>\(it.logPath)")
        try await it.waitFor("outcome")
        _ = kill(it.terminal.foreground, SIGTSTP)
        try await it.terminal.waitForScreen("Stopped")
        try await it.expectUsable()
        // Continued in the background it stops again at the terminal, as every program that needs one does.
        it.type("bg")
        it.type("until jobs | grep -q 'Stopped.*tty\\|Stopped'; do :; done; echo stopped''again")
        try await it.terminal.waitForScreen("stoppedagain")
        try await it.expectUsable()
        it.type("fg")
        try await it.waitFor("resumed")
        try await it.terminal.waitForFlags(11)
        it.terminal.tap(.character("q"))
        try await it.waitFor("left q")
        try await it.expectUsable()
        try await it.end()
    }

    @Test("stopped by SIGSTOP it can give nothing back, but takes the terminal again")
    func stoppedHard() async throws {
        let it = try await Shell()
        it.type("$PROBE session 2>\(it.logPath)")
        try await it.waitFor("outcome")
        _ = kill(it.terminal.foreground, SIGSTOP)
        try await it.terminal.waitForScreen("Stopped")
        it.type("fg")
        try await it.waitFor("signal \(SIGCONT)")
        it.terminal.tap(.character("x"))
        try await it.waitFor("key 120 0 release")
        #expect(it.terminal.attributes.c_lflag & tcflag_t(ISIG) == 0)
        it.terminal.tap(.character("q"))
        try await it.waitFor("left q")
        try await it.expectUsable()
        let (pushes, pops) = it.terminal.pushesAndPops
        #expect((pushes, pops) == (1, 1))
        try await it.end()
    }

    @Test("killed while it is stopped, it leaves the shell's terminal alone")
    func killedWhileStopped() async throws {
        let it = try await Shell()
        it.type("$PROBE session 2>\(it.logPath)")
        try await it.waitFor("outcome")
        it.terminal.tap(Self.controlZ)
        try await it.terminal.waitForScreen("Stopped")
        it.type("kill %1; wait %1; echo ended''now")
        try await it.terminal.waitForScreen("endednow")
        try await it.expectUsable()
        try await it.end()
    }

    @Test("in a command substitution it does not stop, for nobody could continue it")
    func commandSubstitution() async throws {
        let it = try await Shell()
        it.type("x=$($PROBE session 2>\(it.logPath))")
        try await it.waitFor("outcome")
        it.terminal.tap(Self.controlZ)
        try await it.waitFor("left cannot stop")
        try await it.expectUsable()
        try await it.end()
    }

    @Test("nor in that of a shell within a shell")
    func nestedShell() async throws {
        let it = try await Shell()
        it.type("bash --norc --noprofile -i")
        try await eventually("the inner shell") {
            it.terminal.foreground != it.shell.pid && it.terminal.foreground > 0
        }
        let inner = it.terminal.foreground
        it.type("x=$($PROBE session 2>\(it.logPath))")
        try await it.waitFor("outcome")
        it.terminal.tap(Self.controlZ)
        try await it.waitFor("left cannot stop")
        it.type("exit")
        try await eventually("the end of the inner shell") { kill(inner, 0) != 0 }
        try await it.expectUsable()
        try await it.end()
    }

    @Test("a key held at the end never reaches the shell")
    func heldAtTheEnd() async throws {
        let it = try await Shell()
        it.type("$PROBE session 2>\(it.logPath)")
        try await it.waitFor("outcome")
        it.terminal.press(.character("q"))
        try await it.waitFor("key 113 0 press")
        for _ in 0..<10 { it.terminal.repeat(.character("q")) }
        it.terminal.release(.character("q"))
        try await it.waitFor("left q")
        try await it.expectUsable()
        #expect(!it.terminal.screen.text.contains("qq"))
        #expect(!it.terminal.screen.text.contains(";1:"))
        try await it.end()
    }
}
