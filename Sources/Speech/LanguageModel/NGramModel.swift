/// A trigram model with back-off, as an ARPA file holds it: decimal logarithms, keys in ascending order.
public struct NGramModel: Sendable {
    /// Names by vocabulary number.
    public internal(set) var words: [String]
    /// By vocabulary number; `-99` is never.
    var unigrams: [Float]
    var unigramBackoffs: [Float]
    var bigramKeys: [UInt64] = []
    var bigrams: [Float] = []
    var bigramBackoffs: [Float] = []
    var trigramKeys: [UInt64] = []
    var trigrams: [Float] = []

    /// How many n-grams of each order there are.
    public var sizes: [Int] {
        [unigrams.count - 1, bigramKeys.count, trigramKeys.count]
    }

    /// Estimates a model over `words` (numbered as in a `Vocabulary`) from counts.
    public init(counts: NGramCounts, words: [String], smoothing: Smoothing = .wittenBell) {
        self.init(layers: [counts], words: words, smoothing: smoothing)
    }

    /// Estimates a model from several layers of counts, the most trusted first.
    ///
    /// In every history each layer gives what it gives up to the next one, and the last to the shorter history. So
    /// general knowledge speaks where the user's own lines are silent, and only there, however much of it there is:
    /// adding its counts to theirs would drown them. Words that were never counted share the unigram mass that
    /// the others give up, evenly.
    public init(layers: [NGramCounts], words: [String], smoothing: Smoothing = .wittenBell) {
        self.words = words
        let size = words.count
        let triples = LayeredCounts(layers.map { $0.sorted() })
        let pairs = triples.pairs(smoothing)
        let singles = LayeredCounts.singles(triples, pairs, size, smoothing)

        // Order one, over the even distribution of everything but the start mark.
        var linear = [Float](repeating: 1 / Float(max(1, size - 2)), count: size)
        for layer in singles.reversed() {
            let discounting = smoothing.discounting(layer)
            var total: Float = 0
            var given: Float = 0
            for count in layer where count > 0 {
                total += count
                given += discounting.split(count).given
            }
            guard total > 0 else { continue }
            let denominator = discounting.denominator(total: total, given: given)
            for word in linear.indices {
                linear[word] =
                    (discounting.split(layer[word]).kept + given * linear[word]) / denominator
            }
        }
        linear[Vocabulary.none] = 0
        if size > Vocabulary.start { linear[Vocabulary.start] = 0 }
        unigrams = linear.map { Float(decimalLogarithm(Double($0))) }
        unigramBackoffs = [Float](repeating: 0, count: size)

        // Order two.
        var pairLinear = pairs.keys.map { linear[NGramCounts.word($0, fromEnd: 0)] }
        pairs.estimate(smoothing, &pairLinear) { range, share in
            let history = NGramCounts.word(pairs.keys[range.lowerBound], fromEnd: 1)
            unigramBackoffs[history] = Float(decimalLogarithm(Double(share)))
        }
        bigramKeys = pairs.keys
        bigrams = pairLinear.map { Float(decimalLogarithm(Double($0))) }
        bigramBackoffs = [Float](repeating: 0, count: pairs.keys.count)

        // Order three, only where the history is two real words.
        let whole = triples.filtered {
            NGramCounts.word($0, fromEnd: 2) != Vocabulary.none
                && NGramCounts.word($0, fromEnd: 1) != Vocabulary.none
        }
        // Where the pairs of each first word begin.
        var starts = [Int](repeating: 0, count: size + 1)
        for key in pairs.keys { starts[NGramCounts.word(key, fromEnd: 1) + 1] += 1 }
        for word in 0..<size { starts[word + 1] += starts[word] }
        func place(ofPair key: UInt64) -> Int? {
            let first = NGramCounts.word(key, fromEnd: 1)
            return Self.find(key, in: pairs.keys, starts[first]..<starts[first + 1])
        }
        var tripleLinear = whole.keys.map { key in
            place(ofPair: key & 0x3FF_FFFF_FFFF).map { pairLinear[$0] } ?? 0
        }
        whole.estimate(smoothing, &tripleLinear) { range, share in
            if let history = place(ofPair: whole.keys[range.lowerBound] >> 21) {
                bigramBackoffs[history] = Float(decimalLogarithm(Double(share)))
            }
        }
        trigramKeys = whole.keys
        trigrams = tripleLinear.map { Float(decimalLogarithm(Double($0))) }
    }

    init(words: [String]) {
        self.words = words
        unigrams = [Float](repeating: -99, count: words.count)
        unigramBackoffs = [Float](repeating: 0, count: words.count)
    }

    static func find(_ key: UInt64, in keys: [UInt64]) -> Int? {
        find(key, in: keys, 0..<keys.count)
    }

    private static func find(_ key: UInt64, in keys: [UInt64], _ range: Range<Int>) -> Int? {
        var low = range.lowerBound
        var high = range.upperBound
        while low < high {
            let middle = (low + high) / 2
            if keys[middle] < key { low = middle + 1 } else { high = middle }
        }
        return low < range.upperBound && keys[low] == key ? low : nil
    }

    /// Decimal logarithm of the probability of `word` after `history`, of which the last two words count.
    public func logProbability(of word: Int, after history: [Int]) -> Double {
        guard unigrams.indices.contains(word) else { return -99 }
        let last = history.last ?? Vocabulary.none
        let before = history.count > 1 ? history[history.count - 2] : Vocabulary.none
        var backoff: Float = 0
        if last != Vocabulary.none, unigrams.indices.contains(last) {
            if before != Vocabulary.none, unigrams.indices.contains(before) {
                if let found = Self.find(NGramCounts.key(before, last, word), in: trigramKeys) {
                    return Double(trigrams[found])
                }
                if let pair = Self.find(NGramCounts.key(before, last), in: bigramKeys) {
                    backoff += bigramBackoffs[pair]
                }
            }
            if let found = Self.find(NGramCounts.key(last, word), in: bigramKeys) {
                return Double(backoff + bigrams[found])
            }
            backoff += unigramBackoffs[last]
        }
        return Double(backoff + unigrams[word])
    }

    /// Decimal logarithm of the probability of a whole sentence with its end.
    public func logProbability(ofSentence sentence: [Int]) -> Double {
        var history = [Vocabulary.start]
        var sum = 0.0
        for word in sentence + [Vocabulary.end] {
            sum += logProbability(of: word, after: history)
            history.append(word)
        }
        return sum
    }

    /// Ten to the mean negative logarithm for each word and sentence end: how many choices there seem to be.
    public func perplexity(of sentences: [[Int]]) -> Double {
        var sum = 0.0
        var events = 0
        for sentence in sentences {
            sum += logProbability(ofSentence: sentence)
            events += sentence.count + 1
        }
        return events == 0 ? 1 : decimalPower(-sum / Double(events))
    }
}
