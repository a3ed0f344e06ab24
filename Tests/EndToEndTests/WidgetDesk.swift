import Glibc
import Support

/// A shell with its widget in a real kitty window on a desktop of its own: keys that truly go down and come up, speech in the sound server's
/// microphone, the packaged small model of a robot's commands.
///
/// With `UTTER_KEEP_DESKTOP` set, pictures of what was compared stay in the desktop's directory.
final class WidgetDesk {
    static let rows = 12
    static let columns = 60

    let shell: String
    let desktop: Desktop
    let window: DesktopWindow
    private let speech: String
    /// A line for each command that the shell has run.
    private let log: String
    private let home: String
    private let tmux: String?

    /// - Parameter inTmux: whether the shell runs in tmux, which reports no releases.
    init(_ shell: String, inTmux: Bool = false) async throws {
        self.shell = shell
        desktop = try Desktop()
        let home = "\(desktop.directory)/widget"
        self.home = home
        mkdir(home, 0o700)
        log = "\(home)/ran"
        try writeFile(log, "")
        // The sound server is found as on any desktop; who says it often has it in the history.
        try writeFile("\(home)/.asoundrc", "pcm.!default { type pulse }\n")
        for name in [".bash_history", ".zsh_history"] {
            try writeFile("\(home)/\(name)", String(repeating: "\(Program.words)\n", count: 20))
        }
        mkdir("\(home)/fish", 0o700)
        try writeFile(
            "\(home)/fish/fish_history",
            (0..<20).map { "- cmd: \(Program.words)\n  when: \($0)\n" }.joined())
        try writeFile("\(home)/\(shell == "zsh" ? ".zshrc" : "rc")", Self.start(shell, log))
        let raw = "\(home)/speech.wav"
        try desktop.run(
            "sox", "-t", "raw", "-r", "16000", "-c", "1", "-b", "16", "-e", "signed", "-D",
            Program.speech, raw, "pad", "0.1", "0.1", "dither")
        speech = raw
        let command =
            switch shell {
            case "bash": ["bash", "--noprofile", "--rcfile", "\(home)/rc", "-i"]
            case "zsh": ["zsh", "-i"]
            default: ["fish", "--no-config", "-i", "-C", ". \(home)/rc"]
            }
        tmux = inTmux ? "\(home)/tmux" : nil
        // A server of its own, without anybody's configuration.
        try writeFile("\(home)/tmux.conf", "set -g status off\n")
        window = try await DesktopWindow(
            on: desktop,
            running: (tmux.map { ["tmux", "-S", $0, "-f", "\(home)/tmux.conf", "new"] } ?? [])
                + command,
            columns: Self.columns, rows: Self.rows,
            environment: [
                "HOME": home, "ZDOTDIR": home, "XDG_DATA_HOME": home, "SHELL": "/usr/bin/\(shell)",
                "UTTER_RECOGNIZER_LANGUAGE_MODEL": "\(Program.data)/turtle.lm.bin",
                "UTTER_RECOGNIZER_DICTIONARY": "\(Program.data)/turtle.dic",
            ])
        try await window.waits(for: ">")
    }

    deinit {
        if let tmux { _ = try? desktop.run("tmux", "-S", tmux, "kill-server") }
        window.close()
    }

    /// What the shell reads first: `place PROMPT ROWS` sets the prompt and goes so many rows down an empty screen.
    private static func start(_ shell: String, _ log: String) -> String {
        switch shell {
        case "bash":
            """
            PS0='$(echo ran >>\(log))'
            PS1='> '
            place() {
                case $1 in
                two) PS1='\\[\\e[32m\\]first line\\[\\e[m\\]\\n\\[\\e[1m\\]>\\[\\e[m\\] ' ;;
                *) PS1='> ' ;;
                esac
                printf '\\e[H\\e[2J'
                for ((row = 0; row < $2; row++)); do echo; done
            }
            eval "$(\(Program.path) init bash)"

            """
        case "zsh":
            """
            preexec() { echo ran >>\(log) }
            PS1='> '
            place() {
                RPROMPT=
                case $1 in
                (two) PS1=$'%F{green}first line%f\\n%B>%b ' ;;
                (right) PS1='> ' RPROMPT='%F{red}right%f' ;;
                (*) PS1='> ' ;;
                esac
                printf '\\e[H\\e[2J'
                repeat $2 echo
            }
            eval "$(\(Program.path) init zsh)"

            """
        default:
            """
            function on_exec --on-event fish_preexec; echo ran >>\(log); end
            set -g fish_autosuggestion_enabled 0
            set -g place plain
            function fish_prompt
                if test $place = two
                    set_color green; printf 'first line\\n'; set_color normal
                end
                printf '> '
            end
            function fish_right_prompt
                if test $place = right; set_color red; printf right; set_color normal; end
            end
            function place
                set -g place $argv[1]
                printf '\\e[H\\e[2J'
                for row in (seq $argv[2]); echo; end
            end
            \(Program.path) init fish | source

            """
        }
    }

    // MARK: What there is to see

    /// The rows of the screen without the blanks at their ends.
    func lines() throws -> [String] { Self.lines(try window.screen()) }

    static func lines(_ screen: String) -> [String] {
        screen.split(separator: "\n", omittingEmptySubsequences: false).map {
            String($0.reversed().drop { $0 == " " }.reversed())
        }
    }

    /// Waits until the rows of the screen are as `condition` wants them, and returns them.
    @discardableResult
    func rows(
        _ what: String, _ condition: ([String]) throws -> Bool
    ) async throws -> [String] {
        var last: [String] = []
        return try await eventually(
            "\(what) in \(shell)", detail: { "it shows:\n" + last.joined(separator: "\n") }
        ) {
            last = try lines()
            return try condition(last) ? last : nil
        }
    }

    /// The screen as it looks: colours, the text, blanks that a shell has painted like those that it has not, and the
    /// place of the cursor.
    func look(cursor: Bool = true) throws -> [String] {
        try Self.lines(window.content()).filter { cursor || !$0.hasPrefix("\u{1b}[?25") }
    }

    /// Waits until the screen looks as it did.
    func looks(like before: [String], _ what: String, cursor: Bool = true) async throws {
        func last(_ rows: [String]) -> String {
            rows.map(\.debugDescription).joined(separator: "\n")
        }
        var now: [String] = []
        try await eventually(
            "the screen before \(what) in \(shell)",
            detail: { "it was:\n\(last(before))\nis:\n\(last(now))" }
        ) {
            now = try look(cursor: cursor)
            return now == before
        }
    }

    /// A picture of the window, where pictures are kept.
    func picture(_ name: String) throws {
        guard getenv("UTTER_KEEP_DESKTOP") != nil else { return }
        try window.picture("\(desktop.directory)/\(shell)-\(name).png")
    }

    /// How many commands the shell has run.
    var commandsRun: Int { readFile(log).split(separator: "\n").count }

    /// Opening and closing of the microphone.
    var recordings: [MicrophoneLog.Change] { desktop.microphone.entries.map(\.change) }

    func microphoneIsClosed() async throws {
        try await eventually("the microphone closed") { self.desktop.microphone.openCount == 0 }
    }

    // MARK: Hands and voice

    /// Sets the prompt and the row, then types a line and goes back over its right part.
    func place(_ prompt: String, down: Int = 0, left: String = "", right: String = "") async throws
    {
        try window.send("\u{5}\u{15}place \(prompt) \(down)\r")
        // Whatever was there has gone, and the prompt stands where it was asked for.
        try await rows("an empty prompt") { lines in
            lines.last { !$0.isEmpty }.map {
                $0 == ">" || ($0.hasPrefix("> ") && $0.hasSuffix("right"))
            }
                ?? false && !lines.contains { $0.contains("place") }
        }
        guard !(left + right).isEmpty else { return }
        try window.send(left + right)
        let typed = (left + right).filter { $0 != " " }
        try await rows("what was typed") {
            $0.joined().filter { $0 != " " }.replacing("right", with: "").hasSuffix(typed)
        }
        guard !right.isEmpty else { return }
        let start = try lines().lastIndex { $0.hasPrefix(">") } ?? 0
        try window.send(String(repeating: "\u{1b}[D", count: right.count))
        // Each step back is drawn for itself.
        var screen = ScreenEmulator(rows: Self.rows, columns: Self.columns)
        screen.feed(Array("\u{1b}[\(start + 1);1H> \(left)".utf8))
        try await eventually(
            "the cursor at its place in \(shell)",
            detail: { "it is at \(String(describing: try? self.cursor()))" }
        ) {
            try cursor() == [screen.row, screen.column]
        }
    }

    /// Row and column of the cursor, from 0.
    func cursor() throws -> [Int] {
        try window.content().matches(of: /\x1B\[(\d+);(\d+)H/).last.map {
            [(Int($0.1) ?? 0) - 1, (Int($0.2) ?? 0) - 1]
        } ?? []
    }

    /// Says "go forward ten meters".
    func speak() async throws { try await desktop.say(speech) }

    /// Runs a command, which shows that the shell has its terminal again, whole.
    func shellWorks() async throws {
        let word = desktop.unique("clean")
        try window.send("\u{5}\u{15}")
        try desktop.type("echo \(word)")
        try desktop.press("Return")
        try await rows("a shell that works") { $0.contains(word) }
    }

    /// The process that the widget runs: other desktops have theirs.
    func program() throws -> pid_t? {
        try desktop.run("pgrep", "-f", "^\(Program.path) listen --once --key f9").text
            .split(separator: "\n").compactMap { pid_t($0) }
            .last { readFile("/proc/\($0)/environ").contains("\0HOME=\(home)\0") }
    }
}
