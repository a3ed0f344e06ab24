import CGlibc
import Glibc

/// A pipe to or from a child, our end of which never waits.
final class Channel {
    let ours: Int32
    let theirs: Int32
    private var isOpen = (ours: true, theirs: true)

    enum Direction {
        case toChild
        case fromChild
    }

    init(_ direction: Direction) throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        // At once, not afterwards: a command that another thread starts in between would hold it open.
        guard pipe2(&ends, O_CLOEXEC) == 0 else {
            throw SystemError(operation: "pipe2", code: errno)
        }
        (ours, theirs) = direction == .toChild ? (ends[1], ends[0]) : (ends[0], ends[1])
        // Only ours: the flag belongs to the open file, and the child's end has to wait as programs
        // expect.
        _ = fcntl(ours, F_SETFL, O_NONBLOCK)
    }

    deinit {
        closeOurs()
        closeTheirs()
    }

    func closeOurs() {
        if isOpen.ours { close(ours) }
        isOpen.ours = false
    }

    func closeTheirs() {
        if isOpen.theirs { close(theirs) }
        isOpen.theirs = false
    }

    /// Sends as much as fits; false if nobody reads.
    func send(_ bytes: inout ArraySlice<UInt8>) -> Bool {
        while !bytes.isEmpty {
            let count = withoutBrokenPipeSignal {
                bytes.withUnsafeBytes { write(ours, $0.baseAddress, $0.count) }
            }
            if count < 0, errno == EINTR { continue }
            if count < 0 { return errno == EAGAIN }
            bytes = bytes.dropFirst(count)
        }
        return true
    }

    /// Appends what has arrived; false at the end.
    func receive(_ bytes: inout [UInt8]) -> Bool {
        var block = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(ours, &block, block.count)
        if count < 0 { return errno == EAGAIN || errno == EINTR }
        bytes += block[..<count]
        return count > 0
    }
}

/// Writes without dying of SIGPIPE where the program has not arranged for that.
///
/// The signal of a failed write goes to the thread that wrote, so it is held back here and taken
/// away.
private func withoutBrokenPipeSignal(_ body: () -> Int) -> Int {
    var broken = sigset_t()
    var before = sigset_t()
    sigemptyset(&broken)
    sigaddset(&broken, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &broken, &before)
    let result = body()
    let code = errno
    if result < 0, code == EPIPE {
        var now = timespec()
        while sigtimedwait(&broken, nil, &now) < 0, errno == EINTR {}
    }
    pthread_sigmask(SIG_SETMASK, &before, nil)
    errno = code
    return result
}
