extension ShellIntegration {
    /// The sequences as readline's key notation, without the quotes around them.
    static func readline(_ bytes: [UInt8]) -> String {
        bytes.map { byte in
            switch byte {
            case 0x1b: return #"\e"#
            case 0: return #"\C-@"#
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                return "\\" + String(UnicodeScalar(byte))
            case 0x20..<0x7f: return String(UnicodeScalar(byte))
            default:
                let octal = String(byte, radix: 8)
                return "\\" + String(repeating: "0", count: 3 - octal.count) + octal
            }
        }.joined()
    }

    var bashScript: String {
        let keys = sequences.map { Self.singleQuoted(Self.readline($0)) }.joined(separator: " ")
        return """
            # utter: hold \(keyName) at the prompt and speak.
            # Taken back by: eval "$(utter init --undo bash)"
            # Aliases are expanded where a function is read, and inside $(...) again where it runs: none may get in.
            __utter_aliases=$(\\builtin shopt -p expand_aliases) || :
            \\builtin shopt -u expand_aliases
            if [[ $- == *i* ]]; then
            __utter_program=\(Self.singleQuoted(program))

            # Runs the program and inserts what was said at the cursor; the line is never executed.
            __utter_dictate() {
                local left right state names out text='' status=0
                left=${READLINE_LINE:0:READLINE_POINT}
                right=${READLINE_LINE:READLINE_POINT}
                state=$(\\command stty -g </dev/tty 2>/dev/null) || state=''
                # Names that only this shell knows, without those of completions. At most so many: what one variable
                # of an environment may hold is limited, and beyond that nothing could be run at all.
                names=$(\\builtin compgen -X '_*' -A alias -A function) || names=''
                if ((${#names} > \(Self.namesLimit))); then
                    names=${names:0:\(Self.namesLimit)}
                    names=${names%$'\\n'*}
                fi
                # readline has cleared the line before this runs: the program paints prompt and line again, and
                # takes them away when it ends, so that readline finds the screen as it left it.
                out=$(\\builtin export HISTFILE
                    UTTER_COMMANDS=$names \\command "$__utter_program" \(arguments) \\
                    < <(\\builtin printf '%s\\0%s\\0%s\\0' "${PS1@P}" "$left" "$right") \\
                    2>/dev/null) || status=$?
                case $status in
                0)
                    text=${out%%$'\\n'*}
                    out=${out#"$text"}
                    out=${out#$'\\n'}
                    ;;
                \(Self.brokenStatuses))
                    out=''
                    if [[ -z ${__utter_complained-} ]]; then
                        __utter_complained=yes
                        # The words of the shell, or of the linker, which know what is missing.
                        names=$({ \\command "$__utter_program" --version >/dev/null; } 2>&1) || :
                        names=${names##*"$__utter_program": }
                        names=${names//[[:cntrl:]]/ }
                        builtin printf 'utter: cannot run "%s": %s\\n' "$__utter_program" \\
                            "${names:-it ended with status $status}" >/dev/tty
                    fi
                    ;;
                137)
                    # Killed outright: nothing of its own could run any more.
                    out=''
                    # Its painting of the line goes, too: readline draws the line anew from here.
                    builtin printf '\\r\(Self.repair)' >/dev/tty
                    if [[ -n $state ]]; then
                        { \(Self.drain); } >/dev/null 2>&1 || :
                        command stty "$state" </dev/tty 2>/dev/null || :
                    fi
                    ;;
                esac
                text=$text$out
                text=${text//[[:cntrl:]]/ }
                if [[ -n $text ]]; then
                    READLINE_LINE=$left$text$right
                    READLINE_POINT=$((${#left} + ${#text}))
                fi
                return 0
            }

            # Binds one sequence in the keymaps of both editing modes and remembers what was there: a function (-p),
            # a macro (-s) or a command (-X), in the words in which bind itself prints it.
            __utter_bind() {
                local map kind old
                for map in emacs vi-insert vi-command; do
                    for kind in -p -s -X; do
                        old=$'\\n'$(\\builtin bind -m "$map" $kind 2>/dev/null)$'\\n'
                        [[ $old == *$'\\n'"\\"$1\\": "* ]] || continue
                        old=${old#*$'\\n'"\\"$1\\": "}
                        old=${old%%$'\\n'*}
                        [[ $old == *__utter_dictate* ]] && continue
                        __utter_before+=("$map" "$kind" "\\"$1\\": $old")
                    done
                    __utter_bound+=("$map" "$1")
                    builtin bind -m "$map" -x "\\"$1\\": __utter_dictate" 2>/dev/null || :
                done
            }

            __utter_start() {
                local key own keys=(\(keys))
                if [[ -n ${__utter_bound+set} ]]; then __utter_unbind; fi
                __utter_bound=()
                __utter_before=()
                # The terminal's own description first: it knows what is special to it.
                own=\(Self.singleQuoted(capability))
                if [[ -n $own ]] && own=$(\\command tput "$own" 2>/dev/null) && [[ -n $own ]]; then
                    own=${own//\\\\/\\\\\\\\}
                    own=${own//\\"/\\\\\\"}
                    __utter_bind "${own//$'\\e'/\\\\e}"
                fi
                for key in "${keys[@]}"; do
                    __utter_bind "$key"
                done
            }

            \(Self.bashUnbind)

            __utter_start
            fi
            builtin eval "$__utter_aliases"
            builtin unset __utter_aliases

            """
    }

    static let bashUnbind = """
        __utter_unbind() {
            local i
            for ((i = 0; i < ${#__utter_bound[@]}; i += 2)); do
                builtin bind -m "${__utter_bound[i]}" -r "${__utter_bound[i + 1]}" 2>/dev/null || :
            done
            for ((i = 0; i < ${#__utter_before[@]}; i += 3)); do
                if [[ ${__utter_before[i + 1]} == -X ]]; then
                    builtin bind -m "${__utter_before[i]}" -x "${__utter_before[i + 2]}" 2>/dev/null || :
                else
                    builtin bind -m "${__utter_before[i]}" "${__utter_before[i + 2]}" 2>/dev/null || :
                fi
            done
        }
        """

    static let bashUndo = """
        if [[ -n ${__utter_bound+set} ]]; then
            __utter_unbind
            unset __utter_bound __utter_before __utter_program __utter_complained
            unset -f __utter_dictate __utter_bind __utter_start __utter_unbind
        fi

        """
}
