/// SplitMix64: small, fast and the same on every machine, so that a printed seed is a test case.
struct Generator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number below `bound`, near enough to uniform for tests.
    mutating func below(_ bound: Int) -> Int {
        Int(truncatingIfNeeded: (next() >> 33) % UInt64(bound))
    }
}

/// Takes away from a failing sequence whatever it fails without: first steps, then delays.
func shrink(_ steps: [TrialStep], while fails: ([TrialStep]) -> Bool) -> [TrialStep] {
    var best = steps
    var size = max(1, best.count / 2)
    while size >= 1 {
        var start = 0
        var removed = false
        while start < best.count {
            var candidate = best
            candidate.removeSubrange(start..<min(start + size, best.count))
            if fails(candidate) {
                best = candidate
                removed = true
            } else {
                start += size
            }
        }
        if size == 1 && !removed { break }
        size = max(1, size / 2)
    }
    for index in best.indices {
        for delay in 0..<best[index].delay {
            var candidate = best
            candidate[index].delay = delay
            if fails(candidate) {
                best = candidate
                break
            }
        }
    }
    return best
}
