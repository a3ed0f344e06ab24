import Foundation
import Glibc
import Support
import Terminal
import Testing

/// The probe on a terminal of its own, and what it says.
private struct Probe {
    let terminal: PseudoTerminal
    let before: termios
    let logPath: String
    let child: ChildProcess

    init(
        persona: TerminalPersona = .kitty, heldKey: Int? = nil, term: String = "xterm-kitty",
        typedBefore: String = ""
    ) throws {
        terminal = try PseudoTerminal(persona: persona)
        before = terminal.attributes
        terminal.send(typedBefore)
        logPath = "/tmp/utter-probe.\(UUID().uuidString)"
        child = try terminal.spawn(
            BuiltProducts.path(of: "terminal-probe"),
            ["session"] + (heldKey.map { ["\($0)"] } ?? []), environment: ["TERM": term],
            stdin: .null, stderr: .file(logPath))
    }

    var log: String {
        (try? String(contentsOfFile: logPath, encoding: .utf8)) ?? ""
    }

    func waitFor(_ line: String) async throws {
        try await eventually(
            "\(line.debugDescription) from the probe", detail: { "it said:\n\(log)" },
            { log.split(separator: "\n").contains { $0.hasPrefix(line) } })
    }

    func count(_ line: String) -> Int {
        log.split(separator: "\n").count { $0.hasPrefix(line) }
    }

    /// Repeats a key as a held one does, and looks that the probe leaves only where its events have paused for too
    /// long (which they do on a busy machine): before the first repeat, or between two.
    func expectPatience(
        with key: TypedKey, delay: Duration, first: Duration, gap: Duration,
        since start: ContinuousClock.Instant = .now,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let clock = ContinuousClock()
        var last = start
        var excuse: Duration?
        try await clock.sleep(for: delay)
        for count in 0..<20 {
            let pause = clock.now - last
            if pause >= (count == 0 ? first : gap) { excuse = pause }
            if child.status != nil { break }
            terminal.repeat(key)
            last = clock.now
            try await clock.sleep(for: .milliseconds(30))
        }
        #expect(child.status == nil || excuse != nil, sourceLocation: sourceLocation)
    }

    /// Waits for the end, and looks at everything that a session could leave behind.
    func expectClean(
        status: ChildStatus = .exited(0), sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let end = try await child.waitForEnd()
        #expect(end == status, "\(log)", sourceLocation: sourceLocation)
        #expect(
            same(terminal.attributes, before), "the settings", sourceLocation: sourceLocation)
        try await eventually("the keyboard as it was", within: .seconds(5)) {
            terminal.keyboard.isPristine
        }
        #expect(terminal.pendingInput == 0, "no byte for the shell", sourceLocation: sourceLocation)
        let (pushes, pops) = terminal.pushesAndPops
        #expect(pushes >= pops, "one pop for a push", sourceLocation: sourceLocation)
        try? FileManager.default.removeItem(atPath: logPath)
    }
}

@Suite("A session on a terminal", .timeLimit(.minutes(2)))
struct TerminalSessionTests {
    @Test(
        "finds out how keys come, and leaves nothing behind",
        arguments: [
            ("kitty", TerminalPersona.kitty, "kitty(flags: 11) flagsAccepted"),
            ("foot", .foot, "kitty(flags: 11) flagsAccepted"),
            ("zellij", .zellij, "legacy flagsReduced(1)"),
            ("tmux", .tmux, "legacy flagsUnknown"),
            ("xterm", .xterm, "legacy flagsUnknown"),
            ("Windows Terminal", .windowsTerminal, "win32 win32Offered"),
            ("one that never answers", .silent, "legacy noAnswer"),
        ])
    func negotiation(name: String, persona: TerminalPersona, outcome: String) async throws {
        let probe = try Probe(persona: persona)
        try await probe.waitFor("outcome \(outcome)")
        probe.terminal.tap(.character("x"))
        try await probe.waitFor("key 120 0 press")
        probe.terminal.tap(.character("q"))
        try await probe.expectClean()
        #expect(probe.log.isEmpty || !probe.log.contains("unknown"), "\(probe.log)")
    }

    @Test("is usable before a single answer has come, and late answers are no keys")
    func lateAnswers() async throws {
        var persona = TerminalPersona.kitty
        persona.holdsAnswers = true
        let probe = try Probe(persona: persona)
        try await probe.waitFor("ready")
        try await probe.terminal.waitForFlags(11)
        probe.terminal.tap(.character("x"))
        try await probe.waitFor("key 120 0 release")
        #expect(!probe.log.contains("outcome"))
        probe.terminal.releaseAnswers()
        try await probe.waitFor("outcome kitty(flags: 11)")
        #expect(probe.count("key") == 2)
        probe.terminal.tap(.character("q"))
        try await probe.expectClean()
    }

    @Test(
        "waits at its end for answers that are still on their way, and does nothing more for them",
        arguments: [TerminalPersona.kitty, .zellij, .windowsTerminal, .tmux])
    func answersAtTheEnd(of terminal: TerminalPersona) async throws {
        var persona = terminal
        persona.holdsAnswers = true
        let probe = try Probe(persona: persona)
        try await probe.terminal.waitForOutput("\u{1b}[c")
        try await probe.waitFor("ready")
        probe.terminal.tap(.character("q"))
        // The fence is asked for behind the first questions; then everything is answered at once.
        try await eventually("the fence") {
            probe.terminal.outputText.components(separatedBy: "\u{1b}[c").count == 3
        }
        probe.terminal.releaseAnswers()
        try await probe.expectClean()
    }

    @Test(
        "undoes what is there in the end, however late the answers change it",
        arguments: [TerminalPersona.kitty, .zellij, .windowsTerminal, .tmux])
    func answersWhileAKeyIsDown(of terminal: TerminalPersona) async throws {
        var persona = terminal
        persona.holdsAnswers = true
        let probe = try Probe(persona: persona)
        try await probe.terminal.waitForOutput("\u{1b}[c")
        try await probe.waitFor("ready")
        probe.terminal.press(.space)
        try await probe.waitFor("key 32 0 press")
        probe.child.signal(SIGTERM)
        try await probe.waitFor("signal \(SIGTERM)")
        // The key is waited for now.
        probe.terminal.releaseAnswers()
        try await probe.expectClean(status: .exited(128 + SIGTERM))
    }

    @Test("is not confused by answers that come twice or amid noise")
    func doubledAnswers() async throws {
        var persona = TerminalPersona.kitty
        persona.answerCount = 2
        persona.noise = Array("\u{1b}[?997;1n\u{1b}]11;rgb:0/0/0\u{7}".utf8)
        let probe = try Probe(persona: persona)
        try await probe.waitFor("outcome kitty(flags: 11)")
        #expect(probe.count("key") == 0)
        probe.terminal.tap(.character("q"))
        try await probe.expectClean()
    }

    @Test("does not ask a dumb terminal anything")
    func dumb() async throws {
        let probe = try Probe(persona: .silent, term: "dumb")
        try await probe.waitFor("ready")
        probe.terminal.send("q")
        try await probe.waitFor("left q")
        #expect(probe.terminal.output.isEmpty)
        try await probe.expectClean()
    }

    @Test("reads what was typed before it began")
    func typedBefore() async throws {
        let probe = try Probe(typedBefore: "early")
        try await probe.waitFor("key 121 0 press")
        probe.terminal.tap(.character("q"))
        try await probe.waitFor("typed early")
        try await probe.expectClean()
    }

    @Test("waits for a key that is down before it pops the flags")
    func heldKey() async throws {
        let probe = try Probe()
        try await probe.waitFor("outcome")
        probe.terminal.press(.space)
        try await probe.waitFor("key 32 0 press")
        probe.child.signal(SIGTERM)
        for _ in 0..<20 {
            probe.terminal.repeat(.space)
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(probe.child.status == nil)
        #expect(probe.terminal.keyboard.flags == 15)
        probe.terminal.release(.space)
        try await probe.expectClean(status: .exited(128 + SIGTERM))
    }

    @Test("a key adopted from before the start must come up, too")
    func adoptedKey() async throws {
        let probe = try Probe(heldKey: 57372)
        try await probe.waitFor("outcome")
        probe.child.signal(SIGINT)
        try await probe.waitFor("signal \(SIGINT)")
        probe.terminal.repeat(.f9)
        #expect(probe.terminal.keyboard.flags == 15)
        probe.terminal.release(.f9)
        try await probe.expectClean(status: .exited(128 + SIGINT))
    }

    @Test("where no releases are told, repeats of a key are awaited to end")
    func unreportedRepeats() async throws {
        let probe = try Probe(persona: .tmux)
        try await probe.waitFor("outcome legacy")
        for _ in 0..<3 { probe.terminal.repeat(.space) }
        // All of them: one press alone is a tap, after which nothing is awaited.
        try await eventually("three presses") { probe.count("key 32 0 press") == 3 }
        probe.child.signal(SIGTERM)
        try await probe.expectPatience(
            with: .space, delay: .zero, first: .milliseconds(390), gap: .milliseconds(390))
        try await probe.expectClean(status: .exited(128 + SIGTERM))
    }

    @Test("where no releases are told, a hotkey pressed a moment ago may yet repeat")
    func hotkeyMayRepeat() async throws {
        let probe = try Probe(persona: .tmux, heldKey: 57372)
        try await probe.waitFor("outcome legacy")
        probe.terminal.press(.f9)
        try await probe.waitFor("key 57372 0 press")
        probe.child.signal(SIGTERM)
        try await probe.waitFor("signal \(SIGTERM)")
        // The first repeat comes after the initial delay, and more follow.
        try await probe.expectPatience(
            with: .f9, delay: .milliseconds(450), first: .milliseconds(700),
            gap: .milliseconds(390))
        try await probe.expectClean(status: .exited(128 + SIGTERM))
    }

    @Test("where no releases are told, a hotkey that is down from before may yet repeat")
    func adoptedKeyMayRepeat() async throws {
        let start = ContinuousClock.now
        let probe = try Probe(persona: .tmux, heldKey: 57372)
        try await probe.waitFor("outcome legacy")
        probe.child.signal(SIGTERM)
        try await probe.waitFor("signal \(SIGTERM)")
        try await probe.expectPatience(
            with: .f9, delay: .milliseconds(300), first: .milliseconds(700),
            gap: .milliseconds(390), since: start)
        try await probe.expectClean(status: .exited(128 + SIGTERM))
    }

    @Test("does not wait for ever for a release that was lost")
    func lostRelease() async throws {
        let probe = try Probe()
        try await probe.waitFor("outcome")
        probe.terminal.press(.space)
        try await probe.waitFor("key 32 0 press")
        probe.child.signal(SIGTERM)
        try await probe.expectClean(status: .exited(128 + SIGTERM))
    }

    @Test("keys whose window has lost the focus are not waited for")
    func focusLost() async throws {
        let probe = try Probe()
        try await probe.waitFor("outcome")
        probe.terminal.press(.space)
        probe.terminal.focus(false)
        try await probe.waitFor("focusOut")
        probe.child.signal(SIGHUP)
        try await probe.expectClean(status: .exited(128 + SIGHUP))
    }

    @Test(
        "every orderly signal gives the terminal back",
        arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2])
    func signals(number: Int32) async throws {
        let probe = try Probe()
        try await probe.waitFor("outcome")
        probe.child.signal(number)
        try await probe.expectClean(status: .exited(128 + number))
    }

    @Test("a terminal that goes away ends it")
    func hangup() async throws {
        let probe = try Probe()
        try await probe.waitFor("outcome")
        probe.terminal.hangUp()
        let status = try await probe.child.waitForEnd()
        #expect([.exited(3), .exited(128 + SIGHUP)].contains(status))
    }

    @Test("a terminal that has stopped taking bytes does not hold it up for ever")
    func stoppedTerminal() async throws {
        let probe = try Probe()
        try await probe.waitFor("outcome")
        probe.terminal.stopReading(true)
        probe.child.signal(SIGTERM)
        #expect(try await probe.child.waitForEnd() == .exited(128 + SIGTERM))
        #expect(same(probe.terminal.attributes, probe.before))
        probe.terminal.stopReading(false)
        try await eventually("the keyboard as it was") { probe.terminal.keyboard.isPristine }
    }

    @Test("as the leader of its session it cannot stop, and goes on at once")
    func orphan() async throws {
        let probe = try Probe()
        try await probe.waitFor("outcome")
        probe.terminal.press(TypedKey.character("z").control)
        probe.terminal.release(TypedKey.character("z").control)
        try await probe.waitFor("resumed")
        try await probe.terminal.waitForFlags(11)
        probe.terminal.tap(.character("q"))
        try await probe.expectClean()
    }
}
