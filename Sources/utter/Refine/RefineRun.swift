import Glibc
import Speech
import Threads

/// One run of a `refine` command, on a thread of its own.
final class RefineRun: Sendable {
    private enum Phase {
        case speaking
        /// Released at this instant.
        case released(ContinuousClock.Instant)
        case cancelled
    }

    private struct State {
        var phase = Phase.speaking
        var pending: [UInt8] = []
        var bell: Int32 = -1
        var isDone = false
    }

    /// Text of four hours is shorter.
    private static let maximumOutput = 1 << 18

    private let command: String
    private let deadline: Duration
    private let report: @Sendable (RefineOutcome) -> Void
    private let state = Locked(State())

    init(
        command: String, deadline: Duration, report: @escaping @Sendable (RefineOutcome) -> Void
    ) {
        self.command = command
        self.deadline = deadline
        self.report = report
    }

    func start() {
        detachThread {
            // The hold may still be going on: whoever is told waits for its end.
            let outcome: RefineOutcome?
            do throws(CommandFailure) {
                outcome = try self.run().map { .text($0) }
            } catch {
                outcome = .failed(error)
            }
            let isWanted = self.state.withLock { state in
                state.isDone = true
                state.pending = []
                if case .cancelled = state.phase { return false }
                return true
            }
            if isWanted, let outcome { self.report(outcome) }
        }
    }

    /// Whether the command has ended, with all that it started.
    var isDone: Bool { state.withLock { $0.isDone } }

    /// Sound of the hold, in whole: what waits for a command that does not read is bounded by `maximum-duration`, 32 kB
    /// for each second, and goes with the command at its deadline.
    func add(_ samples: [Int16]) {
        change { state in
            guard !state.isDone else { return }
            for sample in samples {
                let bits = UInt16(bitPattern: sample)
                state.pending.append(UInt8(truncatingIfNeeded: bits))
                state.pending.append(UInt8(truncatingIfNeeded: bits >> 8))
            }
        }
    }

    func finish() {
        change { state in
            if case .speaking = state.phase { state.phase = .released(ContinuousClock.now) }
        }
    }

    func cancel() {
        change { $0.phase = .cancelled }
    }

    /// Changes what the thread looks at, and wakes it.
    private func change(_ body: (inout State) -> Void) {
        state.withLock { state in
            body(&state)
            if state.bell >= 0 {
                var byte: UInt8 = 0
                _ = write(state.bell, &byte, 1)
            }
        }
    }

    /// Runs the command to its end, its deadline or its cancellation; nil if it was cancelled.
    private func run() throws(CommandFailure) -> String? {
        let wake: (reading: Int32, writing: Int32)
        do throws(SystemError) {
            wake = try makePipe()
        } catch {
            throw .notStarted(error)
        }
        state.withLock { $0.bell = wake.writing }
        defer {
            state.withLock { $0.bell = -1 }
            close(wake.reading)
            close(wake.writing)
        }
        let command = try PipedCommand(command, maximumOutput: RefineRun.maximumOutput)
        guard try exchange(command, wake.reading) else { return nil }
        let line = SafeText.onOneLine(try command.end())
            .split(separator: " ").joined(separator: " ")
        guard !line.isEmpty else { throw .printedNothing }
        return line
    }

    /// Feeds sound and collects what is printed, until there will be no more; false if cancelled.
    private func exchange(
        _ command: PipedCommand, _ wake: Int32
    ) throws(CommandFailure) -> Bool {
        while true {
            let (phase, sound) = state.withLock { state in
                defer { state.pending = [] }
                return (state.phase, state.pending)
            }
            command.add(sound)
            var patience: Int32 = -1
            var isReleased = false
            switch phase {
            case .cancelled: return false
            case .speaking: break
            case .released(let instant):
                guard ContinuousClock.now < instant + deadline else { throw .tooSlow(deadline) }
                isReleased = true
                patience = 20
                command.endInput()
            }
            if !command.isPrinting, !command.isRunning { return true }
            let isQuiet = !command.exchange(within: patience, wake: wake)
            var rung = [UInt8](repeating: 0, count: 256)
            _ = read(wake, &rung, rung.count)
            if command.hasPrintedTooMuch { return true }
            // A child of its own may keep the pipe open: that it has ended and nothing more comes is enough.
            if isReleased, isQuiet, !command.isRunning { return true }
        }
    }
}
