/// How much probability what was seen gives up to what was not.
///
/// Command lines are built with Witten–Bell: of the 66 commands of the second set that its history lacks, 55 were heard
/// exactly, with Kneser–Ney 55 (discount 0.6) and 54 (0.8), and 53 where Witten–Bell counts shorter histories by
/// kinds; of the 44 in the history 40 each time. (`Tests/Bench/Commands`)
public enum Smoothing: Hashable, Sendable {
    /// Interpolated Witten–Bell: a history followed by T kinds of words in C cases keeps C/(C+T).
    /// (Witten and Bell 1991, method C; Chen and Goodman 1998, section 2.6.)
    case wittenBell
    /// Interpolated Kneser–Ney with one absolute discount, the shorter histories counted by kinds.
    /// (Kneser and Ney 1995; Chen and Goodman 1998, section 2.7.) Counts below one give up their share of it.
    case kneserNey(discount: Float)

    /// Whether a shorter history counts the kinds of words before it.
    var countsKinds: Bool { self != .wittenBell }

    /// What a count of `count` keeps, and what it gives up, before division by the total.
    func split(_ count: Float) -> (kept: Float, given: Float) {
        switch self {
        case .wittenBell: return (count, min(1, count))
        case .kneserNey(let discount):
            let given = discount * min(1, count)
            return (count - given, given)
        }
    }

    /// The denominator of a history whose counts sum to `total` and give up `given`.
    func denominator(total: Float, given: Float) -> Float {
        switch self {
        case .wittenBell: return total + given
        case .kneserNey: return total
        }
    }
}
