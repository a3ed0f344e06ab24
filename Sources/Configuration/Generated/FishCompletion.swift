/// The completion script for fish.
public func fishCompletion() -> String {
    var lines = [
        "# Completion of utter for fish. Made from the option table of the program: utter generate fish.",
        "",
        "function __utter_devices",
        "    \(CompletionData.listDevices)",
        "end",
        "",
        "# section.key=value",
        "function __utter_settings",
        "    switch (commandline --current-token)",
    ]
    for option in OptionDefinition.all {
        let id = option.id
        switch CompletionData.values(of: option.kind) {
        case .words(let words):
            lines.append("        case '\(id)=*'")
            lines.append("            printf '\(id)=%s\\n' \(words.joined(separator: " "))")
        case .devices:
            lines.append("        case '\(id)=*'")
            lines.append("            printf '\(id)=%s\\n' (__utter_devices)")
        case .files:
            lines.append("        case '\(id)=*'")
            lines.append("            printf '\(id)=%s\\n' (__fish_complete_path \\")
            lines.append(
                "                (string replace '\(id)=' '' -- (commandline --current-token)))")
        case .none: break
        }
    }
    lines += ["        case '*'"]
    lines += OptionDefinition.all.map {
        "            printf '%s\\t%s\\n' \(quotedForFish($0.id + "=")) \(quotedForFish($0.summary))"
    }
    let names = CompletionData.commands.map(\.name)
    let condition = "not __fish_seen_subcommand_from \(names.joined(separator: " "))"
    lines += ["    end", "end", "", "complete -c utter -f"]
    for command in CompletionData.commands {
        lines.append(
            "complete -c utter -n \(quotedForFish(condition)) -a \(command.name) "
                + "-d \(quotedForFish(command.summary))")
    }
    lines += CommandDefinition.globalOptions.map { line($0, condition: nil) }
    lines += CommandDefinition.listen.options.map { line($0, condition: condition) }
    for command in CompletionData.commands {
        let here = "__fish_seen_subcommand_from \(command.name)"
        lines += command.options.map { line($0, condition: here) }
        switch command.completion {
        case .words(let words):
            lines.append(
                "complete -c utter -n \(quotedForFish(here)) "
                    + "-a \(quotedForFish(words.joined(separator: " ")))")
        case .file, .directory: lines.append("complete -c utter -n \(quotedForFish(here)) -F")
        default: break
        }
    }
    return lines.map { $0 + "\n" }.joined()
}

private func line(_ option: ArgumentDefinition, condition: String?) -> String {
    var text = "complete -c utter"
    if let condition { text += " -n \(quotedForFish(condition))" }
    for name in option.names {
        text += name.hasPrefix("--") ? " -l \(name.dropFirst(2))" : " -s \(name.dropFirst())"
    }
    if option.placeholder != nil {
        switch option.completion {
        case .nothing: text += " -x"
        case .words(let words): text += " -x -a \(quotedForFish(words.joined(separator: " ")))"
        case .file: text += " -r -F"
        case .directory: text += " -x -a '(__fish_complete_directories)'"
        case .key(let inShell):
            text +=
                " -x -a \(quotedForFish(CompletionData.keys(inShell: inShell).joined(separator: " ")))"
        case .setting: text += " -x -a '(__utter_settings)'"
        }
    }
    return text + " -d \(quotedForFish(option.summary))"
}

private func quotedForFish(_ text: String) -> String {
    var result = "'"
    for character in text {
        if character == "'" || character == "\\" { result += "\\" }
        result.append(character)
    }
    return result + "'"
}
