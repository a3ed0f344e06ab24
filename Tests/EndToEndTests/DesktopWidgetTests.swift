import Glibc
import Support
import Testing

extension DesktopTests {
    /// The widgets as a person meets them. One window for each shell, one point after the other in it; the shells side by
    /// side, each on a desktop of its own, as most of what they do is wait.
    @Suite(.serialized)
    struct WidgetTests {
        struct Place: Sendable {
            var name: String
            var prompt = "plain"
            /// Rows above the prompt; more than the window has: the last row.
            var down = 0
            var left = "echo "
            var right = ""
        }

        static let places = [
            Place(
                name: "the middle of a line, a prompt of two lines", prompt: "two", down: 3,
                left: "echo é你 ", right: "end"),
            Place(name: "the last row, a prompt of two lines", prompt: "two", down: 30),
            Place(
                name: "the last row, a line that wraps", down: 30,
                left: "echo one ", right: "two three four five six seven eight nine ten eleven"),
        ]
        static let rightPrompt = Place(
            name: "a right prompt", prompt: "right", down: 2, left: "echo a", right: " b")

        @Test(
            "A hold inserts what was said, executes nothing, and undo takes it back in one step")
        func inserts() async {
            await WidgetShell.each { shell in try await Self.inserts(in: shell) }
        }

        private static func inserts(in shell: String) async throws {
            let desk = try await WidgetDesk(shell)
            // bash has no right prompt.
            for place in places + (shell == "bash" ? [] : [rightPrompt]) {
                try await insert(at: place, desk)
            }
            try await desk.shellWorks()
        }

        private static func insert(at place: Place, _ desk: WidgetDesk) async throws {
            try await desk.place(
                place.prompt, down: place.down, left: place.left, right: place.right)
            let before = try desk.lines()
            let look = try desk.look(cursor: false)
            let run = desk.commandsRun
            let prompt = try #require(before.lastIndex { $0.hasPrefix(">") })
            try desk.picture("\(place.name)-1-before")

            try desk.desktop.keyDown("F9")
            let held = try await desk.rows("the line and the preview under it") { lines in
                guard let state = lines.lastIndex(where: { $0.hasPrefix("listening") }) else {
                    return false
                }
                // All of the line is above, as it was, at most moved up to make room.
                let line = before.filter { !$0.isEmpty }
                return Array(lines[..<state].filter { !$0.isEmpty }.suffix(line.count)) == line
            }
            try desk.picture("\(place.name)-2-held")
            try await desk.speak()
            try desk.desktop.keyUp("F9")

            let space = place.left.hasSuffix(" ") ? "" : " "
            let behind = place.right.isEmpty || place.right.hasPrefix(" ") ? "" : " "
            let line = place.left + space + Program.words + behind + place.right
            let wanted = "> \(line)".filter { $0 != " " }
            let after = try await desk.rows("the transcript in the line") {
                $0.joined().filter { $0 != " " }.replacing("right", with: "").hasSuffix(wanted)
            }
            try desk.picture("\(place.name)-3-after")
            #expect(desk.commandsRun == run, "\(place.name): nothing was executed")
            try await desk.microphoneIsClosed()

            // The prompt stands where it stood; on the last row what was below it has made room, once.
            let scrolled = (held.firstIndex { $0.hasPrefix("listening") } ?? 0) - prompt
            let isLast = place.down > WidgetDesk.rows
            let moved = prompt - (after.lastIndex { $0.hasPrefix(">") } ?? 0)
            #expect(isLast ? (1...2).contains(moved) : moved == 0, "\(place.name): \(after)")
            #expect(scrolled >= 0)
            #expect(
                Array(after.prefix(prompt - moved))
                    == Array(before.prefix(prompt).dropFirst(moved)),
                "\(place.name): nothing above the prompt has changed")

            try desk.desktop.press("ctrl+slash")
            if isLast {
                // Whether a row goes on in the next is known to some, and told by none of them reliably.
                try await desk.rows("the line before") { $0.joined() == before.joined() }
            } else {
                // Colours and all; where undo leaves the cursor is each shell's own matter.
                try await desk.looks(like: look, place.name, cursor: false)
            }
            try desk.picture("\(place.name)-4-undone")
        }

        @Test(
            "A window that changes its size during the hold keeps prompt and line")
        func resized() async {
            await WidgetShell.each { shell in try await Self.resized(in: shell) }
        }

        private static func resized(in shell: String) async throws {
            let desk = try await WidgetDesk(shell)
            let found = (WidgetDesk.columns, WidgetDesk.rows)
            // Narrower and lower, then higher and wider than it was, then as it was. On the last row not narrower than
            // the preview is: to fold what is below the cursor there, kitty 0.26 moves the line up, but not the cursor
            // with it, whatever program has written them.
            for (place, sizes) in [
                (
                    Place(
                        name: "a prompt of two lines", prompt: "two", down: 2, left: "echo a ",
                        right: "b"), [(44, 9), (70, 14), found]
                ),
                (
                    Place(name: "the last row", down: 30, left: "echo a ", right: "b"),
                    [(70, 14), found]
                ),
            ] {
                try await desk.place(
                    place.prompt, down: place.down, left: place.left, right: place.right)
                let before = try desk.lines().filter { !$0.isEmpty }
                let run = desk.commandsRun
                try desk.desktop.keyDown("F9")
                try await desk.window.waits(for: "listening")
                try desk.picture("resized-\(place.name)-1")
                for (columns, rows) in sizes {
                    try desk.window.resize(columns: columns, rows: rows)
                    try await desk.rows("\(place.name), \(columns) columns: line and preview") {
                        lines in
                        // The text ends with a line feed.
                        lines.count == rows + 1
                            && lines.filter { !$0.isEmpty }.dropLast() == before[...]
                            && lines.contains { $0.hasPrefix("listening") }
                    }
                    try desk.picture("resized-\(place.name)-\(columns)")
                }
                try await desk.speak()
                try desk.desktop.keyUp("F9")
                let after = before.dropLast() + ["> echo a \(Program.words) b"]
                try await desk.rows("\(place.name): the transcript in the line, once") { lines in
                    lines.filter { !$0.isEmpty } == Array(after)
                }
                try desk.picture("resized-\(place.name)-after")
                #expect(desk.commandsRun == run)
                try await desk.microphoneIsClosed()
                try desk.desktop.press("ctrl+slash")
                try await desk.rows("\(place.name): the line before") { lines in
                    lines.filter { !$0.isEmpty } == before
                }
            }
            try await desk.shellWorks()
        }

        @Test(
            "Tap, Esc, a short clip, type-ahead and a kill leave prompt and line as they were")
        func leaves() async {
            await WidgetShell.each { shell in try await Self.leaves(in: shell) }
        }

        private static func leaves(in shell: String) async throws {
            let desk = try await WidgetDesk(shell)
            try await desk.place("two", down: 2, left: "echo a", right: "b")
            let look = try desk.look()
            let textLook = try desk.look(cursor: false)
            let run = desk.commandsRun
            func isAsBefore(_ what: String) async throws {
                try await desk.looks(like: look, what)
                #expect(desk.commandsRun == run)
            }

            try desk.desktop.tap("F9")
            // On a machine that takes longer to start the program than a tap lasts, nobody can see that it was one.
            let said = try await desk.rows("what became of a tap") { lines in
                lines.contains { $0.contains("hold F9 while you speak") || $0.contains("unseen") }
            }
            try desk.picture("tap")
            try await isAsBefore("a tap")
            let isSeen = !said.joined().contains("unseen")
            #expect(!isSeen || desk.recordings.isEmpty)
            try await desk.microphoneIsClosed()

            try desk.desktop.keyDown("F9")
            try await desk.window.waits(for: "listening")
            try desk.desktop.press("Escape")
            try await desk.microphoneIsClosed()
            try desk.desktop.keyUp("F9")
            try await isAsBefore("Esc")

            try desk.desktop.keyDown("F9")
            try await desk.window.waits(for: "listening")
            try desk.desktop.keyUp("F9")
            // How soon after the microphone's first frame the key comes up depends on what else the machine does.
            try await desk.rows("what became of a short clip") { lines in
                lines.contains { $0.contains("too short") || $0.contains("nothing heard") }
            }
            try desk.picture("too-short")
            try await isAsBefore("a short clip")

            try desk.desktop.keyDown("F9")
            try await desk.window.waits(for: "listening")
            // Another key ends the repeats of the first for good. Pressed before there was one, nothing would show any
            // more that the hotkey is held, and the program would give up, as it must.
            try await desk.rows("a second of it") { lines in
                lines.contains { $0.hasPrefix("listening") && !$0.contains("0:00") }
            }
            try desk.desktop.press("Return")
            try desk.desktop.press("x")
            try await desk.window.waits(for: "(left out: enter)")
            try desk.picture("left-out")
            try await desk.speak()
            try desk.desktop.keyUp("F9")
            try await desk.rows("transcript and type-ahead") {
                $0.contains("> echo a \(Program.words) xb")
                    || $0.contains("> echo a \(Program.words)x b")
            }
            try desk.desktop.press("ctrl+slash")
            try await desk.looks(like: textLook, "Enter", cursor: false)
            #expect(desk.commandsRun == run)
            try desk.window.send("\u{1}" + String(repeating: "\u{1b}[C", count: 6))
            try await isAsBefore("Enter")

            try desk.desktop.keyDown("F9")
            try await desk.window.waits(for: "listening")
            // By then the key repeats: its repeats, which nobody takes any more, would start another.
            try await desk.rows("a second of it") { lines in
                lines.contains { $0.hasPrefix("listening") && !$0.contains("0:00") }
            }
            #expect(kill(try #require(try desk.program()), SIGKILL) == 0)
            try desk.desktop.keyUp("F9")
            try await isAsBefore("a kill")
            try await desk.microphoneIsClosed()
            // Letters are letters, and nothing of the protocol is left.
            try desk.desktop.press("z")
            try await desk.rows("a letter") { $0.contains("> echo azb") }
            try await desk.shellWorks()
        }

        @Test(
            "In tmux a tap starts and the next one stops; with mode = hold the repeats tell how long",
            .enabled(if: RealTerminal.Kind.tmux.isAvailable, "tmux is not installed"))
        func inTmux() async {
            await WidgetShell.each { shell in try await Self.inTmux(in: shell) }
        }

        private static func inTmux(in shell: String) async throws {
            let desk = try await WidgetDesk(shell, inTmux: true)
            try await desk.place("plain", left: "echo ")
            let run = desk.commandsRun
            try desk.desktop.tap("F9")
            try await desk.window.waits(for: "listening")
            try desk.picture("tmux-toggle")
            try await desk.speak()
            try desk.desktop.tap("F9")
            try await desk.rows("the transcript") { $0.contains("> echo \(Program.words)") }
            #expect(desk.commandsRun == run)

            try await desk.place("plain")
            let set = shell == "fish" ? "set -gx UTTER_GESTURE_MODE" : "export UTTER_GESTURE_MODE="
            try desk.window.send(shell == "fish" ? "\(set) hold\r" : "\(set)hold\r")
            try await desk.place("plain", left: "echo ")
            let again = desk.commandsRun
            try desk.desktop.keyDown("F9")
            try await desk.window.waits(for: "listening")
            try await desk.speak()
            try desk.desktop.keyUp("F9")
            try await desk.rows("the transcript, and no characters of the key") {
                $0.contains("> echo \(Program.words)")
            }
            try await desk.microphoneIsClosed()
            #expect(desk.commandsRun == again)
            #expect(desk.recordings == [.opened, .closed, .opened, .closed])
            try await desk.shellWorks()
        }
    }
}
