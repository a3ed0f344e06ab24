/// How the words of a hypothesis differ from those that were said.
public struct WordErrors: Hashable, Sendable {
    /// Words said.
    public var words = 0
    public var substitutions = 0
    public var deletions = 0
    public var insertions = 0

    public init() {}

    /// Aligns by the fewest edits (Levenshtein distance over words).
    public init(reference: [String], hypothesis: [String]) {
        words = reference.count
        // Costs of aligning the reference so far with each prefix of the hypothesis, and how they came about.
        var row = (0...hypothesis.count).map { Cell(insertions: $0) }
        for word in reference {
            var diagonal = row[0]
            row[0].deletions += 1
            for (index, heard) in hypothesis.enumerated() {
                var best = diagonal
                if heard != word { best.substitutions += 1 }
                var deleted = row[index + 1]
                deleted.deletions += 1
                var inserted = row[index]
                inserted.insertions += 1
                if deleted.total < best.total { best = deleted }
                if inserted.total < best.total { best = inserted }
                diagonal = row[index + 1]
                row[index + 1] = best
            }
        }
        let end = row[hypothesis.count]
        (substitutions, deletions, insertions) = (end.substitutions, end.deletions, end.insertions)
    }

    private struct Cell {
        var substitutions = 0
        var deletions = 0
        var insertions = 0
        var total: Int { substitutions + deletions + insertions }
    }

    public var errors: Int { substitutions + deletions + insertions }

    /// Errors per word said; can exceed 1. Zero where nothing was said and nothing heard.
    public var rate: Double { errors == 0 ? 0 : Double(errors) / Double(max(1, words)) }

    public static func += (sum: inout WordErrors, other: WordErrors) {
        sum.words += other.words
        sum.substitutions += other.substitutions
        sum.deletions += other.deletions
        sum.insertions += other.insertions
    }
}
