import Foundation
import Glibc
import Support
import Testing

/// What the program asks of the kernel while it is talked to: nothing that a person would not expect.
@Suite(.serialized)
struct PrivacyTests {
    private static let obstacle = SystemCalls.obstacle ?? SoundServer.obstacle

    @Test(.enabled(if: obstacle == nil, "\(obstacle ?? "")"))
    func `microphone, files and sockets are used when and as promised`() async throws {
        let server = try await SoundServer()
        let folder = try TemporaryFolder()
        let configuration = try folder.write(
            "</usr/share/alsa/alsa.conf>\npcm.!default { type pulse server \"unix:\(server.socket)\" device mic }\n",
            to: "asound.conf")
        let log = folder.path + "/calls"
        let listening = try Listening(
            under: SystemCalls.command(log),
            environment: [
                "ALSA_CONFIG_PATH": configuration, "XDG_RUNTIME_DIR": folder.path,
                "HOME": folder.path, "XDG_STATE_HOME": folder.path + "/state",
            ])
        let terminal = listening.terminal
        try await listening.ready()

        // A tap, a hold that is delivered, one that is dropped by Esc, one too short, another tap, and the end.
        terminal.tap(.space)
        try await terminal.waitForScreen("while you speak")
        try await listening.pause()
        var holds: [(from: Double, to: Double)] = []
        for end in ["nothing heard", "dropped", "too short"] {
            let pressed = now()
            terminal.press(.space)
            try await terminal.waitForScreen("listening")
            if end != "too short" { try await listening.until(monotonic() + 1) }
            if end == "dropped" { terminal.tap(.escape) }
            terminal.release(.space)
            // The server's tone is no speech: whatever is made of it, the line comes to rest.
            try await eventually("an outcome", detail: { terminal.screen.text }) {
                let text = terminal.screen.text
                return !text.contains("listening") && !text.contains("finishing")
            }
            try await eventually("the microphone closed", detail: { "\(server.recordings)" }) {
                server.recordings == 0
            }
            holds.append((pressed + 0.35, now()))
            try await listening.pause()
        }
        terminal.tap(.space)
        try await terminal.waitForScreen("while you speak")
        terminal.tap(.character("q"))
        try await listening.process.waitForEnd()
        try await listening.leavesNothing()

        let trace = try SystemCalls(log: log)
        check(connections: trace, holds: holds, server: server.socket)
        check(files: trace, state: folder.path + "/state/utter/")
        check(closingOnExec: trace)
    }

    /// No socket but the sound server's, none outside of a second phase and its tail.
    private func check(
        connections trace: SystemCalls, holds: [(from: Double, to: Double)], server: String
    ) {
        let calls = trace.calls.filter {
            $0.name == "connect" || $0.text.contains("/dev/snd")
                || $0.text.contains("<UNIX-STREAM:")
                || ($0.text.contains("<socket:[") && $0.name != "close")
        }
        #expect(calls.count > 10, "nothing was seen")
        for call in calls {
            let isInside = holds.contains { $0.from <= call.time && call.time <= $0.to }
            #expect(isInside, "\(call.name)\(call.text.prefix(200)) outside of every hold")
        }
        for hold in holds {
            let connects = calls.filter {
                $0.name == "connect" && !$0.failed && hold.from <= $0.time && $0.time <= hold.to
            }
            #expect(connects.count == 1, "a hold opens the microphone once: \(connects)")
        }
        // The plugin's configuration looks for a server in its usual places first, once.
        let places = [server, "/pulse/native"]
        for call in calls where call.name == "connect" {
            #expect(places.contains { call.text.contains("\($0)\"") }, "\(call.text)")
        }
        for call in trace.made("socket") { #expect(call.text.contains("AF_UNIX"), "\(call.text)") }
        #expect(trace.made("bind", "listen", "accept", "accept4").isEmpty)
    }

    /// Nothing is written to but the terminal, standard output, the cepstral mean, and what is nobody else's.
    private func check(files trace: SystemCalls, state: String) {
        let opened = trace.made("open", "openat", "openat2", "creat").filter {
            ["O_WRONLY", "O_RDWR", "O_CREAT", "O_TRUNC", "O_APPEND"].contains(
                where: $0.text.contains)
                || $0.name == "creat"
        }
        for call in opened {
            // The cookie is the sound server's, made by its library where there was none.
            let isExpected = [
                "\"/dev/tty\"", "\"/dev/null\"", "\"\(state)voice-", "/pulse/cookie\"",
                "/tmp/tsan.",
            ].contains { call.text.contains($0) }
            #expect(isExpected, "\(call.name)\(call.text.prefix(200))")
        }
        for call in trace.made("rename", "renameat", "renameat2") {
            #expect(call.text.contains("\(state)voice-"), "\(call.text)")
        }
        for call in trace.made("execve").dropFirst() {
            Issue.record("a program was run: \(call.text.prefix(200))")
        }
    }

    /// Nothing that a command could inherit; ALSA, its plugins and the recogniser open some of their files otherwise,
    /// to read and for a moment.
    private func check(closingOnExec trace: SystemCalls) {
        let makers = [
            "socket", "socketpair", "pipe", "pipe2", "eventfd2", "timerfd_create", "epoll_create1",
            "memfd_create",
            "inotify_init1", "open", "openat",
        ]
        for (index, call) in trace.calls.enumerated()
        where makers.contains(call.name) && !call.failed {
            // The second is what a sanitizer makes for itself.
            if call.text.contains("CLOEXEC") || call.text.contains("\"/tmp/tsan.") { continue }
            let isLibraryReading =
                call.name.hasPrefix("open") && call.text.contains("O_RDONLY")
                && [
                    "/alsa", "/asound", "/etc/", "/proc/", "/sys/", "/usr/share/", "/usr/lib/",
                    "pulse",
                ]
                .contains(where: call.text.contains)
            // PulseAudio's library sets the flag in a call of its own, after `socket`.
            let follows = trace.calls[index...].prefix(12).contains {
                $0.name == "fcntl" && $0.text.contains("FD_CLOEXEC")
            }
            #expect(isLibraryReading || follows, "\(call.name)\(call.text.prefix(200))")
        }
    }

    @Test(.enabled(if: SystemCalls.obstacle == nil, "\(SystemCalls.obstacle ?? "")"))
    func
        `what was said and what a history says is written nowhere but to the terminal and the output`()
        async throws
    {
        let folder = try TemporaryFolder()
        let log = folder.path + "/calls"
        let listening = try Listening(under: SystemCalls.command(log))
        try await listening.ready()
        try await listening.holdWhileSpeaking()
        let text = try await listening.line()
        #expect(text.contains("forward"))
        listening.terminal.tap(.character("q"))
        try await listening.process.waitForEnd()
        let trace = try SystemCalls(log: log)
        let said = trace.calls.filter { $0.text.contains("forward") && $0.name != "execve" }
        #expect(said.contains { $0.text.hasPrefix("(1<") }, "the transcript was not seen")
        for call in said where !isMemoryOnly(call) {
            #expect(
                call.text.hasPrefix("(1<") || call.text.contains("</dev/pts/")
                    || call.text.contains("</dev/tty>"), "\(call.name)\(call.text.prefix(300))")
        }

        let shellLog = folder.path + "/shell-calls"
        let shell = try Listening(
            ["--profile", "shell"], under: SystemCalls.command(shellLog),
            environment: ["HOME": folder.path, "HISTFILE": folder.path + "/.bash_history"])
        try folder.write("ls zanzibar\nls zanzibar\nls zanzibar\n", to: ".bash_history")
        try await shell.ready()
        shell.terminal.tap(.character("q"))
        try await shell.process.waitForEnd()
        for call in try SystemCalls(log: shellLog).calls
        where call.text.contains("zanzibar") && !isMemoryOnly(call) {
            Issue.record("\(call.name)\(call.text.prefix(300))")
        }
    }

    /// A file without a name, which is memory: the recogniser takes its models as files.
    private func isMemoryOnly(_ call: SystemCalls.Call) -> Bool {
        call.text.contains("</memfd:") || call.text.contains("(deleted)")
    }

    @Test func `no crash leaves an image of the memory`() async throws {
        let listening = try Listening()
        try await listening.ready()
        let limits = try String(
            contentsOfFile: "/proc/\(listening.process.pid)/limits", encoding: .utf8)
        let line = limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") }
        let soft = line?.split(separator: " ").compactMap { Int($0) }.first
        #expect(soft.map { $0 <= 1 } == true, "\(limits)")
    }

    @Test func `a command that is run gets nothing but its own three descriptors`() async throws {
        // While the microphone is open, the recogniser is loaded and everything is there to inherit.
        let listening = try Listening(
            dotfile: """
                [recognizer]
                refine = ls -l /proc/self/fd > "$HOME/refine"; cat > /dev/null
                [output]
                filter = ls -l /proc/self/fd > "$HOME/filter"; cat
                [gesture]
                tap = ls -l /proc/self/fd > "$HOME/tap"
                """)
        let home = listening.microphone.directory
        try await listening.ready()
        listening.terminal.tap(.space)
        try await listening.pause()
        try await listening.holdWhileSpeaking()
        _ = try await listening.line()
        for name in ["tap", "refine", "filter"] {
            let lines = try await eventually("the descriptors of \(name)") {
                let text = try? String(
                    contentsOf: home.appendingPathComponent(name), encoding: .utf8)
                return (text?.contains(" 3 -> ") ?? false) ? text : nil
            }
            // 3 is the folder that `ls` itself reads.
            let numbers = lines.split(separator: "\n").compactMap { line in
                line.split(separator: " ").dropLast(2).last.flatMap { Int($0) }
            }
            #expect(Set(numbers) == [0, 1, 2, 3], "\(name): \(lines)")
        }
    }

    // MARK: Clocks

    private func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }

    private func monotonic() -> Double {
        let (seconds, attoseconds) = monotonicNow().components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }
}
