import Audio
import Speech

/// What `utter measure` counts in one way of decoding.
struct Measurement {
    let name: String
    private(set) var clips = 0
    private var exact = 0
    private var errors = WordErrors()
    private var audio = 0.0
    private var cost = 0.0
    private var waits: [Double] = []
    private var secondPassWaits: [Double] = []
    private var mistakes: [WordErrors.Pair: Int] = [:]

    init(name: String) {
        self.name = name
    }

    /// Counts one recording. Times are seconds of processor time; `wait` is that after the last sample.
    mutating func add(
        _ clip: MeasuredClip, _ text: String, audio samples: Int, cost: Double, wait: Double? = nil,
        isSecondPass: Bool = false
    ) {
        clips += 1
        audio += Double(samples) / Double(AudioFormat.sampleRate)
        self.cost += cost
        let found = ReferenceText.errors(in: text, reference: clip.text)
        errors += found
        if found.errors == 0 { exact += 1 }
        if let wait {
            if isSecondPass { secondPassWaits.append(wait) } else { waits.append(wait) }
        }
        let pairs = WordErrors.align(
            ReferenceText.words(clip.text), with: ReferenceText.words(text))
        for pair in pairs where pair.said != pair.heard { mistakes[pair, default: 0] += 1 }
    }

    /// The value below which `share` of the sorted values lie.
    private static func quantile(_ share: Double, of values: [Double]) -> Double? {
        guard !values.isEmpty else { return nil }
        let sorted = values.sorted()
        return sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
    }

    /// The most frequent mistakes, most frequent first.
    private var worst: [(pair: WordErrors.Pair, count: Int)] {
        let sorted = mistakes.sorted { left, right in
            if left.value != right.value { return left.value > right.value }
            return "\(left.key.said ?? "") \(left.key.heard ?? "")"
                < "\(right.key.said ?? "") \(right.key.heard ?? "")"
        }
        return sorted.prefix(10).map { (pair: $0.key, count: $0.value) }
    }

    var json: JSON {
        func optional(_ value: Double?) -> JSON { value.map { .number($0) } ?? .null }
        return .object([
            "clips": .integer(clips), "words": .integer(errors.words),
            "substitutions": .integer(errors.substitutions),
            "deletions": .integer(errors.deletions), "insertions": .integer(errors.insertions),
            "error_rate": .number(errors.rate), "exact": .integer(exact),
            "audio": .number(audio), "processor_time": .number(cost),
            "wait_median": optional(Measurement.quantile(0.5, of: waits)),
            "wait_95": optional(Measurement.quantile(0.95, of: waits)),
            "wait_second_pass": optional(Measurement.quantile(0.5, of: secondPassWaits)),
            "mistakes": .array(
                worst.map { pair, count in
                    .object([
                        "said": pair.said.map { .string($0) } ?? .null,
                        "heard": pair.heard.map { .string($0) } ?? .null,
                        "count": .integer(count),
                    ])
                }),
        ])
    }

    /// Both ways side by side, for people.
    func table(beside other: Measurement) -> String {
        let columns = [self, other]
        func row(_ title: String, _ value: (Measurement) -> String) -> String {
            columns.reduce(title.padded(to: 34)) { $0 + value($1).padded(to: 12) } + "\n"
        }
        func milliseconds(_ seconds: Double?) -> String {
            seconds.map { "\(Int(($0 * 1000).rounded())) ms" } ?? "-"
        }
        var text = row("") { $0.name }
        text += row("recordings") { String($0.clips) }
        text += row("words said") { String($0.errors.words) }
        text += row("word error rate") { Measurement.percent($0.errors.rate) }
        text += row("recordings without an error") { Measurement.share($0.exact, of: $0.clips) }
        text += row("processor time per second") {
            Measurement.percent($0.cost / max(0.01, $0.audio))
        }
        text += row("wait after release, median") {
            milliseconds(Measurement.quantile(0.5, of: $0.waits))
        }
        text += row("wait after release, 95 in 100") {
            milliseconds(Measurement.quantile(0.95, of: $0.waits))
        }
        text += row("wait with a second pass") {
            milliseconds(Measurement.quantile(0.5, of: $0.secondPassWaits))
        }
        let list = other.worst.map { pair, count in
            "  \(count) x  \(pair.said ?? "(nothing)") -> \(pair.heard ?? "(nothing)")\n"
        }
        if !list.isEmpty { text += "frequent mistakes, live:\n" + list.joined() }
        return text
    }

    private static func percent(_ rate: Double) -> String {
        let tenths = Int((rate * 1000).rounded())
        return "\(tenths / 10).\(tenths % 10) %"
    }

    private static func share(_ count: Int, of all: Int) -> String {
        percent(Double(count) / Double(max(1, all)))
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(1, width - count))
    }
}
