/// General knowledge of command lines as a table: what people type, with the kinds of things that stand in it.
///
///     FILE: 6 <file> | 2 <folder>/<entry> | 1 <word><ending>
///     git {add,rm,diff} FILE
///     + "fix the <word>"
///
/// A line is a command. `{a,b}` stands for each of its parts in turn; braces without a comma are themselves.
/// `NAME: weight text | weight text` defines a macro of capitals, which later lines use and which may use earlier ones.
/// `<file>` and its like are the classes of `TokenClass`. `+` starts a piece of command line that may stand anywhere.
/// `#` starts a comment on a line of its own.
public struct PhraseBook: Sendable {
    /// One command or piece of one, with the weight of its alternatives.
    struct Phrase: Hashable, Sendable {
        var text: [UInt8]
        var weight: Float
        var isFragment: Bool
    }
    private(set) var phrases: [Phrase] = []
    private var macros: [String: [(weight: Float, text: String)]] = [:]

    public init() {}

    /// Reads a table; every line of it means something, so there are no errors.
    public init(table text: String) {
        for line in text.split(separator: "\n") {
            let line = line.trimmed
            if line.isEmpty || line.first == "#" { continue }
            if let colon = line.firstIndex(of: ":"), colon > line.startIndex,
                line[..<colon].utf8.allSatisfy(\.isUpper)
            {
                define(String(line[..<colon]), String(line[line.index(after: colon)...]))
                continue
            }
            let isFragment = line.hasPrefix("+ ")
            for text in Self.braces(String(isFragment ? line.dropFirst(2) : line)) {
                for (weight, expanded) in expand(text) {
                    phrases.append(
                        Phrase(text: Array(expanded.utf8), weight: weight, isFragment: isFragment))
                }
            }
        }
    }

    private mutating func define(_ name: String, _ body: String) {
        var alternatives: [(weight: Float, text: String)] = []
        for part in body.split(separator: "|") {
            let part = part.trimmed
            let head = part.prefix { $0 != " " }
            let weight = Float(head)
            let text = weight == nil ? part : part.dropFirst(head.count).trimmed
            for choice in Self.braces(String(text)) {
                for (share, expanded) in expand(choice) {
                    alternatives.append(((weight ?? 1) * share, expanded))
                }
            }
        }
        let total = alternatives.reduce(0) { $0 + $1.weight }
        macros[name] = alternatives.map { ($0.weight / max(total, 0.001), $0.text) }
    }

    /// The text with its macros replaced. Of several macros in one text the alternatives are not multiplied but
    /// walked side by side: three neighbours are all that a trigram sees.
    private func expand(_ text: String) -> [(Float, String)] {
        guard text.utf8.contains(where: \.isUpper) else { return [(1, text)] }
        var parts: [(text: String, macro: [(weight: Float, text: String)]?)] = []
        var current = ""
        var run = ""
        func flush(into parts: inout [(text: String, macro: [(weight: Float, text: String)]?)]) {
            if let macro = macros[run] {
                parts.append((current, nil))
                parts.append(("", macro))
                current = ""
            } else {
                current += run
            }
            run = ""
        }
        for character in text.unicodeScalars {
            if character.isASCII, UInt8(truncatingIfNeeded: character.value).isUpper {
                run.unicodeScalars.append(character)
            } else {
                if !run.isEmpty { flush(into: &parts) }
                current.unicodeScalars.append(character)
            }
        }
        flush(into: &parts)
        parts.append((current, nil))
        let most = parts.compactMap { $0.macro?.count }.max() ?? 1
        var result: [(Float, String)] = []
        for index in 0..<most {
            var line = ""
            var weight: Float = most == 1 ? 1 : 0
            var turn = 0
            for part in parts {
                guard let macro = part.macro, !macro.isEmpty else {
                    line += part.text
                    continue
                }
                let choice = macro[(index + turn) % macro.count]
                line += choice.text
                if macro.count == most, turn == 0 || weight == 0 { weight = choice.weight }
                turn += 1
            }
            result.append((weight, line))
        }
        return result
    }

    /// Every choice of the `{a,b}` groups in `text`.
    private static func braces(_ text: String) -> [String] {
        guard text.utf8.contains(0x7B) else { return [text] }
        var depth = text.startIndex
        while let open = text[depth...].firstIndex(of: "{") {
            guard let close = text[open...].firstIndex(of: "}") else { break }
            let inner = text[text.index(after: open)..<close]
            if inner.contains(",") {
                return inner.split(separator: ",", omittingEmptySubsequences: false).flatMap {
                    braces(String(text[..<open]) + $0 + String(text[text.index(after: close)...]))
                }
            }
            depth = text.index(after: open)
        }
        return [text]
    }
}
