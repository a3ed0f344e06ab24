/// Text of others made safe for a message on a terminal.
///
/// Control characters, line and paragraph separators and the characters that change the direction
/// of text are written as `\u{…}`; what is longer than `limit` characters is cut with an ellipsis.
public func printable(_ text: String, limit: Int = 200) -> String {
    var result = ""
    for (count, scalar) in text.unicodeScalars.enumerated() {
        if count == limit {
            result += "…"
            break
        }
        if isUnsafeOnTerminal(scalar) {
            result += "\\u{\(String(scalar.value, radix: 16))}"
        } else {
            result.unicodeScalars.append(scalar)
        }
    }
    return result
}

/// Whether a scalar could move the cursor, change the terminal's state, or make text read otherwise
/// than it is.
func isUnsafeOnTerminal(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF:
        true
    default: false
    }
}
