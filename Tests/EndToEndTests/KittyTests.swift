import Glibc
import Support
import Testing

extension DesktopTests {
    /// The program as a person meets it: a real window, keys that truly go down and come up, speech in the microphone.
    @Suite struct KittyTests {
        /// `utter listen` started by hand in a shell in a window.
        final class Desk {
            let desktop: Desktop
            let window: DesktopWindow
            let output: String
            /// Recordings before this one.
            let before: Int

            init(_ command: String = "", shell: String = "bash") async throws {
                desktop = try Desktop.shared()
                before = desktop.microphone.entries.count
                output = "\(desktop.directory)/\(desktop.unique("out"))"
                window = try await DesktopWindow(
                    on: desktop, running: ["env", "PS1=shell> ", shell, "--norc", "--noprofile"],
                    environment: ["utter": Program.path, "out": output])
                try await window.waits(for: "shell>")
                guard !command.isEmpty else { return }
                try desktop.type(command)
                try desktop.press("Return")
                try await window.waits(for: "Space to talk")
            }

            deinit {
                // A key that a failed test has left down would type into the next one.
                _ = try? desktop.keyUp("space")
                window.close()
            }

            /// Opening and closing of the microphone since the window was opened.
            var recordings: [MicrophoneLog.Entry] {
                Array(desktop.microphone.entries.dropFirst(before))
            }
            var isRecording: Bool { desktop.microphone.openCount > 0 }

            func transcript(_ count: Int = 1) async throws -> String {
                try await eventually(
                    "line \(count) of output", detail: { (try? self.window.screen()) ?? "" }
                ) {
                    let lines = readFile(output).split(
                        separator: "\n", omittingEmptySubsequences: false)
                    return lines.count > count ? String(lines[count - 1]) : nil
                }
            }

            /// Waits until the shell has the keyboard again, as one sees by typing into it.
            func shellWorks() async throws {
                // What is typed before the prompt stands there goes to the program, which throws it away.
                try await eventually("the prompt", detail: { (try? self.window.screen()) ?? "" }) {
                    try window.screen().split(separator: "\n").last == "shell> "
                }
                let word = desktop.unique("clean")
                try desktop.type("echo \(word)-$((40+2))")
                try desktop.press("Return")
                try await window.waits(for: "\n\(word)-42\n")
                #expect(
                    try window.screen().contains("shell> echo \(word)-$((40+2))\n"),
                    "something else stands on the shell's line")
            }

            /// The number of the shell's process, as `pkill -P` wants it.
            func shellProcess() throws -> String {
                let parent = "\(window.process.pid)"
                return try desktop.run("pgrep", "-P", parent, "-x", "bash").text
                    .split(separator: "\n").first.map(String.init) ?? ""
            }

            func closes() async throws {
                try await eventually("the microphone closed") { !self.isRecording }
            }
        }

        static let listen = "$utter listen > $out"

        @Test(arguments: [
            ("rms", "we are going to meet at the station at seven in the evening"),
            ("kal16", "open the door and close the window"),
        ])
        func `a hold delivers the words that were spoken`(voice: String, sentence: String)
            async throws
        {
            let desk = try await Desk(Self.listen)
            let speech = try desk.desktop.speech(sentence, voice: voice)
            for count in 1...2 {
                try desk.desktop.keyDown("space")
                try await desk.window.waits(for: "listening")
                try await desk.desktop.say(speech)
                try desk.desktop.keyUp("space")
                let heard = try await desk.transcript(count)
                #expect(Program.overlap(said: sentence, heard: heard) >= 0.8, "heard: \(heard)")
            }
            try desk.desktop.press("q")
            try await desk.shellWorks()
            #expect(desk.recordings.map(\.change) == [.opened, .closed, .opened, .closed])
        }

        @Test
        func `nothing is recorded before the minimum duration, by a tap, or after the release`()
            async throws
        {
            let desk = try await Desk(Self.listen)
            try desk.desktop.tap("space")
            try await desk.window.waits(for: "while you speak")
            #expect(desk.recordings.isEmpty)

            let pressed = monotonicNow()
            try desk.desktop.keyDown("space")
            try await desk.window.waits(for: "listening")
            let opened = try #require(desk.recordings.first)
            #expect(opened.time - pressed >= .milliseconds(350))
            try desk.desktop.keyUp("space")
            try await desk.closes()
            try desk.desktop.press("q")
            try await desk.shellWorks()
            #expect(desk.recordings.map(\.change) == [.opened, .closed])
        }

        /// The trap's own test: it fails if capture ever ends before the key comes up.
        @Test(arguments: [0.5, 1, 3, 8])
        func `the recording lives as long as the key is down`(seconds: Double) async throws {
            let desk = try await Desk(Self.listen)
            try desk.desktop.keyDown("space")
            let opened = try await eventually("a recording") { desk.recordings.first?.time }
            try await eventually("the end of the hold") {
                monotonicNow() - opened >= .seconds(seconds - 0.35)
            }
            #expect(desk.isRecording)
            let released = monotonicNow()
            try desk.desktop.keyUp("space")
            try await desk.closes()
            let closed = try #require(desk.recordings.last)
            #expect(closed.time >= released)
            #expect(desk.recordings.count == 2)
            try desk.desktop.press("q")
            try await desk.shellWorks()
        }

        @Test func `a hold of half a second is dropped, and the line says how long the clip was`()
            async throws
        {
            let desk = try await Desk(Self.listen)
            try desk.desktop.run("xdotool", "keydown", "space", "sleep", "0.5", "keyup", "space")
            try await desk.window.waits(for: " s: too short")
            try await desk.closes()
            try desk.desktop.press("q")
            try await desk.shellWorks()
            #expect(readFile(desk.output) == "")
        }

        @Test func `Esc closes the microphone and delivers nothing`() async throws {
            let desk = try await Desk(Self.listen)
            try desk.desktop.keyDown("space")
            try await desk.window.waits(for: "listening")
            try desk.desktop.press("Escape")
            try await desk.closes()
            try desk.desktop.keyUp("space")
            try desk.desktop.press("q")
            try await desk.shellWorks()
            #expect(readFile(desk.output) == "")
        }

        @Test func `losing the focus closes the microphone, and a tap keeps what was said`()
            async throws
        {
            let sentence = "we are going to meet at the station at seven in the evening"
            let desk = try await Desk(Self.listen)
            let speech = try desk.desktop.speech(sentence)
            try desk.desktop.keyDown("space")
            try await desk.window.waits(for: "listening")
            try await desk.desktop.say(speech)
            try desk.desktop.removeFocus()
            try await desk.closes()
            try desk.desktop.keyUp("space")
            try await desk.window.waits(for: "the window lost the focus")
            #expect(readFile(desk.output) == "")
            try await desk.window.focus()
            try desk.desktop.tap("space")
            let heard = try await desk.transcript()
            #expect(Program.overlap(said: sentence, heard: heard) >= 0.8, "heard: \(heard)")
            try desk.desktop.press("q")
            try await desk.shellWorks()
        }

        @Test func `SIGTERM closes the microphone and leaves the terminal clean`() async throws {
            let desk = try await Desk(Self.listen)
            try desk.desktop.keyDown("space")
            try await desk.window.waits(for: "listening")
            try desk.desktop.run("pkill", "-TERM", "-P", desk.shellProcess(), "utter")
            try await desk.closes()
            try desk.desktop.keyUp("space")
            try await desk.window.waits(for: "Terminated")
            try await desk.shellWorks()
            #expect(readFile(desk.output) == "")
        }

        @Test func `Ctrl-Z stops it with the microphone closed, and fg goes on where it was`()
            async throws
        {
            let desk = try await Desk(Self.listen)
            try desk.desktop.keyDown("space")
            try await desk.window.waits(for: "listening")
            try desk.desktop.press("ctrl+z")
            try await desk.closes()
            try desk.desktop.keyUp("space")
            try await desk.window.waits(for: "Stopped")
            try await desk.shellWorks()
            try desk.desktop.type("fg")
            try desk.desktop.press("Return")
            try await desk.window.waits(for: "hold Space to talk")

            let sentence = "we are going to meet at the station at seven in the evening"
            let speech = try desk.desktop.speech(sentence)
            try desk.desktop.keyDown("space")
            try await desk.window.waits(for: "listening")
            try await desk.desktop.say(speech)
            try desk.desktop.keyUp("space")
            let heard = try await desk.transcript()
            #expect(Program.overlap(said: sentence, heard: heard) >= 0.8, "heard: \(heard)")
            try desk.desktop.press("q")
            try await desk.shellWorks()
        }

        @Test
        func `what a reader of the output writes to the same screen stands on lines of its own`()
            async throws
        {
            let sentence = "open the door and close the window"
            let desk = try await Desk("$utter listen | tee $out")
            let speech = try desk.desktop.speech(sentence)
            for _ in 1...2 {
                try desk.desktop.keyDown("space")
                try await desk.window.waits(for: "listening")
                try await desk.desktop.say(speech)
                try desk.desktop.keyUp("space")
                try await desk.window.waits(for: "hold Space to talk")
            }
            let lines = readFile(desk.output).split(separator: "\n")
            #expect(lines.count == 2)
            let screen = try desk.window.screen().split(separator: "\n").map(String.init)
            for line in lines { #expect(screen.contains(String(line)), "\(screen)") }
            try desk.desktop.press("q")
            try await desk.shellWorks()
        }

        @Test func `the words of one utterance become the value of a variable`() async throws {
            let sentence = "we are going to meet at the station at seven in the evening"
            let desk = try await Desk("x=$($utter listen --once); echo \"<$x>\"")
            let speech = try desk.desktop.speech(sentence)
            try desk.desktop.keyDown("space")
            try await desk.window.waits(for: "listening")
            try await desk.desktop.say(speech)
            try desk.desktop.keyUp("space")
            try await desk.window.waits(for: ">\n")
            let screen = try desk.window.screen()
            let heard = screen.split(separator: "<").last?.prefix { $0 != ">" } ?? ""
            #expect(Program.overlap(said: sentence, heard: String(heard)) >= 0.8, "\(screen)")
            try await desk.shellWorks()
        }

        @Test func `Ctrl-Z inside a command substitution cancels, as nobody could go on with it`()
            async throws
        {
            let desk = try await Desk("x=$($utter listen --once); echo \"<$x> $?\"")
            try desk.desktop.keyDown("space")
            try await desk.window.waits(for: "listening")
            try desk.desktop.press("ctrl+z")
            try await desk.closes()
            try desk.desktop.keyUp("space")
            try await desk.window.waits(for: "\n<> ")
            try await desk.shellWorks()
        }
    }
}
