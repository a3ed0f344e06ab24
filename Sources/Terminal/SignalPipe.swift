import CGlibc
import Glibc
import Synchronization

/// Hands signals to the event loop as readable bytes, in the order in which they came.
///
/// A handler may do next to nothing, and what a signal asks for (stop capture, restore the terminal, wait for a held
/// key to come up) takes time and state; so the handler only writes the signal's number into a pipe.
/// One for the whole process: a second one takes the signals over.
public final class SignalPipe {
    /// The signals of an orderly end or change: what a person, a shell or a desktop sends, and all others that would
    /// end the program by default and are not its own fault. Whoever sends one must not leave the terminal raw.
    public static let orderly =
        [
            SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT, SIGWINCH, SIGUSR1, SIGUSR2,
            SIGALRM, SIGVTALRM, SIGPROF, SIGIO, SIGPWR, SIGXCPU, stackFault,
        ] + realTime

    /// SIGSTKFLT, and SIGRTMIN to SIGRTMAX, which are no constants in C.
    private static let stackFault: Int32 = 16
    private static let realTime = Array(Int32(34)...64)

    /// The end to poll for `POLLIN`.
    public let descriptor: Int32
    private let writingEnd: Int32
    /// Those that are taken over; one that was ignored is not.
    private var taken: [Int32] = []
    private var isClosed = false

    /// Takes over the signals given, and ignores SIGPIPE and SIGXFSZ: a closed pipe or a file that may not grow is an
    /// error of `write`, not a death. (A child inherits that: whoever starts one sets them back to their default.)
    ///
    /// A signal that was ignored when the program started stays ignored (`nohup`), except those about the screen
    /// and about stopping, which are ours to handle.
    public init(_ signals: [Int32] = SignalPipe.orderly) throws(TerminalError) {
        var ends: [Int32] = [-1, -1]
        _ = try systemCall("pipe2") { pipe2(&ends, O_CLOEXEC | O_NONBLOCK) }
        descriptor = ends[0]
        writingEnd = ends[1]
        signalEnd.store(writingEnd, ordering: .releasing)
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        for number in signals {
            if number == SIGHUP || number == SIGINT || number == SIGQUIT {
                var old = sigaction()
                sigaction(number, nil, &old)
                if JobControl.isIgnored(old) { continue }
            }
            SignalPipe.handle(number)
            taken.append(number)
        }
    }

    deinit {
        close()
    }

    /// Gives the signals that were taken over their default actions back.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        for number in taken { signal(number, SIG_DFL) }
        _ = signalEnd.compareExchange(
            expected: writingEnd, desired: -1, ordering: .acquiringAndReleasing)
        Glibc.close(descriptor)
        Glibc.close(writingEnd)
    }

    /// Whether a signal that asks the program to end has come and has not been read.
    public static var isEndPending: Bool {
        let others = [SIGTSTP, SIGCONT, SIGWINCH].reduce(UInt64(0)) { $0 | bit($1) }
        return pending.load(ordering: .acquiring) & ~others != 0
    }

    /// Whether SIGCONT has come since the last call or the last `read`.
    static func takeContinued() -> Bool {
        pending.bitwiseAnd(~bit(SIGCONT), ordering: .acquiringAndReleasing).oldValue & bit(SIGCONT)
            != 0
    }

    /// The signals that have come since the last call.
    public func read() -> [Int32] {
        pending.store(0, ordering: .releasing)
        var received: [Int32] = []
        var bytes = [UInt8](repeating: 0, count: 64)
        while true {
            let count = bytes.withUnsafeMutableBytes {
                Glibc.read(descriptor, $0.baseAddress, $0.count)
            }
            if count > 0 {
                received += bytes[..<count].map(Int32.init)
            } else if count == 0 || errno != EINTR {
                return received
            }
        }
    }

    static func handle(_ number: Int32) {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = passOn
        action.sa_flags = Int32(SA_RESTART)
        sigaction(number, &action, nil)
    }
}

/// The writing end in force, or -1.
private let signalEnd = Atomic<Int32>(-1)

/// The signals that have come and have not been read, bit n - 1 for signal n.
private let pending = Atomic<UInt64>(0)

private func bit(_ number: Int32) -> UInt64 {
    1 << UInt64(number - 1)
}

private func passOn(_ number: Int32) {
    let saved = errno
    _ = pending.bitwiseOr(bit(number), ordering: .acquiringAndReleasing)
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(signalEnd.load(ordering: .acquiring), &byte, 1)
    errno = saved
}
