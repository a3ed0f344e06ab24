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
        /// Its place in `text`.
        var range: Range<Int>
        var weight: Float
        var isFragment: Bool
    }
    private(set) var phrases: [Phrase] = []
    /// Those of all phrases, one after the other: a table of 1,400 lines comes to 13,000 phrases.
    private(set) var text: [UInt8] = []
    private var macros = ByteMap<[Alternative]>()

    private struct Alternative {
        var weight: Float
        var text: [UInt8]
    }

    public init() {}

    /// Reads a table; every line of it means something, so there are no errors.
    public init(table text: String) { self.init(table: Array(text.utf8)) }

    /// The same of the table's bytes.
    public init(table bytes: [UInt8]) {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count * 8)
        var phrases: [Phrase] = []
        for line in bytes.lines {
            let line = line.trimmed
            guard let first = line.first, first != UInt8(ascii: "#") else { continue }
            if first.isUpper, let colon = line.firstIndex(of: UInt8(ascii: ":")),
                line[..<colon].allSatisfy({ $0.isUpper })
            {
                define(line[..<colon], line[(colon + 1)...])
                continue
            }
            let isFragment = line.starts(with: [UInt8(ascii: "+"), 0x20])
            for choice in Self.braces(isFragment ? line.dropFirst(2) : line) {
                var start = text.count
                for (weight, end) in expand(choice, into: &text) {
                    phrases.append(
                        Phrase(range: start..<end, weight: weight, isFragment: isFragment))
                    start = end
                }
            }
        }
        self.text = text
        self.phrases = phrases
    }

    private mutating func define(_ name: ArraySlice<UInt8>, _ body: ArraySlice<UInt8>) {
        var alternatives: [Alternative] = []
        for part in body.split(separator: UInt8(ascii: "|")) {
            let part = part.trimmed
            let head = part.prefix { $0 != 0x20 }
            let weight = Float(String(decoding: head, as: UTF8.self))
            let text = weight == nil ? part : part.dropFirst(head.count).trimmed
            for choice in Self.braces(text) {
                var expanded: [UInt8] = []
                var start = 0
                for (share, end) in expand(choice, into: &expanded) {
                    alternatives.append(
                        Alternative(
                            weight: (weight ?? 1) * share, text: Array(expanded[start..<end])))
                    start = end
                }
            }
        }
        let total = max(alternatives.reduce(0) { $0 + $1.weight }, 0.001)
        for index in alternatives.indices { alternatives[index].weight /= total }
        macros.set(name, alternatives)
    }

    /// Appends the text with its macros replaced; the result is the weight and the end of each alternative. Of several
    /// macros in one text the alternatives are not multiplied but walked side by side: three neighbours are all that a
    /// trigram sees.
    private func expand(
        _ text: ArraySlice<UInt8>, into out: inout [UInt8]
    ) -> [(weight: Float, end: Int)] {
        guard text.contains(where: { $0.isUpper }) else {
            out += text
            return [(1, out.count)]
        }
        // What stands before each macro, and behind the last.
        var between: [ArraySlice<UInt8>] = []
        var used: [[Alternative]] = []
        var start = text.startIndex
        var position = start
        while position < text.endIndex {
            let run = position
            while position < text.endIndex, text[position].isUpper { position += 1 }
            if position == run {
                position += 1
            } else if let macro = macros[text[run..<position]], !macro.isEmpty {
                between.append(text[start..<run])
                used.append(macro)
                start = position
            }
        }
        let last = text[start...]
        let most = used.map(\.count).max() ?? 1
        var result: [(weight: Float, end: Int)] = []
        result.reserveCapacity(most)
        for index in 0..<most {
            var weight: Float = most == 1 ? 1 : 0
            for (turn, macro) in used.enumerated() {
                out += between[turn]
                let choice = macro[(index + turn) % macro.count]
                out += choice.text
                if macro.count == most, turn == 0 || weight == 0 { weight = choice.weight }
            }
            out += last
            result.append((weight, out.count))
        }
        return result
    }

    /// Every choice of the `{a,b}` groups in `text`, of which there are none in its first `read` bytes.
    private static func braces(_ text: ArraySlice<UInt8>, read: Int = 0) -> [ArraySlice<UInt8>] {
        var depth = text.startIndex + read
        while let open = text[depth...].firstIndex(of: UInt8(ascii: "{")),
            let close = text[open...].firstIndex(of: UInt8(ascii: "}"))
        {
            let inner = text[(open + 1)..<close]
            if inner.contains(UInt8(ascii: ",")) {
                return inner.split(
                    separator: UInt8(ascii: ","), omittingEmptySubsequences: false
                ).flatMap {
                    braces(
                        text[..<open] + $0 + text[(close + 1)...], read: open - text.startIndex)
                }
            }
            depth = open + 1
        }
        return [text]
    }
}
