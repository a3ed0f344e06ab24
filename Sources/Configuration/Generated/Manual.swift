/// Text made safe for mdoc: no character of it is taken for a command of the formatter.
///
/// Source: mandoc_char(7), roff(7) "Escape sequences".
func roff(_ text: String) -> String {
    var result = ""
    for character in text {
        switch character {
        case "\\": result += "\\e"
        case "-": result += "\\-"
        case "~": result += "\\(ti"
        case "^": result += "\\(ha"
        case "`": result += "\\(ga"
        case "'": result += "\\(aq"
        case "\"": result += "\\(dq"
        case "…": result += "..."
        default: result.append(character)
        }
    }
    return result.hasPrefix(".") ? "\\&" + result : result
}

/// A paragraph: each sentence begins a line, what stands between back ticks is bold, no line is
/// over 78 bytes.
func roffSentences(_ text: String) -> String {
    var lines: [String] = []
    var line = ""
    var isCode = false
    for word in text.split(whereSeparator: \.isWhitespace) {
        // A mark alone is the sign that is spoken of, and opens nothing.
        var shown = word == "`" ? roff("`") : ""
        for piece in word.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        where word != "`" {
            if piece.offset > 0 {
                isCode.toggle()
                shown += isCode ? "\\fB" : "\\fP"
            }
            shown += roff(String(piece.element))
        }
        line += (line.isEmpty ? "" : " ") + shown
        // A mark alone is a key or a sign that is spoken of.
        if !isCode, word.count > 1, let last = word.last, ".?!".contains(last) {
            lines.append(line)
            line = ""
        }
    }
    if !line.isEmpty { lines.append(line) }
    return lines.flatMap { wrapped($0, width: 78) }.map { line in
        // A line that begins with a full stop or a quote would be a request.
        (line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" : "") + line + "\n"
    }.joined()
}

/// An argument of a macro: quoted, so that spaces stay and no word is taken for a macro.
func roffArgument(_ text: String) -> String {
    "\"" + roff(text) + "\""
}

/// Rows of a term and an explanation, for a part of a manual that other modules know the content
/// of.
public struct ManualTable: Sendable {
    public var title: String
    public var introduction: String
    public var rows: [(term: String, text: String)]

    public init(title: String, introduction: String, rows: [(term: String, text: String)]) {
        self.title = title
        self.introduction = introduction
        self.rows = rows
    }

    /// As a section of mdoc.
    var mdoc: String {
        let items = rows.map { ".It \(roffArgument($0.term))\n" + roffSentences($0.text) }.joined()
        return ".Sh \(title.uppercased())\n" + roffSentences(introduction)
            + ".Bl -tag -width 20n -compact\n" + items + ".El\n"
    }
}

/// The head of a manual page.
func manualHead(_ name: String, section: Int, summary: String) -> String {
    """
    .\\" Made from the option table of the program: utter generate man, utter generate man-conf.
    .Dd November 30, 2026
    .Dt \(name.uppercased()) \(section)
    .Os
    .Sh NAME
    .Nm \(name)
    .Nd \(roff(summary))

    """
}
