/// The known name that somebody most probably meant, or nil if none is near.
///
/// Near is one edit for every three characters, at least one, where an edit inserts, deletes or
/// replaces a character or swaps two neighbours (Damerau–Levenshtein, optimal string alignment).
/// Case, dashes and underscores do not count.
package func nearest(to name: String, among known: [String]) -> String? {
    guard name.utf8.count <= 64 else { return nil }
    let wanted = folded(name)
    guard !wanted.isEmpty else { return nil }
    var best: (name: String, rank: Int)?
    for candidate in known {
        let folded = folded(candidate)
        let distance = editDistance(wanted, folded)
        guard distance <= max(1, wanted.count / 3) else { continue }
        // Of equally near names the one that begins alike is meant: first letters are seldom
        // mistyped.
        let rank = 2 * distance + (folded.first == wanted.first ? 0 : 1)
        if rank < best?.rank ?? Int.max { best = (candidate, rank) }
    }
    return best?.name
}

private func folded(_ name: String) -> [UInt8] {
    name.utf8.compactMap { byte in
        switch byte {
        case UInt8(ascii: "-"), UInt8(ascii: "_"): nil
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte + 32
        default: byte
        }
    }
}

private func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var beforePrevious: [Int] = []
    var previous = Array(0...b.count)
    for i in a.indices {
        var row = [i + 1]
        for j in b.indices {
            var cost = min(row[j] + 1, previous[j + 1] + 1, previous[j] + (a[i] == b[j] ? 0 : 1))
            if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                cost = min(cost, beforePrevious[j - 1] + 1)
            }
            row.append(cost)
        }
        beforePrevious = previous
        previous = row
    }
    return previous[b.count]
}
