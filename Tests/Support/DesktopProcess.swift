public import Glibc
import Synchronization

/// A program started by a test, leader of its own session, so that it and all it starts can be ended together.
public final class DesktopProcess: Sendable {
    public let name: String
    public let pid: pid_t
    private let exit = Mutex<Int32?>(nil)

    /// Starts `arguments[0]` (looked up in PATH).
    ///
    /// - Parameters:
    ///   - input: the descriptor that becomes its standard input; `/dev/null` if nil.
    ///   - output: the descriptor that becomes its standard output; `log` if nil.
    ///   - log: the file that takes its standard error.
    public init(
        _ arguments: [String], environment: [String: String], input: Int32? = nil,
        output: Int32? = nil, log: String = "/dev/null"
    ) throws {
        name = arguments.first ?? ""
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let input {
            posix_spawn_file_actions_adddup2(&actions, input, 0)
        } else {
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        }
        posix_spawn_file_actions_addopen(&actions, 2, log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        posix_spawn_file_actions_adddup2(&actions, output ?? 2, 1)

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var nothing = sigset_t()
        var everything = sigset_t()
        sigemptyset(&nothing)
        sigfillset(&everything)
        posix_spawnattr_setsigmask(&attributes, &nothing)
        posix_spawnattr_setsigdefault(&attributes, &everything)
        // POSIX_SPAWN_SETSID is 0x80; glibc's header shows it to C with _GNU_SOURCE only.
        let flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF) | 0x80
        posix_spawnattr_setflags(&attributes, Int16(flags))

        var arguments: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] =
            environment.map { strdup("\($0)=\($1)") } + [nil]
        defer {
            for pointer in arguments + variables { free(pointer) }
        }
        var child: pid_t = 0
        let status = posix_spawnp(&child, name, &actions, &attributes, &arguments, &variables)
        guard status == 0 else {
            throw TimedOut(
                description: "cannot start \(name): \(String(cString: strerror(status)))")
        }
        pid = child
    }

    /// The exit status as a shell gives it (128 + n after signal n), or nil while it runs.
    public var status: Int32? {
        exit.withLock { known in
            if known == nil {
                var raw: Int32 = 0
                if waitpid(pid, &raw, WNOHANG) == pid {
                    known = raw & 0x7f == 0 ? (raw >> 8) & 0xff : 128 + (raw & 0x7f)
                }
            }
            return known
        }
    }

    public func signal(_ number: Int32) {
        if status == nil { kill(pid, number) }
    }

    /// Ends it and everything of its session that has not left its process group.
    public func end() {
        kill(-pid, SIGTERM)
        for _ in 0..<100 where status == nil { usleep(10_000) }
        kill(-pid, SIGKILL)
        while status == nil { usleep(1_000) }
    }
}

/// What a short command printed, and its exit status.
public struct DesktopOutput: Sendable {
    public let status: Int32
    public let text: String
}

extension DesktopProcess {
    /// Two connected descriptors that no other program started meanwhile can inherit (Swift cannot see `pipe2`).
    static func channel() throws -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [0, 0]
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else {
            throw TimedOut(description: "no pipe: \(String(cString: strerror(errno)))")
        }
        return (ends[0], ends[1])
    }

    /// Runs a command to its end and returns what it printed on standard output.
    @discardableResult
    public static func run(_ arguments: [String], environment: [String: String]) throws
        -> DesktopOutput
    {
        let ends = try DesktopProcess.channel()
        defer { close(ends.reading) }
        let process: DesktopProcess
        do {
            defer { close(ends.writing) }
            process = try DesktopProcess(arguments, environment: environment, output: ends.writing)
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
                return DesktopOutput(status: status, text: String(decoding: bytes, as: UTF8.self))
            }
            usleep(500)
        }
    }
}
