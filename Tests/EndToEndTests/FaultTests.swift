import Foundation
import Glibc
import StoppedThread
import Support
import Testing
import Threads

/// What is missing or breaks: what is said, the exit status, the words kept, the microphone closed, the terminal as it was.
///
/// How the program ends otherwise is in `EndingTests`, signals are in `SignalTests`, a real sound server's faults in
/// `ServerFaultTests`.
@Suite(.serialized)
struct FaultTests {
    @Test func `a microphone fault`() async {
        await someAtATime(Fault.microphone) { try await check($0) }
    }

    @Test func `a fault of files`() async {
        await someAtATime(Fault.files) { try await check($0) }
    }

    @Test(arguments: Fault.terminal) func `a fault of machine or terminal`(_ fault: Fault)
        async throws
    {
        try await check(fault)
    }

    private func check(_ fault: Fault) async throws {
        let name = fault.testDescription
        let sound: [Int16]? =
            switch fault.sound {
            case .speech: nil
            case .zeros: [Int16](repeating: 0, count: 24_000)
            case .noise: Program.loudNoise(2)
            }
        let listening = try Listening(
            fault.arguments, under: fault.wrapper, persona: fault.persona, sound: sound,
            fields: fault.fields, environment: fault.environment, dotfile: fault.dotfile,
            files: fault.files)
        try await fault.act(listening)
        if let says = fault.says { try await listening.terminal.waitForScreen(says) }
        if !fault.endsByItself {
            // The release is believed, and what is being decoded is delivered first.
            try await listening.pause()
            listening.terminal.tap(.character("q"))
        }
        #expect(
            try await listening.process.waitForEnd() == fault.status,
            "\(name): \(listening.description)")
        try await listening.leavesNothing()
        #expect(!listening.microphone.isOpen, "\(name)")
        let lines = listening.errors.split(separator: "\n")
        #expect(lines.count == fault.errors.count, "\(name): \(listening.errors)")
        for (line, part) in zip(lines, fault.errors) { #expect(line.contains(part), "\(line)") }
        if !lines.isEmpty { #expect(lines[0].hasPrefix("utter: "), "\(lines[0])") }
        guard let kept = fault.kept else { return }
        let share = Program.overlap(said: Program.words, heard: listening.output)
        #expect(
            kept == 0 ? listening.output == "" : share >= kept,
            "\(name): heard: \(listening.output)")
    }

    @Test func `without a microphone the next hold may work`() async throws {
        let listening = try Listening(fields: ["open-error": "EBUSY", "times": "1"])
        try await listening.readyAndPress(until: "cannot open microphone")
        try await listening.pause()
        try await listening.holdWhileSpeaking()
        let text = try await listening.line()
        #expect(Program.overlap(said: Program.words, heard: text) >= 0.8, "heard: \(text)")
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

    @Test func `without a terminal JSON tells it too`() throws {
        let output = try ChildProcess.run(
            ["sh", "-c", "exec \"$1\" listen --json 2>/dev/null", "sh", Program.path],
            environment: ["PATH": "/usr/bin:/bin", "HOME": "/nonexistent"])
        #expect(output.status == .exited(3))
        let object = try JSONSerialization.jsonObject(with: Data(output.text.utf8))
        let error = try #require(object as? [String: Any])
        #expect(error["type"] as? String == "error")
        #expect(error["kind"] as? String == "terminal")
        #expect((error["message"] as? String)?.hasPrefix("no terminal: ") == true)
    }
}

extension Listening {
    /// Lets the microphone hear the first seconds of its sound.
    func untilHeard(_ seconds: Double) async throws {
        let start = try await eventually("capture") { microphone.events("start").first?.time }
        try await until(start + seconds)
    }

    /// Lets the program read everything that was typed.
    func read() async throws {
        try await eventually("the keys to be read", within: .seconds(60)) {
            terminal.pendingInput == 0
        }
    }

    /// A hold during which the clock of the wall is set, by so many seconds against the true one after each second of
    /// speech. Only the date in the history may know of it.
    func holdWhileSettingTheClock(by steps: [Int]) async throws {
        terminal.press(.space)
        for (number, step) in steps.enumerated() {
            try await untilHeard(0.8 * Double(number + 1))
            try String(step).write(to: homeFile("clock"), atomically: true, encoding: .utf8)
            try await terminal.waitForScreen("listening")
        }
        try await untilHeard(3)
        // An hour has not been added to what the line says of the hold, and has not ended it.
        let shown = terminal.screen.text
        #expect(shown.contains(" 0:0"), "\(shown)")
        terminal.release(.space)
        _ = try await line()
        let path = homeFile(".local/state/utter/history")
        let date = try await eventually("the history") {
            try? String(contentsOf: path, encoding: .utf8).split(separator: "\t").first
        }
        let written = try #require(ISO8601DateFormatter().date(from: String(date)))
        let ahead = written.timeIntervalSinceNow - Double(steps.last ?? 0)
        #expect(abs(ahead) < 600, "the clock was not set: \(date)")
    }

    /// A hold in whose middle the recogniser's thread gets no time for so long.
    func holdWithoutRecogniser(for seconds: Int) async throws {
        try await ready()
        // Before the first hold there are two threads: the loop, and the recogniser's.
        let tasks = try FileManager.default.contentsOfDirectory(
            atPath: "/proc/\(process.pid)/task"
        ).compactMap { Int32($0) }.filter { $0 != process.pid }
        guard let thread = tasks.first, tasks.count == 1 else {
            throw TimedOut(description: "threads \(tasks)")
        }
        let result = Locked<Int32?>(nil)
        guard
            startThread({
                let code = stop_thread_for(thread, Int32(seconds * 1000))
                result.withLock { $0 = code }
            }) == 0
        else { throw TimedOut(description: "no thread") }
        try await holdWhileSpeaking()
        #expect(output == "", "words without a recogniser")
        let code = try await eventually("the thread goes on") { result.withLock { $0 } }
        #expect(code == 0)
        _ = try await line()
    }
}
