/// The completion script for bash; needs nothing but bash.
public func bashCompletion() -> String {
    """
    # Completion of utter for bash. Made from the option table of the program: utter generate bash.

    # Prints the words for the value of an option: _utter_values COMMAND OPTION
    _utter_values() {
        case "$1 $2" in
    \(optionValues())
    \(settingValues())
        esac
    }

    _utter() {
        local word=${COMP_WORDS[COMP_CWORD]} name=${COMP_WORDS[COMP_CWORD-1]} command='' i cut=''
        COMPREPLY=()
        # The shell cuts words at = and :, so that the value stands one or more words after its name, and what is
        # offered goes in behind the last cut.
        for ((i = 2; i < COMP_CWORD; i++)); do
            if [[ ${COMP_WORDS[i]} == = && ${COMP_WORDS[i-2]} == -o ]]; then
                name=${COMP_WORDS[i-1]}
                cut=$(printf %s "${COMP_WORDS[@]:i+1:COMP_CWORD-i-1}")
                break
            fi
        done
        if [[ $word == = || $word == : ]]; then
            [[ -n $cut || $word == : ]] && cut+=$word
            word=
        elif [[ $name == = ]]; then
            name=${COMP_WORDS[COMP_CWORD-2]}
        fi
        for ((i = 1; i < COMP_CWORD; i++)); do
            case ${COMP_WORDS[i]} in
            \(CompletionData.commands.map(\.name).joined(separator: "|")))
                command=${COMP_WORDS[i]}
                break ;;
            esac
        done
        local words options
        if ! words=$(_utter_values "${command:-listen}" "$name"); then
            case $command in
    \(commandWords())
            esac
            [[ $word == -* || -z $words ]] && words=$options
            [[ $word != -* && $command =~ ^(\(fileCommands()))$ ]] && words=@files
        fi
        if [[ $words == @files || $words == @directories ]]; then
            compopt -o filenames 2>/dev/null
            mapfile -t COMPREPLY < <(compgen "-${words:1:1}" -- "$word")
        else
            mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cut$word")
            COMPREPLY=("${COMPREPLY[@]#"$cut"}")
            [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
        fi
        return 0
    }

    complete -F _utter utter

    """
}

/// One case for each option that takes a value; `*` where every command has it.
private func optionValues() -> String {
    var lines: [String] = []
    for command in CompletionData.commands {
        for option in command.options where option.placeholder != nil {
            lines.append(
                valueCase("\"\(command.name) \(option.names.last ?? "")\"", option.completion))
        }
    }
    for option in CommandDefinition.globalOptions where option.placeholder != nil {
        lines.append(valueCase("*\" \(option.names.last ?? "")\"", option.completion))
    }
    return lines.joined(separator: "\n")
}

private func valueCase(_ pattern: String, _ completion: Completion) -> String {
    let action: String
    switch completion {
    case .nothing: action = ":"
    case .words(let words): action = "echo '\(words.joined(separator: " "))'"
    case .file: action = "echo @files"
    case .directory: action = "echo @directories"
    case .key(let inShell):
        action = "echo '\(CompletionData.keys(inShell: inShell).joined(separator: " "))'"
    case .setting:
        action = "echo '\(OptionDefinition.all.map { $0.id + "=" }.joined(separator: " "))'"
    }
    return "    \(pattern)) \(action) ;;"
}

/// One case for each option of the dotfile, after `-o`, and the end of the cases.
private func settingValues() -> String {
    var lines = OptionDefinition.all.map { option in
        switch CompletionData.values(of: option.kind) {
        case .words(let words): "    *\" \(option.id)\") echo '\(words.joined(separator: " "))' ;;"
        case .devices: "    *\" \(option.id)\") \(CompletionData.listDevices) ;;"
        case .files: "    *\" \(option.id)\") echo @files ;;"
        case .none: "    *\" \(option.id)\") : ;;"
        }
    }
    lines.append("    *) return 1 ;;")
    return lines.joined(separator: "\n")
}

/// One case for each command: its operands and its options.
private func commandWords() -> String {
    var lines = CompletionData.commands.map { command in
        var operands: [String] = []
        if case .words(let words) = command.completion { operands = words }
        return wordCase(
            command.name, operands,
            command.options.flatMap(\.names) + command.globals.flatMap(\.names))
    }
    let globals = CommandDefinition.globalOptions.flatMap(\.names)
    lines.append(
        wordCase(
            "*", CompletionData.commands.map(\.name),
            CommandDefinition.listen.options.flatMap(\.names) + globals))
    return lines.joined(separator: "\n")
}

private func wordCase(_ pattern: String, _ operands: [String], _ options: [String]) -> String {
    """
            \(pattern))
                words='\(operands.joined(separator: " "))'
                options='\(options.joined(separator: " "))' ;;
    """
}

private func fileCommands() -> String {
    CompletionData.commands.filter { $0.completion == .file || $0.completion == .directory }
        .map(\.name).joined(separator: "|")
}
