/// One line of a dotfile, taken apart but not yet understood.
enum DotfileLine: Hashable {
    /// Empty, or a comment.
    case nothing
    case section(String)
    case setting(key: String, value: String)
    case bad(reason: String)
}

extension DotfileLine {
    /// Takes a line apart; it has neither a line end nor a byte order mark.
    init(_ line: Substring) {
        let text = line.trimmed
        if text.isEmpty || text.hasPrefix("#") {
            self = .nothing
        } else if text.hasPrefix("[") {
            guard text.hasSuffix("]") else {
                self = .bad(reason: "\(printable(String(text))): a section has no closing ]")
                return
            }
            self = .section(String(text.dropFirst().dropLast().trimmed))
        } else {
            self = Self.setting(text)
        }
    }

    private static func setting(_ text: Substring) -> DotfileLine {
        var key: String
        var rest: Substring
        if text.hasPrefix("\"") {
            do throws(ValueError) {
                (key, rest) = try parseQuoted(text)
            } catch {
                return .bad(reason: "\(printable(String(text))): \(error.reason)")
            }
            rest = rest.trimmed
        } else {
            let end = text.firstIndex(of: "=") ?? text.endIndex
            key = String(text[..<end].trimmed)
            rest = text[end...]
        }
        guard rest.hasPrefix("=") else {
            return .bad(
                reason:
                    "\(printable(String(text))): is neither [section], key = value nor # comment")
        }
        guard !key.isEmpty else { return .bad(reason: "\(printable(String(text))): has no key") }
        return .setting(key: key, value: String(rest.dropFirst().trimmed))
    }
}

extension Substring {
    /// Without the white space at both ends.
    var trimmed: Substring {
        var result = self.drop { $0.isWhitespace }
        while result.last?.isWhitespace == true { result.removeLast() }
        return result
    }
}

/// The lines of a dotfile's bytes: LF, CRLF or CR-less; a UTF-8 byte order mark is left out.
///
/// A line that is not UTF-8 is nil.
func dotfileLines(_ bytes: [UInt8]) -> [String?] {
    var rest = bytes[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    return rest.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
        let line = line.last == 0x0D ? line.dropLast() : line
        return String(validating: line, as: UTF8.self)
    }
}

/// The text of a value without the quotes around it.
///
/// Commands have quotes of their own: theirs are taken off only where one pair encloses everything.
func unquoted(_ text: String, keepsInnerQuotes: Bool) throws(ValueError) -> String {
    guard text.hasPrefix("\"") else { return text }
    do throws(ValueError) {
        let (value, rest) = try parseQuoted(text[...])
        if rest.isEmpty { return value }
        if keepsInnerQuotes { return text }
        throw ValueError("has text after the closing quote; write \\\" for a quote inside")
    } catch {
        if keepsInnerQuotes { return text }
        throw error
    }
}

/// Whether something outside of quotes looks like a comment behind a value.
func endsInComment(_ text: String) -> Bool {
    var isQuoted = false
    var before: Character = " "
    for character in text {
        if character == "\"", before != "\\" { isQuoted.toggle() }
        if character == "#", !isQuoted, before.isWhitespace { return true }
        before = character
    }
    return false
}
