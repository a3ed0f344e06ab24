extension OptionDefinition {
    static let recognizerOptions: [OptionDefinition] = [
        .choice(
            "recognizer", "profile", \.recognizer.profile, "The language you speak",
            """
            prose: English text. shell: command lines, learnt from your own; the shell integration \
            uses it by itself.
            """),
        .path(
            "recognizer", "acoustic-model", \.recognizer.acousticModel,
            "The folder of the acoustic model"),
        .path(
            "recognizer", "language-model", \.recognizer.languageModel,
            "The file of the language model for prose"),
        .path(
            "recognizer", "dictionary", \.recognizer.dictionary,
            "The file of the pronouncing dictionary"),
        .flag(
            "recognizer", "remember-voice", \.recognizer.rememberVoice,
            "Keep 13 numbers about voice and microphone between runs",
            """
            The cepstral mean of the last utterance: it makes the first words of the next run \
            right. Nothing that was said can be read from it.
            """),
        .command(
            "recognizer", "refine", \.recognizer.refine, "A better recogniser for prose",
            """
            A command, run with sh -c when a recording starts. It gets the sound on standard input \
            as it is spoken (signed 16 bit little endian, 16000 Hz, mono) and prints the text; the \
            text of the built-in recogniser is used where it fails.
            """),
        .duration(
            "recognizer", "refine-deadline", \.recognizer.refineDeadline,
            in: .milliseconds(100) ... .seconds(60), "How long `refine` may take after the release"),
        .paths(
            "recognizer", "learn", \.recognizer.learn,
            "Texts whose words and phrases are added to the language model for prose",
            "Text files or folders of them: notes, mail, the documents of a project."),
    ]

    static let outputOptions: [OptionDefinition] = [
        .flag(
            "output", "confirm", \.output.confirm, "Wait for a tap before the words are delivered",
            """
            A tap delivers them, holding again adds to them, Esc drops them. In the shell profile words \
            that do not sound like a command wait in any case, and the line says so.
            """),
        .choice(
            "output", "punctuation", \.output.punctuation, "Whether \"comma\" writes a comma",
            """
            Also period, question mark, new line and the like; `literal` before a name keeps it as a \
            word.
            """),
        .choice(
            "output", "capitals", \.output.capitals,
            "Whether \"capital\" and \"all caps\" change the next word"),
        .choice(
            "output", "numbers", \.output.numbers, "Which numbers are written with digits",
            """
            spoken: those after the word numeral, as in \"numeral forty two\". digits: all from ten \
            on. off: none.
            """),
        .flag(
            "output", "capitalize", \.output.capitalize,
            "Write the first word of each sentence with a capital"),
        .command(
            "output", "filter", \.output.filter, "A command that rewrites what you dictate",
            """
            Run with sh -c; it gets the text on standard input and prints the new one within 5 \
            seconds. If it fails, the text stays as it was, and the line says so.
            """),
        .choice(
            "output", "newlines", \.output.newlines,
            "What becomes of newlines inside a transcript on standard output",
            "--json always keeps them, a shell's command line never has them."),
        .count(
            "output", "history", \.output.history, in: 0...100_000, "How many transcripts are kept",
            """
            In the folder utter of $XDG_STATE_HOME, in a file that only you can read (mode 0600). \
            `utter history` shows them. 0: none is ever written.
            """),
    ]
}
