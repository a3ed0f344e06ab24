/// The manual page utter.conf(5) in mdoc.
///
/// - Parameter tables: further sections, for example the spoken forms that another module knows.
public func dotfileManual(tables: [ManualTable] = []) -> String {
    var text = manualHead(
        "utter.conf", section: 5, summary: "options of utter")
    text += """
        .Sh DESCRIPTION
        .Sy utter Ns (1)
        reads
        .Pa $XDG_CONFIG_HOME/utter/utter.conf ,
        usually
        .Pa \\(ti/.config/utter/utter.conf ,
        or
        .Pa \\(ti/.utterrc
        if there is none.
        The file is UTF\\-8 text of at most 1 MiB.
        A line is
        .Bl -tag -width Ds
        .It Li \\&[section]
        the heading of the options that follow,
        .It Li key = value
        an option; the last of several lines for the same one is in force,
        .It Li # text
        a comment, or
        .It Li include = Ar path
        before any section: another file that is read first.
        .El
        .Pp
        Quotes around a value keep spaces at its ends; inside quotes
        .Li \\en , \\et , \\e\\(dq , \\e\\e
        and
        .Li \\eu{...}
        stand for a newline, a tab, a quote, a backslash and a character by its code
        in base 16.
        Durations are written as
        .Li 350ms ,
        .Li 0.35s
        or
        .Li 2m ;
        yes and no also as on and off, true and false, 1 and 0.
        Paths may begin with
        .Li \\(ti/ ,
        .Li $HOME
        or a variable
        .Li $XDG_... .
        .Pp
        Every error is reported with its line.
        A wrong value leaves the one before it in force, and everything else too;
        .Ic utter config check
        exits 2.
        .Pp
        The options that run programs are taken only from
        .Fl o
        and from a file that belongs to the user and that nobody else can write.
        .Sh OPTIONS

        """
    for section in OptionDefinition.sections {
        text += ".Ss Section \(section.name)\n"
        text += roffSentences(sentences(section.summary, section.discussion))
        let options = OptionDefinition.all.filter { $0.section == section.name }
        if !section.examples.isEmpty {
            text += ".Bd -literal -offset indent\n"
            text += section.examples.map { roff($0) + "\n" }.joined() + ".Ed\n"
        }
        guard !options.isEmpty else { continue }
        text += ".Bl -tag -width Ds\n"
        for option in options {
            text +=
                ".It Cm \(roffArgument(option.name)) = Ar \(roffArgument(option.kind.placeholder))\n"
            text += roffSentences(sentences(option.summary, option.discussion))
            switch option.kind {
            case .duration, .count, .paths, .command:
                text += roffSentences(option.kind.description)
            default: break
            }
            if !option.defaultText.isEmpty {
                text += "Default:\n.Li \(roffArgument(option.defaultText)) .\n"
            }
        }
        text += ".El\n"
    }
    text += tables.map(\.mdoc).joined()
    text += """
        .Sh EXAMPLES
        .Bd -literal -offset indent
        [gesture]
        hotkey = ctrl+space
        minimum\\-duration = 250ms

        [words]
        kubectl = kube control

        [replacements]
        new paragraph = \\(dq\\en\\en\\(dq
        .Ed
        .Sh SEE ALSO
        .Sy utter Ns (1)

        """
    return text
}
