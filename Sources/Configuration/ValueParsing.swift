internal import Keyboard

/// Reads a yes or no as people write them.
func parseFlag(_ text: String) throws(ValueError) -> Bool {
    switch text.lowercased() {
    case "yes", "on", "true", "1", "y": return true
    case "no", "off", "false", "0", "n": return false
    default: throw ValueError("is neither yes nor no")
    }
}

/// The name of a choice in small letters: what says no means `off` and what says yes means
/// `spoken`, where these are among the names.
func choiceName(_ text: String, among names: [String]) -> String {
    let name = text.lowercased()
    guard !names.contains(name), let flag = try? parseFlag(name) else { return name }
    let meant = flag ? "spoken" : "off"
    return names.contains(meant) ? meant : name
}

/// Reads a whole number: `200`, `1_000`, `10k`, `2M`.
func parseCount(_ text: String, in range: ClosedRange<Int>) throws(ValueError) -> Int {
    var digits = text.lowercased().filter { $0 != "_" }
    var unit = 1
    if digits.hasSuffix("k") { unit = 1_000 }
    if digits.hasSuffix("m") { unit = 1_000_000 }
    if unit > 1 { digits.removeLast() }
    guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else {
        throw ValueError("is not a whole number")
    }
    let (value, overflow) = (Int(digits) ?? Int.max).multipliedReportingOverflow(by: unit)
    guard !overflow, range.contains(value) else {
        throw ValueError("is not between \(range.lowerBound) and \(range.upperBound)")
    }
    return value
}

/// Checks a command: empty is none; naming one is a matter of trust in the place where it stands.
func parseCommand(_ text: String, _ context: ValueContext) throws(ValueError) -> String? {
    if text.isEmpty { return nil }
    if let refusal = context.programRefusal { throw ValueError(refusal) }
    if text.unicodeScalars.contains(where: { $0.value < 0x20 && $0 != "\t" }) {
        throw ValueError("contains a control character")
    }
    return text
}

/// Reads `hint`, `toggle` or a command.
func parseTap(_ text: String, _ context: ValueContext) throws(ValueError) -> Tap {
    switch text.lowercased() {
    case "hint", "": return .hint
    case "toggle": return .toggle
    default:
        // A misspelt word would otherwise become a command that nobody has.
        if !text.contains(where: { $0 == " " || $0 == "/" }),
            let near = nearest(to: text, among: ["hint", "toggle"])
        {
            throw ValueError("is neither hint, toggle nor a command's path (did you mean \(near)?)")
        }
        return try parseCommand(text, context).map { .command($0) } ?? .hint
    }
}

/// Splits a list at white space; double quotes keep what they enclose together.
func splitList(_ text: String) throws(ValueError) -> [String] {
    var words: [String] = []
    var rest = Substring(text)
    while true {
        rest = rest.drop { $0.isWhitespace }
        guard let first = rest.first else { return words }
        if first == "\"" {
            let (word, after) = try parseQuoted(rest)
            guard after.first?.isWhitespace ?? true else {
                throw ValueError("has text right after a closing quote")
            }
            words.append(word)
            rest = after
        } else {
            let word = rest.prefix { !$0.isWhitespace }
            words.append(String(word))
            rest = rest.dropFirst(word.count)
        }
    }
}

/// Reads a double-quoted text from its opening quote on; the escapes are `\n`, `\t`, `\"`, `\\` and
/// `\u{…}`.
func parseQuoted(_ text: Substring) throws(ValueError) -> (value: String, rest: Substring) {
    var value = ""
    var rest = text.dropFirst()
    while let character = rest.popFirst() {
        if character == "\"" { return (value, rest) }
        guard character == "\\" else {
            value.append(character)
            continue
        }
        switch rest.popFirst() {
        case "n": value.append("\n")
        case "t": value.append("\t")
        case "\"": value.append("\"")
        case "\\": value.append("\\")
        case "u":
            guard rest.first == "{", let end = rest.firstIndex(of: "}"),
                let code = UInt32(rest[rest.index(after: rest.startIndex)..<end], radix: 16),
                let scalar = Unicode.Scalar(code)
            else {
                throw ValueError("has a bad \\u{…}: it takes the code of a character in base 16")
            }
            value.unicodeScalars.append(scalar)
            rest = rest[rest.index(after: end)...]
        case let other?:
            throw ValueError(
                "has the unknown escape \\\(other); known are \\n \\t \\\" \\\\ \\u{…}")
        case nil: break
        }
    }
    throw ValueError("has no closing quote")
}

/// The text in the form in which a dotfile gives it back unchanged.
func quotedIfNeeded(_ text: String) -> String {
    let plain = !text.isEmpty && text.allSatisfy { !$0.isWhitespace && $0 != "\"" }
    return plain && !text.unicodeScalars.contains(where: isUnsafeOnTerminal) ? text : quoted(text)
}

/// The text between double quotes, with the escapes that `parseQuoted` reads.
func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\n": result += "\\n"
        case "\t": result += "\\t"
        case "\"": result += "\\\""
        case "\\": result += "\\\\"
        default:
            if isUnsafeOnTerminal(scalar) {
                result += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
    }
    return result + "\""
}
