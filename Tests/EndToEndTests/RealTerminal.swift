import Foundation
import Glibc
import Support

/// A real terminal with a shell in it, and hands on its keyboard.
final class RealTerminal {
    enum Kind: String, CaseIterable, Sendable {
        case kitty
        case foot
        /// tmux in a kitty window.
        case tmux

        var isAvailable: Bool {
            switch self {
            case .kitty: Desktop.isAvailable
            case .foot: Compositor.isAvailable
            case .tmux: Desktop.isAvailable && access("/usr/bin/tmux", X_OK) == 0
            }
        }

        /// Whether releases come through it.
        var reportsReleases: Bool { self != .tmux }
    }

    /// What hands do. Keys are named as by X11.
    enum Move {
        case down(String)
        case up(String)
        case wait(Double)
    }

    let kind: Kind
    let microphone: FakeMicrophone
    private let window: DesktopWindow?
    private let foot: ChildProcess?
    private let desktop: Desktop

    /// Opens the terminal with bash in it. There `talk` is `utter listen --json`, its output in a file.
    init(_ kind: Kind) async throws {
        self.kind = kind
        desktop = try Desktop.shared()
        microphone = try FakeMicrophone(sound: Program.samples())
        let directory = microphone.directory.path
        let talk = "\(directory)/talk"
        try writeFile(
            talk,
            """
            #!/bin/sh
            echo $$ > \(directory)/pid
            exec \(Program.path) listen --json "$@" >> \(directory)/out 2>> \(directory)/err
            """)
        chmod(talk, 0o755)
        let environment = [
            // A home without any ~/.asoundrc, which would name another microphone.
            // And no sound server: where one runs, ALSA's own configuration makes it the default.
            "HOME": directory, "PULSE_SERVER": "/nonexistent", "PATH": "\(directory):/usr/bin:/bin",
            "PS1": "$ ",
            "MARK": "\(directory)/mark",
            "UTTER_RECOGNIZER_LANGUAGE_MODEL": "\(Program.data)/turtle.lm.bin",
            "UTTER_RECOGNIZER_DICTIONARY": "\(Program.data)/turtle.dic",
        ].merging(microphone.environment) { $1 }
        let shell = ["bash", "--norc", "--noprofile", "-i"]
        switch kind {
        case .kitty:
            window = try await DesktopWindow(on: desktop, running: shell, environment: environment)
            foot = nil
        case .tmux:
            // A server of its own, without anybody's configuration. The focus it passes on only where it was told to
            // before the client came.
            try writeFile("\(directory)/tmux.conf", "set -g focus-events on\n")
            window = try await DesktopWindow(
                on: desktop,
                running: ["tmux", "-S", "\(directory)/tmux", "-f", "\(directory)/tmux.conf", "new"]
                    + shell,
                environment: environment)
            foot = nil
        case .foot:
            window = nil
            foot = try await Compositor.shared().window(running: shell, environment: environment)
        }
        try await expectPrompt()
    }

    deinit {
        if kind == .tmux {
            _ = try? desktop.run(
                "tmux", "-S", "\(microphone.directory.path)/tmux", "kill-server")
        }
        window?.close()
        foot?.end()
    }

    // MARK: What came of it

    private func text(_ name: String) -> String {
        (try? String(
            contentsOf: microphone.directory.appendingPathComponent(name), encoding: .utf8)) ?? ""
    }

    /// The objects that the program has printed, by their type.
    var events: [(type: String, object: [String: Any])] {
        text("out").split(separator: "\n").compactMap { line in
            guard
                let object = try? JSONSerialization.jsonObject(with: Data(line.utf8))
                    as? [String: Any], let type = object["type"] as? String
            else { return nil }
            return (type, object)
        }
    }

    func count(_ types: String...) -> Int {
        events.count { types.contains($0.type) }
    }

    /// Waits for event number `count` of the given types.
    func waitFor(_ types: String..., count: Int = 1) async throws {
        try await eventually(
            "\(count) × \(types) in \(kind)",
            detail: { "printed: \(self.text("out")) errors: \(self.text("err")) \(self.screen)" },
            { events.count { types.contains($0.type) } >= count })
    }

    var processIdentifier: pid_t? { pid_t(text("pid").split(separator: "\n").last ?? "") }

    /// The screen, where the terminal tells it.
    var screen: String { (try? window?.screen()) ?? "" }

    // MARK: Hands

    /// Runs a command in another terminal of the same kind, with this one's device for TTY.
    func elsewhere(_ command: String, device: String, name: String) throws {
        let result = try ChildProcess.run(
            ["sh", "-c", command.replacing("TTY", with: device)],
            environment: ["PATH": "/usr/bin:/bin", "TERM": name])
        guard result.isSuccess else { throw TimedOut(description: "\(command): \(result.text)") }
    }

    /// Types a command line and Enter.
    func run(_ line: String) async throws {
        if let window {
            try await window.focus()
            try desktop.type(line)
            try await window.waits(for: line)
            try desktop.press("Return")
        } else {
            try await wtype([line, "-k", "Return"])
        }
    }

    /// Starts the program and waits until it is ready.
    func talk(_ arguments: String = "") async throws {
        let before = count("ready")
        try await run("talk \(arguments)")
        try await waitFor("ready", count: before + 1)
    }

    /// Ends the program and waits until the shell has the terminal again, whole.
    func quit() async throws {
        try await perform([.down("q"), .wait(0.05), .up("q")])
        // What is typed while the terminal is given back belongs to nobody.
        if let processIdentifier {
            try await eventually("the end of the program in \(kind)") {
                processState(processIdentifier) == nil
            }
        }
        try await expectPrompt()
    }

    /// Types a command at the prompt: it runs only if no other character stands there, and no key comes encoded.
    func expectPrompt() async throws {
        let word = "clean\(Int.random(in: 100_000...999_999))"
        try await run("echo \(word) > $MARK")
        try await eventually("a usable prompt in \(kind)", detail: { self.screen }) {
            text("mark") == word + "\n"
        }
    }

    /// Plays moves in time.
    ///
    /// - Returns: an instant of the monotonic clock before which the last of them cannot have been made.
    @discardableResult
    func perform(_ moves: [Move]) async throws -> Double {
        let start = monotonicNow()
        var waits = 0.0
        for case .wait(let seconds) in moves { waits += seconds }
        if window == nil {
            // All in one run: what a virtual keyboard holds down comes up when it goes away.
            try await wtype(moves.flatMap(arguments))
        } else {
            for move in moves { try await perform(move) }
        }
        return (start / .seconds(1)) + waits
    }

    private func perform(_ move: Move) async throws {
        switch move {
        case .down(let key): try desktop.keyDown(key == "ctrl" ? "Control_L" : key)
        case .up(let key): try desktop.keyUp(key == "ctrl" ? "Control_L" : key)
        case .wait(let seconds): try await Task.sleep(for: .seconds(seconds))
        }
    }

    private func arguments(_ move: Move) -> [String] {
        switch move {
        case .down(let key): key == "ctrl" ? ["-M", "ctrl"] : ["-P", key]
        case .up(let key): key == "ctrl" ? ["-m", "ctrl"] : ["-p", key]
        case .wait(let seconds): ["-s", "\(Int(seconds * 1000))"]
        }
    }

    /// Holds a key while `body` runs, which must not take longer than ten seconds.
    func holding(_ key: String, _ body: () async throws -> Void) async throws {
        guard window == nil else {
            try desktop.keyDown(key)
            try await body()
            return try desktop.keyUp(key)
        }
        let hands = try Compositor.shared().keys(["-P", key, "-s", "10000", "-p", key])
        try await body()
        try await eventually("the end of the keys") { hands.status != nil }
    }

    /// Takes the keyboard away from the window, or gives it back.
    func focus(_ gained: Bool) async throws {
        if let window {
            if gained { try await window.focus() } else { try desktop.removeFocus() }
        } else {
            try Compositor.shared().command("workspace", gained ? "1" : "away")
        }
    }

    private func wtype(_ arguments: [String]) async throws {
        let hands = try Compositor.shared().keys(arguments)
        try await eventually("the end of the keys") { hands.status != nil }
    }
}

/// The state of a process as `ps` shows it, or nil where there is none (a zombie is none).
func processState(_ pid: pid_t) -> String? {
    let fields = readFile("/proc/\(pid)/stat").split(separator: ")").last?.split(separator: " ")
    guard let state = fields?.first, state != "Z" else { return nil }
    return String(state)
}
