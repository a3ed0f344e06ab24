internal import Audio
internal import CALSA
internal import Glibc
internal import Threads

/// A flag that is set once and that threads can wait for, alone or together with a device's
/// descriptors.
final class Latch: Sendable {
    let descriptor: Int32

    /// Nil when the process has no descriptor left. The corresponding C function is `eventfd`.
    init?() {
        descriptor = utter_eventfd()
        if descriptor < 0 { return nil }
    }

    deinit {
        _ = Glibc.close(descriptor)
    }

    func set() {
        var one: UInt64 = 1
        // It can fail only when the counter is full, and then the latch is set.
        _ = write(descriptor, &one, MemoryLayout<UInt64>.size)
    }

    /// True once the latch is set, false after `timeout` (nil: never).
    @discardableResult
    func wait(for timeout: Duration?) -> Bool {
        var descriptors = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
        return pollAll(&descriptors, for: timeout) > 0
    }
}

/// The number of ready descriptors, 0 after `timeout` (nil: never) or a signal.
/// The corresponding C function is `poll`.
func pollAll(_ descriptors: inout [pollfd], for timeout: Duration?) -> Int32 {
    poll(&descriptors, nfds_t(descriptors.count), timeout.map { $0.pollMilliseconds } ?? -1)
}

extension Duration {
    /// The time that `frames` last at the rate of the program.
    static func frames(_ count: Int) -> Duration {
        .nanoseconds(count * (1_000_000_000 / AudioFormat.sampleRate))
    }
}
