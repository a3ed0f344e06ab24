import Glibc

/// Makes a call of the C library, again whenever a signal interrupts it.
///
/// - Returns: what the call returned, not negative.
/// - Throws: the operation's name with `errno`, read at once.
@inline(__always)
func systemCall<Result: FixedWidthInteger>(
    _ operation: @autoclosure () -> String, _ call: () -> Result
) throws(TerminalError) -> Result {
    while true {
        let result = call()
        if result >= 0 { return result }
        let code = errno
        if code != EINTR { throw TerminalError(operation: operation(), code: code) }
    }
}

/// Reads the monotonic clock that the module's bounded waits count on (`CLOCK_MONOTONIC`).
func monotonicNow() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

/// Waits until a descriptor is ready, for `limit` at most, or until a signal comes.
///
/// - Returns: whether it is ready (an error or a hang-up counts: the next call will tell).
func waitReady(_ descriptor: Int32, _ events: Int32, within limit: Duration) -> Bool {
    let milliseconds =
        limit.components.seconds * 1000 + limit.components.attoseconds / 1_000_000_000_000_000
    var request = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    // Rounded up: the last fraction of a millisecond must not become a busy loop.
    return poll(&request, 1, Int32(clamping: max(0, milliseconds + 1))) > 0
}
