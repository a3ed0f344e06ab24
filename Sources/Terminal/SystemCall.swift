import Glibc
import Threads

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

/// Waits until a descriptor is ready, for `limit` at most, or until a signal comes.
///
/// - Returns: whether it is ready (an error or a hang-up counts: the next call will tell).
func waitReady(_ descriptor: Int32, _ events: Int32, within limit: Duration) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    return poll(&request, 1, limit.pollMilliseconds) > 0
}
