/// Weighted counts of trigrams and what follows from them: how often each word, pair and triple was seen.
///
/// Order three is all the recogniser can use: its search keeps two words of history.
/// Counts may be fractions, so that general knowledge can weigh less than the user's own lines.
public struct NGramCounts: Sendable {
    private var keys: [UInt64]
    private var weights: [Float]
    private var used = 0

    public init() {
        keys = [UInt64](repeating: UInt64.max, count: 1 << 12)
        weights = [Float](repeating: 0, count: 1 << 12)
    }

    /// Counts one sentence of vocabulary numbers, without its marks, `weight` times.
    public mutating func add(_ sentence: some Sequence<Int>, weight: Float = 1) {
        var before = Vocabulary.none
        var last = Vocabulary.start
        for word in sentence {
            add(Self.key(before, last, word), weight)
            before = last
            last = word
        }
        add(Self.key(before, last, Vocabulary.end), weight)
    }

    /// Counts words that may stand anywhere: neither the start nor the end of a sentence is learned from them.
    public mutating func add(fragment: some Sequence<Int>, weight: Float = 1) {
        var before = Vocabulary.none
        var last = Vocabulary.none
        for word in fragment {
            add(Self.key(before, last, word), weight)
            before = last
            last = word
        }
    }

    private mutating func add(_ key: UInt64, _ weight: Float) {
        if used * 2 >= keys.count { grow() }
        let slot = find(key)
        if keys[slot] != key {
            keys[slot] = key
            used += 1
        }
        weights[slot] += weight
    }

    private func find(_ key: UInt64) -> Int {
        let mask = keys.count - 1
        let mixed = (key ^ (key >> 32)) &* 0x9E37_79B9_7F4A_7C15
        var slot = Int(truncatingIfNeeded: mixed >> 32) & mask
        while keys[slot] != key, keys[slot] != UInt64.max { slot = (slot + 1) & mask }
        return slot
    }

    private mutating func grow() {
        let oldKeys = keys
        let oldWeights = weights
        keys = [UInt64](repeating: UInt64.max, count: oldKeys.count * 2)
        weights = [Float](repeating: 0, count: oldKeys.count * 2)
        for index in oldKeys.indices where oldKeys[index] != UInt64.max {
            let slot = find(oldKeys[index])
            keys[slot] = oldKeys[index]
            weights[slot] = oldWeights[index]
        }
    }

    /// Triples in ascending order of their keys. A history shorter than two words has `none` in its place.
    func sorted() -> [(key: UInt64, count: Float)] {
        var result: [(key: UInt64, count: Float)] = []
        result.reserveCapacity(used)
        for index in keys.indices where keys[index] != UInt64.max {
            result.append((keys[index], weights[index]))
        }
        Self.sort(&result, words: 3)
        return result
    }

    /// Sorts n-grams by their keys, of which the last `words` words count: by one word after the other, the last one
    /// first, as words are few.
    static func sort(_ entries: inout [(key: UInt64, count: Float)], words: Int) {
        for place in 0..<words {
            let last = entries.reduce(0) { max($0, word($1.key, fromEnd: place)) }
            // Where the entries with each word begin.
            var starts = [Int](repeating: 0, count: last + 2)
            for entry in entries { starts[word(entry.key, fromEnd: place) + 1] += 1 }
            for index in 1..<starts.count { starts[index] += starts[index - 1] }
            var sorted = entries
            for entry in entries {
                let number = word(entry.key, fromEnd: place)
                sorted[starts[number]] = entry
                starts[number] += 1
            }
            entries = sorted
        }
    }

    /// The same counts under other numbers; triples with a word that gets none are left out.
    func renumbered(_ number: (Int) -> Int?) -> NGramCounts {
        var result = NGramCounts()
        for (key, count) in sorted() {
            guard let first = number(Self.word(key, fromEnd: 2)),
                let second = number(Self.word(key, fromEnd: 1)),
                let third = number(Self.word(key, fromEnd: 0))
            else { continue }
            result.add(Self.key(first, second, third), count)
        }
        return result
    }

    static func key(_ first: Int, _ second: Int, _ third: Int) -> UInt64 {
        UInt64(first) << 42 | UInt64(second) << 21 | UInt64(third)
    }
    static func key(_ first: Int, _ second: Int) -> UInt64 {
        UInt64(first) << 21 | UInt64(second)
    }
    static func word(_ key: UInt64, fromEnd place: Int) -> Int {
        Int(key >> (21 * UInt64(place)) & 0x1F_FFFF)
    }
}
