/// How much probability what was seen gives up to what was not.
///
/// Command lines are built with Witten–Bell. `bench shell-smoothing` on three sets of commands and histories, each fifth
/// of the history held out in turn; exact are commands in the history and others:
///
/// | | perplexity | exact |
/// |---|---|---|
/// | Witten–Bell | 18.7, 30.4, 9.5 | 43+61, 40+56, 35+53 |
/// | Kneser–Ney, discount 0.6 | 18.4, 30.9, 9.7 | 43+62, 40+57, 35+52 |
/// | Kneser–Ney, discount 0.8 | 18.5, 31.6, 10.8 | 43+61, 40+56, 35+52 |
/// | modified Kneser–Ney | 18.1, 31.4, 11.7 | 43+60, 40+55, 35+52 |
///
/// What is heard differs by no more than chance; what is foreseen is foreseen as well or better over the three, and
/// no counts of counts are needed, which a history of few lines does not have.
public enum Smoothing: Hashable, Sendable {
    /// Interpolated Witten–Bell: a history followed by T kinds of words in C cases keeps C/(C+T).
    /// (Witten and Bell 1991, method C; Chen and Goodman 1998, section 2.6.)
    case wittenBell
    /// Interpolated Kneser–Ney with one absolute discount, the shorter histories counted by kinds.
    /// (Kneser and Ney 1995; Chen and Goodman 1998, section 2.7.) Counts below one give up their share of it.
    case kneserNey(discount: Float)

    /// Interpolated modified Kneser–Ney: three discounts, of counts of one, two, and three or more, estimated for each order
    /// and layer from how many n-grams there are of each count. (Chen and Goodman 1998, section 3.) Between whole
    /// counts the discounts are interpolated, and counts below one give up their share of the first.
    case modifiedKneserNey

    /// Whether a shorter history counts the kinds of words before it.
    var countsKinds: Bool { self != .wittenBell }

    /// How an order of one layer is discounted, given all its counts; zeros among them are none.
    func discounting(_ counts: some Sequence<Float>) -> Discounting {
        switch self {
        case .wittenBell: return .wittenBell
        case .kneserNey(let discount): return .absolute(discount, discount, discount)
        case .modifiedKneserNey:
            var kinds: [Float] = [0, 0, 0, 0]
            for count in counts where count > 0 && count < 4.5 {
                kinds[max(0, Int(count.rounded()) - 1)] += 1
            }
            let first = kinds[0] / max(1, kinds[0] + 2 * kinds[1])
            /// What counts of `count` give up; where the next count was never seen, three quarters of what they can.
            func discount(_ count: Int) -> Float {
                let here = kinds[count - 1]
                guard here > 0, kinds[count] > 0 else { return 0.75 * Float(count) }
                let discount = Float(count) - Float(count + 1) * first * kinds[count] / here
                return max(0.05, discount)
            }
            return .absolute(discount(1), discount(2), discount(3))
        }
    }
}

/// What counts keep and what they give up to shorter histories.
enum Discounting: Hashable {
    case wittenBell
    /// The discounts of counts of one, of two, and of three or more.
    case absolute(Float, Float, Float)

    /// What a count of `count` keeps, and what it gives up, before division by the total.
    func split(_ count: Float) -> (kept: Float, given: Float) {
        switch self {
        case .wittenBell: return (count, min(1, count))
        case .absolute(let one, let two, let more):
            let given: Float
            switch count {
            case ...1: given = one * count
            case ...2: given = one + (two - one) * (count - 1)
            case ...3: given = two + (more - two) * (count - 2)
            default: given = more
            }
            return (count - given, given)
        }
    }

    /// The denominator of a history whose counts sum to `total` and give up `given`.
    func denominator(total: Float, given: Float) -> Float {
        self == .wittenBell ? total + given : total
    }
}
