import Foundation
import Support
import Testing

/// The widgets of the shells with the real program, on a terminal that answers like kitty.
@Suite("Dictating at the prompt", .serialized, .timeLimit(.minutes(5)))
struct WidgetTests {
    struct Place: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var rows = 10
        var columns = 60
        var prompt = "> "
        var left = "echo "
        var right = ""
        /// Line feeds typed first, to come to the last row.
        var down = 0
    }

    static let places = [
        Place(testDescription: "an empty line", left: ""),
        Place(testDescription: "the middle of a line", left: "echo é你 ", right: " end"),
        Place(testDescription: "a word without a space", left: "echo"),
        Place(testDescription: "a prompt of two lines", prompt: "first\n> "),
        Place(testDescription: "the last row", rows: 6, down: 8),
        Place(
            testDescription: "the last row, a prompt of two lines", rows: 6, prompt: "first\n> ",
            down: 5),
        Place(
            testDescription: "a line that wraps, the cursor in its first row", columns: 40,
            left: "echo one ", right: "two three four five six seven eight nine ten"),
        Place(testDescription: "a narrow window", columns: 20, left: "say "),
    ]

    @Test(
        "What was said stands at the cursor; prompt and line stand where they stood",
        arguments: places)
    func inserts(place: Place) async {
        await WidgetShell.each { shell in
            let it = try await WidgetShell(
                shell, rows: place.rows, columns: place.columns, prompt: place.prompt)
            for _ in 0..<place.down {
                let before = it.terminal.output.count
                it.terminal.send("\r")
                try await eventually("another prompt") { it.terminal.output.count > before }
            }
            try await it.type(place.left, place.right)
            let before = it.lines
            let shown = it.terminal.screen
            try await it.speak {
                try await it.wait("the line and the preview under it") { screen in
                    let lines = WidgetShell.trimmed(screen)
                    guard let state = lines.lastIndex(where: { $0.hasPrefix("listening") }) else {
                        return false
                    }
                    // All of the line is above, as it was, at most moved up to make room.
                    let line = before.filter { !$0.isEmpty }.suffix(3)
                    return lines[..<state].filter { !$0.isEmpty }.suffix(line.count) == line
                }
            }
            let space = place.left.isEmpty || place.left.hasSuffix(" ") ? "" : " "
            let behind = place.right.isEmpty || place.right.hasPrefix(" ") ? "" : " "
            let line = place.left + space + Program.words + behind + place.right
            let last = place.prompt.split(separator: "\n").last.map(String.init) ?? ""
            try await it.wait("the transcript in the line") { screen in
                WidgetShell.trimmed(screen).joined().replacing(" ", with: "")
                    .hasSuffix((last + line).replacing(" ", with: ""))
            }
            try await it.isAsBefore()
            // Neither a prompt drawn twice nor an empty line above it.
            let after = it.terminal.screen
            let scrolled = after.scrolledOff - shown.scrolledOff
            let promptRow = before.lastIndex { $0.hasPrefix(">") } ?? 0
            #expect(it.lines.lastIndex { $0.hasPrefix(">") } == max(0, promptRow - scrolled))
            #expect(
                it.lines.prefix(max(0, promptRow - scrolled))
                    == before.prefix(promptRow).dropFirst(scrolled))
            // The editor knows of it, and of the cursor behind it.
            it.terminal.send("Z")
            let typed = place.left + space + Program.words + "Z" + behind + place.right
            let typedBehind = place.left + space + Program.words + behind + "Z" + place.right
            try await it.wait("a letter behind what was inserted") { screen in
                let text = WidgetShell.trimmed(screen).joined().replacing(" ", with: "")
                return [typed, typedBehind].contains {
                    text.hasSuffix($0.replacing(" ", with: ""))
                }
            }
            #expect(it.microphone.events("start").count == 1, "\(shell)")
        }
    }

    @Test(
        "A tap says how to talk and leaves line and microphone alone")
    func tap() async {
        await WidgetShell.each { shell in
            let it = try await WidgetShell(shell)
            try await it.type("echo a")
            it.terminal.press(.f9)
            try await it.terminal.waitForFlags(11)
            it.terminal.release(.f9)
            try await it.wait("how to talk") { $0.text.contains("hold F9") }
            it.terminal.send("b")
            try await it.wait("the line, and nothing under it") {
                WidgetShell.trimmed($0).filter { !$0.isEmpty } == ["> echo ab"]
            }
            try await it.isAsBefore()
            #expect(it.microphone.events("start").isEmpty, "\(shell)")
        }
    }

    @Test("Esc leaves the line as it was")
    func escape() async {
        await WidgetShell.each { shell in
            let it = try await WidgetShell(shell)
            try await it.type("echo a", "b")
            try await it.holdUntilListening()
            it.terminal.tap(.escape)
            it.terminal.release(.f9)
            try await it.isAsBefore()
            try await it.wait("the line, and nothing under it") {
                WidgetShell.trimmed($0).filter { !$0.isEmpty } == ["> echo ab"] && $0.column == 8
            }
            it.terminal.send("X")
            try await it.wait("a shell that works") { WidgetShell.trimmed($0)[0] == "> echo aXb" }
        }
    }

    @Test(
        "Ctrl-Z leaves the line as it was: nobody could continue the widget")
    func suspend() async {
        await WidgetShell.each { shell in
            let it = try await WidgetShell(shell)
            try await it.type("echo a")
            try await it.holdUntilListening()
            it.terminal.tap(TypedKey.character("z").control)
            it.terminal.release(.f9)
            try await it.isAsBefore()
            it.terminal.send("b")
            try await it.wait("the line") {
                WidgetShell.trimmed($0).filter { !$0.isEmpty } == ["> echo ab"]
            }
        }
    }

    @Test(
        "A clip that is too short is dropped under the line, with its length")
    func tooShort() async {
        await WidgetShell.each { shell in
            let it = try await WidgetShell(shell)
            try await it.type("echo a")
            try await it.holdUntilListening()
            it.terminal.release(.f9)
            try await it.wait("too short") { $0.text.contains("too short") }
            try await it.isAsBefore()
            it.terminal.send("b")
            try await it.wait("the line") {
                WidgetShell.trimmed($0).filter { !$0.isEmpty } == ["> echo ab"]
            }
        }
    }

    @Test(
        "What is typed meanwhile comes after what was said; Enter runs nothing, and the line says so"
    )
    func typeAhead() async {
        await WidgetShell.each { shell in
            let it = try await WidgetShell(shell)
            try await it.type("echo ")
            try await it.speak {
                it.terminal.tap(.character("x"))
                it.terminal.tap(.enter)
                try await it.wait("what became of Enter") { $0.text.contains("(left out: enter)") }
                it.terminal.tap(TypedKey.character("a").control)
                it.terminal.tap(.backspace)
                it.terminal.tap(.up)
                it.terminal.tap(.character("y"))
                try await it.wait("what became of the others") {
                    $0.text.contains("(left out: enter, ctrl+a, backspace…)")
                }
            }
            try await it.wait("transcript and type-ahead") {
                WidgetShell.trimmed($0).filter { !$0.isEmpty } == ["> echo \(Program.words)xy"]
            }
            try await it.isAsBefore()
        }
    }

    @Test(
        "Enter while the words are still being found is left out, too, and told before the line is given back"
    )
    func lateTypeAhead() async {
        await WidgetShell.each { shell in
            let it = try await WidgetShell(shell)
            try await it.type("echo ")
            try await it.speak()
            it.terminal.tap(.enter)
            try await it.wait("what became of Enter") { $0.text.contains("(left out: enter)") }
            try await it.wait("the transcript") {
                WidgetShell.trimmed($0).filter { !$0.isEmpty } == ["> echo \(Program.words)"]
            }
            try await it.isAsBefore()
        }
    }

    @Test(
        "A key pressed after Esc, with the hotkey still down, is told as well")
    func typeAheadAfterEscape() async {
        await WidgetShell.each { shell in
            let it = try await WidgetShell(shell)
            try await it.type("echo a")
            try await it.holdUntilListening()
            it.terminal.tap(.escape)
            try await it.wait("a line that is taken away") { !$0.text.contains("listening") }
            it.terminal.tap(.enter)
            it.terminal.release(.f9)
            // It stands there for a second, which a busy machine may let pass unseen.
            try await it.wait("what became of Enter") { _ in
                it.terminal.outputText.contains("(left out: enter)")
            }
            try await it.wait("the line") {
                WidgetShell.trimmed($0).filter { !$0.isEmpty } == ["> echo a"]
            }
            try await it.isAsBefore()
        }
    }

    @Test("What is typed while the widget ends is on the line, whole and in order")
    func typedAtTheEnd() async {
        await WidgetShell.each { shell in
            let it = try await WidgetShell(shell, columns: 120)
            try await it.type("echo ")
            try await it.holdUntilListening()
            it.terminal.tap(.escape)
            it.terminal.release(.f9)
            let letters = String((0..<100).map { Character(UnicodeScalar(UInt8(97 + $0 % 26))) })
            for letter in letters {
                it.terminal.send(String(letter))
                // As fast as a keyboard that repeats, and faster.
                try await Task.sleep(for: .milliseconds(4))
            }
            try await it.isAsBefore()
            try await it.wait("all of it") {
                WidgetShell.trimmed($0).filter { !$0.isEmpty } == ["> echo \(letters)"]
            }
        }
    }

    @Test(
        "Names that attack neither run nor reach the terminal")
    func attackingNames() async {
        await WidgetShell.each { shell in
            // Beginning and ending in what is said, so that they would be heard if they could be.
            let names = [
                "forward$(touch pwned)", "go`touch pwned`", "ten;touch pwned;meters",
                "forward\ntouch pwned\n", "meters\u{1b}]2;pwned\u{7}\u{1b}[31m",
                "go\u{202e}drawrof",
                "-forward", "ten && touch pwned", "~forward", "*", "'forward'", "\"ten\"",
            ]
            let it = try await WidgetShell(
                shell,
                prepare: { home in
                    for name in names {
                        try Data().write(to: home.appendingPathComponent(name))
                        try FileManager.default.createDirectory(
                            at: home.appendingPathComponent("d\(name)"),
                            withIntermediateDirectories: true)
                    }
                    let heads = home.appendingPathComponent(".git/refs/heads")
                    try FileManager.default.createDirectory(
                        at: heads, withIntermediateDirectories: true)
                    for name in names where name != "*" {
                        try Data("0\n".utf8).write(to: heads.appendingPathComponent(name))
                    }
                    try Data("ref: refs/heads/forward$(touch pwned)\n".utf8).write(
                        to: home.appendingPathComponent(".git/HEAD"))
                    try "forward`touch pwned`:\n\ttrue\n".write(
                        to: home.appendingPathComponent("Makefile"), atomically: true,
                        encoding: .utf8)
                })
            let before = it.terminal.output.count
            try await it.speak()
            try await it.isAsBefore()
            try await it.wait("a word in the line") {
                WidgetShell.trimmed($0).contains { $0.hasPrefix("> ") && $0.count > 3 }
            }
            let line = it.lines.first { $0.hasPrefix("> ") } ?? ""
            #expect(!line.dropFirst(2).contains { "$`;&|<>\\'\"*~\n".contains($0) }, "\(line)")
            let written = String(decoding: it.terminal.output[before...], as: UTF8.self)
            for part in ["pwned", "\u{202e}", "[31m"] {
                #expect(!written.contains(part), "\(part)")
            }
            #expect(!FileManager.default.fileExists(atPath: it.home.path + "/pwned"))
        }
    }

    @Test(
        "A microphone that cannot be opened is told under the line")
    func noMicrophone() async {
        await WidgetShell.each { shell in
            let it = try await WidgetShell(shell, fields: ["open-error": "EBUSY"])
            try await it.type("echo a", "b")
            try await it.hold(until: "the reason under the line") {
                let lines = WidgetShell.trimmed($0)
                return lines[0] == "> echo ab" && lines[1].contains("microphone")
            }
            it.terminal.release(.f9)
            it.terminal.tap(.character("c"))
            try await it.isAsBefore()
            try await it.wait("a line without it") {
                let lines = WidgetShell.trimmed($0).filter { !$0.isEmpty }
                return lines == ["> echo acb"] || lines == ["> echo ab"]
            }
        }
    }

    @Test(
        "A window that changes its size during the hold keeps prompt and line")
    func resize() async {
        await WidgetShell.each { shell in
            let it = try await WidgetShell(shell)
            try await it.type("echo a ", "b")
            try await it.speak {
                try await it.wait("listening") { $0.text.contains("listening") }
                it.terminal.resize(rows: 8, columns: 44)
                it.terminal.resize(rows: 12, columns: 70)
            }
            try await it.wait("the transcript in the line, once") {
                WidgetShell.trimmed($0).filter { !$0.isEmpty } == ["> echo a \(Program.words) b"]
            }
            try await it.isAsBefore()
        }
    }

    @Test(
        "A program that is killed outright leaves a shell that works")
    func killed() async {
        await WidgetShell.each { shell in
            let it = try await WidgetShell(shell)
            try await it.type("echo a")
            let settings = it.terminal.attributes
            try await it.holdUntilListening()
            let process = try #require(it.microphone.events("start").last).process
            // Keys that it has not read are no text for the shell, whose keys are encoded in another way. (It is not
            // stopped first: zsh 5.9 was seen to wait busily and for ever above a program that was.)
            for _ in 0..<5 { it.terminal.repeat(.f9) }
            it.terminal.tap(.character("q"))
            #expect(kill(process, SIGKILL) == 0)
            try await eventually("keyboard flags popped") { it.terminal.keyboard.flags == 0 }
            it.terminal.release(.f9)
            try await eventually("the shell's own settings") {
                it.terminal.attributes.isLike(settings)
            }
            it.terminal.send("b\r")
            try await it.wait("a shell that works") {
                WidgetShell.trimmed($0).filter { !$0.isEmpty } == ["> echo ab", "ab", ">"]
            }
            #expect(!it.terminal.keyboard.reportsFocus)
            #expect(it.terminal.keyboard.cursorVisible)
        }
    }
}
