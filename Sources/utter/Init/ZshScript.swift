extension ShellIntegration {
    /// The sequences in the notation of zsh's `$'…'`, without the quotes.
    static func dollarQuoted(_ bytes: [UInt8]) -> String {
        bytes.map { byte in
            switch byte {
            case 0x1b: return #"\e"#
            case UInt8(ascii: "'"), UInt8(ascii: "\\"):
                return "\\" + String(UnicodeScalar(byte))
            case 0x20..<0x7f: return String(UnicodeScalar(byte))
            default:
                let hex = String(byte, radix: 16)
                return #"\x"# + (hex.count < 2 ? "0" : "") + hex
            }
        }.joined()
    }

    /// The whole body runs, and its functions go on running, under zsh's own defaults without aliases, whatever
    /// the shell's options are (`emulate … -c` makes the emulation stick to the functions it defines).
    var zshScript: String {
        """
        # utter: hold \(keyName) at the prompt and speak.
        # Taken back by: eval "$(utter init --undo zsh)"
        \\builtin \\emulate zsh -o no_aliases -c \(Self.singleQuoted(zshBody))

        """
    }

    private var zshBody: String {
        let keys = sequences.map { "$'\(Self.dollarQuoted($0))'" }.joined(separator: " ")
        return """

            [[ -o interactive ]] || return 0
            typeset -g __utter_program=\(Self.singleQuoted(program))

            # Runs the program and inserts what was said at the cursor; the line is never executed.
            function __utter_dictate {
                local state names out text=
                local -a own
                integer code
                # Names that only this shell knows, without those of completions. At most so many: what one variable
                # of an environment may hold is limited, and beyond that nothing could be run at all.
                builtin zmodload zsh/parameter 2>/dev/null
                own=(${(k)aliases:#_*} ${(k)functions:#_*})
                names=${(F)own}
                if (( ${#names} > \(Self.namesLimit) )); then
                    names=${names[1,\(Self.namesLimit)]}
                    names=${names%$'\\n'*}
                fi
                state=$(command stty -g </dev/tty 2>/dev/null)
                out=$(builtin export HISTFILE UTTER_COMMANDS="$names"
                    builtin printf "\\0%s\\0%s\\0" "$LBUFFER" "$RBUFFER" |
                    command "$__utter_program" \(arguments) 2>/dev/null)
                code=$?
                case $code in
                    (0)
                        text=${out%%$'\\n'*}
                        out=${out#"$text"}
                        out=${out#$'\\n'}
                        ;;
                    (\(Self.brokenStatuses))
                        out=
                        if [[ -z ${__utter_complained-} ]]; then
                            typeset -g __utter_complained=yes
                            # The words of the shell, or of the linker, which know what is missing.
                            names=$({ command "$__utter_program" --version >/dev/null } 2>&1)
                            names=${${names#*: }//[[:cntrl:]]/ }
                            builtin zle -M "utter: cannot run \\"$__utter_program\\": ${names:-it ended with status $code}"
                        fi
                        ;;
                    (137)
                        # Killed outright: nothing of its own could run any more.
                        out=
                        builtin printf "\(Self.repair)" >/dev/tty
                        if [[ -n $state ]]; then
                            { \(Self.drain) } >/dev/null 2>&1
                            command stty "$state" </dev/tty 2>/dev/null
                        fi
                        builtin zle .redisplay
                        ;;
                esac
                text=$text$out
                text=${text//[[:cntrl:]]/ }
                [[ -n $text ]] && LBUFFER+=$text
                return 0
            }

            # Binds one sequence in the keymaps of both editing modes and remembers what was there.
            function __utter_bind {
                local map old
                for map in emacs viins vicmd; do
                    old=$(builtin bindkey -M $map -L -- "$1" 2>/dev/null)
                    case $old in
                        (*__utter_dictate*|*" undefined-key"|"") ;;
                        (*) __utter_before+=("$old") ;;
                    esac
                    builtin bindkey -M $map -- "$1" __utter_dictate
                    __utter_bound+=($map "$1")
                done
            }

            function __utter_start {
                local key own=\(Self.singleQuoted(capability))
                (( ${+functions[__utter_unbind]} && ${+__utter_bound} )) && __utter_unbind
                typeset -ga __utter_bound __utter_before
                __utter_bound=() __utter_before=()
                builtin zle -N __utter_dictate
                # The terminal's own description first: it knows what is special to it.
                if [[ -n $own ]] && builtin zmodload zsh/terminfo 2>/dev/null &&
                    [[ -n ${terminfo[$own]-} ]]; then
                    __utter_bind "${terminfo[$own]}"
                fi
                for key in \(keys); do
                    __utter_bind "$key"
                done
            }

            function __utter_unbind {
                local line
                integer i
                for (( i = 1; i < ${#__utter_bound}; i += 2 )); do
                    builtin bindkey -M "${__utter_bound[i]}" -r -- "${__utter_bound[i+1]}"
                done
                # Lines that bindkey -L printed itself, quoted so that they can be read again.
                for line in "${__utter_before[@]}"; do
                    builtin eval "$line"
                done
            }

            __utter_start

            """
    }

    static let zshUndo = """
        if (( ${+functions[__utter_unbind]} )); then
            __utter_unbind
            zle -D __utter_dictate
            unset __utter_bound __utter_before __utter_program __utter_complained
            unfunction __utter_dictate __utter_bind __utter_start __utter_unbind
        fi

        """
}
