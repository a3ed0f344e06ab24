import Glibc

/// Standard output: lines go out whole and in order, and the loop never waits for whoever reads them.
///
/// The trap: O_NONBLOCK belongs to the open file, which standard output shares with the shell and with every other
/// program of the pipeline; set there, it would break them. So a pipe is opened a second time, a socket is asked
/// for each piece not to wait, and files never make anybody wait.
struct TranscriptOutput: ~Copyable {
    enum Condition: Hashable {
        /// Everything is written.
        case flushed
        /// The reader is slow: try again when `descriptor` is writable.
        case pending
        /// Nobody reads any more.
        case closed
        /// Nothing more can be written: the value of `errno`.
        case failed(Int32)
    }

    private enum Kind {
        case pipe
        case socket
        case terminal
        case other
    }

    /// For `poll`.
    let descriptor: Int32
    private let kind: Kind
    private let ownsDescriptor: Bool
    private var pending: [UInt8] = []
    private(set) var condition: Condition = .flushed

    init(_ standardOutput: Int32 = STDOUT_FILENO) {
        var status = stat()
        var descriptor = standardOutput
        var kind = Kind.other
        if fstat(standardOutput, &status) == 0 {
            switch status.st_mode & S_IFMT {
            case S_IFIFO:
                let again = open(
                    "/proc/self/fd/\(standardOutput)", O_WRONLY | O_NONBLOCK | O_CLOEXEC)
                if again >= 0 {
                    descriptor = again
                    kind = .pipe
                }
            case S_IFSOCK: kind = .socket
            case S_IFCHR: kind = isatty(standardOutput) == 1 ? .terminal : .other
            default: break
            }
        }
        self.descriptor = descriptor
        self.kind = kind
        ownsDescriptor = descriptor != standardOutput
        if !isWritable(standardOutput) { condition = .closed }
    }

    deinit {
        if ownsDescriptor { close(descriptor) }
    }

    /// A terminal shows transcripts among the preview line: the caller clears that line first.
    var isTerminal: Bool { kind == .terminal }

    /// Whether `poll` can tell that the reader has gone while nothing is written.
    var tellsOfReader: Bool { kind == .pipe || kind == .socket }

    /// Adds one line, without its line feed, and writes what can be written now.
    mutating func write(line: String) -> Condition {
        pending += line.utf8
        pending.append(UInt8(ascii: "\n"))
        return flush()
    }

    /// Writes what can be written without waiting.
    mutating func flush() -> Condition {
        if condition == .flushed { condition = .pending }
        while condition == .pending, !pending.isEmpty {
            let count = pending.withUnsafeBytes { bytes in
                kind == .socket
                    ? send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT))
                    : Glibc.write(descriptor, bytes.baseAddress, bytes.count)
            }
            if count >= 0 {
                pending.removeFirst(count)
            } else {
                switch errno {
                case EINTR: continue
                case EAGAIN: return condition
                case EPIPE, ECONNRESET: condition = .closed
                case let code: condition = .failed(code)
                }
            }
        }
        if condition == .pending { condition = .flushed }
        return condition
    }

    /// The reader has gone (POLLERR): what waits cannot be written any more.
    mutating func readerGone() {
        condition = .closed
    }
}
