/// The user's replacements, ready to be looked up by the words that begin them.
struct ReplacementTable: Hashable, Sendable {
    struct Match: Hashable {
        var written: String
        /// How many words it replaces.
        var count: Int
    }

    private struct Entry: Hashable {
        var words: [String]
        var written: String
    }

    /// By first word, longest first.
    private var entries: [String: [Entry]] = [:]

    init(_ pairs: [(spoken: String, written: String)]) {
        for pair in pairs {
            let words = pair.spoken.lowercased().split(whereSeparator: \.isWhitespace)
                .map(String.init)
            guard let first = words.first else { continue }
            var list = entries[first, default: []]
            list.removeAll { $0.words == words }
            let place = list.firstIndex { $0.words.count < words.count } ?? list.endIndex
            list.insert(Entry(words: words, written: pair.written), at: place)
            entries[first] = list
        }
    }

    /// The longest entry whose words begin `words`, which are in small letters.
    func match(_ words: ArraySlice<String>) -> Match? {
        guard let first = words.first, let list = entries[first] else { return nil }
        return list.first { words.starts(with: $0.words) }
            .map { Match(written: $0.written, count: $0.words.count) }
    }
}
