/// Part of a written text, and whether the recogniser is unsure of the words in it.
public struct WrittenPiece: Hashable, Sendable {
    public var text: String
    public var isDoubtful: Bool

    public init(_ text: String, isDoubtful: Bool) {
        self.text = text
        self.isDoubtful = isDoubtful
    }
}

extension WrittenPiece {
    /// Takes a written text apart, at white space, by how sure the recogniser is of its words.
    ///
    /// Written form and words as recognised differ: "comma" has become a comma, "twenty" a 20, and a filter may have
    /// rewritten everything. Words are found again in their order; what is not found is nobody's doubt.
    ///
    /// - Parameters:
    ///   - words: what was recognised, in order.
    ///   - limit: a word of less confidence is doubtful.
    /// - Returns: the text in order, one blank between two pieces; neighbours differ in doubt.
    public static func pieces(
        of text: String, words: [Word], limit: Double
    ) -> [WrittenPiece] {
        var rest = words.map { (bare: bare($0.text), isDoubtful: $0.confidence < limit) }[...]
        var pieces: [WrittenPiece] = []
        for token in text.split(whereSeparator: \.isWhitespace).map(String.init) {
            let wanted = bare(token)
            var isDoubtful = false
            // Far ahead it would be another word of the same name.
            if !wanted.isEmpty,
                let index = rest.prefix(farthest).firstIndex(where: { $0.bare == wanted })
            {
                isDoubtful = rest[index].isDoubtful
                rest = rest[(index + 1)...]
            }
            if pieces.last?.isDoubtful == isDoubtful {
                pieces[pieces.count - 1].text += " " + token
            } else {
                pieces.append(WrittenPiece(token, isDoubtful: isDoubtful))
            }
        }
        return pieces
    }

    /// So many words may have become something else between two that are found.
    private static let farthest = 6

    /// The letters and digits of a word, small: what writing it leaves alone.
    private static func bare(_ word: String) -> String {
        String(word.lowercased().filter { $0.isLetter || $0.isNumber })
    }
}
