import CPocketSphinx
import Glibc
import Threads

/// Where the library's messages go: nowhere, until somebody wants them. They never reach the screen.
///
/// The library keeps its log for the whole process, hence the global state.
public enum DecoderLog {
    /// How grave a message is.
    public enum Level: Int32, Sendable {
        case information = 1
        case warning = 2
        case error = 3
        /// The library calls `exit(1)` after such a message.
        case fatal = 4
    }

    private struct State {
        var receiver: (@Sendable (Level, String) -> Void)?
        var lastError: [UInt: String] = [:]
        var fatalHandlers: [UInt: @Sendable (String) -> Void] = [:]
    }

    private static let state = Locked(State())

    /// Sends messages to `receiver`, on whichever thread they arise; nil drops them.
    public static func setReceiver(_ receiver: (@Sendable (Level, String) -> Void)?) {
        state.withLock { $0.receiver = receiver }
    }

    /// Takes the log away from standard error. Idempotent, and cheap enough to call for every decoder.
    static func install() {
        utter_ps_set_log { level, text in
            guard let text else { return }
            DecoderLog.take(Level(rawValue: level) ?? .information, String(cString: text))
        }
    }

    /// The last error since this thread asked, for the words of a failure.
    static func takeLastError() -> String? {
        state.withLock { $0.lastError.removeValue(forKey: UInt(pthread_self())) }
    }

    /// Calls `handler` on a message after which the library would end the process from this thread.
    static func onFatal(_ handler: (@Sendable (String) -> Void)?) {
        state.withLock { $0.fatalHandlers[UInt(pthread_self())] = handler }
    }

    private static func take(_ level: Level, _ text: String) {
        let thread = UInt(pthread_self())
        let message = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        let (receiver, fatal) = state.withLock { state in
            if level.rawValue >= Level.error.rawValue { state.lastError[thread] = message }
            return (state.receiver, level == .fatal ? state.fatalHandlers[thread] : nil)
        }
        receiver?(level, message)
        guard let fatal else { return }
        fatal(message)
        // Returning would end the whole process by exit(1) from inside the library, with the terminal in raw
        // mode. The thread is worth nothing any more: it rests until the process leaves in its own way.
        while true { pause() }
    }
}
