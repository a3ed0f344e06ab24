internal import Threads

/// The value of work that can hang in a sound server, nil if it does. It goes on by itself then.
func bounded<Value: Sendable>(
    by limit: Duration, _ work: @escaping @Sendable () -> Value
) -> Value? {
    let result = Locked<Value?>(nil)
    guard let done = Latch() else { return nil }
    let started = startThread {
        let value = work()
        result.withLock { $0 = value }
        done.set()
    }
    guard started == 0, done.wait(for: limit) else { return nil }
    return result.withLock { $0 }
}
