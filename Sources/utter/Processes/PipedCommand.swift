import Glibc
import Speech

/// Why a command of the dotfile's gave no text; what there was without it is used then, and the reason is said.
enum CommandFailure: Error, Hashable, Sendable {
    case notStarted(SystemError)
    /// It was not done after so long.
    case tooSlow(Duration)
    /// The program was told to end meanwhile.
    case abandoned
    /// A status other than 0, with the last line it printed on standard error.
    case failed(status: Int32, message: String)
    case printedNothing
    case notUTF8
    /// More text than it can have meant.
    case tooMuch
}

extension CommandFailure: CustomStringConvertible {
    var description: String {
        switch self {
        case .notStarted(let error): "could not be started (\(error))"
        case .tooSlow(let limit): "was not done after \(limit)"
        case .abandoned: "was not waited for"
        case .failed(127, let message): message.isEmpty ? "was not found" : message
        case .failed(let status, let message):
            "failed with status \(status)" + (message.isEmpty ? "" : ": \(message)")
        case .printedNothing: "printed nothing"
        case .notUTF8: "printed what is not UTF-8"
        case .tooMuch: "printed too much"
        }
    }
}

/// A command of the user's with its input, its output and its complaints in our hands.
///
/// Nothing here waits for the command: it is fed and heard in turns, for as long as its user likes. However it is left,
/// it is killed with all that it has started.
final class PipedCommand {
    private let input: Channel
    private let output: Channel
    private let errors: Channel
    private var process: ShellProcess
    private let maximumOutput: Int
    private var isOpen = (input: true, output: true, errors: true)
    private var isInputComplete = false
    private var isKilled = false
    private var rest: ArraySlice<UInt8> = []
    private var printed: [UInt8] = []
    private var complaint: [UInt8] = []

    /// - Parameter maximumOutput: bytes that it may print.
    init(_ command: String, maximumOutput: Int) throws(CommandFailure) {
        self.maximumOutput = maximumOutput
        do throws(SystemError) {
            (input, output, errors) = (
                try Channel(.toChild), try Channel(.fromChild), try Channel(.fromChild)
            )
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
    }

    deinit {
        kill()
    }

    /// Its process group: also what it has left in the background. Once only: the number may be another's then.
    private func kill() {
        guard !isKilled else { return }
        isKilled = true
        process.kill()
    }

    var isRunning: Bool { process.status() == nil }

    /// Whether more of its output can come.
    var isPrinting: Bool { isOpen.output }

    var hasPrintedTooMuch: Bool { printed.count > maximumOutput }

    /// Bytes to feed it with, after those before. Thrown away where it reads no more.
    func add(_ bytes: [UInt8]) {
        if isOpen.input { rest += bytes }
    }

    /// Its input ends after what has been added.
    func endInput() {
        isInputComplete = true
        closeInputIfDone()
    }

    /// Feeds and hears it; false if nothing happened for `patience` milliseconds (-1: without an end).
    ///
    /// - Parameter wake: a descriptor that ends the wait when it can be read.
    func exchange(within patience: Int32, wake: Int32 = -1) -> Bool {
        var polled = [
            pollfd(
                fd: isOpen.input && !rest.isEmpty ? input.ours : -1, events: Int16(POLLOUT),
                revents: 0),
            pollfd(fd: isOpen.output ? output.ours : -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: isOpen.errors ? errors.ours : -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
        ]
        let count = poll(&polled, 4, patience)
        if polled[0].revents != 0, !input.send(&rest) {
            // It reads no more, which is its right: it may have heard enough.
            rest = []
            isInputComplete = true
        }
        closeInputIfDone()
        if polled[1].revents != 0 { isOpen.output = output.receive(&printed) }
        if polled[2].revents != 0 { isOpen.errors = errors.receive(&complaint) }
        complaint = complaint.suffix(4096)
        return count > 0
    }

    private func closeInputIfDone() {
        guard isOpen.input, isInputComplete, rest.isEmpty else { return }
        input.closeOurs()
        isOpen.input = false
    }

    /// Ends it, and gives what it has printed, fit for a terminal, without the line feeds at its end.
    func end() throws(CommandFailure) -> String {
        let status = process.status()
        kill()
        if hasPrintedTooMuch { throw .tooMuch }
        if let status, status != 0 {
            let lines = String(decoding: complaint, as: UTF8.self).split(separator: "\n")
            let last = lines.last.map { SafeText.onOneLine(String($0.prefix(120))) } ?? ""
            throw .failed(status: status, message: last)
        }
        guard var text = String(validating: printed, as: UTF8.self) else { throw .notUTF8 }
        while text.last?.isNewline == true { text.removeLast() }
        text = SafeText.stripped(text)
        guard !text.isEmpty else { throw .printedNothing }
        return text
    }
}
