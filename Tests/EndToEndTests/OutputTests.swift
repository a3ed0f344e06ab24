import Foundation
import Support
import Testing

/// What becomes of the words on their way out: written form, filter, history, log.
@Suite(.serialized)
struct OutputTests {
    private func oneHold(_ listening: Listening) async throws -> String {
        try await listening.ready()
        try await listening.holdWhileSpeaking()
        return try await listening.line()
    }

    private func quit(_ listening: Listening) async throws {
        listening.terminal.tap(.character("q"))
        #expect(try await listening.process.waitForEnd() == .exited(0))
        try await listening.leavesNothing()
    }

    @Test func `replacements and capitals are written`() async throws {
        let listening = try Listening(
            dotfile: """
                [output]
                capitalize = yes
                [replacements]
                go = start
                forward =
                meters = "metres\\n"
                """)
        let text = try await oneHold(listening)
        #expect(text.hasPrefix("Start"), "\(text)")
        #expect(!text.contains("forward"))
        #expect(text.hasSuffix("metres"), "a newline is no part of a line")
        try await quit(listening)
    }

    @Test func `the filter command gets the text and its answer is delivered`() async throws {
        let listening = try Listening(dotfile: "[output]\nfilter = tr a-z A-Z | sed 's/^/> /'\n")
        let text = try await oneHold(listening)
        #expect(text.hasPrefix("> GO"), "\(text)")
        try await quit(listening)
    }

    @Test func `a filter that fails keeps the original and says so`() async throws {
        let listening = try Listening(dotfile: "[output]\nfilter = echo no; exit 7\n")
        try await listening.ready()
        try await listening.holdWhileSpeaking()
        let text = try await listening.line()
        #expect(Program.overlap(said: Program.words, heard: text) >= 0.8, "heard: \(text)")
        try await listening.terminal.waitForScreen("filter: failed with status 7")
        try await quit(listening)
    }

    @Test func `what does not sound like a command waits on the line for a tap`() async throws {
        let listening = try Listening(
            ["--profile", "shell"],
            environment: [
                "UTTER_RECOGNIZER_DICTIONARY":
                    "/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict"
            ], dotfile: "[shell]\npath = no\nfiles = no\ngit = no\n")
        try await listening.ready()
        try await listening.holdWhileSpeaking()
        try await listening.terminal.waitForScreen("does not sound like a command")
        #expect(listening.output.isEmpty)
        listening.terminal.tap(.space)
        #expect(try await listening.line().isEmpty == false)
        try await quit(listening)
    }

    @Test func `a filter that hangs does not hold up the next hold, nor the end`() async throws {
        let listening = try Listening(
            dotfile:
                "[output]\nfilter = if mkdir \"$HOME/once\" 2>/dev/null; then sleep 60; fi; cat\n")
        try await listening.ready()
        try await listening.holdWhileSpeaking()
        try await listening.pause()
        // The first text waits for its filter; the second hold is not the worse for it.
        try await listening.holdWhileSpeaking()
        _ = try await listening.line(2)
        #expect(listening.output.split(separator: "\n").count == 2)
        try await quit(listening)
    }

    @Test func `the history is kept only where it is asked for`() async throws {
        let listening = try Listening(dotfile: "[output]\nhistory = 3\n")
        let text = try await oneHold(listening)
        try await quit(listening)
        let home = listening.microphone.directory
        let shown = try UtterProgram.run(["history"], environment: ["HOME": home.path])
        #expect(shown.output == text + "\n")

        let silent = try Listening()
        _ = try await oneHold(silent)
        try await quit(silent)
        let state = silent.microphone.directory.appendingPathComponent(".local/state/utter")
        let files = (try? FileManager.default.contentsOfDirectory(atPath: state.path)) ?? []
        #expect(!files.contains("history"))
    }

    @Test func `log lines for the screen stand above the preview line, whole`() async throws {
        let listening = try Listening(["--log-level", "info"], stderr: .terminal)
        _ = try await oneHold(listening)
        try await listening.terminal.waitForScreen("utter: info: kitty keyboard protocol")
        for line in listening.terminal.screen.text.split(separator: "\n")
        where line.contains("info:") {
            #expect(!line.contains("hold Space"), "torn: \(line)")
        }
        try await quit(listening)
    }

    @Test func `the log of a hold never says what was said`() async throws {
        let folder = try TemporaryFolder()
        let listening = try Listening(["--log-level", "debug", "--log-file", folder.path + "/log"])
        let text = try await oneHold(listening)
        try await quit(listening)
        let log = try folder.text("log")
        #expect(log.contains("debug utterance 1: capture starts"))
        #expect(log.contains("debug recogniser: "))
        for word in text.split(separator: " ") where word.count > 3 {
            #expect(!log.contains(" \(word)"), "\(word) is in the log")
        }
    }
}
