/// Measures how a held key repeats: the delay before its first repeat, and the interval after it.
struct RepeatMeter {
    /// From the press to the first repeat of the present or last hold, where it was seen.
    private(set) var initialDelay: Duration?
    /// The last `limit` intervals of the same hold, as they came.
    private var recent: [Duration] = []
    /// The same, sorted.
    private var sorted: [Duration] = []
    private var last = Duration.zero
    private var isFirst = true

    static let limit = 33

    /// How many intervals are measured.
    var count: Int { sorted.count }

    /// The median of the intervals, the shorter of two in the middle.
    var interval: Duration? {
        sorted.isEmpty ? nil : sorted[(sorted.count - 1) / 2]
    }

    mutating func pressed(at now: Duration) {
        last = now
        isFirst = true
    }

    mutating func repeated(at now: Duration) {
        defer { last = now }
        guard !isFirst else {
            isFirst = false
            initialDelay = now - last
            recent = []
            sorted = []
            return
        }
        let interval = now - last
        recent.append(interval)
        sorted.insert(interval, at: sorted.firstIndex { $0 > interval } ?? sorted.endIndex)
        if recent.count > RepeatMeter.limit,
            let index = sorted.firstIndex(of: recent.removeFirst())
        {
            sorted.remove(at: index)
        }
    }
}
