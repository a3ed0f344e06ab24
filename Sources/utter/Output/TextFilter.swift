import Threads

/// The command of `filter =`: gets a transcript on standard input and prints the one to use.
struct TextFilter: Sendable {
    var command: String
    var limit: Duration = .seconds(5)

    private static let maximumOutput = 1 << 20
    private let isAbandoned = Locked(false)

    /// Runs the command on one text and waits for it, at most `limit`; for a thread that may wait.
    ///
    /// The command has ended when this returns, and all that it has started is being killed.
    func run(_ text: String) throws(CommandFailure) -> String {
        try answer(to: Array(text.utf8))
    }

    /// The same for any bytes.
    func answer(to bytes: [UInt8]) throws(CommandFailure) -> String {
        guard !isAbandoned.withLock({ $0 }) else { throw .abandoned }
        let run = try PipedCommand(command, maximumOutput: TextFilter.maximumOutput)
        run.add(bytes)
        run.endInput()
        let end = ContinuousClock.now + limit
        // A command may close its output early, or leave it to something in the background: what
        // counts is that it has ended and that nothing more came.
        var isQuiet = false
        while run.isRunning || !isQuiet, !run.hasPrintedTooMuch {
            guard ContinuousClock.now < end else {
                guard run.isRunning else { break }
                throw .tooSlow(limit)
            }
            guard !isAbandoned.withLock({ $0 }) else { throw .abandoned }
            isQuiet = !run.exchange(within: 20)
        }
        return try run.end()
    }

    /// Ends the command, on whatever thread it is waited for, and every later one: nobody waits any more.
    func abandon() {
        isAbandoned.withLock { $0 = true }
    }
}
