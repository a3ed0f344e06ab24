import Glibc
import Support
import Testing

extension DesktopTests {
    /// The talk key in real terminals: kitty and foot, which tell releases, and tmux, which does not.
    ///
    /// Kitty and foot have each a keyboard and a focus of its own, so what both are tried with is tried side by side.
    @Suite(.serialized)
    struct RealTerminalTests {
        typealias Kind = RealTerminal.Kind

        static let all = Kind.allCases.filter(\.isAvailable)
        static let telling = all.filter(\.reportsReleases)
        static let silent = all.filter { !$0.reportsReleases }

        /// The microphone was closed, and not before the given instant.
        private static func expectClosed(_ terminal: RealTerminal, after time: Double) async throws
        {
            try await eventually("the microphone closed") {
                terminal.microphone.events("start").count == 1 && !terminal.microphone.isOpen
            }
            let end = try #require(terminal.microphone.events("close").last)
            #expect(end.time >= time, "it recorded for as long as the key was down")
        }

        @Test("a hold lasts as long as the key is down, whatever it repeats")
        func hold() async {
            await someAtATime(Self.telling) { try await Self.hold(in: $0) }
        }

        private static func hold(in kind: Kind) async throws {
            let terminal = try await RealTerminal(kind)
            try await terminal.talk()
            let release = try await terminal.perform([
                .down("space"), .wait(2.5), .up("space"),
            ])
            try await terminal.waitFor("final", "dropped")
            #expect(terminal.count("began") == 1)
            #expect(terminal.microphone.events("open").count == 1)
            try await Self.expectClosed(terminal, after: release)
            try await terminal.quit()
            #expect(terminal.count("began") == 1)
        }

        @Test("a tap records nothing")
        func tap() async {
            await someAtATime(Self.telling) { try await Self.tap(in: $0) }
        }

        private static func tap(in kind: Kind) async throws {
            let terminal = try await RealTerminal(kind)
            try await terminal.talk()
            for _ in 0..<3 {
                try await terminal.perform([.down("space"), .wait(0.08), .up("space"), .wait(0.2)])
            }
            try await terminal.quit()
            #expect(terminal.count("began") == 0)
            #expect(terminal.microphone.events("open").isEmpty)
        }

        @Test("a chord whose modifier comes up first ends with its key")
        func chord() async {
            await someAtATime(Self.telling) { try await Self.chord(in: $0) }
        }

        private static func chord(in kind: Kind) async throws {
            let terminal = try await RealTerminal(kind)
            try await terminal.talk("--key ctrl+space")
            let release = try await terminal.perform([
                .down("ctrl"), .down("space"), .wait(0.8), .up("ctrl"), .wait(1.2), .up("space"),
            ])
            try await terminal.waitFor("final", "dropped")
            #expect(terminal.count("began") == 1)
            try await Self.expectClosed(terminal, after: release)
            try await terminal.quit()
        }

        @Test("a second key in the middle of a hold does not end it")
        func secondKey() async {
            await someAtATime(Self.telling) { try await Self.secondKey(in: $0) }
        }

        private static func secondKey(in kind: Kind) async throws {
            let terminal = try await RealTerminal(kind)
            try await terminal.talk()
            // Its repeats stop for good at the other key; the release is still to come.
            let release = try await terminal.perform([
                .down("space"), .wait(0.9), .down("x"), .wait(0.05), .up("x"), .wait(1.5),
                .up("space"),
            ])
            try await terminal.waitFor("final", "dropped")
            #expect(terminal.count("began") == 1)
            try await Self.expectClosed(terminal, after: release)
            try await terminal.quit()
        }

        @Test(
            "losing the focus closes the microphone, and the key is not taken up again")
        func focusLoss() async {
            await someAtATime(Self.telling) { try await Self.focusLoss(in: $0) }
        }

        private static func focusLoss(in kind: Kind) async throws {
            let terminal = try await RealTerminal(kind)
            try await terminal.talk("-o gesture.on-focus-loss=cancel")
            try await terminal.holding("space") {
                try await terminal.waitFor("began")
                try await terminal.focus(false)
                try await terminal.waitFor("cancelled")
                try await terminal.focus(true)
            }
            try await eventually("the microphone closed") { !terminal.microphone.isOpen }
            #expect(terminal.count("began") == 1)
            #expect(terminal.microphone.events("open").count == 1)
            try await terminal.quit()
        }

        @Test("Ctrl-Z gives the shell its terminal, fg goes on where it was", arguments: all)
        func suspend(kind: Kind) async throws {
            let terminal = try await RealTerminal(kind)
            try await terminal.talk()
            try await terminal.perform([
                .down("ctrl"), .down("z"), .wait(0.05), .up("z"), .up("ctrl"),
            ])
            let pid = try #require(terminal.processIdentifier)
            try await eventually("a stop") { processState(pid) == "T" }
            try await terminal.expectPrompt()
            try await terminal.run("fg")
            try await eventually("the program to go on") { processState(pid) == "S" }
            if kind.reportsReleases {
                try await terminal.perform([.wait(0.3), .down("space"), .wait(1.2), .up("space")])
            } else {
                try await terminal.perform([
                    .wait(0.3), .down("space"), .wait(0.05), .up("space"), .wait(1),
                    .down("space"), .wait(0.05), .up("space"),
                ])
            }
            try await terminal.waitFor("final", "dropped")
            #expect(terminal.count("began") == 1)
            try await terminal.quit()
        }

        /// What a person is told to do about a terminal in which the program was killed.
        enum Advice: String, CaseIterable, Sendable {
            /// The line of the manual, from another terminal.
            case manual
            /// `reset`, from another terminal.
            case reset
            /// `reset`, typed at the prompt.
            case typedReset
            /// The key that the terminal itself has for it.
            case key

            func fits(_ kind: Kind) -> Bool {
                switch self {
                case .manual, .reset: true
                // Where keys come encoded no command can be typed.
                case .typedReset: !kind.reportsReleases
                case .key: kind == .kitty
                }
            }
        }

        static let advices = all.flatMap { kind in
            Advice.allCases.filter { $0.fits(kind) }.map { (kind, $0) }
        }

        @Test("killed, it leaves a terminal that the advice repairs", arguments: advices)
        func killed(kind: Kind, advice: Advice) async throws {
            let terminal = try await RealTerminal(kind)
            try await terminal.run("echo $(tty) $TERM > $MARK.tty")
            let told = try await eventually("the name of its device") {
                let words = readFile(terminal.microphone.directory.path + "/mark.tty")
                    .split(whereSeparator: \.isWhitespace).map(String.init)
                return words.count == 2 ? words : nil
            }
            try await terminal.talk()
            let pid = try #require(terminal.processIdentifier)
            kill(pid, SIGKILL)
            try await eventually("its end") { processState(pid) == nil }
            switch advice {
            case .manual:
                try terminal.elsewhere(Self.manualAdvice(), device: told[0], name: told[1])
            case .reset:
                try terminal.elsewhere("reset < TTY > TTY 2>&1", device: told[0], name: told[1])
            case .typedReset:
                try await terminal.run("reset")
            case .key:
                try await terminal.perform([
                    .down("ctrl"), .down("Shift_L"), .down("Delete"), .wait(0.05), .up("Delete"),
                    .up("Shift_L"), .up("ctrl"),
                ])
                // Those keys themselves have come encoded, and stand in the shell's line.
                try await terminal.perform([.down("ctrl"), .down("c"), .up("c"), .up("ctrl")])
            }
            try await terminal.expectPrompt()
        }

        /// The command that the manual gives, with TTY for the terminal's device.
        static func manualAdvice() throws -> String {
            let page = try ChildProcess.run([Program.path, "generate", "man"], environment: [:])
            let line = page.text.split(separator: "\n").first { $0.hasPrefix(".Dl printf") }
            return String(try #require(line).dropFirst(4)).replacing("\\(aq", with: "'")
                .replacing("\\e", with: "\\")
        }

        @Test("without releases a tap starts and a tap stops", arguments: silent)
        func toggle(kind: Kind) async throws {
            let terminal = try await RealTerminal(kind)
            try await terminal.talk()
            try await terminal.perform([.down("space"), .wait(0.05), .up("space"), .wait(1.5)])
            try await terminal.waitFor("began")
            #expect(terminal.count("final", "dropped", "cancelled") == 0)
            try await terminal.perform([.down("space"), .wait(0.05), .up("space")])
            try await terminal.waitFor("final", "dropped")
            #expect(terminal.count("began") == 1)
            try await terminal.quit()
        }

        @Test(
            "without releases a chord starts and stops, whichever of its keys comes up first",
            arguments: silent)
        func toggleChord(kind: Kind) async throws {
            let terminal = try await RealTerminal(kind)
            try await terminal.talk("--key ctrl+space")
            try await terminal.perform([
                .down("ctrl"), .down("space"), .wait(0.1), .up("ctrl"), .wait(0.1), .up("space"),
            ])
            try await terminal.waitFor("began")
            try await terminal.perform([
                .wait(1), .down("ctrl"), .down("space"), .wait(0.1), .up("space"), .up("ctrl"),
            ])
            try await terminal.waitFor("final", "dropped")
            #expect(terminal.count("began") == 1)
            try await terminal.quit()
        }

        @Test(
            "without releases a chord whose modifier comes up first goes on with its key's repeats",
            arguments: silent)
        func autoRepeatChord(kind: Kind) async throws {
            let terminal = try await RealTerminal(kind)
            try await terminal.talk("--key ctrl+space -o gesture.mode=hold")
            let release = try await terminal.perform([
                .down("ctrl"), .down("space"), .wait(1.5), .up("ctrl"), .wait(1.5), .up("space"),
            ])
            try await terminal.waitFor("final", "dropped")
            #expect(terminal.count("began") == 1)
            try await Self.expectClosed(terminal, after: release - 0.1)
            try await terminal.quit()
        }

        @Test(
            "losing the focus closes the microphone where only a tap would have",
            arguments: silent)
        func toggleFocusLoss(kind: Kind) async throws {
            let terminal = try await RealTerminal(kind)
            try await terminal.talk("-o gesture.on-focus-loss=cancel")
            try await terminal.perform([.down("space"), .wait(0.05), .up("space")])
            try await terminal.waitFor("began")
            try await terminal.focus(false)
            try await terminal.waitFor("cancelled")
            try await eventually("the microphone closed") { !terminal.microphone.isOpen }
            try await terminal.focus(true)
            #expect(terminal.count("began") == 1)
            try await terminal.quit()
        }

        @Test("without releases mode = hold goes by the repeats", arguments: silent)
        func autoRepeat(kind: Kind) async throws {
            let terminal = try await RealTerminal(kind)
            try await terminal.talk("-o gesture.mode=hold")
            try await terminal.perform([.down("space"), .wait(0.08), .up("space"), .wait(1.5)])
            #expect(terminal.count("began") == 0)
            let release = try await terminal.perform([
                .down("space"), .wait(2.5), .up("space"),
            ])
            try await terminal.waitFor("final", "dropped")
            #expect(terminal.count("began") == 1)
            // The last repeat comes up to an interval before the release.
            try await Self.expectClosed(terminal, after: release - 0.1)
            try await terminal.quit()
        }

        @Test(
            "without releases another key ends the hold, for nothing more will be heard of the first",
            arguments: silent)
        func autoRepeatSecondKey(kind: Kind) async throws {
            let terminal = try await RealTerminal(kind)
            try await terminal.talk("-o gesture.mode=hold")
            try await terminal.perform([
                .down("space"), .wait(1.5), .down("x"), .wait(0.05), .up("x"), .wait(0.5),
                .up("space"),
            ])
            try await terminal.waitFor("final", "dropped", "cancelled")
            try await eventually("the microphone closed") { !terminal.microphone.isOpen }
            #expect(terminal.count("began") == 1)
            try await terminal.quit()
        }
    }
}
