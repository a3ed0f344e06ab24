import Keyboard

extension ShellIntegration {
    /// The sequences in fish's notation, unquoted.
    static func fishEscaped(_ bytes: [UInt8]) -> String {
        bytes.map { byte in
            switch byte {
            case 0x1b: return #"\e"#
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                return String(UnicodeScalar(byte))
            case 0x21..<0x7f: return "\\" + String(UnicodeScalar(byte))
            default:
                let hex = String(byte, radix: 16)
                return #"\x"# + (hex.count < 2 ? "0" : "") + hex
            }
        }.joined()
    }

    /// A word in single quotes as fish reads it: there, unlike in POSIX shells, a backslash escapes.
    static func fishQuoted(_ text: String) -> String {
        "'" + text.replacing(#"\"#, with: #"\\"#).replacing("'", with: #"\'"#) + "'"
    }

    /// The chord as fish 4 names it: with the character that it has for the key where it has no name for it.
    ///
    /// Source: fish's src/key.rs, `KEY_NAMES` and `MAX_FUNCTION_KEY`.
    var fishName: String {
        var parts: [String] = []
        if chord.modifiers.contains(.control) { parts.append("ctrl") }
        if chord.modifiers.contains(.alt) { parts.append("alt") }
        if chord.modifiers.contains(.shift) { parts.append("shift") }
        if chord.modifiers.contains(.super) { parts.append("super") }
        let own = [
            "page_up": "pageup", "page_down": "pagedown", "print_screen": "printscreen",
            "-": "minus", ",": "comma",
        ]
        let name = chord.key.name
        let isNamed = Self.fishKeys.contains(own[name] ?? name) || chord.key.isText
        let character = Unicode.Scalar(chord.key.code).map { String($0) } ?? name
        return (parts + [isNamed ? own[name] ?? name : character]).joined(separator: "-")
    }

    /// The names that fish 4 has for keys.
    private static let fishKeys: Set<String> = Set(
        [
            "minus", "comma", "backspace", "delete", "escape", "enter", "up", "down", "left",
            "right", "pageup", "pagedown", "home", "end", "insert", "tab", "space", "menu",
            "printscreen",
        ] + (1...12).map { "f\($0)" })

    var fishScript: String {
        // fish 3 has no notation for NUL but the name of its key.
        let keys = sequences.filter { !$0.contains(0) }.map(Self.fishEscaped).joined(separator: " ")
        let repair = Self.repair
        return """
            # utter: hold \(keyName) at the prompt and speak.
            # Taken back by: utter init --undo fish | source
            if status is-interactive
                set -g __utter_program \(Self.fishQuoted(program))

                # Runs the program and inserts what was said at the cursor; the line is never executed.
                function __utter_dictate
                    set -l state (command stty -g </dev/tty 2>/dev/null)
                    set -l left (commandline --current-buffer --cut-at-cursor | string collect)
                    set -l whole (commandline --current-buffer | string collect)
                    set -l right (string sub --start (math (string length -- "$left") + 1) -- "$whole" |
                        string collect)
                    # Names that only this shell knows, without fish's own. At most so many: what one variable of an
                    # environment may hold is limited, and beyond that nothing could be run at all.
                    set -l names (functions --names | string match --invert 'fish_*')
                    set -l text (string join \\n -- $names | string collect)
                    if test (string length -- "$text") -gt \(Self.namesLimit)
                        set names (string sub --length \(Self.namesLimit) -- "$text")
                        set -e names[-1]
                        set text (string join \\n -- $names | string collect)
                    end
                    set -lx UTTER_COMMANDS "$text"
                    # Its status is that of the pipeline, which set passes on. Printed behind the output instead, by a
                    # builtin, it would now and then come first: fish appends what a builtin prints to a command
                    # substitution without having read the pipe to its end, and the words would be taken for a status.
                    set -l out
                    set -l code 127
                    if command --query $__utter_program
                        set out (printf '\\0%s\\0%s\\0' "$left" "$right" |
                            command $__utter_program \(fishArguments) 2>/dev/null)
                        set code $status
                    end
                    set -l text ''
                    switch "$code"
                        case \(Self.brokenStatuses.replacing(" | ", with: " "))
                            set out
                            if not set -q __utter_complained
                                set -g __utter_complained yes
                                set -l why 'no such command'
                                if command --query $__utter_program
                                    # The words of the shell, or of the linker, which know what is missing.
                                    set why (command $__utter_program --version 2>&1 >/dev/null)
                                    set why (string replace -- "$__utter_program: " '' "$why[1]" |
                                        string replace --all --regex '[[:cntrl:]]' ' ')
                                    test -n "$why"; or set why "it ended with status $code"
                                end
                                printf '\\nutter: cannot run "%s": %s\\n' \\
                                    $__utter_program $why >/dev/tty
                                commandline --function repaint
                            end
                        case 137
                            # Killed outright: nothing of its own could run any more.
                            set out
                            printf '\(repair)' >/dev/tty
                            if test -n "$state"
                                begin; \(Self.drain); end >/dev/null 2>&1
                                command stty $state </dev/tty 2>/dev/null
                            end
                            commandline --function repaint
                    end
                    set text (string join '' -- $out | string replace --all --regex '[[:cntrl:]]' ' ' |
                        string collect)
                    if test -n "$text"
                        commandline --insert -- $text
                    end
                end

                function __utter_bind
                    for mode in default insert visual
                        bind -M $mode $argv __utter_dictate 2>/dev/null
                    end
                end

                if string match --quiet --regex '^[0-3]\\.' -- $version
                    for key in \(keys)
                        __utter_bind $key
                    end
                    if test -n \(Self.fishQuoted(fishTerminfoName))
                        __utter_bind -k \(Self.fishQuoted(fishTerminfoName))
                    end
                else
                    __utter_bind \(Self.fishQuoted(fishName))
                end
            end

            """
    }

    private var fishArguments: String {
        arguments.replacing(Self.singleQuoted(keyName), with: Self.fishQuoted(keyName))
    }

    private var fishTerminfoName: String {
        if sequences.contains([0]) { return "nul" }
        return capability.hasPrefix("kf") ? String(capability.dropFirst()) : ""
    }

    static let fishUndo = """
        if functions --query __utter_dictate
            for mode in default insert visual
                for key in (bind -M $mode --user 2>/dev/null | string match '*__utter_dictate*')
                    set key (string split ' ' -- $key)
                    set -l last (math (count $key) - 1)
                    # bind -M MODE [-k] KEY __utter_dictate, as bind itself printed it.
                    eval bind -e (string join ' ' -- $key[2..$last])
                end
            end
            functions --erase __utter_dictate __utter_bind
            set -e __utter_program
            set -e __utter_complained
        end

        """
}
