import Support
import Testing

/// What is missing or breaks, each with its line of what, which and why, its line of what to do, and its status.
@Suite(.serialized)
struct FaultTests {
    @Test func `without a microphone once ends with what to do`() async throws {
        let listening = try Listening(["--once"], fields: ["open-error": "ENOENT"])
        try await listening.ready()
        listening.terminal.press(.space)
        #expect(try await listening.process.waitForEnd() == .exited(4))
        listening.terminal.release(.space)
        let lines = listening.errors.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.hasPrefix("utter: cannot open microphone \"default\": ") == true)
        try await listening.leavesNothing()
    }

    @Test func `without a microphone the line says so and the next hold may work`() async throws {
        let listening = try Listening(fields: ["open-error": "EBUSY", "times": "1"])
        try await listening.ready()
        listening.terminal.press(.space)
        try await listening.terminal.waitForScreen("cannot open microphone")
        listening.terminal.release(.space)
        try await listening.pause()
        try await listening.holdWhileSpeaking()
        let text = try await listening.line()
        #expect(Program.overlap(said: Program.words, heard: text) >= 0.8, "heard: \(text)")
    }

    @Test func `a microphone unplugged while the key is held delivers what was said`() async throws
    {
        let listening = try Listening(fields: ["faults": "enodev@2.9"])
        try await listening.ready()
        listening.terminal.press(.space)
        let text = try await listening.line()
        #expect(Program.overlap(said: Program.words, heard: text) >= 0.8, "heard: \(text)")
        try await listening.terminal.waitForScreen("delivered so far")
        listening.terminal.release(.space)
    }

    @Test func `a microphone that gives nothing for a while is waited for`() async throws {
        let listening = try Listening(fields: ["faults": "stall@2.9+0.8"])
        try await listening.ready()
        listening.terminal.press(.space)
        let start = try await eventually("capture") {
            listening.microphone.events("start").first?.time
        }
        try await listening.terminal.waitForScreen("waiting for the microphone")
        try await listening.terminal.waitForScreen("listening")
        try await listening.until(start + 4.5)
        listening.terminal.release(.space)
        let text = try await listening.line()
        #expect(Program.overlap(said: Program.words, heard: text) >= 0.8, "heard: \(text)")
    }

    @Test func `an overrun in the middle costs no more than its own frames`() async throws {
        let listening = try Listening(fields: ["faults": "xrun@0.1"])
        try await listening.ready()
        try await listening.holdWhileSpeaking()
        let text = try await listening.line()
        #expect(Program.overlap(said: Program.words, heard: text) >= 0.75, "heard: \(text)")
    }

    @Test func `without a model it ends with what to do`() async throws {
        let listening = try Listening(
            environment: ["UTTER_RECOGNIZER_LANGUAGE_MODEL": "/nonexistent/en.lm.bin"])
        #expect(try await listening.process.waitForEnd() == .exited(5))
        let lines = listening.errors.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.hasPrefix("utter: ") == true)
        #expect(lines.first?.contains("/nonexistent/en.lm.bin") == true)
        try await listening.leavesNothing()
    }

    @Test func `without a terminal it ends with what to do`() throws {
        // A session of its own without a terminal: /dev/tty cannot be opened.
        let output = try ChildProcess.run(
            ["sh", "-c", "exec \"$1\" listen 2>&1", "sh", Program.path],
            environment: ["PATH": "/usr/bin:/bin", "HOME": "/nonexistent"])
        #expect(output.status == .exited(3))
        let lines = output.text.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.hasPrefix("utter: ") == true)
    }
}
