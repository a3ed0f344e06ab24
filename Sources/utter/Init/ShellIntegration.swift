import Configuration
import Keyboard

/// The text that `utter init` prints: it binds a hotkey to a widget that runs `utter listen` and inserts what was
/// said at the cursor.
///
/// What all three scripts owe to one another:
/// - The transcript is one line on the widget's pipe, the type-ahead follows it on the same pipe (`--rest-fd 1`);
///   without a transcript (any status but 0) everything on the pipe is type-ahead.
/// - Prompt and line are handed over on stdin, each ended by NUL (`--context`), so that the spaces at the seams are
///   decided in one place and nothing of the line shows in a list of processes.
/// - Only a program that was killed outright (status 137) leaves the terminal to be repaired: popping the keyboard
///   flags after an orderly exit would pop somebody else's.
/// - What only the shell knows, aliases, functions and where its history lies, is in the environment of that one
///   process (`UTTER_COMMANDS`, names one a line, and `HISTFILE`).
/// - Control characters are taken out once more: whatever arrives, no line can be accepted by it.
struct ShellIntegration {
    var shell: ShellKind
    var chord: KeyChord
    /// What the widget runs: a name to be found on PATH, or an absolute path.
    var program: String

    /// What a killed program leaves behind, in the order of repair: keyboard flags, win32-input-mode, focus reports,
    /// a hidden cursor, lines that do not wrap, colours, and the preview below the cursor.
    static let repair = #"\033[<u\033[?9001l\033[?1004l\033[?25h\033[?7h\033[m\033[J"#

    /// How many characters of names are handed over, which are four bytes each at most: an environment variable may
    /// have 128 KiB (Linux's MAX_ARG_STRLEN).
    static let namesLimit = 16_384

    /// Takes what nobody has read: the killed program's keys, still in its encoding, and the repeats of the hotkey, which
    /// would start it again, until the key comes up. Ends with a tenth of a second in which nothing came.
    static let drain =
        "command stty -icanon -echo isig min 0 time 1 </dev/tty && command head -c 65536 </dev/tty"

    /// The statuses of a program that is not there, cannot be run, or crashed: nobody has said anything about it.
    static let brokenStatuses = "126 | 127 | 132 | 133 | 134 | 135 | 136 | 139 | 159"

    var script: String {
        switch shell {
        case .bash: bashScript
        case .zsh: zshScript
        case .fish: fishScript
        }
    }

    static func undoScript(_ shell: ShellKind) -> String {
        switch shell {
        case .bash: bashUndo
        case .zsh: zshUndo
        case .fish: fishUndo
        }
    }

    /// The key as `--key` takes it.
    var keyName: String { chord.description }
    var sequences: [[UInt8]] { ShellKeySequences.sequences(for: chord) }
    var capability: String { ShellKeySequences.terminfoCapability(for: chord) ?? "" }

    /// The arguments of the program in every widget.
    var arguments: String {
        "listen --once --key \(Self.singleQuoted(keyName)) --held --below --profile shell --rest-fd 1"
            + " --context"
    }

    /// A word in single quotes as POSIX shells, zsh and (but for backslashes) fish read it.
    static func singleQuoted(_ text: String) -> String {
        "'"
            + text.split(separator: "'", omittingEmptySubsequences: false).joined(
                separator: #"'\''"#)
            + "'"
    }
}
