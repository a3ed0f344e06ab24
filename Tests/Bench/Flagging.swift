import Foundation
import Speech

/// How well a word's confidence tells whether it is right: which of the wrong ones a limit finds, and what else.
struct Flagging {
    private var words: [(confidence: Double, isRight: Bool)] = []

    /// Counts the words that were heard in one recording.
    mutating func add(_ heard: [Word], said: String) {
        let reference = ReferenceText.words(said)
        // A word may be spoken as several, and each of them is as sure as it.
        let readings = ReferenceText.Digits.allCases.map { digits in
            heard.flatMap { word in
                ReferenceText.words(word.text, digits: digits).map { ($0, word.confidence) }
            }
        }
        let best = readings.min {
            errors($0.map(\.0), reference) < errors($1.map(\.0), reference)
        }
        var rest = (best ?? [])[...]
        for pair in WordErrors.align(reference, with: rest.map(\.0)) where pair.heard != nil {
            guard let (_, confidence) = rest.popFirst() else { return }
            words.append((confidence, pair.said == pair.heard))
        }
    }

    private func errors(_ heard: [String], _ reference: [String]) -> Int {
        WordErrors(reference: reference, hypothesis: heard).errors
    }

    /// For each limit, what of the words below it is wrong (precision), what of the wrong ones is below it (recall), and
    /// what of the right ones; then what share is right of those of about one confidence.
    func show() {
        let limits = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7].map {
            Confidence.calibrated(posterior: $0)
        }
        let wrong = words.count { !$0.isRight }
        print("\nconfidence: \(words.count) words heard, \(wrong) of them wrong")
        print("below       wrong of these   of the wrong   of the right")
        for limit in limits {
            let below = words.filter { $0.confidence < limit }
            let found = below.count { !$0.isRight }
            print(
                String(
                    format: "%.2f%@ %16.2f %14.2f %14.2f", limit,
                    limit == Word.doubtful ? " (marked)" : "         ",
                    Double(found) / Double(max(1, below.count)),
                    Double(found) / Double(max(1, wrong)),
                    Double(below.count - found) / Double(max(1, words.count - wrong))))
        }
        print("confidence    words   right")
        var distance = 0.0
        for step in 0..<20 {
            let range = Double(step) / 20..<(step == 19 ? 1.01 : Double(step + 1) / 20)
            let inside = words.filter { range.contains($0.confidence) }
            guard !inside.isEmpty else { continue }
            let right = Double(inside.count(where: \.isRight)) / Double(inside.count)
            let told = inside.reduce(0) { $0 + $1.confidence } / Double(inside.count)
            distance += abs(told - right) * Double(inside.count)
            print(
                String(
                    format: "%.2f to %.2f %7d %7.2f", range.lowerBound, min(1, range.upperBound),
                    inside.count, right))
        }
        print(
            String(format: "told and right differ by %.3f", distance / Double(max(1, words.count))))
    }
}
