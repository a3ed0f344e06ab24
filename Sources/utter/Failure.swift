import Configuration
import Glibc
import Synchronization

/// The exit statuses of the program; after signal n it is 128 + n.
enum ExitStatus: Int32 {
    /// A transcript was delivered, or the command did its work.
    case success = 0
    /// Nothing was said, or it was cancelled.
    case nothing = 1
    /// The command line, the dotfile or an input file.
    case usage = 2
    case terminal = 3
    case microphone = 4
    case recognizer = 5
}

/// Why the program could not do its work: one line what, which and why, and one line what to do.
struct Failure: Error, Hashable {
    var message: String
    var remedy: String
    var status: ExitStatus

    init(_ message: String, remedy: String, status: ExitStatus) {
        self.message = message
        self.remedy = remedy
        self.status = status
    }

    init(_ error: UsageError) {
        self.init(error.message, remedy: error.remedy, status: .usage)
    }

    /// Standard output that takes no more, by the value of `errno`.
    init(output code: Int32) {
        self.init(
            "cannot write to standard output: \(systemMessage(code))",
            remedy: "Make room where the output goes, or send it elsewhere.", status: .nothing)
    }

    /// Says it on standard error.
    func report() {
        writeAll("utter: \(message)\n\(remedy)\n", to: STDERR_FILENO)
    }
}

/// The first error of a write to standard output, by the value of `errno`, or 0.
///
/// A full disk must not look like success; a reader that has gone has what it wanted.
let outputError = Atomic<Int32>(0)

/// Writes a text whole, waiting for the reader. What cannot be written to standard output is told when the
/// command is done.
///
/// - Returns: whether it was written.
@discardableResult
func writeAll(_ text: String, to descriptor: Int32) -> Bool {
    if writeWhole(text, to: descriptor) { return true }
    if descriptor == STDOUT_FILENO, errno != EPIPE {
        _ = outputError.compareExchange(expected: 0, desired: errno, ordering: .relaxed)
    }
    return false
}
