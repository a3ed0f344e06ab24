import Glibc

/// Stopping and going on as a job of a shell.
public enum JobControl {
    /// What a request to stop stops.
    public enum Scope: Hashable, Sendable {
        /// This process alone: it was sent SIGTSTP itself.
        case process
        /// The whole job, as the terminal would on Ctrl-Z, which as a mere key stops nobody.
        case job
    }

    /// Whether somebody could make this process go on again after a stop.
    ///
    /// Inside `$(…)` of an interactive shell, and in its widgets, the process is in the shell's own process group;
    /// a shell ignores SIGTSTP, so the program would stop alone, with the shell waiting for it forever.
    public static var canStop: Bool {
        let group = getpgrp()
        guard group != getpid() else { return true }
        guard group != getsid(0) else { return false }
        return !leaderIgnoresStop(group)
    }

    /// Stops, and returns when the process has been continued (or at once, where the kernel does not let an
    /// orphaned process group stop).
    ///
    /// The terminal must have been given back before.
    public static func stop(_ scope: Scope) {
        var ignore = sigaction()
        ignore.__sigaction_handler.sa_handler = SIG_IGN
        var old = sigaction()
        if scope == .job {
            sigaction(SIGTSTP, &ignore, &old)
            kill(0, SIGTSTP)
            sigaction(SIGTSTP, &old, nil)
        }
        stopThisProcess(by: SIGTSTP)
    }

    /// Stops until the process is in the foreground of its terminal.
    ///
    /// The kernel would do the same at the first setting of the terminal, but a process stopped there is deaf to the
    /// signals that ask it to end: `kill %1` would leave it stopped.
    ///
    /// - Returns: whether the terminal may be set now: false where the process has been asked to end meanwhile.
    static func awaitForeground(of tty: TTY) -> Bool {
        while tty.isInBackground {
            if SignalPipe.isEndPending { return false }
            _ = SignalPipe.takeContinued()
            stopThisProcess(by: SIGTTOU)
            // Not continued means not stopped: an orphan cannot stop, and setting the terminal will fail.
            guard SignalPipe.takeContinued() else { return true }
        }
        return true
    }

    private static func stopThisProcess(by number: Int32) {
        var standard = sigaction()
        standard.__sigaction_handler.sa_handler = SIG_DFL
        var old = sigaction()
        sigaction(number, &standard, &old)
        var stop = sigset_t()
        var mask = sigset_t()
        sigemptyset(&stop)
        sigaddset(&stop, number)
        pthread_sigmask(SIG_UNBLOCK, &stop, &mask)
        // To this thread, so that it stops before the call returns; the default action stops all of them.
        raise(number)
        pthread_sigmask(SIG_SETMASK, &mask, nil)
        sigaction(number, &old, nil)
    }

    static func isIgnored(_ action: sigaction) -> Bool {
        unsafeBitCast(action.__sigaction_handler.sa_handler, to: UInt.self)
            == unsafeBitCast(SIG_IGN, to: UInt.self)
    }

    /// Reads `SigIgn` of /proc/PID/status: a mask in hexadecimal, bit n - 1 for signal n.
    private static func leaderIgnoresStop(_ group: pid_t) -> Bool {
        let file = open("/proc/\(group)/status", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 8192)
        let count = bytes.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
        let text = String(decoding: bytes[..<max(0, count)], as: UTF8.self)
        for line in text.split(separator: "\n") where line.hasPrefix("SigIgn:") {
            let digits = line.dropFirst(7).drop { $0 == "\t" || $0 == " " }
            return (UInt64(digits, radix: 16) ?? 0) >> UInt64(SIGTSTP - 1) & 1 == 1
        }
        return false
    }
}

/// The image of a process, which could hold what was said.
public enum CoreDump {
    /// Forbids the kernel to write this process's memory anywhere when it crashes.
    ///
    /// One byte rather than none: with 0 a kernel that pipes dumps into a program still does, with 1 it does not
    /// (`core(5)`), and no file is that small either.
    public static func disable() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = min(1, limit.rlim_max)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    }
}
