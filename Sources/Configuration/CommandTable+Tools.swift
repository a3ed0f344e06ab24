extension CommandDefinition {
    static let doctor = CommandDefinition(
        name: "doctor", operands: "",
        summary: "Check terminal, microphone, model and dotfile, and say what to do",
        discussion: """
            One line for each check: ok, note or problem, what was found, and the remedy. The \
            microphone is opened for a second, and it says so.
            """,
        options: [
            .flag(
                "--no-microphone", to: \.doctor.microphone, value: false,
                "Leave out the check that opens the microphone")
        ], hasJSON: true
    ) { draft, operands throws(UsageError) in
        try noOperands("doctor", operands)
        return .doctor(draft.doctor)
    }

    static let keys = CommandDefinition(
        name: "keys", operands: "",
        summary: "Show keys as the terminal reports them, and what that means for holding one",
        discussion: """
            Names shown here are the names that hotkey and listen-key take. q or Ctrl-C ends.
            """,
        options: [
            .flag("--decode", to: \.keys.decode, "Read bytes on standard input, print JSON events"),
            .choice("--protocol", to: \.keys.keyProtocol, "What the bytes for --decode are"),
        ], hasJSON: true
    ) { draft, operands throws(UsageError) in
        try noOperands("keys", operands)
        return .keys(draft.keys)
    }

    static let devices = CommandDefinition(
        name: "devices", operands: "", summary: "List the microphones by the names device = takes",
        discussion: """
            The default is marked; with --probe what is wrong with a device stands beside it.
            """,
        options: [
            .flag("--probe", to: \.devices.probe, "Open each one for a moment to see if it works")
        ], hasJSON: true
    ) { draft, operands throws(UsageError) in
        try noOperands("devices", operands)
        return .devices(draft.devices)
    }

    static let config = CommandDefinition(
        name: "config", operands: "path|check|show",
        summary: "The dotfile: where it is, what is wrong in it, what is in force",
        discussion: """
            path prints the file that is read. check reports every error and exits 2 if there is \
            one. show prints each option's value and where it came from.
            """, completion: .words(["path", "check", "show"]), hasJSON: true
    ) { _, operands throws(UsageError) in
        let names = ["path", "check", "show"]
        guard let name = operands.first else {
            throw UsageError("config: nothing asked for", remedy: "Say path, check or show.")
        }
        try noOperands("config", Array(operands.dropFirst()))
        switch name {
        case "path": return .config(.path)
        case "check": return .config(.check)
        case "show": return .config(.show)
        default:
            throw UsageError(
                "config \(printable(name)): unknown" + suggestion(for: name, among: names),
                remedy: "Say path, check or show.")
        }
    }

    static let words = CommandDefinition(
        name: "words", operands: "[list | say TOKEN | add WORD]",
        summary: "Your own words: how each is pronounced, and adding one",
        discussion: """
            list shows what [words] says. say prints how TOKEN is said in the shell profile. add \
            writes WORD into the dotfile.
            """,
        examples: [
            Example(
                line: "utter words add kubectl --sounds-like \"kube control\"",
                purpose: "teach a word")
        ],
        options: [
            .text(
                "--sounds-like", takes: "TEXT", to: \.soundsLike,
                "For add: how WORD sounds, in ordinary words")
        ], completion: .words(["list", "say", "add"])
    ) { draft, operands throws(UsageError) in
        let names = ["list", "say", "add"]
        let name = operands.first ?? "list"
        let rest = Array(operands.dropFirst())
        switch name {
        case "list":
            try noOperands("words", rest)
            return .words(.list)
        case "say":
            guard let token = rest.first else {
                throw UsageError(
                    "words say: no token given", remedy: "Name one: utter words say kubectl.")
            }
            try noOperands("words", Array(rest.dropFirst()))
            return .words(.say(token))
        case "add":
            guard let word = rest.first, let sound = draft.soundsLike else {
                throw UsageError(
                    "words add: needs a word and how it sounds",
                    remedy: "Write: utter words add kubectl --sounds-like \"kube control\".")
            }
            try noOperands("words", Array(rest.dropFirst()))
            return .words(.add(word: word, soundsLike: sound))
        default:
            throw UsageError(
                "words \(printable(name)): unknown" + suggestion(for: name, among: names),
                remedy: "Say list, say TOKEN or add WORD.")
        }
    }

    static let measure = CommandDefinition(
        name: "measure", operands: "DIR",
        summary: "Error rate, speed and waits on recordings with their texts",
        discussion: """
            DIR holds pairs of a WAV file and a text file of the same name: your own voice, if you \
            like.
            """, completion: .directory, hasJSON: true
    ) { draft, operands throws(UsageError) in
        guard let directory = operands.first else {
            throw UsageError("measure: no folder named", remedy: "Name one with WAV and TXT pairs.")
        }
        try noOperands("measure", Array(operands.dropFirst()))
        var options = draft.measure
        options.directory = directory
        return .measure(options)
    }

    static let history = CommandDefinition(
        name: "history", operands: "",
        summary: "Show the last transcripts, if the dotfile keeps them",
        discussion: "They are kept only if [output] history is more than 0.",
        options: [.flag("--last", to: \.history.last, "Only the newest")], hasJSON: true
    ) { draft, operands throws(UsageError) in
        try noOperands("history", operands)
        return .history(draft.history)
    }

    static let help = CommandDefinition(
        name: "help", operands: "[COMMAND]", summary: "Show help", discussion: "",
        completion: .words([
            "listen", "transcribe", "init", "doctor", "keys", "devices", "config", "words",
            "measure",
            "history",
        ])
    ) { _, operands throws(UsageError) in
        try noOperands("help", Array(operands.dropFirst()))
        guard let topic = operands.first else { return .help(topic: nil) }
        guard let command = named(topic), !command.isHidden else { throw unknownCommand(topic) }
        return .help(topic: topic)
    }

    static let generate = CommandDefinition(
        name: "generate", operands: Artifact.allCases.map(\.rawValue).joined(separator: "|"),
        summary: "Print a file that is made from the tables of options", discussion: "",
        isHidden: true
    ) { _, operands throws(UsageError) in
        let names = Artifact.allCases.map(\.rawValue).joined(separator: ", ")
        guard operands.count == 1, let artifact = Artifact(rawValue: operands[0]) else {
            throw UsageError("generate: no such file", remedy: "Name one of \(names).")
        }
        return .generate(artifact)
    }
}
