import Configuration
import Glibc
import Keyboard
import Terminal
import Threads

/// Asks the terminal how keys arrive, and gives it back as it was.
enum TerminalCheck {
    /// The answer, or why there is none.
    static func ask(terminal: String?) -> Result<Negotiation.Outcome, TerminalError> {
        Result { () throws(TerminalError) in
            let signals = try SignalPipe()
            defer { signals.close() }
            let session = TerminalSession(try TTY(), terminal: terminal)
            try session.start(at: .now)
            defer { _ = session.giveBack() }
            while session.outcome == nil, session.isActive, !SignalPipe.isEndPending {
                var request = pollfd(
                    fd: session.tty.descriptor,
                    events: Int16(POLLIN | (session.tty.wantsToWrite ? POLLOUT : 0)), revents: 0)
                poll(&request, 1, session.deadline.map { ($0 - .now).pollMilliseconds } ?? 1000)
                try session.tty.flush()
                if case .hangup = try session.read(at: .now) {
                    throw TerminalError(operation: "read", code: EIO)
                }
                _ = try session.deadlinePassed(at: .now)
            }
            guard let outcome = session.outcome else {
                throw TerminalError(operation: "ask the terminal", code: EINTR)
            }
            return outcome
        }
    }

    /// Whether the terminal was as only a program that reads every key makes it; no shell starts one so.
    static func isRaw() -> Bool {
        guard let tty = try? TTY() else { return false }
        defer { tty.close() }
        return tty.foundRaw
    }

    /// In raw mode Enter ends no line: what does is the line feed itself.
    static let rawRemedy = "Ctrl-J, stty sane, Ctrl-J mends it."

    static func finding(
        _ answer: Result<Negotiation.Outcome, TerminalError>, name: String?, isRaw: Bool = false
    ) -> Finding {
        switch answer {
        case .success where isRaw:
            return .problem(
                "terminal", "is in raw mode, as a program leaves it that was killed",
                remedy: Self.rawRemedy + " From another terminal: man utter.",
                exit: .terminal)
        case .success(let outcome) where outcome.foundLeftover:
            return .note(
                "terminal", "key reports of a run that was killed (kill -9) were still on",
                remedy: "They are off now; after another, the next start of utter takes them off.")
        case .success:
            return .ok("terminal", "TERM is \(printable(name ?? "not set"))")
        case .failure(let error):
            return .problem(
                "terminal", "\(error.operation): \(systemMessage(error.code))",
                remedy:
                    "Run utter in a terminal; man utter says how to mend one after kill -9.",
                exit: .terminal)
        }
    }
}
