import Configuration
import Foundation
import Glibc
import Keyboard
import Support
import Testing

@testable import utter

private let installed = ShellUnderTest.installed

/// Each case runs in every shell that is installed; a shell that is not is left out aloud.
@Suite("The widget of each shell", .serialized)
struct ShellIntegrationTests {
    init() {
        for shell in ShellKind.allCases where !installed.contains(shell) {
            print("skipped: \(shell) is not installed")
        }
    }

    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        var left: String
        var right: String
        /// What the program writes to the widget's pipe.
        var output: String
        var status: Int32
        /// What must be inserted.
        var inserted: String
        var testDescription: String { name }
    }

    static let cases = [
        Case(
            name: "an empty line", left: "", right: "", output: "git status\n", status: 0,
            inserted: "git status"),
        Case(
            name: "a cursor in the middle", left: "git ", right: " -m x", output: "commit\n",
            status: 0, inserted: "commit"),
        Case(
            name: "letters of several bytes, wide ones too", left: "écho ß你 ", right: "end é",
            output: "schön 日本 \n", status: 0, inserted: "schön 日本 "),
        Case(
            name: "characters that shells take apart", left: "x ", right: "",
            output: #"echo "$HOME" `id` 'a' \n $(id) !! *"# + "\n", status: 0,
            inserted: #"echo "$HOME" `id` 'a' \n $(id) !! *"#),
        Case(
            name: "type-ahead after the transcript", left: "a ", right: "z", output: "said\ntyped ",
            status: 0, inserted: "saidtyped "),
        Case(
            name: "type-ahead without a transcript", left: "a", right: "", output: "typed",
            status: 1, inserted: "typed"),
        Case(
            name: "nothing at all", left: "a b", right: "c", output: "", status: 1, inserted: ""),
        Case(
            name: "an interrupted program", left: "a b", right: "c", output: "", status: 130,
            inserted: ""),
        Case(
            name: "control characters and a second line", left: "a ", right: "",
            output: "b\u{3}c\u{1b}[31m\rd\n;e\n", status: 0, inserted: "b c [31m d;e"),
    ]

    @Test("inserts at the cursor, in one step of undo", arguments: installed, cases)
    func inserts(_ shell: ShellKind, _ one: Case) async throws {
        let under = try await ShellUnderTest(
            shell, standIn: "cat \"$UTTER_TEST/output\"\nexit \(one.status)")
        try one.output.write(
            to: under.directory.appendingPathComponent("output"), atomically: true, encoding: .utf8)
        try await under.type(one.left, one.right)
        under.terminal.send("\u{1b}[20~")
        try await under.waitForLine(one.left + one.inserted + one.right)
        let column = 2 + under.cells(one.left + one.inserted)
        try await under.terminal.waitForScreen("the cursor behind what was inserted") {
            $0.row == 0 && $0.column == column
        }
        guard !one.inserted.isEmpty else { return }
        under.terminal.send([0x1f])
        try await under.waitForLine(one.left + one.right)
    }

    @Test("inserts what was said each time, however soon the program ends", arguments: installed)
    func everyTime(_ shell: ShellKind) async throws {
        let under = try await ShellUnderTest(
            shell, standIn: "cat >/dev/null; printf 'said\\ntyped'")
        for _ in 0..<50 {
            under.terminal.send("\u{1b}[20~")
            try await under.waitForLine("saidtyped")
            under.terminal.send([0x15])
            try await under.waitForLine("")
        }
    }

    @Test("hands over prompt and line", arguments: installed)
    func context(_ shell: ShellKind) async throws {
        let under = try await ShellUnderTest(
            shell,
            standIn:
                "cat >\"$UTTER_TEST/in\"; printf '%s\\n' \"$@\" >\"$UTTER_TEST/arguments\"; echo x")
        try await under.type("écho \"a", "b'")
        under.terminal.send("\u{1b}[20~")
        try await under.waitForLine("écho \"axb'")
        let fields = try Data(contentsOf: under.directory.appendingPathComponent("in"))
        let prompt = shell == .bash ? "> " : ""
        #expect(String(decoding: fields, as: UTF8.self) == "\(prompt)\0écho \"a\0b'\0")
        let arguments = try String(
            contentsOf: under.directory.appendingPathComponent("arguments"), encoding: .utf8)
        #expect(
            arguments.split(separator: "\n") == [
                "listen", "--once", "--key", "f9", "--held", "--below", "--profile", "shell",
                "--rest-fd", "1", "--context",
            ])
    }

    @Test(
        "hands over the names that only the shell knows, and where its history lies",
        arguments: installed)
    func names(_ shell: ShellKind) async throws {
        let own =
            switch shell {
            case .bash:
                "alias gs='git status'; deploy() { :; }; _hidden() { :; }; HISTFILE=$HOME/past"
            case .zsh:
                "alias gs='git status'; function deploy { : }; function _hidden { : };"
                    + " HISTFILE=$HOME/past"
            case .fish: "alias gs 'git status'; function deploy; end; function _hidden; end"
            }
        let under = try await ShellUnderTest(
            shell, standIn: "printf '%s\n' \"$UTTER_COMMANDS\" \"@$HISTFILE\" >$HOME/names; echo x",
            setup: own)
        under.terminal.send("\u{1b}[20~")
        try await under.waitForLine("x")
        var lines = try under.text("names").split(separator: "\n").map(String.init)
        let history = lines.removeLast()
        if shell != .fish { #expect(history == "@\(under.directory.path)/past") }
        #expect(lines.contains("gs") && lines.contains("deploy"))
        #expect(!lines.contains { $0.hasPrefix("_") || $0.hasPrefix("fish_") })
        // Of that one process only.
        let list = "env | grep -c UTTER_ >$HOME/left"
        under.terminal.send([0x15])
        under.terminal.send(list + "\r")
        try await eventually("the list") { try under.text("left") == "1\n" }
    }

    @Test("however many names a shell has, the program can be run", arguments: installed)
    func manyNames(_ shell: ShellKind) async throws {
        let name = String(repeating: "n", count: 100)
        let own =
            switch shell {
            case .bash: "for i in {1..1500}; do eval \"\(name)$i() { :; }\"; done"
            case .zsh: "for i in {1..1500}; do functions[\(name)$i]=:; done"
            case .fish: "for i in (seq 1500); function \(name)$i; end; end"
            }
        let under = try await ShellUnderTest(
            shell, standIn: "printf '%s\n' \"$UTTER_COMMANDS\" >$HOME/names; echo x", setup: own)
        under.terminal.send("\u{1b}[20~")
        try await under.waitForLine("x")
        let lines = try under.text("names").split(separator: "\n")
        #expect(lines.count > 100)
        // None of them in part.
        let long = lines.filter { $0.hasPrefix(name) }
        let counted = long.allSatisfy { (1...1500).contains(Int($0.dropFirst(100)) ?? 0) }
        #expect(counted)
    }

    @Test("repairs the terminal after a program that was killed outright", arguments: installed)
    func killed(_ shell: ShellKind) async throws {
        let under = try await ShellUnderTest(
            shell,
            standIn: """
                printf '\\033[>11u\\033[?1004h\\033[?25l' >/dev/tty
                stty raw -echo </dev/tty
                echo lost
                kill -9 $$
                """)
        try await under.type("ab", "c")
        let before = under.terminal.attributes
        under.terminal.send("\u{1b}[20~")
        try await eventually("one push and one pop") {
            under.terminal.pushesAndPops == (pushes: 1, pops: 1)
        }
        // What is typed until then belongs to the program that is gone.
        try await eventually("the settings before") { under.terminal.attributes.isLike(before) }
        under.terminal.send("X")
        try await under.waitForLine("abXc")
        #expect(under.terminal.keyboard.flags == 0)
        #expect(!under.terminal.keyboard.reportsFocus)
        #expect(under.terminal.keyboard.cursorVisible)
        #expect(under.terminal.attributes.isLike(before))
    }

    @Test(
        "says once that the program cannot be run, and leaves the shell usable",
        arguments: installed)
    func missing(_ shell: ShellKind) async throws {
        let under = try await ShellUnderTest(shell, standIn: nil)
        try await under.type("echo one")
        under.terminal.send("\u{1b}[20~")
        try await under.terminal.waitForScreen("a complaint") { $0.text.contains("cannot run") }
        try await under.staysUsable()
    }

    @Test(
        "says once what is wrong with a program that is broken",
        arguments: installed,
        [
            (
                "a library that is missing",
                "echo \"$0: error while loading shared libraries: libx.so.1\" >&2; exit 127",
                "error while loading shared libraries: libx.so.1"
            ),
            ("a crash", "[ \"$1\" = --version ] || kill -SEGV $$", "it ended with status 139"),
        ])
    func broken(_ shell: ShellKind, _ one: (name: String, standIn: String, words: String))
        async throws
    {
        let under = try await ShellUnderTest(shell, standIn: one.standIn, columns: 200)
        try await under.type("echo one")
        under.terminal.send("\u{1b}[20~")
        try await under.terminal.waitForScreen("a complaint") {
            $0.text.contains("cannot run \"\(under.directory.path)/it's here/utter\": \(one.words)")
        }
        try await under.staysUsable()
    }

    @Test(
        "works whatever the options of the shell are, and when loaded twice",
        arguments: [
            (ShellKind.bash, "set -eu"), (.bash, "set -o vi"), (.bash, "set -o posix"),
            (.bash, "shopt -s nocasematch extglob; IFS=x"),
            (.bash, "alias printf=false command=false builtin=false local=false"),
            (.zsh, "setopt ksharrays nounset errexit"), (.zsh, "emulate sh"), (.zsh, "emulate ksh"),
            (.zsh, "bindkey -v"),
            (.zsh, "alias -g printf=false; alias local=false; setopt shwordsplit"),
            (.zsh, "setopt noglob noequals nullglob; IFS=x"),
            (
                .fish,
                "set -g fish_key_bindings fish_vi_key_bindings; function fish_mode_prompt; end"
            ),
            (.fish, "set -g IFS x"),
        ])
    func options(_ shell: ShellKind, _ setup: String) async throws {
        guard installed.contains(shell) else { return }
        let integration = ShellIntegration(
            shell: shell, chord: try KeyChord(parsing: "f9"), program: "/nonexistent")
        let under = try await ShellUnderTest(
            shell, standIn: "echo said", setup: setup + "\n" + integration.script)
        try await under.type("ab ", "c")
        under.terminal.send("\u{1b}[20~")
        try await under.waitForLine("ab saidc")
        under.terminal.send("\u{1b}[20~")
        try await under.waitForLine("ab saidsaidc")
    }

    /// By terminal what it sends for a key.
    static let forms: [(term: String, key: String, bytes: String)] = [
        // What only the terminal's own description knows.
        ("sun", ["f9": "\u{1b}[232z"]), ("linux", ["f5": "\u{1b}[[E"]),
        ("xterm-256color", ["f1": "\u{1b}OP", "home": "\u{1b}[H", "ctrl+g": "\u{1b}[27;5;103~"]),
        ("rxvt", ["ctrl+f9": "\u{1b}[20^", "shift+f9": "\u{1b}[20$", "ctrl+up": "\u{1b}Oa"]),
        // What the kitty protocol makes of a key, whoever has asked for it.
        (
            "xterm-kitty",
            [
                "f1": "\u{1b}[P", "f3": "\u{1b}[13~", "f13": "\u{1b}[57376u",
                "ctrl+g": "\u{1b}[103;5u", "alt+x": "\u{1b}[120;3u",
            ]
        ),
    ].flatMap { (term: String, keys: KeyValuePairs<String, String>) in
        keys.map { (term, $0.key, $0.value) }
    }

    @Test(
        "the key is bound in the form in which each terminal sends it", arguments: installed, forms)
    func everyForm(_ shell: ShellKind, _ form: (term: String, key: String, bytes: String))
        async throws
    {
        let under = try await ShellUnderTest(
            shell, key: form.key, standIn: "echo said", term: form.term)
        under.terminal.send("a\(form.bytes)b")
        try await under.waitForLine("asaidb")
    }

    @Test(
        "in fish 4 the key is bound by its name",
        .enabled(if: installed.contains(.fish), "fish is not installed"))
    func fish4() async throws {
        let integration = ShellIntegration(
            shell: .fish, chord: try KeyChord(parsing: "ctrl+page_up"), program: "/nonexistent")
        // The branch for fish 4, run by the fish that is here, with what it binds written down.
        let script = integration.script.replacing(#"'^[0-3]\.'"#, with: "'^[012]'")
        #expect(script != integration.script)
        let under = try await ShellUnderTest(
            .fish, standIn: "echo said",
            after: "function bind; echo $argv >>$HOME/bound; end\n\(script)\nfunctions --erase bind"
        )
        let bound = try under.text("bound").split(separator: "\n")
        #expect(
            bound
                == ["default", "insert", "visual"].map {
                    "-M \($0) ctrl-pageup __utter_dictate"
                })
    }

    @Test("is taken back without a trace, and gives the key back", arguments: installed)
    func undone(_ shell: ShellKind) async throws {
        let own =
            switch shell {
            case .bash: #"bind '"\e[20~": "own"'"#
            case .zsh: #"bindkey -s '\e[20~' own"#
            case .fish: #"bind \e\[20~ 'commandline -i own'"#
            }
        let list =
            switch shell {
            case .bash: "declare -F | grep utter; compgen -v | grep utter"
            case .zsh: "print -l ${(k)functions} ${(k)parameters} ${(k)widgets} | grep utter"
            case .fish: "functions -a | grep utter; set -n | grep utter"
            }
        let under = try await ShellUnderTest(
            shell, standIn: "echo said", setup: shell == .fish ? "" : own,
            after: ShellIntegration.undoScript(shell) + "\n" + list + " >$HOME/left")
        let left = try String(
            contentsOf: under.directory.appendingPathComponent("left"), encoding: .utf8)
        #expect(left == "")
        try await under.type("a")
        under.terminal.send("\u{1b}[20~b")
        try await under.terminal.waitForScreen("what the key did before") { screen in
            let line = screen.lines[0].trimmingCharacters(in: .whitespaces)
            return shell == .fish
                ? line.hasSuffix("b") && !line.contains("said") : line == "> aownb"
        }
    }
}

extension ShellUnderTest {
    /// Presses the key of a program that cannot be run again, in `echo one`: the line can be typed on, and nothing is
    /// said a second time.
    fileprivate func staysUsable() async throws {
        terminal.send("\u{1b}[20~X\u{1b}[20~Y")
        try await terminal.waitForScreen("the line") { $0.text.contains("> echo oneXY") }
        #expect(terminal.outputText.components(separatedBy: "cannot run").count == 2)
    }
}
