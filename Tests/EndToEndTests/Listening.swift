import Foundation
import Support

/// `utter listen` on a pseudo-terminal that answers like kitty, with a microphone that says when it was opened and
/// closed.
final class Listening {
    let terminal: PseudoTerminal
    let microphone: FakeMicrophone
    let process: ChildProcess
    /// What was found before the program ran.
    private let settings: String
    private let directory: URL
    private let persona: TerminalPersona

    /// - Parameters:
    ///   - sound: what the microphone hears after each opening; the recorded speech if nil.
    ///   - stdout: where transcripts go; the file `outputFile` if nil.
    ///   - environment: variables, with `HOME/` for the home folder.
    ///   - files: the files of that folder, by their names.
    ///   - wrapper: a command that runs the program, with its arguments.
    init(
        _ arguments: [String] = [], under wrapper: [String] = [], persona: TerminalPersona = .kitty,
        sound: [Int16]? = nil,
        fields: [String: String] = [:], environment: [String: String] = [:],
        dotfile: String? = nil, files: [String: @Sendable () throws -> Data] = [:],
        stdin: ChildStream = .terminal, stdout: ChildStream? = nil,
        stderr: ChildStream? = nil
    ) throws {
        self.persona = persona
        terminal = try PseudoTerminal(persona: persona)
        microphone = try FakeMicrophone(sound: sound ?? Program.samples(), fields: fields)
        directory = microphone.directory
        settings = Listening.describe(terminal)
        // A model of a few words: what is tried here is not the recogniser, and it loads and decodes in no time.
        var variables = [
            "HOME": directory.path,
            "UTTER_RECOGNIZER_LANGUAGE_MODEL": "\(Program.data)/turtle.lm.bin",
            "UTTER_RECOGNIZER_DICTIONARY": "\(Program.data)/turtle.dic",
        ]
        variables.merge(microphone.environment) { $1 }
        for (name, value) in environment {
            variables[name] =
                value.hasPrefix("HOME/") ? directory.path + value.dropFirst(4) : value
        }
        for (name, content) in files {
            try content().write(to: directory.appendingPathComponent(name))
        }
        if let dotfile {
            try dotfile.write(
                to: directory.appendingPathComponent(".utterrc"), atomically: true, encoding: .utf8)
        }
        let command = wrapper + [Program.path, "listen"] + arguments
        process = try terminal.spawn(
            command[0], Array(command.dropFirst()), environment: variables, stdin: stdin,
            stdout: stdout ?? .file(directory.appendingPathComponent("out").path),
            stderr: stderr ?? .file(directory.appendingPathComponent("err").path))
    }

    /// Waits until the program says how to talk: raw mode, keyboard protocol and model are there.
    func ready() async throws {
        try await terminal.waitForScreen("to talk")
        try await eventually("the recogniser", detail: { self.terminal.screen.text }) {
            !terminal.screen.text.contains("loading")
        }
    }

    var output: String { text("out") }
    var errors: String { text("err") }

    private func text(_ name: String) -> String {
        (try? String(contentsOf: directory.appendingPathComponent(name), encoding: .utf8)) ?? ""
    }

    /// A file of the home folder.
    func homeFile(_ name: String) -> URL { directory.appendingPathComponent(name) }

    /// Waits for a line of output number `count`.
    func line(_ count: Int = 1) async throws -> String {
        try await eventually("line \(count) of output", detail: { self.description }) {
            let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
            return lines.count > count ? String(lines[count - 1]) : nil
        }
    }

    /// Holds the key until the microphone has given everything that is said, then lets go.
    ///
    /// - Parameter slowness: how many times longer than usual that takes.
    func holdWhileSpeaking(_ key: TypedKey = .space, slowness: Double = 1) async throws {
        let opened = microphone.events("start").count
        terminal.press(key)
        let start = try await eventually("capture", detail: { self.description }) {
            let starts = microphone.events("start")
            return starts.count > opened ? starts.last?.time : nil
        }
        try await until(start + speechSeconds * slowness)
        terminal.release(key)
    }

    /// Lets the given instant of the monotonic clock come: a finger stays on its key for a time.
    func until(_ time: Double) async throws {
        let wait = max(.zero, .seconds(time) - monotonicNow()) + .seconds(60)
        try await eventually("the passing of time", within: wait) {
            monotonicNow() >= .seconds(time)
        }
    }

    /// Takes a finger off the key for longer than a release needs to be believed.
    func pause() async throws {
        // From when the program knows of the release: read at once with the next press, it would be no release.
        try await eventually("keys that are read") { terminal.pendingInput == 0 }
        try await eventually("the passing of time") { [end = monotonicNow() + .milliseconds(150)] in
            monotonicNow() >= end
        }
    }

    /// How long the recorded speech is, with the noise around it.
    private var speechSeconds: Double {
        let size = (try? Data(contentsOf: microphone.soundFile).count) ?? 0
        return Double(size) / 32_000
    }

    /// Whether nothing of the program is left in the terminal: settings, keyboard flags, focus reports, cursor,
    /// bytes that the shell would read.
    var leftovers: String {
        var found: [String] = []
        if Listening.describe(terminal) != settings { found.append("settings") }
        let keyboard = terminal.keyboard
        // Where the protocol is not known, pushing has no effect and is not undone.
        let isKnown = persona.keyboard != .none
        if isKnown, keyboard.flags != 0 { found.append("keyboard flags \(keyboard.flags)") }
        if keyboard.reportsFocus { found.append("focus reports") }
        if !keyboard.cursorVisible { found.append("no cursor") }
        let count = terminal.pushesAndPops
        if isKnown, count.pushes != count.pops {
            found.append("\(count.pushes) pushes, \(count.pops) pops")
        }
        if terminal.pendingInput > 0 { found.append("\(terminal.pendingInput) bytes of input") }
        return found.joined(separator: ", ")
    }

    /// Waits until the terminal has taken the last bytes, and nothing of the program is left in it.
    func leavesNothing() async throws {
        try await eventually(
            "a terminal as it was", within: .seconds(5), detail: { self.leftovers },
            { leftovers.isEmpty })
    }

    private static func describe(_ terminal: PseudoTerminal) -> String {
        let settings = terminal.attributes
        return "\(settings.c_iflag) \(settings.c_oflag) \(settings.c_lflag) \(settings.c_cc)"
    }

    /// What a failed wait wants to know.
    var description: String {
        "screen:\n\(terminal.screen.text)\noutput: \(output)\nerrors: \(errors)\n"
            + "microphone: \(microphone.events.map { "\($0.what)@\($0.time)" })\n"
            + "status: \(String(describing: process.status))"
    }
}
