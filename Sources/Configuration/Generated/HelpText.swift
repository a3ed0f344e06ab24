extension CommandDefinition {
    /// The help of the whole program.
    public static var overview: String {
        let commands = all.filter { !$0.isHidden }.map { (term: $0.name, text: $0.summary) }
        return """
            Hold a key in your terminal, speak, let go: the words are on your command line.

            Usage: utter [OPTION …] [COMMAND] [ARGUMENT …]

            Commands (without one: listen):
            \(columns(commands))
            Options:
            \(columns(globalOptions.map(\.row)))
            utter COMMAND --help explains a command; utter(1) and utter.conf(5) are the manual.

            """
    }

    /// The help of this command.
    public var help: String {
        var text = "\(summary).\n\nUsage: utter \(name)"
        if !options.isEmpty { text += " [OPTION …]" }
        if !operands.isEmpty { text += " \(operands)" }
        text += "\n"
        if !discussion.isEmpty {
            text += "\n" + wrapped(discussion, width: 79).joined(separator: "\n") + "\n"
        }
        if !options.isEmpty { text += "\nOptions:\n" + columns(options.map(\.row)) }
        text += "\nOptions of every command:\n" + columns(globals.map(\.row))
        if !examples.isEmpty {
            text += "\nExamples:\n" + columns(examples.map { ($0.line, $0.purpose) })
        }
        return text
    }

    /// The global options that this command honours.
    var globals: [ArgumentDefinition] {
        Self.globalOptions.filter { hasJSON || !$0.names.contains("--json") }
    }
}

extension ArgumentDefinition {
    /// `-h, --help`, `--key KEY`.
    var term: String {
        names.joined(separator: ", ") + (placeholder.map { " \($0)" } ?? "")
    }

    fileprivate var row: (term: String, text: String) { (term, summary) }
}
