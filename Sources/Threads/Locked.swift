internal import Glibc

/// A value that one thread at a time may use.
///
/// Not `Synchronization.Mutex`: where two threads meet in it, it waits inside the standard library,
/// which the thread sanitizer cannot see into, and every such meeting would be reported as a race.
/// The corresponding C function is `pthread_mutex_lock`.
public final class Locked<Value>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var value: Value

    public init(_ value: Value) {
        self.value = value
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    public func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
