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

    /// Sound that may wait for a command that does not read; one that far behind is no help any more.
    private static let longestQueue = 150 * 32_000
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
            let outcome: RefineOutcome?
            do throws(RefineFailure) {
                outcome = try self.run().map { .text($0) }
            } catch {
                // The hold may still be going on: the reason is told when it is over.
                outcome = self.waitForRelease() ? .failed(error) : nil
            }
            self.state.withLock { $0.isDone = true }
            if let outcome { self.report(outcome) }
        }
    }

    /// Whether the command has ended, with all that it started.
    var isDone: Bool { state.withLock { $0.isDone } }

    func add(_ samples: [Int16]) {
        change { state in
            guard state.pending.count < RefineRun.longestQueue else { return }
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

    /// False if it was cancelled.
    private func waitForRelease() -> Bool {
        while true {
            switch state.withLock({ $0.phase }) {
            case .speaking: usleep(20_000)
            case .released: return true
            case .cancelled: return false
            }
        }
    }

    /// Runs the command to its end, its deadline or its cancellation; nil if it was cancelled.
    private func run() throws(RefineFailure) -> String? {
        let input: Channel
        let output: Channel
        let errors: Channel
        let wake: (reading: Int32, writing: Int32)
        do throws(SystemError) {
            (input, output, errors) = (
                try Channel(.toChild), try Channel(.fromChild), try Channel(.fromChild)
            )
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
        let printed = exchange(input, output, errors, wake.reading, &process)
        let status = process.status()
        // Its process group: also what it has left in the background.
        process.kill()
        guard let printed else { return nil }
        return try judge(printed, status: status)
    }

    private struct Printed {
        var text: [UInt8] = []
        var complaint: [UInt8] = []
        var isTooSlow = false
    }

    /// Feeds sound and collects what is printed; nil if cancelled.
    private func exchange(
        _ input: Channel, _ output: Channel, _ errors: Channel, _ wake: Int32,
        _ process: inout ShellProcess
    ) -> Printed? {
        var printed = Printed()
        var rest: ArraySlice<UInt8> = []
        var isOpen = (input: true, output: true, errors: true)
        while true {
            let phase = state.withLock { state in
                rest += state.pending
                state.pending = []
                return state.phase
            }
            var patience: Int32 = -1
            var isReleased = false
            switch phase {
            case .cancelled: return nil
            case .speaking: break
            case .released(let instant):
                isReleased = true
                let left = instant + deadline - ContinuousClock.now
                guard left > .zero else {
                    printed.isTooSlow = true
                    return printed
                }
                patience = 20
                if rest.isEmpty, isOpen.input {
                    input.closeOurs()
                    isOpen.input = false
                }
            }
            if !isOpen.output, process.status() != nil { return printed }
            if !isOpen.input { rest = [] }
            var polled = [
                pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
                pollfd(
                    fd: isOpen.input && !rest.isEmpty ? input.ours : -1,
                    events: Int16(POLLOUT), revents: 0),
                pollfd(fd: isOpen.output ? output.ours : -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: isOpen.errors ? errors.ours : -1, events: Int16(POLLIN), revents: 0),
            ]
            let count = poll(&polled, 4, patience)
            if polled[0].revents != 0 {
                var bytes = [UInt8](repeating: 0, count: 256)
                _ = read(wake, &bytes, bytes.count)
            }
            if polled[1].revents != 0, !input.send(&rest) {
                // It reads no more, which is its right: it may have heard enough.
                input.closeOurs()
                isOpen.input = false
            }
            if polled[2].revents != 0 { isOpen.output = output.receive(&printed.text) }
            if polled[3].revents != 0 { isOpen.errors = errors.receive(&printed.complaint) }
            if printed.text.count > RefineRun.maximumOutput { return printed }
            printed.complaint = printed.complaint.suffix(4096)
            // A child of its own may keep the pipe open: that it has ended and nothing more comes is enough.
            if isReleased, count == 0, process.status() != nil { return printed }
        }
    }

    private func judge(_ printed: Printed, status: Int32?) throws(RefineFailure) -> String {
        if printed.text.count > RefineRun.maximumOutput { throw .tooMuch }
        if printed.isTooSlow { throw .tooSlow(deadline) }
        if let status, status != 0 {
            let lines = String(decoding: printed.complaint, as: UTF8.self).split(separator: "\n")
            let last = lines.last.map { SafeText.onOneLine(String($0.prefix(120))) } ?? ""
            throw .failed(status: status, message: last)
        }
        guard let text = String(validating: printed.text, as: UTF8.self) else { throw .notUTF8 }
        let line = SafeText.onOneLine(SafeText.stripped(text))
            .split(separator: " ").joined(separator: " ")
        guard !line.isEmpty else { throw .printedNothing }
        return line
    }
}
