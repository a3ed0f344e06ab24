import Foundation
import Speech

/// The same recordings heard in two ways, and what can be said of the difference.
struct PairedErrors {
    /// Errors of each recording, before and after.
    private let pairs: [(before: WordErrors, after: WordErrors)]

    init(said: [String], before: [String], after: [String]) {
        pairs = zip(said, zip(before, after)).map { said, heard in
            (
                ReferenceText.errors(in: heard.0, reference: said),
                ReferenceText.errors(in: heard.1, reference: said)
            )
        }
    }

    /// Rates before and after, the interval of 95 % of the difference, and how many recordings became better or worse.
    var row: String {
        let (before, after) = rates(pairs.indices.map { $0 })
        let (low, high) = interval()
        let better = pairs.count { $0.after.errors < $0.before.errors }
        let worse = pairs.count { $0.after.errors > $0.before.errors }
        return String(
            format: "%6.1f %% %7.1f %%   %+5.1f (%+.1f to %+.1f)   %3d %5d of %d   %.2f",
            before, after, after - before, low, high, better, worse, pairs.count,
            PairedErrors.signTest(better, worse))
    }

    static let heading = "without      with   difference (95 %)    better worse       sign test"

    private func rates(_ indices: [Int]) -> (before: Double, after: Double) {
        var sums = (before: WordErrors(), after: WordErrors())
        for index in indices {
            sums.before += pairs[index].before
            sums.after += pairs[index].after
        }
        return (sums.before.rate * 100, sums.after.rate * 100)
    }

    /// The bootstrap's percentiles over recordings: words of one recording go wrong together.
    private func interval() -> (low: Double, high: Double) {
        guard !pairs.isEmpty else { return (0, 0) }
        var state: UInt64 = 1
        func next() -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % pairs.count
        }
        let differences = (0..<2000).map { _ in
            let (before, after) = rates(pairs.indices.map { _ in next() })
            return after - before
        }.sorted()
        return (differences[50], differences[1949])
    }

    /// How probable so uneven a split is if better and worse are a coin's two sides.
    static func signTest(_ left: Int, _ right: Int) -> Double {
        let count = left + right
        var term = pow(0.5, Double(count))
        var sum = 0.0
        for index in 0...min(left, right) {
            sum += term
            term *= Double(count - index) / Double(index + 1)
        }
        return min(1, 2 * sum)
    }
}
