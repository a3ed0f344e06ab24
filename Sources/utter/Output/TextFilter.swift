import CGlibc
import Glibc
import Speech

/// Why a filter command gave no text; the original is used then, and the reason is said.
enum FilterFailure: Error, Hashable {
    case notStarted(SystemError)
    /// It was not done in time.
    case tooSlow
    /// A status other than 0, with the last line it printed on standard error.
    case failed(status: Int32, message: String)
    case printedNothing
    case notUTF8
    /// More than `TextFilter.maximumOutput` bytes.
    case tooMuch
}

extension FilterFailure: CustomStringConvertible {
    var description: String {
        switch self {
        case .notStarted(let error): "could not be started (\(error))"
        case .tooSlow: "was not done after 5 s"
        case .failed(127, let message): message.isEmpty ? "was not found" : message
        case .failed(let status, let message):
            "failed with status \(status)" + (message.isEmpty ? "" : ": \(message)")
        case .printedNothing: "printed nothing"
        case .notUTF8: "printed what is not UTF-8"
        case .tooMuch: "printed too much"
        }
    }
}

/// The command of `filter =`: gets a transcript on standard input and prints the one to use.
struct TextFilter: Sendable {
    var command: String
    var limit: Duration = .seconds(5)

    static let maximumOutput = 1 << 20

    /// Runs the command on one text and waits for it, at most `limit`; for a thread that may wait.
    ///
    /// The command has ended when this returns, and all that it has started is being killed.
    func run(_ text: String) throws(FilterFailure) -> String {
        try answer(to: Array(text.utf8))
    }

    /// The same for any bytes.
    func answer(to bytes: [UInt8]) throws(FilterFailure) -> String {
        let input: Channel
        let output: Channel
        let errors: Channel
        do throws(SystemError) {
            (input, output, errors) = (
                try Channel(.toChild), try Channel(.fromChild), try Channel(.fromChild)
            )
        } catch {
            throw .notStarted(error)
        }
        var process: ShellProcess
        do throws(SystemError) {
            process = try ShellProcess(
                command,
                ShellProcess.Streams(
                    input: input.theirs, output: output.theirs, errors: errors.theirs))
        } catch {
            throw .notStarted(error)
        }
        input.closeTheirs()
        output.closeTheirs()
        errors.closeTheirs()
        let exchange = exchange(bytes[...], input, output, errors, &process)
        let status = process.status()
        process.kill()
        return try judge(exchange, status: status)
    }

    private struct Exchange {
        var printed: [UInt8] = []
        var complaint: [UInt8] = []
        var isTooSlow = false
    }

    /// Writes and reads until the command is done, or the time is over.
    private func exchange(
        _ text: ArraySlice<UInt8>, _ input: Channel, _ output: Channel, _ errors: Channel,
        _ process: inout ShellProcess
    ) -> Exchange {
        var result = Exchange()
        var rest = text
        var isOpen = (input: true, output: true, errors: true)
        let end = ContinuousClock.now + limit
        // A command may close its output early, or leave it to something in the background: what
        // counts is that it has ended and that nothing more came.
        var isQuiet = false
        while process.status() == nil || !isQuiet {
            guard ContinuousClock.now < end else {
                result.isTooSlow = process.status() == nil
                return result
            }
            var polled = [
                pollfd(fd: isOpen.input ? input.ours : -1, events: Int16(POLLOUT), revents: 0),
                pollfd(fd: isOpen.output ? output.ours : -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: isOpen.errors ? errors.ours : -1, events: Int16(POLLIN), revents: 0),
            ]
            isQuiet = poll(&polled, 3, 20) <= 0
            if polled[0].revents != 0 {
                isOpen.input = input.send(&rest) && !rest.isEmpty
                if !isOpen.input { input.closeOurs() }
            }
            if polled[1].revents != 0 { isOpen.output = output.receive(&result.printed) }
            if polled[2].revents != 0 { isOpen.errors = errors.receive(&result.complaint) }
            if result.printed.count > Self.maximumOutput { return result }
            result.complaint = result.complaint.suffix(4096)
        }
        return result
    }

    private func judge(_ exchange: Exchange, status: Int32?) throws(FilterFailure) -> String {
        if exchange.printed.count > Self.maximumOutput { throw .tooMuch }
        if exchange.isTooSlow { throw .tooSlow }
        if let status, status != 0 {
            let lines = String(decoding: exchange.complaint, as: UTF8.self).split(separator: "\n")
            let last = lines.last.map { SafeText.onOneLine(String($0.prefix(120))) } ?? ""
            throw .failed(status: status, message: last)
        }
        guard var text = String(validating: exchange.printed, as: UTF8.self) else { throw .notUTF8 }
        while text.last?.isNewline == true { text.removeLast() }
        text = SafeText.stripped(text)
        guard !text.isEmpty else { throw .printedNothing }
        return text
    }
}

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
