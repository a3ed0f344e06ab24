extension CommandDefinition {
    /// The command with the given name, hidden ones too.
    public static func named(_ name: String) -> CommandDefinition? {
        all.first { $0.name == name }
    }

    /// The one table of commands, in the order in which they are shown.
    public static let all: [CommandDefinition] = [
        listen, transcribe, initialize, doctor, keys, devices, config, words, measure, history,
        help,
        generate,
    ]

    /// What every command takes.
    public static let globalOptions: [ArgumentDefinition] = [
        .text(
            "--config", takes: "FILE", to: \.global.configFile, completion: .file,
            "Read FILE instead of the dotfile"),
        ArgumentDefinition(
            names: ["-o"], placeholder: "SECTION.KEY=VALUE",
            summary: "Set one option of the dotfile, for this run", completion: .setting
        ) { $1.global.overrides.append($0) },
        .flag("--json", to: \.global.json, "Print one JSON object a line"),
        .choice("--log-level", to: \.global.logLevel, "The least grave message that is logged"),
        .text(
            "--log-file", takes: "FILE", to: \.global.logFile, completion: .file,
            "Append the log to FILE instead of showing it"),
        .choice("--color", to: \.global.color, "When to use colours"),
        .flag("-h", "--help", to: \.wantsHelp, "Show help and exit"),
        .flag("--version", to: \.wantsVersion, "Show the version and exit"),
    ]

    static let listen = CommandDefinition(
        name: "listen", operands: "",
        summary: "Hold the key, speak, let go: each transcript is one line on standard output",
        discussion: """
            Everything that is drawn goes to the terminal, so the output can be piped or kept. \
            Words that may still change are dim; those of which the recogniser is not sure are \
            underlined for a moment when they have gone out. Esc drops what is being said, ? shows \
            the keys; q, Ctrl-C or Ctrl-D ends. Without a command, utter listens.
            """,
        examples: [
            Example(line: "utter > notes.txt", purpose: "dictate into a file"),
            Example(line: "x=$(utter listen --once)", purpose: "one utterance into a variable"),
        ],
        options: [
            .flag("--once", to: \.listen.once, "End after one utterance"),
            .key(
                "--key", to: \.listen.key,
                "Talk with KEY, for example f9, right_control or ctrl+space"),
            .choice("--profile", toOptional: \.listen.profile, "The language you speak"),
            .flag(
                "--held", to: \.listen.held,
                "The key is down already, as when a shell's key binding starts this"),
            .flag(
                "--below", to: \.listen.below,
                "Draw below the cursor's line and leave that as it is"),
            .flag(
                "--context", to: \.listen.context,
                "Read on standard input what the line editor shows: prompt, left, right, each ended by NUL"
            ),
            ArgumentDefinition(
                names: ["--rest-fd"], placeholder: "N",
                summary: "Write the keys typed meanwhile to descriptor N", completion: .nothing
            ) { text, draft throws(UsageError) in
                guard let number = Int32(text), number >= 0 else {
                    throw UsageError(
                        "--rest-fd \(printable(text)): is not a descriptor",
                        remedy: "Give the number of an open descriptor, for example 3.")
                }
                draft.listen.restDescriptor = number
            },
        ], hasJSON: true
    ) { draft, operands throws(UsageError) in
        try noOperands("listen", operands)
        return .listen(draft.listen)
    }

    static let transcribe = CommandDefinition(
        name: "transcribe", operands: "FILE|- …",
        summary: "Turn recordings into text, one line for each",
        discussion: """
            WAV files of any rate, number of channels and sample format; - is standard input. Other \
            data on standard input is taken as signed 16 bit little endian, 16000 Hz, mono.
            """,
        examples: [
            Example(line: "utter transcribe memo.wav", purpose: "a recording"),
            // With a length: Ctrl-C would end both of them.
            Example(
                line: "arecord -d 5 -f S16_LE -r 16000 | utter transcribe -",
                purpose: "five seconds from a pipe"),
        ],
        options: [
            .flag("--live", to: \.transcribe.live, "Decode piece by piece, as while a key is held"),
            .flag("--raw", to: \.transcribe.raw, "Files have no header: s16le, 16000 Hz, mono"),
            .choice("--profile", toOptional: \.transcribe.profile, "The language spoken"),
            .text(
                "--history", takes: "FILE", to: \.transcribe.history, completion: .file,
                "For the shell profile: learn from this history file"),
            .text(
                "--directory", takes: "DIR", to: \.transcribe.directory, completion: .directory,
                "For the shell profile: learn the names in DIR"),
            .text(
                "--path", takes: "DIRS", to: \.transcribe.path, completion: .directory,
                allowsEmpty: true,
                "For the shell profile: learn the commands in DIRS, separated by colons"),
        ], completion: .file, hasJSON: true
    ) { draft, operands throws(UsageError) in
        guard !operands.isEmpty else {
            throw UsageError(
                "transcribe: no input given",
                remedy: "Name one or more files, or - for standard input.")
        }
        var options = draft.transcribe
        options.inputs = operands
        return .transcribe(options)
    }

    static let initialize = CommandDefinition(
        name: "init", operands: "bash|zsh|fish",
        summary: "Print the shell integration: hold a key at the prompt and speak",
        discussion: """
            The words are inserted at the cursor and never executed. Put the line that fits into \
            your shell's start-up file.
            """,
        examples: [
            Example(line: "eval \"$(utter init bash)\"", purpose: "in ~/.bashrc"),
            Example(line: "eval \"$(utter init zsh)\"", purpose: "in ~/.zshrc"),
            Example(line: "utter init fish | source", purpose: "in ~/.config/fish/config.fish"),
        ],
        options: [
            .key(
                "--key", inShell: true, to: \.initialize.key,
                "Bind KEY instead of the dotfile's hotkey"),
            .flag("--undo", to: \.initialize.undo, "Print what takes the integration out again"),
        ], completion: .words(ShellKind.allCases.map(\.rawValue))
    ) { draft, operands throws(UsageError) in
        let names = ShellKind.allCases.map(\.rawValue)
        guard let name = operands.first else {
            throw UsageError("init: no shell named", remedy: "Name one of bash, zsh, fish.")
        }
        guard let shell = ShellKind(rawValue: name) else {
            throw UsageError(
                "init \(printable(name)): unknown shell" + suggestion(for: name, among: names),
                remedy: "Name one of bash, zsh, fish.")
        }
        try noOperands("init", Array(operands.dropFirst()))
        var options = draft.initialize
        options.shell = shell
        return .initialize(options)
    }
}

/// Refuses operands that nobody asked for.
@Sendable func noOperands(_ command: String, _ operands: [String]) throws(UsageError) {
    guard let first = operands.first else { return }
    throw UsageError(
        "\(command): unexpected argument \"\(printable(first))\"",
        remedy: "utter \(command) --help shows what it takes.")
}
