import Threads

/// Runs `body` on a thread of its own that takes no signals.
///
/// Where there can be no thread it runs at once: late is better than never.
func detachThread(_ body: @escaping @Sendable () -> Void) {
    if startThread(body) != 0 { body() }
}
