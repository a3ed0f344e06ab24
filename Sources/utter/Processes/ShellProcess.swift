import CGlibc
@preconcurrency import Glibc

/// A command of the user's that runs with `sh -c`, in a session of its own.
///
/// A session, not only a group: the command has no terminal, so it can neither read the keys nor
/// draw, and nothing that the terminal signals reaches it. Whatever it starts stays in its group
/// and ends with it.
struct ShellProcess: ~Copyable {
    let pid: pid_t
    private var ended: Int32?

    /// Where the command's standard streams go; nil is nowhere.
    struct Streams {
        var input: Int32?
        var output: Int32?
        var errors: Int32?
    }

    /// Starts the command. The corresponding C function is `posix_spawn`.
    init(_ command: String, _ streams: Streams) throws(SystemError) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let places = [
            (streams.input, STDIN_FILENO), (streams.output, STDOUT_FILENO),
            (streams.errors, STDERR_FILENO),
        ]
        for (descriptor, place) in places {
            if let descriptor {
                posix_spawn_file_actions_adddup2(&actions, descriptor, place)
            } else {
                posix_spawn_file_actions_addopen(&actions, place, "/dev/null", O_RDWR, 0)
            }
        }
        // Whatever else is open is not the command's: a library may be reading its configuration on another thread, by
        // a descriptor that it has not marked.
        posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // What we ignore or block would be inherited: a command that outlives its reader must die
        // of SIGPIPE.
        var all = sigset_t()
        sigfillset(&all)
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setsigmask(&attributes, &none)
        let newSession = 0x80
        posix_spawnattr_setflags(
            &attributes,
            Int16(Int(POSIX_SPAWN_SETSIGDEF) | Int(POSIX_SPAWN_SETSIGMASK) | newSession))
        var arguments: [UnsafeMutablePointer<CChar>?] =
            ["sh", "-c", command].map { (text: String) in strdup(text) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        let code = posix_spawn(&process, "/bin/sh", &actions, &attributes, &arguments, environ)
        guard code == 0 else { throw SystemError(operation: "posix_spawn", code: code) }
        pid = process
    }

    /// The exit status, 128 + n after signal n, or nil while it runs. Never waits.
    mutating func status() -> Int32? {
        if let ended { return ended }
        var status: Int32 = 0
        var result = waitpid(pid, &status, WNOHANG)
        while result < 0, errno == EINTR { result = waitpid(pid, &status, WNOHANG) }
        // Somebody else's wait took the status: it has ended, how is not known.
        if result < 0 { ended = 0 }
        if result == pid {
            let signal = status & 0x7F
            ended = signal == 0 ? status >> 8 & 0xFF : 128 + signal
        }
        return ended
    }

    /// Ends the command and everything that it started, at once.
    mutating func kill() {
        // Also behind an exit: what it left in the background belongs to it.
        _ = Glibc.kill(-pid, SIGKILL)
        while status() == nil { usleep(1_000) }
    }
}
