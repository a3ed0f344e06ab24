/// The counts of one order of n-grams in several layers, over one ascending list of keys.
struct LayeredCounts {
    private(set) var keys: [UInt64]
    /// By layer and then by key; zero where the layer has not seen it.
    private(set) var counts: [[Float]]

    /// Brings layers together, each of which is ascending.
    init(_ layers: [[(key: UInt64, count: Float)]]) {
        keys = []
        keys.reserveCapacity(layers.reduce(0) { $0 + $1.count })
        var places = [Int](repeating: 0, count: layers.count)
        counts = layers.map { _ in [] }
        while true {
            var next = UInt64.max
            for (layer, place) in zip(layers, places) where place < layer.count {
                next = min(next, layer[place].key)
            }
            if next == UInt64.max { break }
            keys.append(next)
            for index in layers.indices {
                let place = places[index]
                if place < layers[index].count, layers[index][place].key == next {
                    counts[index].append(layers[index][place].count)
                    places[index] = place + 1
                } else {
                    counts[index].append(0)
                }
            }
        }
    }

    private init(keys: [UInt64], counts: [[Float]]) {
        self.keys = keys
        self.counts = counts
    }

    /// Only the n-grams whose key fits.
    func filtered(_ fits: (UInt64) -> Bool) -> LayeredCounts {
        let places = keys.indices.filter { fits(keys[$0]) }
        return LayeredCounts(
            keys: places.map { keys[$0] },
            counts: counts.map { layer in places.map { layer[$0] } })
    }

    /// The last two words of triples. Kneser–Ney counts a pair by the kinds of words before it; a sentence's start
    /// has none, so its own count stands.
    func pairs(_ smoothing: Smoothing) -> LayeredCounts {
        let byKinds = smoothing.countsKinds
        let layers = counts.map { layer -> [(key: UInt64, count: Float)] in
            var entries: [(key: UInt64, count: Float)] = []
            entries.reserveCapacity(layer.count)
            for (index, key) in keys.enumerated() where layer[index] > 0 {
                guard NGramCounts.word(key, fromEnd: 1) != Vocabulary.none else { continue }
                let isWhole = NGramCounts.word(key, fromEnd: 2) != Vocabulary.none
                let count = byKinds && isWhole ? min(1, layer[index]) : layer[index]
                entries.append((key & 0x3FF_FFFF_FFFF, count))
            }
            NGramCounts.sort(&entries, words: 2)
            var sums: [(key: UInt64, count: Float)] = []
            sums.reserveCapacity(entries.count)
            for entry in entries {
                if let last = sums.last, last.key == entry.key {
                    sums[sums.count - 1].count += entry.count
                } else {
                    sums.append(entry)
                }
            }
            return sums
        }
        return LayeredCounts(layers)
    }

    /// Counts of single words by layer.
    static func singles(
        _ triples: LayeredCounts, _ pairs: LayeredCounts, _ size: Int, _ smoothing: Smoothing
    ) -> [[Float]] {
        let byKinds = smoothing.countsKinds
        return triples.counts.indices.map { layer in
            var singles = [Float](repeating: 0, count: size)
            for (key, count) in zip(triples.keys, triples.counts[layer]) {
                guard NGramCounts.word(key, fromEnd: 1) == Vocabulary.none else { continue }
                singles[NGramCounts.word(key, fromEnd: 0)] += count
            }
            for (key, count) in zip(pairs.keys, pairs.counts[layer]) {
                singles[NGramCounts.word(key, fromEnd: 0)] += byKinds ? min(1, count) : count
            }
            return singles
        }
    }

    /// Turns `linear`, the probabilities after the shorter history, into those after the whole one.
    ///
    /// `finished` gets each run of the same history with the share that is left to the shorter one.
    func estimate(
        _ smoothing: Smoothing, _ linear: inout [Float], finished: (Range<Int>, Float) -> Void
    ) {
        let discountings = counts.map { smoothing.discounting($0) }
        var start = 0
        while start < keys.count {
            let history = keys[start] >> 21
            var end = start
            while end < keys.count, keys[end] >> 21 == history { end += 1 }
            var left: Float = 1
            for number in counts.indices.reversed() {
                let layer = counts[number]
                let discounting = discountings[number]
                var total: Float = 0
                var given: Float = 0
                for index in start..<end where layer[index] > 0 {
                    total += layer[index]
                    given += discounting.split(layer[index]).given
                }
                guard total > 0 else { continue }
                let denominator = discounting.denominator(total: total, given: given)
                for index in start..<end {
                    let kept = discounting.split(layer[index]).kept
                    linear[index] = (kept + given * linear[index]) / denominator
                }
                left *= given / denominator
            }
            finished(start..<end, left)
            start = end
        }
    }
}
