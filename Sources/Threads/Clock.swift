internal import Glibc

extension Duration {
    /// The time of `CLOCK_MONOTONIC`: the one clock of the program, on which the times of all threads lie.
    package static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// Milliseconds for `poll`, rounded up: the last fraction of a millisecond must not become a busy loop.
    package var pollMilliseconds: Int32 {
        guard self > .zero else { return 0 }
        let (seconds, attoseconds) = components
        guard seconds < 1_000_000 else { return .max }
        let fraction = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
        return Int32(seconds * 1000 + fraction)
    }
}
