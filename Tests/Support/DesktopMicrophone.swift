import Glibc
import Threads

/// Opening and closing of the microphone, with the instants at which the sound server told of them.
public final class MicrophoneLog: Sendable {
    public enum Change: Hashable, Sendable {
        case opened
        case closed
    }

    public struct Entry: Hashable, Sendable {
        public let change: Change
        /// The sound server's number of the recording.
        public let recording: Int
        /// CLOCK_MONOTONIC.
        public let time: Duration
    }

    let process: ChildProcess
    private let log = Locked<[Entry]>([])

    init(environment: [String: String], log path: String) throws {
        let ends = try ChildProcess.channel()
        do {
            defer { close(ends.writing) }
            process = try ChildProcess.start(
                ["pactl", "subscribe"], environment: environment, output: ends.writing, log: path)
        }
        let reader = Unmanaged.passRetained(Reader(descriptor: ends.reading, log: self))
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            { raw in
                guard let raw else { return nil }
                Unmanaged<Reader>.fromOpaque(raw).takeRetainedValue().run()
                return nil
            }, reader.toOpaque())
        pthread_detach(thread)
        // Subscribed when a change of no consequence has come through: nothing later can be missed.
        try Desktop.poll("the sound server's events") {
            try ChildProcess.run(
                ["pactl", "set-sink-mute", "mic", "0"], environment: environment)
            return self.isSubscribed.withLock { $0 }
        }
    }

    private let isSubscribed = Locked(false)

    /// All changes so far.
    public var entries: [Entry] { log.withLock { $0 } }

    /// How many recordings are open now.
    public var openCount: Int {
        entries.reduce(0) { $0 + ($1.change == .opened ? 1 : -1) }
    }

    fileprivate func handle(line: String, at time: Duration) {
        isSubscribed.withLock { $0 = true }
        // Event 'new' on source-output #3
        guard line.contains("source-output #"),
            let number = line.split(separator: "#").last.flatMap({ Int($0) })
        else { return }
        let change: Change? =
            line.contains("'new'") ? .opened : line.contains("'remove'") ? .closed : nil
        guard let change else { return }
        log.withLock { $0.append(Entry(change: change, recording: number, time: time)) }
    }

    private final class Reader {
        let descriptor: Int32
        weak var log: MicrophoneLog?

        init(descriptor: Int32, log: MicrophoneLog) {
            self.descriptor = descriptor
            self.log = log
        }

        func run() {
            var pending: [UInt8] = []
            var block = [UInt8](repeating: 0, count: 4096)
            while case let count = read(descriptor, &block, block.count), count > 0 {
                let now = monotonicNow()
                pending += block[..<count]
                while let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
                    log?.handle(line: String(decoding: pending[..<end], as: UTF8.self), at: now)
                    pending.removeSubrange(...end)
                }
            }
            close(descriptor)
        }
    }
}

/// CLOCK_MONOTONIC, the clock of the program's own time stamps.
public func monotonicNow() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
