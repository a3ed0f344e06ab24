/// A person's own words, for a recogniser with a general dictionary and language model.
///
/// They become entries of a merged dictionary and a small language model that is interpolated with the general
/// one. A word that the dictionary knows but the general model does not can be heard once it is listed here.
public struct OwnWords: Sendable {
    /// A word as it is written, with the phones of each way of saying it (`K Y UW B AH L`).
    public struct Entry: Hashable, Sendable {
        public var word: String
        public var pronunciations: [String]

        public init(word: String, pronunciations: [String]) {
            self.word = word
            self.pronunciations = pronunciations
        }
    }

    private let entries: [Entry]

    /// - Parameter entries: a word may come several times; entries without a word or phones count for nothing.
    public init(_ entries: [Entry]) {
        self.entries = entries.filter { !$0.word.isEmpty && !$0.pronunciations.isEmpty }
    }

    public var isEmpty: Bool { entries.isEmpty }

    /// The name under which the recogniser knows a word: lower case, without spaces or what marks variants.
    public static func key(_ word: String) -> String {
        String(
            word.lowercased().map { character in
                character.isWhitespace ? "_" : "()<>[]".contains(character) ? "-" : character
            })
    }

    /// What each of the recogniser's words is written as, where that differs.
    public var spellings: [String: String] {
        var result: [String: String] = [:]
        for entry in entries where OwnWords.key(entry.word) != entry.word {
            result[OwnWords.key(entry.word)] = entry.word
        }
        return result
    }

    /// `dictionary` with the words added; pronunciations that it has stay and are counted on from.
    public func merged(into dictionary: [UInt8]) -> [UInt8] {
        var known = Dictionary(
            entries.map { (Array(OwnWords.key($0.word).utf8), 0) }, uniquingKeysWith: { $1 })
        var lineStart = true
        var index = 0
        while index < dictionary.count {
            if lineStart {
                var end = index
                while end < dictionary.count, dictionary[end] > 0x20 { end += 1 }
                var word = dictionary[index..<end]
                if word.last == UInt8(ascii: ")"), let open = word.lastIndex(of: UInt8(ascii: "("))
                {
                    word = word[..<open]
                }
                let name = Array(word)
                if let count = known[name] { known[name] = count + 1 }
                index = end
            }
            while index < dictionary.count, dictionary[index] != UInt8(ascii: "\n") { index += 1 }
            index += 1
            lineStart = true
        }
        var result = dictionary
        if let last = result.last, last != UInt8(ascii: "\n") { result.append(UInt8(ascii: "\n")) }
        var seen: Set<String> = []
        for entry in entries {
            let name = OwnWords.key(entry.word)
            for phones in entry.pronunciations where seen.insert(name + " " + phones).inserted {
                let count = known[Array(name.utf8), default: 0] + 1
                known[Array(name.utf8)] = count
                let suffix = count > 1 ? "(\(count))" : ""
                result += "\(name)\(suffix) \(phones)\n".utf8
            }
        }
        return result
    }

    /// A model (ARPA text) in which each word is as probable as any other, wherever it stands.
    ///
    /// Nothing is known of what follows what: the general model judges all that it knows.
    public var model: [UInt8] {
        var seen: Set<String> = []
        let words = entries.map { OwnWords.key($0.word) }.filter { seen.insert($0).inserted }
        let share = decimalLogarithm(0.9 / Double(max(1, words.count)))
        var text = "\\data\\\nngram 1=\(words.count + 2)\n\n\\1-grams:\n"
        text += "-99.0 <s>\n-1.0 </s>\n"
        for word in words { text += "\(OwnWords.decimal(share)) \(word)\n" }
        return Array((text + "\n\\end\\\n").utf8)
    }

    private static func decimal(_ value: Double) -> String {
        String((value * 10_000).rounded() / 10_000)
    }
}
