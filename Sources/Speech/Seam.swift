/// The spaces between inserted text and what stands left and right of it.
///
/// A space is added where two neighbours would otherwise run into one word, and nowhere else: not inside a path, not
/// behind an opening bracket or quotation mark, not in front of closing punctuation.
public enum Seam {
    /// What the line is: sentences, or commands, where a dot or a colon continues a word.
    public enum Style: Hashable, Sendable {
        case prose
        case shell
    }

    /// `text` with the spaces that it needs between `left` and `right`.
    ///
    /// - Parameters:
    ///   - left: all that stands left of the insertion; its quotation marks decide whether one is open.
    ///   - right: all that stands right of it.
    public static func fitted(
        _ text: String, between left: String, and right: String, style: Style
    ) -> String {
        guard !text.isEmpty else { return text }
        var result = text
        if needsSpace(after: left, before: text, style: style) { result = " " + result }
        if needsSpace(after: left + result, before: right, style: style) { result += " " }
        return result
    }

    static func needsSpace(after left: String, before right: String, style: Style) -> Bool {
        guard let before = left.last, let after = right.first else { return false }
        if before.isWhitespace || after.isWhitespace { return false }
        if quotationMarks.contains(before) { return !isOpen(before, in: left) }
        if quotationMarks.contains(after) {
            // A mark that closes belongs to the word before it; one that opens starts a word of its own.
            return !isOpen(after, in: left) && !opening(style).contains(before)
        }
        return !opening(style).contains(before) && !closing(style).contains(after)
    }

    private static let quotationMarks: Set<Character> = ["\"", "'", "`"]

    /// Characters that nothing stands apart from on their right.
    private static func opening(_ style: Style) -> Set<Character> {
        switch style {
        case .prose: ["(", "[", "{", "<", "/", "-", "@", "#", "$", "_", "“", "‘", "\\"]
        case .shell:
            [
                "(", "[", "{", "<", "/", "-", "@", "#", "$", "_", "\\", "=", ":", ".", "~", "+",
                "%",
                "!", "^", "*", "?", ",",
            ]
        }
    }

    /// Characters that stand close to what is on their left.
    private static func closing(_ style: Style) -> Set<Character> {
        switch style {
        case .prose:
            [".", ",", ";", ":", "!", "?", ")", "]", "}", ">", "/", "-", "%", "_", "”", "’"]
        case .shell:
            [")", "]", "}", ";", ",", "/", ".", ":", "=", "_", "@", "%", "+", "*", "?", "^", "!"]
        }
    }

    /// Whether `mark` has been opened and not closed. A backslash takes its meaning from it; an apostrophe inside a
    /// word is none.
    private static func isOpen(_ mark: Character, in text: String) -> Bool {
        var open: Character?
        var previous: Character = " "
        var escaped = false
        for character in text {
            defer {
                previous = character
                escaped = character == "\\" && !escaped
            }
            if escaped { continue }
            if let current = open {
                if character == current { open = nil }
            } else if quotationMarks.contains(character) {
                if character == "'", previous.isLetter || previous.isNumber { continue }
                open = character
            }
        }
        return open == mark
    }
}
