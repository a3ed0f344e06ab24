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
