import Configuration
import Glibc
import Keyboard
import Terminal
import Threads

/// `utter keys`: a table of key events as they arrive, and in the end what they mean for holding a key.
func runKeys(_ global: GlobalOptions, environment: [String: String]) throws(Failure) -> ExitStatus {
    let configuration = try ConfigurationLoader(global, environment: environment).loadForUse()
        .configuration
    let table = KeyTable(
        json: global.json, guesses: configuration.gesture.mode == .hold, start: .now)
    do throws(TerminalError) {
        let signals = try SignalPipe()
        let session = TerminalSession(
            try TTY(), terminal: environment["TERM"],
            negotiation: Negotiation(bracketsPastes: true))
        try session.start(at: .now)
        try KeyWatch(session: session, signals: signals, table: table).run()
    } catch {
        throw Failure(
            "cannot use the terminal: \(error.operation): \(systemMessage(error.code))",
            remedy: "Run it in a terminal; utter keys --decode reads recorded bytes.",
            status: .terminal)
    }
    return .success
}

/// The loop of `utter keys`.
private final class KeyWatch {
    let session: TerminalSession
    let signals: SignalPipe
    var table: KeyTable
    /// A second parser, fed byte by byte, tells which bytes make which event.
    var parser = KeyParser()
    var pending: [UInt8] = []
    var tracker: KeyTracker?
    var isOver = false
    /// The signal that ended it.
    var signalNumber: Int32?

    init(session: TerminalSession, signals: SignalPipe, table: KeyTable) {
        self.session = session
        self.signals = signals
        self.table = table
    }

    func run() throws(TerminalError) {
        isOver = !table.begin()
        while !isOver {
            var requests = [
                pollfd(
                    fd: session.tty.descriptor,
                    events: Int16(POLLIN | (session.tty.wantsToWrite ? POLLOUT : 0)), revents: 0),
                pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            let deadline = [session.deadline, parser.deadline].compactMap { $0 }.min()
            poll(&requests, 2, deadline.map { ($0 - .now).pollMilliseconds } ?? -1)
            try takeSignals()
            let now = Duration.now
            _ = try session.deadlinePassed(at: now)
            try session.tty.flush()
            if case .hangup = try session.read(at: now) { isOver = true }
            try take(session.lastBytes, at: now)
        }
        _ = session.giveBack()
        table.end(session.outcome, tracker)
        if let signalNumber {
            // The way of an orderly end by a signal: a shell sees why.
            signals.close()
            raise(signalNumber)
        }
    }

    private func takeSignals() throws(TerminalError) {
        for number in signals.read() {
            switch number {
            case SIGTSTP: try suspend(.process)
            case SIGCONT: if try session.continued() { _ = tracker?.reset() }
            case SIGWINCH: break
            default:
                signalNumber = number
                isOver = true
            }
        }
    }

    private func suspend(_ scope: JobControl.Scope) throws(TerminalError) {
        guard JobControl.canStop else { return }
        _ = try session.suspend(scope)
        _ = tracker?.reset()
    }

    private func take(_ bytes: [UInt8], at now: Duration) throws(TerminalError) {
        parser.escapeDelay =
            session.outcome?.keyboard.reportsReleases == true
            ? parser.sequenceDelay : .milliseconds(50)
        try show(parser.deadlinePassed(at: now), at: now)
        for byte in bytes {
            pending.append(byte)
            try show(parser.feed([byte], at: now), at: now)
        }
        if let outcome = session.outcome, tracker == nil {
            tracker = KeyTracker(source: outcome.keyboard.reportsReleases ? .reported : .inferred)
            table.show(outcome)
        }
    }

    private func show(_ events: [TerminalEvent], at now: Duration) throws(TerminalError) {
        for event in events {
            if !table.show(event, pending, at: now) { isOver = true }
            pending = []
            guard case .key(let key) = event else { continue }
            _ = tracker?.handle(key, at: now)
            if let tracker { table.measured(tracker) }
            guard key.kind == .press else { continue }
            let modifiers = key.modifiers.subtracting(.locks)
            switch (key.shortcutKey.name, modifiers) {
            case ("q", []), ("c", .control), ("d", .control): isOver = true
            case ("z", .control): try suspend(.job)
            default: break
            }
        }
    }
}
