import Foundation
import Glibc
import Support
import Testing

@Suite("utter keys", .timeLimit(.minutes(1)))
struct KeysCommandTests {
    private func start(
        _ terminal: PseudoTerminal, _ arguments: [String] = [], stdout: ChildStream = .terminal
    ) throws -> ChildProcess {
        try terminal.spawn(
            BuiltProducts.path(of: "utter"), ["keys"] + arguments, stdin: .null, stdout: stdout)
    }

    /// Holds a key as a person does, so that its repeats are there to be measured.
    private func hold(_ key: TypedKey, on terminal: PseudoTerminal) async throws {
        terminal.press(key)
        try await Task.sleep(for: .milliseconds(120))
        for _ in 0..<8 {
            terminal.repeat(key)
            try await Task.sleep(for: .milliseconds(20))
        }
        terminal.release(key)
    }

    @Test("shows events with their bytes, measures the repeat, and says that holding works")
    func kitty() async throws {
        let terminal = try PseudoTerminal(rows: 40, columns: 100)
        let utter = try start(terminal)
        try await terminal.waitForScreen("protocol: kitty keyboard protocol, flags 11")
        try await hold(.space, on: terminal)
        try await terminal.waitForScreen("release  space                 \\e[32;1:3u")
        terminal.tap(.rightControl)
        try await terminal.waitForScreen("right_control")
        terminal.tap(.character("q"))
        #expect(try await utter.waitForEnd() == .exited(0))
        try await terminal.waitForScreen("verdict: hold")
        let text = terminal.screen.text
        #expect(text.contains("press    space                 \\e[32u"))
        #expect(text.contains("repeat   space                 \\e[32;1:2u"))
        #expect(text.contains(/repeat: after \d+ ms, every \d+ ms/))
        #expect(terminal.keyboard.isPristine)
        #expect(terminal.pendingInput == 0)
    }

    @Test("says toggle where no releases come, and auto-repeat where the dotfile asks for it")
    func withoutReleases() async throws {
        for (arguments, verdict) in [
            ([], "verdict: toggle: "), (["-o", "gesture.mode=hold"], "verdict: auto-repeat: "),
        ] {
            let terminal = try PseudoTerminal(rows: 40, columns: 100, persona: .tmux)
            let utter = try start(terminal, arguments)
            try await terminal.waitForScreen("protocol: xterm's escape sequences (tmux 3.3a)")
            try await hold(.space, on: terminal)
            try await terminal.waitForScreen("\\x20")
            terminal.press(.character("c").control)
            #expect(try await utter.waitForEnd() == .exited(0))
            try await terminal.waitForScreen(verdict)
        }
    }

    @Test("prints JSON, one object a line, into a pipe or file")
    func json() async throws {
        let path = "/tmp/utter-keys.\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let terminal = try PseudoTerminal()
        let utter = try start(terminal, ["--json"], stdout: .file(path))
        let lines = { () -> [String] in
            let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
            return text.split(separator: "\n").map(String.init)
        }
        try await eventually("the answers") { lines().contains { $0.contains("da1_reply") } }
        terminal.tap(.f9)
        terminal.tap(.character("q"))
        #expect(try await utter.waitForEnd() == .exited(0))
        let objects = try lines().map {
            try #require(
                JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        #expect(
            objects.contains { $0["key"] as? String == "f9" && $0["type"] as? String == "release" })
        #expect(objects.last?["verdict"] as? String == "hold")
    }

    @Test("ends by the signal that ended it, the terminal as it was")
    func signal() async throws {
        let terminal = try PseudoTerminal()
        let utter = try start(terminal)
        try await terminal.waitForFlags(11)
        try await terminal.waitForScreen("protocol")
        utter.signal(SIGTERM)
        #expect(try await utter.waitForEnd() == .signalled(SIGTERM))
        try await eventually("the keyboard as it was") { terminal.keyboard.isPristine }
    }

    @Test("an output that takes no more ends it, and is said")
    func fullOutput() async throws {
        let path = "/tmp/utter-keys.\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        for arguments in [[], ["--json"]] {
            let terminal = try PseudoTerminal()
            let utter = try terminal.spawn(
                BuiltProducts.path(of: "utter"), ["keys"] + arguments,
                stdout: .file("/dev/full"), stderr: .file(path))
            #expect(try await utter.waitForEnd() == .exited(1))
            #expect(
                try String(contentsOfFile: path, encoding: .utf8).hasPrefix(
                    "utter: cannot write to standard output: no space left on device\n"))
            try await eventually("the keyboard as it was") { terminal.keyboard.isPristine }
        }
    }

    @Test("without a terminal: what, why and what to do, exit 3")
    func noTerminal() async throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/setsid")
        process.arguments = ["--wait", BuiltProducts.path(of: "utter"), "keys"]
        let pipe = Pipe()
        process.standardError = pipe
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let said = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 3)
        #expect(said.hasPrefix("utter: cannot use the terminal: open /dev/tty: "))
        #expect(said.split(separator: "\n").count == 2)
    }
}
