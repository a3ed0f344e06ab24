/// The manual page utter(1) in mdoc.
public func programManual() -> String {
    var text = manualHead(
        "utter", section: 1,
        summary: "push-to-talk dictation for the terminal")
    text += """
        .Sh SYNOPSIS
        .Nm
        .Op Ar option ...
        .Op Ar command
        .Op Ar argument ...
        .Sh DESCRIPTION
        Hold a key, speak, let go: the words are on the command line, or on standard
        output.
        Nothing leaves the machine.
        The microphone is open only while the key is held and has been held for
        .Cm minimum\\-duration ,
        and for
        .Cm tail
        after it came up.
        .Pp
        A key that is held shorter is a
        .Em tap .
        A recording shorter than
        .Cm minimum\\-clip
        is dropped, and the line says so.
        Esc drops what is being said.
        Where the terminal does not report that a key came up, a tap starts and
        another one stops.
        .Sh COMMANDS
        Without a command,
        .Nm
        listens.

        """
    for command in CommandDefinition.all where !command.isHidden {
        text += ".Ss utter \(command.name)\n"
        if !command.operands.isEmpty {
            text += ".Dl utter \(command.name) \(roff(command.operands))\n.Pp\n"
        }
        text += roffSentences(sentences(command.summary, command.discussion))
        if !command.options.isEmpty { text += list(command.options) }
    }
    text += ".Sh OPTIONS\nThese may stand before and after the command.\n"
    text += list(CommandDefinition.globalOptions)
    text += fixedParts + records()
    let examples = CommandDefinition.all.flatMap(\.examples)
    text += ".Sh EXAMPLES\n.Bl -tag -width Ds\n"
    for example in examples {
        let purpose = example.purpose.prefix(1).uppercased() + example.purpose.dropFirst()
        text += ".It Li \(roffArgument(example.line))\n" + roffSentences(purpose + ".")
    }
    text += """
        .El
        .Sh DIAGNOSTICS
        Every error is one line that says what, which and why, and one line that says
        what to do.
        .Pp
        However
        .Nm
        ends, the terminal is given back as it was found, except after SIGKILL, which no
        program can handle: keys then arrive as escape sequences.
        From another terminal,
        .Dl printf \\(aq\\e033[<u\\e033[?1004l\\e033[?25h\\(aq > TTY; stty sane < TTY
        mends it, with the device of the terminal
        .Pq Pa /dev/pts/N
        for TTY; so does
        .Dl reset < TTY > TTY 2>&1
        where both terminals are of the same kind, and so does the terminal's own reset,
        in kitty Ctrl+Shift+Delete and then Ctrl-C.
        Where keys still come as themselves, as in tmux, reset can be typed.
        In a shell that sets no modes of its own, such as dash, it is Ctrl-J, stty sane,
        Ctrl-J: Enter ends no line there.
        .Sh SEE ALSO
        .Sy utter.conf Ns (5)

        """
    return text
}

private func list(_ options: [ArgumentDefinition]) -> String {
    var text = ".Bl -tag -width Ds\n"
    for option in options {
        text += ".It "
        text += option.names.map { "Fl \(roff(String($0.dropFirst())))" }
            .joined(separator: " , ")
        if let placeholder = option.placeholder { text += " Ar \(roffArgument(placeholder))" }
        text += "\n" + roffSentences(option.summary + ".")
    }
    return text + ".El\n"
}

private let fixedParts = """
    .Sh ENVIRONMENT
    .Bl -tag -width Ds
    .It Ev UTTER_SECTION_KEY
    Sets the option
    .Ar key
    of
    .Ar section
    in
    .Sy utter.conf Ns (5) ,
    in upper case and with underscores for dashes; for example
    .Ev UTTER_AUDIO_DEVICE .
    It wins over the dotfile, and
    .Fl o
    wins over both.
    Options that run programs are not taken from the environment.
    .It Ev NO_COLOR
    If set and not empty, no colours are used unless
    .Fl \\-color Ar always
    is given.
    .It Ev HOME , XDG_CONFIG_HOME , XDG_STATE_HOME , XDG_CACHE_HOME
    Where the dotfile is, and where state is kept.
    .It Ev TERM
    On a terminal of the name dumb nothing but plain text is written.
    .It Ev SHELL , HISTFILE , PATH , ZDOTDIR , XDG_DATA_HOME
    Where the shell profile finds history and commands;
    .Cm utter doctor
    looks for the integration of
    .Ev SHELL .
    .It Ev ALSA_CONFIG_PATH
    Read by the sound library: another configuration than the system's.
    .El
    .Sh FILES
    .Bl -tag -width Ds
    .It Pa $XDG_CONFIG_HOME/utter/utter.conf
    The dotfile, usually
    .Pa \\(ti/.config/utter/utter.conf .
    .It Pa \\(ti/.utterrc
    The dotfile, if the first does not exist.
    .It Pa $XDG_STATE_HOME/utter
    The cepstral mean of each microphone, and the history if it is asked for.
    .It Pa $XDG_CACHE_HOME/utter
    What the shell profile has learnt, if the dotfile asks for it.
    .El
    .Sh EXIT STATUS
    .Bl -tag -width Ds
    .It 0
    A transcript was delivered, or the command did its work.
    .It 1
    Nothing was said, or it was cancelled; or standard output took no more.
    .It 2
    Something is wrong with the arguments, the dotfile or an input file.
    .It 3
    Something is wrong with the terminal.
    .It 4
    Something is wrong with the microphone.
    .It 5
    Something is wrong with the recogniser or its model.
    .It 128+n
    Signal
    .Ar n
    ended the program; 130 after Ctrl\\-C.
    .El
    .Pp
    .Cm utter listen
    exits 0 if at least one transcript was delivered, and when nobody reads its
    output any more.
    .Cm utter transcribe
    exits 0 if every recording could be read, even a silent one.
    .Cm utter config check
    exits 2 if anything is wrong.
    .Cm utter doctor
    exits with the status of the first problem; notes do not count.
    .Sh JSON
    With
    .Fl \\-json
    each line of the output is one object.
    Fields may be added in later versions.
    .Bl -tag -width Ds

    """

/// The records that each command prints, from their table.
private func records() -> String {
    var text = ""
    for command in CommandDefinition.all {
        for record in RecordDefinition.of(command.name) {
            let type = record.type.map { ", type = " + $0 } ?? ""
            text += ".It \(roffArgument("\(command.name)\(type)"))\n"
            text += roffSentences(record.summary + ":")
            text += ".Bl -tag -width 14n -compact\n"
            for field in record.fields {
                text += ".It Cm \(roffArgument(field.name))\n"
                text += roffSentences(
                    "\(field.kind.words), \(field.summary)"
                        + (field.isOptional ? "; may be left out." : "."))
            }
            text += ".El\n"
        }
    }
    return text + ".El\n"
}

extension RecordDefinition.Kind {
    /// What a value is, for the manual.
    fileprivate var words: String {
        switch self {
        case .text: "string"
        case .word(let words): words.joined(separator: " | ")
        case .number: "number"
        case .integer: "integer"
        case .flag: "true or false"
        case .list(let fields):
            "array of objects with "
                + fields.map { "\($0.name) (\($0.kind.words), \($0.summary))" }
                .joined(separator: ", ")
        case .object(let fields):
            "object with "
                + fields.map { "\($0.name) (\($0.kind.words), \($0.summary))" }
                .joined(separator: ", ")
        case .strings: "array of strings"
        case .nullable(let kind): "\(kind.words) or null"
        }
    }
}
