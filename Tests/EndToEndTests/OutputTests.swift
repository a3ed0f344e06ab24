import Foundation
import Glibc
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

    @Test func `at a shell's prompt a filter that fails is told below it`() async throws {
        let listening = try Listening(
            ["--once", "--below"], dotfile: "[output]\nfilter = exit 7\n")
        try await listening.ready()
        try await listening.holdWhileSpeaking()
        try await listening.terminal.waitForScreen("filter: failed with status 7")
        #expect(try await listening.process.waitForEnd() == .exited(0))
        let text = listening.output
        #expect(Program.overlap(said: Program.words, heard: text) >= 0.8, "heard: \(text)")
        try await listening.leavesNothing()
        #expect(listening.terminal.screen.text == "")
    }

    @Test(arguments: [["--once"], ["--once", "--below"]])
    func `a filter that is done after the end leaves nothing on the screen`(_ options: [String])
        async throws
    {
        let listening = try Listening(options, dotfile: "[output]\nfilter = sleep 0.2; cat\n")
        try await listening.ready()
        try await listening.holdWhileSpeaking()
        #expect(try await listening.process.waitForEnd() == .exited(0))
        #expect(Program.overlap(said: Program.words, heard: listening.output) >= 0.8)
        try await listening.leavesNothing()
        #expect(listening.terminal.screen.text == "")
    }

    @Test func `the text of a better recogniser is delivered as it is`() async throws {
        let listening = try Listening(
            dotfile: "[recognizer]\nrefine = cat > /dev/null; echo It was comma said.\n")
        #expect(try await oneHold(listening) == "It was comma said.")
        try await quit(listening)
    }

    @Test(arguments: [
        ("exit 7", "failed with status 7"), ("cat > /dev/null; sleep 600", "was not done after"),
    ])
    func `a better recogniser that fails is told of, and our own words are delivered`(
        _ command: String, _ reason: String
    ) async throws {
        let listening = try Listening(
            dotfile: "[recognizer]\nrefine = \(command)\nrefine-deadline = 300ms\n")
        let text = try await oneHold(listening)
        #expect(Program.overlap(said: Program.words, heard: text) >= 0.8, "heard: \(text)")
        try await listening.terminal.waitForScreen("refine: \(reason)")
        try await quit(listening)
    }

    @Test func `a signal does not wait for a better recogniser, and takes no words`() async throws {
        let listening = try Listening(
            dotfile: """
                [recognizer]
                refine = cat > /dev/null; touch "$HOME/heard"; sleep 600
                refine-deadline = 60s

                """)
        try await listening.ready()
        try await listening.holdWhileSpeaking()
        // The hold is over, and so is the tail.
        let heard = listening.homeFile("heard").path
        try await eventually("the end of the sound") {
            FileManager.default.fileExists(atPath: heard)
        }
        listening.process.signal(SIGTERM)
        #expect(try await listening.process.waitForEnd() == .signalled(SIGTERM))
        let text = listening.output
        #expect(Program.overlap(said: Program.words, heard: text) >= 0.8, "heard: \(text)")
        #expect(listening.terminal.outputText.contains("refine: was not waited for"))
        try await listening.leavesNothing()
    }

    /// A program whose filter hangs on what was said.
    private func withHangingFilter() async throws -> (Listening, filter: pid_t) {
        let listening = try Listening(
            dotfile: "[output]\nfilter = echo $$ > \"$HOME/filter\"; exec sleep 600\n")
        try await listening.ready()
        try await listening.holdWhileSpeaking()
        let file = listening.homeFile("filter")
        let filter = try await eventually("the filter") {
            (try? String(contentsOf: file, encoding: .utf8)).flatMap {
                pid_t($0.trimmingCharacters(in: .whitespacesAndNewlines))
            }
        }
        return (listening, filter)
    }

    private func deliversUnfiltered(_ listening: Listening, _ filter: pid_t) async throws {
        #expect(try await listening.process.waitForEnd() == .signalled(SIGTERM))
        try await listening.leavesNothing()
        let text = listening.output
        #expect(Program.overlap(said: Program.words, heard: text) >= 0.8, "heard: \(text)")
        #expect(listening.errors == "utter: filter: was not waited for\n")
        #expect(kill(filter, 0) != 0, "the filter lives on")
    }

    @Test func `a signal waits a second for the filter, and the words go out as they are`()
        async throws
    {
        let (listening, filter) = try await withHangingFilter()
        listening.process.signal(SIGTERM)
        try await deliversUnfiltered(listening, filter)
    }

    @Test func `q waits for the filter until it is asked again`() async throws {
        let (listening, filter) = try await withHangingFilter()
        listening.terminal.tap(.character("q"))
        try await listening.leavesNothing()
        // The terminal is given back, and what is left to wait for is the filter. Stopping it is no reason to lose words.
        listening.process.signal(SIGTSTP)
        listening.process.signal(SIGCONT)
        listening.process.signal(SIGTERM)
        try await deliversUnfiltered(listening, filter)
    }

    @Test func `on the terminal itself no line of JSON is torn by the preview`() async throws {
        // Where releases are not reported the line is longer than the first object.
        let listening = try Listening(["--json"], persona: .xterm, stdout: .terminal)
        try await listening.ready()
        try await listening.terminal.waitForScreen("reports no key releases")
        listening.terminal.tap(.space)
        try await listening.terminal.waitForScreen(#"{"type": "began""#)
        let lines = listening.terminal.screen.text.split(separator: "\n")
        let object = try #require(lines.first { $0.contains("began") })
        #expect(throws: Never.self) {
            try JSONSerialization.jsonObject(with: Data(object.utf8))
        }
        listening.terminal.tap(.character("c").control)
        #expect(try await listening.process.waitForEnd() == .exited(130))
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
