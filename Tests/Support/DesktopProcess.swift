import Glibc

/// What a short command printed, and its exit status.
public struct CommandOutput: Sendable {
    public let status: ChildStatus
    public let text: String

    public var isSuccess: Bool { status == .exited(0) }
}

extension ChildProcess {
    /// Starts `arguments[0]` (looked up in PATH) without a terminal, leader of a session of its own.
    ///
    /// - Parameters:
    ///   - output: its standard output; `log` if nil.
    ///   - log: the file to which its messages are added.
    static func start(
        _ arguments: [String], environment: [String: String], input: Int32? = nil,
        output: Int32? = nil, log: String = "/dev/null"
    ) throws -> ChildProcess {
        let messages = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard messages >= 0 else { throw SystemCallFailed("open \(log)") }
        defer { close(messages) }
        return try spawn(
            arguments[0], Array(arguments.dropFirst()), environment: environment,
            slave: "/dev/null",
            streams: (
                input.map { .descriptor($0) } ?? .null, .descriptor(output ?? messages),
                .descriptor(messages)
            ), extra: [:])
    }

    /// Runs a command to its end and returns what it printed on standard output.
    @discardableResult
    public static func run(
        _ arguments: [String], environment: [String: String]
    ) throws -> CommandOutput {
        let ends = try channel()
        defer { close(ends.reading) }
        let process: ChildProcess
        do {
            defer { close(ends.writing) }
            process = try start(arguments, environment: environment, output: ends.writing)
        }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(ends.reading, &block, block.count)
            if count < 0 && errno == EINTR { continue }
            if count <= 0 { break }
            bytes += block[..<count]
        }
        while true {
            if let status = process.status {
                return CommandOutput(status: status, text: String(decoding: bytes, as: UTF8.self))
            }
            usleep(500)
        }
    }

    /// Two connected descriptors that no other program started meanwhile can inherit (Swift cannot see `pipe2`).
    static func channel() throws -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [0, 0]
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw SystemCallFailed("socketpair") }
        return (ends[0], ends[1])
    }

    /// Ends it and everything of its process group.
    public func end() {
        kill(-pid, SIGTERM)
        for _ in 0..<100 where status == nil { usleep(10_000) }
        kill(-pid, SIGKILL)
        while status == nil { usleep(1_000) }
    }
}
