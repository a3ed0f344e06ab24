/// Text in which nothing commands a terminal or makes what it says look like something else.
public enum SafeText {
    /// Takes out control characters except newlines, and the characters that override the direction
    /// of text.
    ///
    /// Tabs and the separators of lines and paragraphs become spaces.
    public static func stripped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x0A: result.append(scalar)
            case 0x09, 0x2028, 0x2029: result.append(" ")
            case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2060...0x206F,
                0xFEFF, 0xE0000...0xE007F:
                break
            default: result.append(scalar)
            }
        }
        return String(result)
    }

    /// Whether a text is on one line and `stripped` would leave it as it is.
    ///
    /// Names that are not are better never heard: without the characters taken out, `ma\u{202E}in`
    /// would be the name of something else.
    public static func isSafe(utf8 bytes: some Collection<UInt8>) -> Bool {
        if bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) { return true }
        guard let text = String(validating: bytes, as: UTF8.self) else { return false }
        return !text.utf8.contains(0x0A)
            && stripped(text).unicodeScalars.elementsEqual(text.unicodeScalars)
    }

    /// The text on one line: each run of white space with a newline in it becomes one space, at the
    /// ends none.
    public static func onOneLine(_ text: String) -> String {
        var result = ""
        var space = ""
        var hasNewline = false
        for character in stripped(text) {
            if character.isWhitespace {
                space.append(character)
                hasNewline = hasNewline || character.isNewline
                continue
            }
            if !result.isEmpty || !hasNewline { result += hasNewline ? " " : space }
            (space, hasNewline) = ("", false)
            result.append(character)
        }
        return result + (hasNewline ? "" : space)
    }
}
