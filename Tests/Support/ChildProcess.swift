public import Glibc

/// How a child process ended.
public enum ChildStatus: Hashable, Sendable {
    case exited(Int32)
    case signalled(Int32)
}

/// A failed call of the operating system in a test's scaffolding.
public struct SystemCallFailed: Error, CustomStringConvertible {
    public var description: String

    init(_ operation: String, _ code: Int32 = errno) {
        description = "\(operation): \(String(cString: strerror(code)))"
    }
}

/// What a descriptor of a child is connected to.
public enum ChildStream: Sendable {
    case terminal
    case null
    case file(String)
    /// A descriptor of this process.
    case descriptor(Int32)
}

/// A child process that leads a session of its own on a pseudo-terminal.
public final class ChildProcess: @unchecked Sendable {
    public let pid: pid_t
    private var ended: ChildStatus?
    /// Whether the last change of state was a stop.
    public private(set) var isStopped = false

    init(pid: pid_t) {
        self.pid = pid
    }

    deinit {
        guard ended == nil else { return }
        _ = Glibc.kill(-pid, SIGKILL)
        _ = Glibc.kill(pid, SIGKILL)
        _ = Glibc.kill(-pid, SIGCONT)
        var status: Int32 = 0
        _ = waitpid(pid, &status, 0)
    }

    /// How it ended, or nil while it lives. Never blocks.
    public var status: ChildStatus? {
        var status: Int32 = 0
        while ended == nil, waitpid(pid, &status, WNOHANG | WUNTRACED | 8 /* WCONTINUED */) == pid {
            let low = status & 0x7f
            if status == 0xffff {
                isStopped = false
            } else if low == 0x7f {
                isStopped = true
            } else {
                ended = low == 0 ? .exited(status >> 8 & 0xff) : .signalled(low)
            }
        }
        return ended
    }

    public func signal(_ number: Int32) {
        guard status == nil else { return }
        _ = Glibc.kill(pid, number)
    }

    @discardableResult
    public func waitForEnd(within limit: Duration = .seconds(30)) async throws -> ChildStatus {
        try await eventually("the end of process \(pid)", within: limit) { status != nil }
        guard let ended else { throw TimedOut(description: "no status") }
        return ended
    }

    /// Starts a program in a new session. The first stream is opened on the terminal whatever it becomes later, so
    /// that the terminal becomes the controlling one.
    static func spawn(
        _ path: String, _ arguments: [String], environment: [String: String], slave: String,
        streams: (ChildStream, ChildStream, ChildStream), extra: [Int32: Int32]
    ) throws -> ChildProcess {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }

        // With no terminal of its own a session leader takes the first one it opens (POSIX_SPAWN_SETSID is 0x80).
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, 0x80 | 0x04 | 0x08)
        posix_spawn_file_actions_addopen(&actions, 0, slave, O_RDWR, 0)
        // Standard input last: until then descriptor 0 is the terminal that the others are copied from.
        connect(streams.1, 1, &actions)
        connect(streams.2, 2, &actions)
        for (target, source) in extra { posix_spawn_file_actions_adddup2(&actions, source, target) }
        connect(streams.0, 0, &actions)

        var argv: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
        argv.append(nil)
        let variables = Sanitizer.variables.merging(environment) { $1 }
        var envp: [UnsafeMutablePointer<CChar>?] = variables.map { strdup("\($0)=\($1)") }
        envp.append(nil)
        defer { for pointer in argv + envp { free(pointer) } }
        var pid: pid_t = 0
        let code = posix_spawnp(&pid, path, &actions, &attributes, argv, envp)
        guard code == 0 else { throw SystemCallFailed("posix_spawn \(path)", code) }
        return ChildProcess(pid: pid)
    }

    private static func connect(
        _ stream: ChildStream, _ target: Int32, _ actions: inout posix_spawn_file_actions_t
    ) {
        switch stream {
        case .terminal:
            if target != 0 { posix_spawn_file_actions_adddup2(&actions, 0, target) }
        case .null:
            posix_spawn_file_actions_addopen(&actions, target, "/dev/null", O_RDWR, 0)
        case .file(let path):
            posix_spawn_file_actions_addopen(
                &actions, target, path, O_RDWR | O_CREAT | (target == 0 ? 0 : O_TRUNC), 0o600)
        case .descriptor(let source):
            posix_spawn_file_actions_adddup2(&actions, source, target)
        }
    }
}
