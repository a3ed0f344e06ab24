import Configuration
import Foundation
import Glibc
import Keyboard
import Support

@testable import utter

/// A real shell on a pseudo-terminal with the integration loaded. What the widget runs is a script that stands in
/// for the program: here the widget is under test.
final class ShellUnderTest {
    let shell: ShellKind
    let terminal: PseudoTerminal
    let directory: URL
    private let child: ChildProcess

    static func program(_ shell: ShellKind) -> String? {
        ["/bin", "/usr/bin", "/usr/local/bin"].map { "\($0)/\(shell.rawValue)" }
            .first { access($0, X_OK) == 0 }
    }

    static let installed = ShellKind.allCases.filter { program($0) != nil }

    /// - Parameters:
    ///   - standIn: the body of the script that stands in for the program; nil for none at all.
    ///   - setup: lines that the shell reads before the integration.
    ///   - after: lines that it reads afterwards.
    ///   - term: the value of `TERM`.
    init(
        _ shell: ShellKind, key: String = "f9", standIn: String?, setup: String = "",
        after: String = "", columns: Int = 60, term: String = "xterm-256color"
    ) async throws {
        self.shell = shell
        guard let program = Self.program(shell) else {
            throw TimedOut(description: "no \(shell) here")
        }
        directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("utter-\(UUID().uuidString)")
        let bin = directory.appendingPathComponent("it's here")
        try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
        let fake = bin.appendingPathComponent("utter")
        if let standIn {
            // Not written from here: a child that another test starts meanwhile would hold it open for writing, and
            // a program that is open for writing cannot be run.
            let text = directory.appendingPathComponent("stand-in")
            try "#!/bin/bash\n\(standIn)\n".write(to: text, atomically: true, encoding: .utf8)
            let install = try Process.run(
                URL(fileURLWithPath: "/usr/bin/install"),
                arguments: ["-m", "755", text.path, fake.path])
            install.waitUntilExit()
        }
        let integration = ShellIntegration(
            shell: shell, chord: try KeyChord(parsing: key), program: fake.path)
        let prompt =
            shell == .fish
            ? "function fish_prompt; echo -n '> '; end; set -g fish_autosuggestion_enabled 0"
            : "PS1='> '"
        let clear = shell == .fish ? "printf" : "\\printf"
        // fish greets and draws its prompt after start-up; the others when the file has been read.
        let text =
            "\(prompt)\n\(setup)\n\(integration.script)\n\(after)\n\(clear) '\\033[2J\\033[H'\n"
        let file = directory.appendingPathComponent("rc")
        try text.write(to: file, atomically: true, encoding: .utf8)
        terminal = try PseudoTerminal(rows: 12, columns: columns)
        let options: [String] =
            switch shell {
            case .bash: ["--noprofile", "--norc", "-i"]
            case .zsh: ["-f", "-i"]
            case .fish: ["--no-config", "-i"]
            }
        child = try terminal.spawn(
            program, options,
            environment: [
                "HOME": directory.path, "LC_ALL": "C.UTF-8", "TERM": term,
                "PATH": "/usr/local/bin:/usr/bin:/bin", "UTTER_TEST": directory.path,
            ])
        try await terminal.waitForScreen("a first prompt") { screen in
            screen.column > 0 && screen.text.contains { "#$>%".contains($0) }
        }
        terminal.send(". \(file.path)\r")
        try await terminal.waitForScreen("the prompt of the integration") {
            $0.row == 0 && $0.column == 2 && $0.lines[0].hasPrefix(">")
        }
    }

    deinit {
        terminal.hangUp()
        child.signal(SIGKILL)
        try? FileManager.default.removeItem(at: directory)
    }

    /// Types a line and leaves the cursor between its parts.
    func type(_ left: String, _ right: String = "") async throws {
        terminal.send(left + right)
        try await waitForLine(left + right)
        guard !right.isEmpty else { return }
        terminal.send(String(repeating: "\u{1b}[D", count: right.count))
        let column = 2 + cells(left)
        try await terminal.waitForScreen("the cursor in the line") { $0.column == column }
    }

    /// The text of a file in the home directory; empty if there is none.
    func text(_ name: String) throws -> String {
        let file = directory.appendingPathComponent(name)
        guard FileManager.default.fileExists(atPath: file.path) else { return "" }
        return try String(contentsOf: file, encoding: .utf8)
    }

    func waitForLine(_ line: String) async throws {
        let wanted = ("> " + line).trimmingCharacters(in: .whitespaces)
        try await terminal.waitForScreen("the line «\(wanted)»") { screen in
            screen.lines[0].trimmingCharacters(in: .whitespaces) == wanted
        }
    }

    /// The column of a cursor behind `text`, as the emulator counts.
    func cells(_ text: String) -> Int {
        var screen = ScreenEmulator(rows: 1, columns: 200)
        screen.feed(Array(text.utf8))
        return screen.column
    }
}

extension PseudoTerminal {
    func waitForScreen(
        _ what: String, _ condition: (ScreenEmulator) -> Bool
    ) async throws {
        try await eventually(
            what,
            detail: {
                "it showed:\n\(screen.text)\nwith the cursor in \(screen.row), \(screen.column)"
            },
            { condition(screen) })
    }
}
