/// The dotfile that lists every option, commented at its default: `config/utter.conf`.
///
/// A line `#key = value` is an option, a line `# text` an explanation.
public func referenceDotfile() -> String {
    var text = comment(
        """
        utter.conf: every option of utter, commented at its default. utter reads \
        $XDG_CONFIG_HOME/utter/utter.conf (usually ~/.config/utter/utter.conf), or ~/.utterrc if there is \
        none. Take the # off a line to change it; `utter config check` tells what is wrong, \
        `utter config show` what is in force. The manual is utter.conf(5).
        """)
    text += "\n"
    text += comment("Another file can be read first, before any section:")
    text += "#include = ~/.config/utter/more.conf\n"
    for section in OptionDefinition.sections {
        text += "\n[\(section.name)]\n"
        text += comment(sentences(section.summary, section.discussion))
        text += section.examples.map { "#\($0)\n" }.joined()
        for option in OptionDefinition.all where option.section == section.name {
            text += "\n" + comment(sentences(option.summary, option.discussion))
            text += comment(option.kind.description)
            text +=
                "#\(option.name) =\(option.defaultText.isEmpty ? "" : " ")\(option.defaultText)\n"
        }
    }
    return text
}

private func comment(_ text: String) -> String {
    wrapped(text, width: 77).map { "# \($0)\n" }.joined()
}

extension ValueKind: CustomStringConvertible {
    /// What a value may be, as a line of help.
    public var description: String {
        switch self {
        case .duration(let range):
            "A duration from \(durationText(range.lowerBound)) to \(durationText(range.upperBound)), "
                + "for example \(Self.examples(in: range))."
        case .flag: "yes or no."
        case .choice(let names): "One of \(names.joined(separator: ", "))."
        case .choiceOrCommand(let names): "One of \(names.joined(separator: ", ")), or a command."
        case .count(let range): "A number from \(range.lowerBound) to \(range.upperBound)."
        case .key: "The name of a key, after the modifiers that are held with it."
        case .device: "The name of a device."
        case .path: "A path; ~/ and $XDG_… expand, a relative one starts at this file's folder."
        case .paths: "Paths with spaces between them; quotes around one that has spaces itself."
        case .command:
            "A command, only from -o or from a dotfile that is yours and that others cannot write."
        }
    }

    /// Two ways to write a duration, of those that an option takes.
    private static func examples(in range: ClosedRange<Duration>) -> String {
        ["350ms", "0.35s", "90s", "2m"].filter {
            (try? parseDuration($0, in: range)) != nil
        }.prefix(2).joined(separator: " or ")
    }
}
