extension OptionDefinition {
    /// The one table of options, in the order in which they are shown.
    public static let all: [OptionDefinition] =
        gestureOptions + audioOptions + recognizerOptions + shellOptions + previewOptions
        + outputOptions

    /// The sections in order, with what each is about.
    public static let sections: [SectionDefinition] = [
        SectionDefinition(name: "gesture", summary: "The talk key and its timing"),
        SectionDefinition(name: "audio", summary: "The microphone"),
        SectionDefinition(name: "recognizer", summary: "From sound to words"),
        SectionDefinition(
            name: "shell", summary: "What the shell profile learns the command line from"),
        SectionDefinition(name: "preview", summary: "What is shown while you speak"),
        SectionDefinition(name: "output", summary: "What becomes of the words"),
        SectionDefinition(
            name: "words", summary: "Your own words, and how they sound", isTable: true,
            discussion: """
                A line is WORD = SOUNDS LIKE, in ordinary English words, or WORD = PHONES in the \
                symbols of the pronouncing dictionary (ARPABET, capitals). A word may have several \
                lines, one for each way of saying it.
                """,
            examples: ["kubectl = kube control", "nginx = EH N JH IH N EH K S"]),
        SectionDefinition(
            name: "replacements", summary: "What is written for what was said", isTable: true,
            discussion: """
                A line is SPOKEN = WRITTEN. Whole words only, the longest match first. Quotes keep \
                spaces and take the escapes \\n, \\t, \\", \\\\ and \\u{…}; an empty text removes the \
                words.
                """,
            examples: ["new paragraph = \"\\n\\n\"", "my address = 12 Long Lane"]),
    ]

    /// The option with the given section and name.
    public static func named(_ section: String, _ name: String) -> OptionDefinition? {
        all.first { $0.section == section && $0.name == name }
    }

    private static let gestureOptions: [OptionDefinition] = [
        .key(
            "gesture", "hotkey", inShell: true, \.gesture.hotkey,
            "The key that the shell integration binds",
            """
            Read when `utter init` runs. A key that a shell can receive: f1 to f12, ctrl+space, \
            alt+v, …; `utter keys` shows the names.
            """),
        .key(
            "gesture", "listen-key", \.gesture.listenKey,
            "The talk key of `utter listen`",
            "Any key that the terminal reports, for example space, f9 or right_control."),
        .choice(
            "gesture", "mode", \.gesture.mode, "How the talk key works",
            """
            auto: hold to talk where the terminal reports releases, else tap to start and tap to \
            stop. hold: hold always; without reports the release is inferred from the end of the \
            key's auto-repeat. toggle: tap to start, tap to stop.
            """),
        .duration(
            "gesture", "minimum-duration", \.gesture.minimumDuration,
            in: .milliseconds(50) ... .seconds(5),
            "How long the key is held before recording starts",
            "Shorter is a tap."),
        .duration(
            "gesture", "maximum-duration", \.gesture.maximumDuration,
            in: .seconds(1) ... .seconds(3600), "The longest recording",
            "It ends as if the key had been released, and the words so far are delivered."),
        .duration(
            "gesture", "tail", \.gesture.tail, in: .zero ... .seconds(2),
            "How long recording goes on after the release", "So that the last word is whole."),
        .duration(
            "gesture", "minimum-clip", \.gesture.minimumClip, in: .zero ... .seconds(5),
            "The shortest recording that is used",
            "From the first sound captured to the release; shorter ones are dropped, visibly."),
        .choice(
            "gesture", "on-focus-loss", \.gesture.onFocusLoss,
            "What happens when the window loses the focus while you speak",
            """
            The microphone closes at once in any case. ask: the words heard wait on the line; a tap \
            keeps them, Esc drops them. cancel: they are dropped. deliver: they are delivered.
            """),
        OptionDefinition(
            section: "gesture", name: "tap", kind: .choiceOrCommand(["hint", "toggle"]),
            summary: "What a tap of the talk key does",
            discussion: """
                hint: says how to talk. toggle: dictates hands-free until the next tap. Anything \
                else is a command, run with sh -c.
                """,
            read: { text, context, configuration throws(ValueError) in
                configuration.gesture.tap = try parseTap(text, context)
            },
            show: {
                switch $0.gesture.tap {
                case .hint: "hint"
                case .toggle: "toggle"
                case .command(let command): command
                }
            }),
    ]

    private static let audioOptions: [OptionDefinition] = [
        .text(
            "audio", "device", .device, \.audio.device, check: checkDevice, "The microphone",
            "An ALSA capture device; `utter devices` lists them.")
    ]

    private static let shellOptions: [OptionDefinition] = [
        .flag("shell", "history", \.shell.history, "Learn from the shell's history"),
        .flag("shell", "path", \.shell.path, "Learn the names of the commands on PATH"),
        .flag("shell", "files", \.shell.files, "Learn the names of files here and one level down"),
        .flag("shell", "git", \.shell.git, "Learn branches, tags and remotes"),
        .flag("shell", "make", \.shell.make, "Learn the targets of the makefile here"),
        .flag("shell", "npm", \.shell.npm, "Learn the scripts of the package.json here"),
        .flag("shell", "ssh", \.shell.ssh, "Learn the hosts of the ssh configuration"),
        .flag(
            "shell", "cache", \.shell.cache, "Keep what was learnt in a file",
            "Only you can read the file (mode 0600). Off: it is built anew in memory each time."),
    ]

    private static let previewOptions: [OptionDefinition] = [
        .choice(
            "preview", "style", \.preview.style, "Where the words appear while you speak",
            "line: in the terminal. title: in the window's title. off: nowhere."),
        .flag("preview", "level-meter", \.preview.levelMeter, "Show how loud it is"),
    ]
}

/// One section of the dotfile.
public struct SectionDefinition: Hashable, Sendable {
    public var name: String
    public var summary: String
    /// True where the keys are the user's own.
    public var isTable = false
    public var discussion = ""
    /// Lines that show the form, for a free table.
    public var examples: [String] = []
}

@Sendable private func checkDevice(_ text: String) throws(ValueError) {
    if text.isEmpty { throw ValueError("is empty; the default device is called default") }
    if text.unicodeScalars.contains(where: isUnsafeOnTerminal) {
        throw ValueError("contains a control character")
    }
}
