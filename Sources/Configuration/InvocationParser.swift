internal import Keyboard

extension Invocation {
    /// Reads the arguments that follow the program's name.
    ///
    /// Global options may stand before and after the command, the command's own options and its
    /// operands in any order after it; `--` ends the options. Without a command the options are
    /// those of `listen`.
    public static func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
        var parser = InvocationParser(arguments: arguments)
        return try parser.parse()
    }
}

private struct InvocationParser {
    var rest: ArraySlice<String>
    var draft = Draft()
    var command: CommandDefinition?
    var operands: [String] = []
    var optionsEnded = false

    init(arguments: [String]) {
        rest = arguments[...]
    }

    mutating func parse() throws(UsageError) -> Invocation {
        while let argument = rest.popFirst() {
            if !optionsEnded, argument == "--" {
                optionsEnded = true
            } else if !optionsEnded, argument.hasPrefix("-"), argument != "-" {
                try takeOption(argument)
            } else if command == nil, !optionsEnded {
                guard let found = CommandDefinition.named(argument) else {
                    throw unknownCommand(argument)
                }
                command = found
            } else {
                operands.append(argument)
            }
        }
        if draft.wantsHelp {
            let topic = command.flatMap { $0.name == "help" || $0.isHidden ? nil : $0.name }
            return Invocation(global: draft.global, command: .help(topic: topic))
        }
        if draft.wantsVersion { return Invocation(global: draft.global, command: .version) }
        let definition = command ?? .listen
        if draft.global.json, !definition.hasJSON, !definition.isHidden {
            throw UsageError(
                "--json: utter \(definition.name) has no JSON output",
                remedy: "Leave --json out.")
        }
        return Invocation(
            global: draft.global, command: try definition.finish(draft, operands))
    }

    private mutating func takeOption(_ argument: String) throws(UsageError) {
        let equals = argument.hasPrefix("--") ? argument.firstIndex(of: "=") : nil
        let name = String(argument[..<(equals ?? argument.endIndex)])
        // `-ogesture.mode=hold`: the value may stick to a short option.
        if !argument.hasPrefix("--"), argument.count > 2, argument.hasPrefix("-o") {
            rest = [String(argument.dropFirst(2))] + rest
            return try takeOption("-o")
        }
        guard let option = definition(of: name) else { throw unknownOption(name) }
        if let placeholder = option.placeholder {
            if let equals {
                return try option.apply(
                    String(argument[argument.index(after: equals)...]), &draft)
            }
            guard let value = rest.popFirst() else {
                throw UsageError(
                    "\(name): its value is missing", remedy: "Write \(name) \(placeholder).")
            }
            try option.apply(value, &draft)
        } else {
            guard equals == nil else {
                throw UsageError("\(name): takes no value", remedy: "Write \(name) alone.")
            }
            try option.apply("", &draft)
        }
    }

    /// Before the command only global options are looked for, unless one belongs to `listen`: then
    /// that is meant.
    private mutating func definition(of name: String) -> ArgumentDefinition? {
        let global = CommandDefinition.globalOptions.first { $0.names.contains(name) }
        if let global { return global }
        if command == nil,
            CommandDefinition.listen.options.contains(where: { $0.names.contains(name) })
        {
            command = .listen
        }
        return command?.options.first { $0.names.contains(name) }
    }

    private func unknownOption(_ name: String) -> UsageError {
        let definition = command ?? .listen
        let known = (definition.options + CommandDefinition.globalOptions).flatMap(\.names)
        let owner = CommandDefinition.all.first { other in
            !other.isHidden && other.options.contains { $0.names.contains(name) }
        }
        let near = nearest(to: name, among: known.filter { $0.hasPrefix("--") })
        let why = command.map { "utter \($0.name) has no such option" } ?? "unknown option"
        let help = command.map { "utter \($0.name) --help" } ?? "utter --help"
        let remedy =
            if let near {
                "Did you mean \(near)? \(help) shows all."
            } else if let owner {
                "It belongs to utter \(owner.name). \(help) shows what fits here."
            } else {
                "\(help) shows all."
            }
        return UsageError("\(printable(name)): \(why)", remedy: remedy)
    }
}

/// The error for a word that is no command.
func unknownCommand(_ name: String) -> UsageError {
    let names = CommandDefinition.all.filter { !$0.isHidden }.map(\.name)
    let remedy =
        if let near = nearest(to: name, among: names) {
            "Did you mean utter \(near)? utter --help lists the commands."
        } else if name.contains(where: { $0 == "." || $0 == "/" }) || name == "-" {
            "For a recording: utter transcribe \(printable(name))."
        } else {
            "utter --help lists the commands."
        }
    let shown = name.isEmpty ? "\"\"" : printable(name)
    return UsageError("\(shown): unknown command", remedy: remedy)
}
