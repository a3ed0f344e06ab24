/// How the words of a hypothesis differ from those that were said.
public struct WordErrors: Hashable, Sendable {
    /// A word that was said with the one that was heard for it; nil on one side for a word lost or made up.
    public struct Pair: Hashable, Sendable {
        public var said: String?
        public var heard: String?

        public init(said: String?, heard: String?) {
            self.said = said
            self.heard = heard
        }
    }

    /// Words said.
    public var words = 0
    public var substitutions = 0
    public var deletions = 0
    public var insertions = 0

    public init() {}

    /// Counts the fewest edits that make one of the other.
    public init(reference: [String], hypothesis: [String]) {
        words = reference.count
        for pair in WordErrors.align(reference, with: hypothesis) where pair.said != pair.heard {
            switch (pair.said, pair.heard) {
            case (_, nil): deletions += 1
            case (nil, _): insertions += 1
            default: substitutions += 1
            }
        }
    }

    /// The words side by side, with the fewest edits (Levenshtein distance over words).
    public static func align(_ reference: [String], with hypothesis: [String]) -> [Pair] {
        let width = hypothesis.count + 1
        var costs = Array(0..<width)
        costs.reserveCapacity(width * (reference.count + 1))
        for (row, word) in reference.enumerated() {
            costs.append(row + 1)
            for (column, heard) in hypothesis.enumerated() {
                let above = row * width + column
                let replaced = costs[above] + (word == heard ? 0 : 1)
                costs.append(min(replaced, costs[above + 1] + 1, costs[above + width] + 1))
            }
        }
        var pairs: [Pair] = []
        var (row, column) = (reference.count, hypothesis.count)
        while row > 0 || column > 0 {
            let cost = costs[row * width + column]
            if row > 0, column > 0,
                cost == costs[(row - 1) * width + column - 1]
                    + (reference[row - 1] == hypothesis[column - 1] ? 0 : 1)
            {
                (row, column) = (row - 1, column - 1)
                pairs.append(Pair(said: reference[row], heard: hypothesis[column]))
            } else if row > 0, cost == costs[(row - 1) * width + column] + 1 {
                row -= 1
                pairs.append(Pair(said: reference[row], heard: nil))
            } else {
                column -= 1
                pairs.append(Pair(said: nil, heard: hypothesis[column]))
            }
        }
        return pairs.reversed()
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
