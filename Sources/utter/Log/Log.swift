import ALSA
import Configuration
import Glibc
import PocketSphinx
import Threads

/// The program's log: on standard error, or appended to the file of `--log-file`.
///
/// Nothing that was said is ever logged, and no name from a history. While a preview line is shown
/// its owner takes the lines (`redirect`), so that none tears it.
enum Log {
    private struct State {
        var level = LogLevel.warning
        /// Of `--log-file`, or nil.
        var file: Int32?
        var sink: (@Sendable (String) -> Void)?
    }

    private static let state = Locked(State())

    /// Sets up what `--log-level` and `--log-file` ask for.
    static func start(_ options: GlobalOptions) throws(Failure) {
        var file: Int32?
        if let path = options.logFile {
            let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, 0o600)
            guard descriptor >= 0 else {
                throw Failure(
                    "--log-file \(printable(path)): cannot be opened: \(systemMessage(errno))",
                    remedy: "Name a file that you may write.", status: .usage)
            }
            file = descriptor
        }
        state.withLock { state in
            state.level = options.logLevel
            state.file = file
        }
        if options.logLevel == .debug {
            DecoderLog.setReceiver { _, message in Log.write(.debug, "recogniser: \(message)") }
            ALSAMessages.forward { Log.write(.debug, "sound library: \($0)") }
        }
    }

    /// Sends lines for the screen to `sink`, on whichever thread they arise; nil sends them to
    /// standard error again.
    static func redirect(to sink: (@Sendable (String) -> Void)?) {
        state.withLock { $0.sink = sink }
    }

    static func write(_ level: LogLevel, _ message: @autoclosure () -> String) {
        let (isWanted, file, sink) = state.withLock {
            (level.gravity >= $0.level.gravity, $0.file, $0.sink)
        }
        guard isWanted else { return }
        let text = printable(message(), limit: 2000)
        if let file {
            // One write for each line: lines of several threads and programs stay whole.
            _ = writeWhole("\(timestamp()) \(level.rawValue) \(text)\n", to: file)
        } else if let sink {
            sink("utter: \(level.rawValue): \(text)")
        } else {
            writeAll("utter: \(level.rawValue): \(text)\n", to: STDERR_FILENO)
        }
    }

    /// The moment of now in UTC, to the millisecond: `2026-11-30T02:26:42.123Z`.
    private static func timestamp() -> String {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let thousandths = String(1000 + now.tv_nsec / 1_000_000).dropFirst()
        return utcText(now.tv_sec).dropLast() + ".\(thousandths)Z"
    }
}

extension LogLevel {
    fileprivate var gravity: Int {
        switch self {
        case .error: 3
        case .warning: 2
        case .info: 1
        case .debug: 0
        }
    }
}

/// A moment in UTC, as in `2026-11-30T02:26:42Z`.
func utcText(_ time: time_t) -> String {
    var (time, parts) = (time, tm())
    gmtime_r(&time, &parts)
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
        + "T\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))Z"
}
