import Glibc

/// Orders for the decoder's thread: nobody who gives one ever waits for the decoder.
///
/// A mutex and a condition variable, because the thread sleeps until there is work: `Synchronization` has no
/// condition. Everything mutable is touched with the mutex held, which is what makes it `Sendable`.
final class WorkQueue: @unchecked Sendable {
    enum Order {
        case begin(Int)
        case audio(Int, [Int16])
        case end(Int)
    }

    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private let audioLimit: Int
    private var orders: [Order] = []
    private var queuedSamples = 0
    private var discarded: Set<Int> = []
    private var isQuitting = false
    private var isFinished = false

    /// - Parameter audioLimit: samples that may wait at a time.
    init(audioLimit: Int) {
        self.audioLimit = audioLimit
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(changed, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(mutex)
        changed.deallocate()
        mutex.deallocate()
    }

    private func locked<Result>(_ body: () -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body()
    }

    /// Gives an order; false for audio that would pass the limit, which is not taken.
    func add(_ order: Order) -> Bool {
        locked {
            guard !isQuitting, !isFinished else { return false }
            if case .audio(let id, let samples) = order {
                if discarded.contains(id) { return true }
                guard queuedSamples + samples.count <= audioLimit else { return false }
                queuedSamples += samples.count
            }
            orders.append(order)
            pthread_cond_broadcast(changed)
            return true
        }
    }

    /// Throws away every order about an utterance, and marks it for the thread.
    func discard(_ id: Int) {
        locked {
            discarded.insert(id)
            orders.removeAll { order in
                switch order {
                case .begin(let other), .end(let other): return other == id
                case .audio(let other, let samples):
                    if other == id { queuedSamples -= samples.count }
                    return other == id
                }
            }
            pthread_cond_broadcast(changed)
        }
    }

    /// Whether nothing more is wanted of an utterance.
    func isUnwanted(_ id: Int) -> Bool {
        locked { isQuitting || discarded.contains(id) }
    }

    /// Waits for what is to be done next.
    ///
    /// - Parameter current: the utterance in hand.
    func next(current: Int?) -> Work {
        locked {
            while true {
                if isQuitting { return .quit }
                if let current, discarded.contains(current) { return .drop }
                if !orders.isEmpty {
                    let order = orders.removeFirst()
                    if case .audio(_, let samples) = order { queuedSamples -= samples.count }
                    return .order(order)
                }
                pthread_cond_wait(changed, mutex)
            }
        }
    }

    /// What the thread does next.
    enum Work {
        case order(Order)
        /// The utterance in hand has been discarded.
        case drop
        /// The thread is to end.
        case quit
    }

    /// Notes that the thread does nothing any more.
    func finish() {
        locked {
            isFinished = true
            pthread_cond_broadcast(changed)
        }
    }

    /// Asks the thread to end and waits `patience` for it; false if it was still busy.
    func quit(within patience: Duration) -> Bool {
        var deadline = timespec()
        clock_gettime(CLOCK_MONOTONIC, &deadline)
        let (seconds, attoseconds) = patience.components
        deadline.tv_sec += Int(seconds)
        deadline.tv_nsec += Int(attoseconds / 1_000_000_000)
        if deadline.tv_nsec >= 1_000_000_000 {
            deadline.tv_nsec -= 1_000_000_000
            deadline.tv_sec += 1
        }
        return locked {
            isQuitting = true
            orders = []
            queuedSamples = 0
            pthread_cond_broadcast(changed)
            while !isFinished {
                if pthread_cond_timedwait(changed, mutex, &deadline) == ETIMEDOUT {
                    return isFinished
                }
            }
            return true
        }
    }
}
