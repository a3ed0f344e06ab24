import Glibc

/// Runs `body` on a thread of its own that takes no signals. The corresponding C function is `pthread_create`.
///
/// Where there can be no thread it runs at once: late is better than never.
func detachThread(_ body: @escaping @Sendable () -> Void) {
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let work = Unmanaged.passRetained(ThreadWork(body))
    var thread = pthread_t()
    let code = pthread_create(
        &thread, nil,
        { pointer in
            guard let pointer else { return nil }
            Unmanaged<ThreadWork>.fromOpaque(pointer).takeRetainedValue().body()
            return nil
        }, work.toOpaque())
    if code == 0 {
        pthread_detach(thread)
    } else {
        work.takeRetainedValue().body()
    }
}

/// What a new thread is handed.
private final class ThreadWork {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
    }
}
