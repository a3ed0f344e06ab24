import Glibc
import Speech

/// The last transcripts, if `[output] history` asks for them.
///
/// A file with a line for each, newest last: the moment, a tab, the text with its newlines as
/// `\\n`. Never made unasked, and never readable by anybody else.
struct TranscriptHistory {
    struct Entry: Hashable {
        /// The moment of delivery, UTC, as in `2026-11-30T02:26:42Z`.
        var time: String
        var text: String
    }

    let directory: StateDirectory
    /// How many are kept.
    let limit: Int

    private static let name = "history"
    /// No line is longer than a transcript can be; what is larger was not written by us.
    private static let maximumSize = 64 << 20

    /// Adds a transcript; nothing where the limit is 0.
    func add(_ text: String, at time: time_t = Glibc.time(nil)) throws(SystemError) {
        guard limit > 0 else { return }
        var lines = try self.lines().suffix(limit - 1)
        lines.append("\(utcText(time))\t\(escaped(text))")
        let content = lines.joined(separator: "\n") + "\n"
        try directory.replace(Self.name, with: Array(content.utf8))
    }

    /// The transcripts kept, oldest first; lines that were not written by us are passed over.
    func entries() throws(SystemError) -> [Entry] {
        try lines().suffix(limit).compactMap { line in
            guard let tab = line.firstIndex(of: "\t"), line.prefix(4).allSatisfy(\.isNumber) else {
                return nil
            }
            return Entry(
                time: String(line[..<tab]),
                text: SafeText.stripped(unescaped(line[line.index(after: tab)...])))
        }
    }

    private func escaped(_ text: String) -> String {
        text.map { character in
            switch character {
            case "\\": "\\\\"
            case _ where character.isNewline: "\\n"
            default: String(character)
            }
        }.joined()
    }

    private func unescaped(_ text: Substring) -> String {
        var result = ""
        var isEscape = false
        for character in text {
            if isEscape {
                result.append(character == "n" ? "\n" : character)
                isEscape = false
            } else if character == "\\" {
                isEscape = true
            } else {
                result.append(character)
            }
        }
        return result
    }

    private func lines() throws(SystemError) -> [String] {
        guard let bytes = try directory.read(Self.name, limit: Self.maximumSize) else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
