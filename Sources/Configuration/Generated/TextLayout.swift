/// Breaks a text at spaces into lines of at most `width` characters; a longer word stands alone.
func wrapped(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(whereSeparator: \.isWhitespace) {
        if !line.isEmpty, line.count + 1 + word.count > width {
            lines.append(line)
            line = ""
        }
        line += (line.isEmpty ? "" : " ") + word
    }
    return line.isEmpty ? lines : lines + [line]
}

/// A summary and a discussion as one text of sentences.
func sentences(_ summary: String, _ discussion: String) -> String {
    discussion.isEmpty ? summary + "." : "\(summary). \(discussion)"
}

/// Two columns: terms, and explanations wrapped at the right; a term too long has its line to
/// itself.
func columns(_ rows: [(term: String, text: String)], width: Int = 79) -> String {
    let limit = 26
    let column = min(limit, (rows.map(\.term.count).max() ?? 0)) + 4
    return rows.map { row in
        let lines = wrapped(row.text, width: width - column)
        let indent = String(repeating: " ", count: column)
        let first = "  " + row.term
        let rest = lines.dropFirst().map { indent + $0 + "\n" }.joined()
        guard first.count + 2 <= column else {
            return first + "\n" + lines.map { indent + $0 + "\n" }.joined()
        }
        let padding = String(repeating: " ", count: column - first.count)
        return first + padding + (lines.first ?? "") + "\n" + rest
    }.joined()
}
