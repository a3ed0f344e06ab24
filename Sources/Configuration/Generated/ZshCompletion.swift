/// The completion function for zsh, a file `_utter` on `fpath`.
public func zshCompletion() -> String {
    """
    #compdef utter
    # Completion of utter for zsh. Made from the option table of the program: utter generate zsh.

    _utter_devices() {
        local -a names
        names=(${(f)"$(\(CompletionData.listDevices))"})
        compadd -a names
    }

    # section.key=value
    _utter_settings() {
        if compset -P 1 '*='; then
            case ${IPREFIX%=} in
    \(settingCases())
            esac
        else
            local -a settings
            settings=(
    \(settingNames())
            )
            _describe -t settings option settings -S = -q
        fi
    }

    _utter() {
        local curcontext=$curcontext state command= i
        local -a global commands
        typeset -A opt_args
        global=(
    \(specifications(CommandDefinition.globalOptions))
        )
        commands=(
    \(commandNames())
        )
        for ((i = 2; i < CURRENT; i++)); do
            if (( ${commands[(I)${words[i]}:*]} )); then
                command=${words[i]}
                words=(utter "${(@)words[i+1,-1]}")
                (( CURRENT -= i - 1 ))
                break
            fi
        done
        case $command in
    \(commandCases())
        *)
            _arguments -S $global \\
    \(specifications(CommandDefinition.listen.options, continued: true)) \\
                '1:command:{ _describe -t commands command commands }'
            ;;
        esac
    }

    _utter "$@"

    """
}

private func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
        switch character {
        case "'": result += "'\\''"
        case "[", "]", ":", "\\": result += "\\\(character)"
        default: result.append(character)
        }
    }
    return result
}

private func specifications(_ options: [ArgumentDefinition], continued: Bool = false) -> String {
    let indent = "            "
    var lines: [String] = []
    for option in options {
        for name in option.names {
            var text = option.placeholder == nil ? name : name.hasPrefix("--") ? "\(name)=" : name
            // -o may be given many times.
            if name == "-o" { text = "*" + text }
            text += "[\(escaped(option.summary))]"
            if let placeholder = option.placeholder {
                text += ":\(escaped(placeholder)):\(action(option.completion))"
            }
            lines.append("\(indent)'\(text)'")
        }
    }
    return lines.joined(separator: continued ? " \\\n" : "\n")
}

private func action(_ completion: Completion) -> String {
    switch completion {
    case .nothing: " "
    case .words(let words): "(\(words.joined(separator: " ")))"
    case .file: "_files"
    case .directory: "_files -/"
    case .key(let inShell): "(\(CompletionData.keys(inShell: inShell).joined(separator: " ")))"
    case .setting: "_utter_settings"
    }
}

private func settingCases() -> String {
    OptionDefinition.all.map { option in
        let action =
            switch CompletionData.values(of: option.kind) {
            case .words(let words): "compadd \(words.joined(separator: " "))"
            case .devices: "_utter_devices"
            case .files: "_files"
            case .none: "_message '\(escaped(option.kind.placeholder))'"
            }
        return "        \(option.id)) \(action) ;;"
    }.joined(separator: "\n")
}

private func settingNames() -> String {
    OptionDefinition.all.map { "            '\($0.id):\(escaped($0.summary))'" }
        .joined(separator: "\n")
}

private func commandNames() -> String {
    CompletionData.commands.map { "        '\($0.name):\(escaped($0.summary))'" }
        .joined(separator: "\n")
}

private func commandCases() -> String {
    CompletionData.commands.map { command in
        let operand: String? =
            switch command.completion {
            case .nothing: nil
            case .words(let words): "'1:\(command.name):(\(words.joined(separator: " ")))'"
            case .file: "'*:file:_files'"
            case .directory: "'1:folder:_files -/'"
            default: nil
            }
        var parts: [String] = []
        if !command.options.isEmpty {
            parts.append(specifications(command.options, continued: true))
        }
        if let operand { parts.append("            \(operand)") }
        let rest = parts.isEmpty ? "" : " \\\n" + parts.joined(separator: " \\\n")
        let global = command.hasJSON ? "$global" : "${global:#--json*}"
        return "    \(command.name))\n        _arguments -S \(global)\(rest)\n        ;;"
    }.joined(separator: "\n")
}
