import Glibc
import Threads

/// What the command of `refine =` made of an utterance.
enum RefineOutcome: Sendable, Hashable {
    case text(String)
    /// Why there is no text of its; the words of our own recogniser are delivered then, and the reason is said.
    case failed(CommandFailure)
}

/// The door to a better recogniser: a command that hears every hold too, while it is spoken.
///
/// It is started when the hold begins, gets the sound (s16le, 16 kHz, mono) on standard input as it arrives, and
/// the end of it at release; what it prints is the text. Our own recogniser goes on meanwhile, for the preview and
/// in case the command fails.
final class Refiner: Sendable {
    private let command: String
    private let deadline: Duration
    private let report: @Sendable (Int, RefineOutcome) -> Void
    private let runs = Locked<[Int: RefineRun]>([:])
    /// Every run whose command may still be alive.
    private let alive = Locked<[RefineRun]>([])

    /// - Parameters:
    ///   - command: for `sh -c`.
    ///   - deadline: how long it may take after the release.
    ///   - report: gets the outcome of each utterance that is not discarded, once, on another thread; where the command
    ///     has ended early, before the utterance has.
    init(
        command: String, deadline: Duration,
        report: @escaping @Sendable (Int, RefineOutcome) -> Void
    ) {
        self.command = command
        self.deadline = deadline
        self.report = report
    }

    /// Starts the command for an utterance.
    func begin(_ utterance: Int) {
        let report = report
        let run = RefineRun(command: command, deadline: deadline) { report(utterance, $0) }
        runs.withLock { $0[utterance] = run }
        alive.withLock { list in
            list.removeAll { $0.isDone }
            list.append(run)
        }
        run.start()
    }

    /// Hands over sound; never waits for the command.
    func audio(_ utterance: Int, _ samples: [Int16]) {
        runs.withLock { $0[utterance] }?.add(samples)
    }

    /// The hold is over: the outcome follows, after the deadline at the latest.
    func finish(_ utterance: Int) {
        runs.withLock { $0.removeValue(forKey: utterance) }?.finish()
    }

    /// Ends the command and all it has started; nothing is reported any more.
    func discard(_ utterance: Int) {
        runs.withLock { $0.removeValue(forKey: utterance) }?.cancel()
    }

    /// Ends everything that still runs, and sees that it has ended; its thread needs a moment for that.
    func discardAll() {
        runs.withLock { $0 = [:] }
        let all = alive.withLock { $0 }
        all.forEach { $0.cancel() }
        let end = ContinuousClock.now + .milliseconds(500)
        while !all.allSatisfy(\.isDone), ContinuousClock.now < end { usleep(1_000) }
    }
}
