import Support

/// One thing that happens in a trial, some time after the one before.
struct TrialStep: Hashable, Sendable, CustomStringConvertible {
    enum Kind: UInt8, CaseIterable, Sendable {
        // The key, and other keys.
        case press, again, release, otherKey, escape, controlC, q
        // The terminal and the system.
        case focusOut, focusIn, suspend, resume, terminate
        // The microphone; all but `lateFrame` speak of the utterance that is recorded now.
        case opened, frame, lateFrame, level, micWaits, micResumes, overrun, micFails, micIsLost,
            stopped
        // The recogniser; of some utterance, whether or not it makes sense.
        case ready, partial, final, emptyFinal, cannotDecode, recognizerFails
        case wait
    }

    var kind: Kind
    /// An index into `delays`.
    var delay: Int
    /// Which utterance a recogniser event speaks of, counted back from the last.
    var target: Int = 0
    /// Deadlines that fall before it are not handled at their time: a loop that was held up.
    var isLate = false

    /// Milliseconds, on and around every threshold of the machine.
    static let delays = [
        0, 1, 20, 40, 49, 50, 51, 100, 149, 199, 200, 201, 250, 299, 300, 301, 349, 350, 351, 360,
        390,
        391, 450, 600, 700, 999, 1000, 1199, 1200, 1201, 2500, 4999, 5000, 6000,
    ]

    /// The time since the step before; never nothing, for no clock stands still.
    var pause: Duration {
        delay == 0 ? .microseconds(1) : .milliseconds(Self.delays[delay])
    }

    var description: String {
        "\(isLate ? "late " : "")\(kind)+\(Self.delays[delay])"
            + (target == 0 ? "" : " (\(target) back)")
    }

    /// How often each kind is drawn.
    private static let weights: [(Kind, Int)] = [
        (.press, 24), (.again, 10), (.release, 16), (.otherKey, 4), (.escape, 3), (.controlC, 1),
        (.q, 1),
        (.focusOut, 3), (.focusIn, 2), (.suspend, 2), (.resume, 1), (.terminate, 1), (.opened, 2),
        (.frame, 22), (.lateFrame, 3), (.level, 1), (.micWaits, 1), (.micResumes, 1), (.overrun, 1),
        (.micFails, 1), (.micIsLost, 2), (.stopped, 4), (.ready, 1), (.partial, 2), (.final, 14),
        (.emptyFinal, 2), (.cannotDecode, 1), (.recognizerFails, 1), (.wait, 12),
    ]
    private static let deck: [Kind] = weights.flatMap { Array(repeating: $0.0, count: $0.1) }

    static func random(_ generator: inout Dice) -> TrialStep {
        TrialStep(
            kind: deck[generator.below(deck.count)], delay: generator.below(delays.count),
            target: generator.below(4) == 0 ? generator.below(3) : 0,
            isLate: generator.below(8) == 0)
    }
}
