import Support
import Testing

/// Hold, speak, let go, in a terminal without a window: what happens when, seen from outside.
@Suite(.serialized)
struct HoldTests {
    @Test func `a hold delivers the words, again and again`() async throws {
        let listening = try Listening()
        try await listening.ready()
        for count in 1...2 {
            try await listening.holdWhileSpeaking()
            let text = try await listening.line(count)
            #expect(Program.overlap(said: Program.words, heard: text) >= 0.8, "heard: \(text)")
        }
        listening.terminal.tap(.character("q"))
        let status = try await listening.process.waitForEnd()
        #expect(status == .exited(0))
        #expect(listening.errors == "")
        try await listening.leavesNothing()
        #expect(!listening.microphone.isOpen)
    }

    @Test func `what stands on the line is all gone in the end`() async throws {
        let listening = try Listening()
        try await listening.ready()
        try await listening.holdWhileSpeaking()
        _ = try await listening.line()
        listening.terminal.tap(.character("q"))
        try await listening.process.waitForEnd()
        #expect(listening.terminal.screen.text == "")
        #expect(listening.terminal.screen.column == 0)
    }

    @Test
    func
        `the microphone is opened once, when the minimum duration has passed, and no repeat opens it again`()
        async throws
    {
        let listening = try Listening()
        try await listening.ready()
        let pressed = monotonicNow()
        listening.terminal.press(.space)
        try await listening.terminal.waitForScreen("listening")
        for _ in 0..<30 {
            listening.terminal.repeat(.space)
            try await eventually("the repeat to be read") {
                listening.terminal.pendingInput == 0
            }
        }
        listening.terminal.release(.space)
        try await eventually("the microphone closed") { !listening.microphone.isOpen }
        let opens = listening.microphone.events("open")
        #expect(opens.count == 1)
        let first = try #require(opens.first)
        #expect(.seconds(first.time) - pressed >= .milliseconds(350))
    }

    @Test func `a paste is no keys: its spaces open no microphone`() async throws {
        let listening = try Listening()
        try await listening.ready()
        listening.terminal.paste("words with spaces\nand \u{3} q")
        let read = try await eventually("the paste to be read") {
            listening.terminal.pendingInput == 0 ? monotonicNow() : nil
        }
        // A space that was taken for the key would open it in this time.
        try await eventually("twice the minimum duration") {
            monotonicNow() - read >= .milliseconds(700)
        }
        #expect(listening.microphone.events("open").isEmpty)
        listening.terminal.tap(.character("q"))
        #expect(try await listening.process.waitForEnd() == .exited(1))
        try await listening.leavesNothing()
    }

    /// The trap itself: the hold is recognised at 350 ms, and what is recognised then must not end then.
    @Test(arguments: [0.5, 1, 3])
    func `the microphone is open until the key comes up`(seconds: Double) async throws {
        let listening = try Listening()
        try await listening.ready()
        listening.terminal.press(.space)
        try await eventually("capture") { !listening.microphone.events("start").isEmpty }
        let start = try #require(listening.microphone.events("start").first?.time)
        try await listening.until(start + seconds)
        let released = monotonicNow()
        #expect(listening.microphone.isOpen)
        listening.terminal.release(.space)
        try await eventually("the microphone closed") { !listening.microphone.isOpen }
        let closed = try #require(listening.microphone.events("close").first?.time)
        #expect(.seconds(closed) >= released)
        #expect(listening.microphone.events("open").count == 1)
    }

    @Test func `a tap opens no microphone, and says how to talk`() async throws {
        let listening = try Listening()
        try await listening.ready()
        listening.terminal.tap(.space)
        try await listening.terminal.waitForScreen("while you speak")
        // A hold after it shows that nothing came in between.
        listening.terminal.press(.space)
        try await listening.terminal.waitForScreen("listening")
        listening.terminal.release(.space)
        try await listening.terminal.waitForScreen("too short")
        #expect(listening.microphone.events("open").count == 1)
    }

    @Test func `a clip too short is dropped, and the line says how long it was`() async throws {
        let listening = try Listening()
        try await listening.ready()
        listening.terminal.press(.space)
        try await listening.terminal.waitForScreen("listening")
        listening.terminal.release(.space)
        try await listening.terminal.waitForScreen(" s: too short")
        try await eventually("the microphone closed") { !listening.microphone.isOpen }
        listening.terminal.tap(.character("q"))
        #expect(try await listening.process.waitForEnd() == .exited(1))
        #expect(listening.output == "")
    }

    @Test func `a release before the first frame is told apart`() async throws {
        let listening = try Listening(fields: ["start-delay": "1"])
        try await listening.ready()
        listening.terminal.press(.space)
        try await listening.terminal.waitForScreen("opening the microphone")
        listening.terminal.release(.space)
        try await listening.terminal.waitForScreen("the microphone had not started")
    }

    @Test func `Esc drops what is being said and closes the microphone`() async throws {
        let listening = try Listening()
        try await listening.ready()
        listening.terminal.press(.space)
        try await listening.terminal.waitForScreen("listening")
        listening.terminal.tap(.escape)
        try await eventually("the microphone closed") { !listening.microphone.isOpen }
        try await listening.terminal.waitForScreen("dropped")
        // The key is still down: its repeats and its release mean nothing any more.
        listening.terminal.repeat(.space)
        listening.terminal.release(.space)
        try await listening.pause()
        try await listening.holdWhileSpeaking()
        _ = try await listening.line()
        #expect(listening.microphone.events("open").count == 2)
    }

    @Test func `a key held before the model is loaded loses nothing`() async throws {
        // The large model: that takes a while.
        let listening = try Listening(environment: [
            "UTTER_RECOGNIZER_LANGUAGE_MODEL": "", "UTTER_RECOGNIZER_DICTIONARY": "",
        ])
        try await listening.terminal.waitForFlags(11)
        try await listening.holdWhileSpeaking()
        let text = try await listening.line()
        #expect(Program.overlap(said: Program.words, heard: text) >= 0.8, "heard: \(text)")
    }

    @Test func `q waits for what is still being decoded`() async throws {
        let listening = try Listening()
        try await listening.ready()
        try await listening.holdWhileSpeaking()
        try await listening.pause()
        listening.terminal.tap(.character("q"))
        #expect(try await listening.process.waitForEnd() == .exited(0))
        #expect(Program.overlap(said: Program.words, heard: listening.output) >= 0.8)
    }

    @Test func `once ends with the first words`() async throws {
        let listening = try Listening(["--once"])
        try await listening.ready()
        listening.terminal.tap(.space)
        try await listening.terminal.waitForScreen("while you speak")
        try await listening.pause()
        try await listening.holdWhileSpeaking()
        #expect(try await listening.process.waitForEnd() == .exited(0))
        #expect(Program.overlap(said: Program.words, heard: listening.output) >= 0.8)
        try await listening.leavesNothing()
    }

    @Test func `once ends with nothing when the clip was too short`() async throws {
        let listening = try Listening(["--once"])
        try await listening.ready()
        listening.terminal.press(.space)
        try await listening.terminal.waitForScreen("listening")
        listening.terminal.release(.space)
        #expect(try await listening.process.waitForEnd() == .exited(1))
        #expect(listening.output == "")
        try await listening.leavesNothing()
    }

    @Test func `without releases a tap starts and a tap stops, and the line says why`() async throws
    {
        let listening = try Listening(persona: .xterm)
        try await listening.ready()
        try await listening.terminal.waitForScreen("reports no key releases")
        listening.terminal.press(.space)
        let start = try await eventually("capture") {
            listening.microphone.events("start").first?.time
        }
        try await listening.until(start + 3)
        listening.terminal.press(.space)
        let text = try await listening.line()
        #expect(Program.overlap(said: Program.words, heard: text) >= 0.8, "heard: \(text)")
        listening.terminal.tap(.character("q"))
        #expect(try await listening.process.waitForEnd() == .exited(0))
        try await listening.leavesNothing()
    }
}
