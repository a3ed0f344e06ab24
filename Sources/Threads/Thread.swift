internal import Glibc

/// What a new thread is handed.
private final class Work {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
    }
}

/// Runs `body` on a detached thread of its own that takes no signals, or returns the errno value
/// that forbids it.
///
/// Detached, because nobody may wait for a thread that can hang in the sound server.
/// The corresponding C function is `pthread_create`.
public func startThread(_ body: @escaping @Sendable () -> Void) -> Int32 {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    defer { pthread_attr_destroy(&attributes) }
    // Signals belong to the main thread: a new thread inherits the mask, and so do those that
    // plugins start from it.
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }

    let work = Unmanaged.passRetained(Work(body))
    var thread = pthread_t()
    let result = pthread_create(
        &thread, &attributes,
        { pointer in
            guard let pointer else { return nil }
            Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body()
            return nil
        }, work.toOpaque())
    guard result == 0 else {
        work.release()
        return result
    }
    return 0
}
