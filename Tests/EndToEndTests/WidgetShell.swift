import Foundation
import Glibc
import Support

/// A real shell on a pseudo-terminal that answers like a given terminal, with `utter init` loaded: real program, real
/// recogniser (with a model of a few words), fake microphone.
final class WidgetShell {
    let shell: String
    let terminal: PseudoTerminal
    let microphone: FakeMicrophone
    private let process: ChildProcess
    private let persona: TerminalPersona

    static let installed = ["bash", "zsh", "fish"].filter { access("/usr/bin/\($0)", X_OK) == 0 }

    /// Tries something in all shells at a time: most of what they do is wait.
    static func each(_ body: @escaping @Sendable (_ shell: String) async throws -> Void) async {
        await someAtATime(installed, body)
    }

    /// - Parameters:
    ///   - prompt: what the shell shows; `\n` for a line break.
    ///   - dotfile: the text of the dotfile.
    ///   - prepare: puts files into the home directory, where the shell is.
    init(
        _ shell: String, rows: Int = 10, columns: Int = 60, persona: TerminalPersona = .kitty,
        prompt: String = "> ", fields: [String: String] = [:], sound: [Int16]? = nil,
        dotfile: String = "", setup: String = "", prepare: (URL) throws -> Void = { _ in }
    ) async throws {
        self.shell = shell
        self.persona = persona
        terminal = try PseudoTerminal(rows: rows, columns: columns, persona: persona)
        microphone = try FakeMicrophone(sound: sound ?? Program.samples(), fields: fields)
        let home = microphone.directory
        try dotfile.write(
            to: home.appendingPathComponent(".utterrc"), atomically: true, encoding: .utf8)
        // The widgets listen for command lines: what is said stands in the history, as of somebody who says it often.
        let history = String(repeating: "go forward ten meters\n", count: 20)
        for name in [".bash_history", ".zsh_history", ".histfile"] {
            try history.write(
                to: home.appendingPathComponent(name), atomically: true, encoding: .utf8)
        }
        let quoted = prompt.replacing("\n", with: "\\n")
        let setPrompt =
            shell == "fish"
            ? "function fish_prompt; printf '\(quoted)'; end; set -g fish_autosuggestion_enabled 0"
            : "PS1=$'\(quoted)'"
        let load =
            shell == "fish"
            ? "\(Program.path) init fish | source" : "eval \"$(\(Program.path) init \(shell))\""
        let file = home.appendingPathComponent("rc")
        try prepare(home)
        try "\(setPrompt)\n\(setup)\n\(load)\nprintf '\\033[2J\\033[H'\n".write(
            to: file, atomically: true, encoding: .utf8)
        var environment = [
            "HOME": home.path, "LC_ALL": "C.UTF-8", "TERM": "xterm-256color",
            "UTTER_RECOGNIZER_LANGUAGE_MODEL": "\(Program.data)/turtle.lm.bin",
            "UTTER_RECOGNIZER_DICTIONARY": "\(Program.data)/turtle.dic",
            "UTTER_RECOGNIZER_PROFILE": "prose",
        ]
        environment.merge(microphone.environment) { $1 }
        let options = [
            "bash": ["--noprofile", "--norc", "-i"], "zsh": ["-f", "-i"],
            "fish": ["--no-config", "-i"],
        ]
        process = try terminal.spawn(
            "/usr/bin/\(shell)", options[shell] ?? [], environment: environment,
            directory: home.path)
        try await wait("a first prompt") { screen in
            (screen.row, screen.column) != (0, 0) && screen.text.contains { "#$>%".contains($0) }
        }
        terminal.send(". \(file.path)\r")
        let last = prompt.split(separator: "\n").last.map(String.init) ?? ""
        let row = prompt.count { $0 == "\n" }
        try await wait("the prompt of the integration") {
            $0.row == row && $0.column == last.count
        }
    }

    /// The home directory of the shell, in which it is.
    var home: URL { microphone.directory }

    deinit {
        terminal.hangUp()
        process.signal(SIGKILL)
    }

    /// The lines on the screen without the blanks at their ends.
    var lines: [String] { Self.trimmed(terminal.screen) }

    static func trimmed(_ screen: ScreenEmulator) -> [String] {
        screen.lines.map { String($0.reversed().drop { $0 == " " }.reversed()) }
    }

    func wait(
        _ what: String, within limit: Duration = .seconds(30),
        _ condition: (ScreenEmulator) -> Bool
    ) async throws {
        try await eventually(
            what, within: limit,
            detail: {
                let screen = terminal.screen
                return "the screen was:\n\(screen.text)\ncursor \(screen.row), \(screen.column); "
                    + "microphone \(microphone.events.map(\.what))"
            }, { condition(terminal.screen) })
    }

    /// Types a line, then goes back over its right part.
    func type(_ left: String, _ right: String = "") async throws {
        terminal.send(left + right)
        let typed = (left + right).replacing(" ", with: "")
        try await wait("what was typed") { screen in
            screen.lines.joined().replacing(" ", with: "").hasSuffix(typed)
        }
        guard !right.isEmpty else { return }
        let before = (terminal.screen.row, terminal.screen.column)
        terminal.send(String(repeating: "\u{1b}[D", count: right.count))
        try await wait("the cursor in the line") { ($0.row, $0.column) != before }
    }

    /// Presses the hotkey, which stays down, until something has come of it. A key that is down repeats, and to a program
    /// that is slow to start nothing else says that it is.
    private func hold<Value>(until what: String, _ state: () throws -> Value?) async throws -> Value
    {
        terminal.press(.f9)
        var next = monotonicNow() + .milliseconds(500)
        return try await eventually(
            what, detail: { "\(terminal.screen.text); \(microphone.events.map(\.what))" }
        ) {
            if let value = try state() { return value }
            if monotonicNow() >= next {
                terminal.repeat(.f9)
                next = monotonicNow() + .milliseconds(50)
            }
            return nil
        }
    }

    /// Presses the hotkey, which stays down, until something is to be seen.
    func hold(until what: String, isSeen: (ScreenEmulator) -> Bool) async throws {
        try await hold(until: what) { isSeen(terminal.screen) ? () : nil }
    }

    /// Presses the hotkey, which stays down, until the line says that it is listening.
    func holdUntilListening() async throws {
        try await hold(until: "listening") { $0.text.contains("listening") }
    }

    /// Holds the hotkey until the microphone has heard everything, and lets go: the press goes to the shell.
    func speak(until check: (() async throws -> Void)? = nil) async throws {
        let starts = microphone.events("start").count
        let start = try await hold(until: "capture") {
            let all = microphone.events("start")
            return all.count > starts ? all.last?.time : nil
        }
        // What a terminal does with a key that stays down.
        terminal.repeat(.f9)
        try await check?()
        let size = try Data(contentsOf: microphone.soundFile).count
        try await eventually("the end of the speech", within: .seconds(60)) {
            monotonicNow() >= .seconds(start + Double(size) / 32_000)
        }
        terminal.release(.f9)
    }

    /// Waits until the widget is over: the shell has its own settings again, and nothing of ours is left.
    func isAsBefore() async throws {
        try await eventually(
            "a terminal as it was",
            detail: { "flags \(self.terminal.keyboard.flags), \(self.terminal.screen.text)" }
        ) {
            // Where the protocol is not known, pushing has no effect and is not undone.
            let count = persona.keyboard == .none ? (pushes: 0, pops: 0) : terminal.pushesAndPops
            return terminal.keyboard.flags == 0 && !terminal.keyboard.reportsFocus
                && count.pushes == count.pops && !microphone.isOpen
        }
    }
}
