import Speech

/// A line of the history of transcripts: the moment, a tab, the text with its newlines as `\\n`.
struct TranscriptLine: Hashable {
    /// The moment of delivery, UTC, as in `2026-11-30T02:26:42Z`.
    var time: String
    var text: String

    init(time: String, text: String) {
        self.time = time
        self.text = text
    }

    /// What a line says, nil for one that was not written by us.
    init?(parsing line: String) {
        guard let tab = line.firstIndex(of: "\t"), line.prefix(4).allSatisfy(\.isNumber) else {
            return nil
        }
        time = SafeText.onOneLine(String(line[..<tab]))
        text = SafeText.stripped(Self.unescaped(line[line.index(after: tab)...]))
    }

    /// The line without its line feed.
    var encoded: String {
        "\(time)\t\(Self.escaped(text))"
    }

    /// The lines of a file.
    ///
    /// Split by bytes: a line feed may be half of a character of a `String`, as in `\r\n`.
    static func split(_ bytes: [UInt8]) -> [String] {
        bytes.split(separator: 0x0A).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Scalar by scalar, not by characters: an accent that follows would be one with the sign before
    /// it, and neither a line feed nor its mark would be found again.
    private static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result.append(contentsOf: "\\\\".unicodeScalars)
            case _ where Character(scalar).isNewline:
                result.append(contentsOf: "\\n".unicodeScalars)
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    private static func unescaped(_ text: Substring) -> String {
        var result = String.UnicodeScalarView()
        var isEscape = false
        for scalar in text.unicodeScalars {
            if isEscape {
                result.append(scalar == "n" ? "\n" : scalar)
                isEscape = false
            } else if scalar == "\\" {
                isEscape = true
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }
}
