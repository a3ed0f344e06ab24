/// The text format of n-gram models (Doug Paul, 1992; `ngram-format(5)` of SRILM).
public enum ARPAFile {
    /// What stands between a reader and a model.
    public struct Failure: Error, Hashable, Sendable {
        /// Counted from one.
        public var line: Int
        public var reason: String
    }

    /// The model as text, orders one to three.
    public static func write(_ model: NGramModel) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(model.trigramKeys.count * 40 + model.words.count * 30)
        let names = model.words.map { Array($0.utf8) }
        let sizes = model.sizes
        append("\\data\\\n", to: &out)
        for order in 1...3 where order == 1 || sizes[order - 1] > 0 {
            append("ngram \(order)=\(sizes[order - 1])\n", to: &out)
        }
        section(
            1, (1..<names.count).map(UInt64.init), Array(model.unigrams.dropFirst()),
            Array(model.unigramBackoffs.dropFirst()), names, &out)
        section(
            2, model.bigramKeys, model.bigrams, sizes[2] > 0 ? model.bigramBackoffs : nil, names,
            &out)
        section(3, model.trigramKeys, model.trigrams, nil, names, &out)
        append("\n\\end\\\n", to: &out)
        return out
    }

    /// The model in a text of up to three orders.
    public static func read(_ text: String) throws(Failure) -> NGramModel {
        var vocabulary = Vocabulary()
        var order = 0
        var model = NGramModel(words: vocabulary.words)
        var pairs: [(UInt64, Float, Float)] = []
        var triples: [(UInt64, Float)] = []
        var ended = false
        var number = 0
        // By bytes: `\r\n` is one character of a `String`, and an accent makes another of a blank.
        for line in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false) {
            number += 1
            let fields = line.split(whereSeparator: { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D })
                .map { String(Substring($0)) }
            guard let head = fields.first else { continue }
            if head == "\\data\\" || head == "ngram" { continue }
            if head == "\\end\\" {
                ended = true
                break
            }
            if head.first == "\\", head.hasSuffix("-grams:") {
                guard let value = Int(head.dropFirst().prefix { $0.isNumber }),
                    (1...3).contains(value)
                else { throw Failure(line: number, reason: "order \(head) is not one to three") }
                order = value
                continue
            }
            guard order > 0 else { continue }
            guard let value = Float(head), value.isFinite, fields.count > order else {
                throw Failure(line: number, reason: "not a probability and \(order) words")
            }
            let backoff = fields.count > order + 1 ? Float(fields[order + 1]) : 0
            guard let backoff, backoff.isFinite else {
                throw Failure(line: number, reason: "not a back-off weight")
            }
            var ids: [Int] = []
            for word in fields[1...order] {
                guard let id = vocabulary.intern(word) else {
                    throw Failure(line: number, reason: "too many words")
                }
                ids.append(id)
            }
            while model.unigrams.count < vocabulary.words.count {
                model.unigrams.append(-99)
                model.unigramBackoffs.append(0)
            }
            switch order {
            case 1:
                model.unigrams[ids[0]] = value
                model.unigramBackoffs[ids[0]] = backoff
            case 2: pairs.append((NGramCounts.key(ids[0], ids[1]), value, backoff))
            default: triples.append((NGramCounts.key(ids[0], ids[1], ids[2]), value))
            }
        }
        guard ended else { throw Failure(line: number, reason: "the end mark \\end\\ is missing") }
        pairs.sort { $0.0 < $1.0 }
        triples.sort { $0.0 < $1.0 }
        model.words = vocabulary.words
        model.bigramKeys = pairs.map(\.0)
        model.bigrams = pairs.map(\.1)
        model.bigramBackoffs = pairs.map(\.2)
        model.trigramKeys = triples.map(\.0)
        model.trigrams = triples.map(\.1)
        return model
    }

    private static func section(
        _ order: Int, _ keys: [UInt64], _ probabilities: [Float], _ backoffs: [Float]?,
        _ names: [[UInt8]], _ out: inout [UInt8]
    ) {
        guard !keys.isEmpty else { return }
        append("\n\\\(order)-grams:\n", to: &out)
        // Many n-grams one after the other have the same words before the last.
        var history: UInt64?
        var start: [UInt8] = []
        for (index, key) in keys.enumerated() {
            if key >> 21 != history {
                history = key >> 21
                start.removeAll(keepingCapacity: true)
                start.append(0x09)
                for place in stride(from: order - 1, to: 0, by: -1) {
                    start += names[NGramCounts.word(key, fromEnd: place)]
                    start.append(0x20)
                }
            }
            number(&out, probabilities[index])
            out += start
            out += names[NGramCounts.word(key, fromEnd: 0)]
            if let backoffs {
                out.append(0x09)
                number(&out, backoffs[index])
            }
            out.append(0x0A)
        }
    }

    /// Four decimals: finer than the recogniser's own table of logarithms.
    private static func number(_ out: inout [UInt8], _ value: Float) {
        var tenThousandths = Int((max(-99, min(99, value)) * 10_000).rounded())
        if tenThousandths < 0 {
            out.append(0x2D)
            tenThousandths = -tenThousandths
        }
        let whole = tenThousandths / 10_000
        if whole >= 10 { out.append(UInt8(0x30 + whole / 10)) }
        out.append(UInt8(0x30 + whole % 10))
        out.append(0x2E)
        out.append(UInt8(0x30 + tenThousandths / 1_000 % 10))
        out.append(UInt8(0x30 + tenThousandths / 100 % 10))
        out.append(UInt8(0x30 + tenThousandths / 10 % 10))
        out.append(UInt8(0x30 + tenThousandths % 10))
    }

    private static func append(_ text: String, to out: inout [UInt8]) {
        out += text.utf8
    }
}
