public import Glibc
import Threads

/// What a read of the terminal found.
public enum TTYInput: Hashable, Sendable {
    case bytes([UInt8])
    /// Nothing there now.
    case nothing
    /// The terminal is gone: its window was closed, or the link to it broke.
    case hangup
}

/// The size of a terminal's screen in cells.
public struct TTYSize: Hashable, Sendable {
    public var rows: Int
    public var columns: Int

    public init(rows: Int, columns: Int) {
        self.rows = rows
        self.columns = columns
    }
}

/// The controlling terminal of the process, opened on its own and never through standard input: in a zle widget
/// standard input is /dev/null, in a pipeline it is a pipe.
///
/// The descriptor is in non-blocking mode, which is a property of this opening alone: nobody else who has the
/// terminal open notices. Not thread-safe: it belongs to the event loop.
public final class TTY {
    public let descriptor: Int32
    public private(set) var isRaw = false
    /// Every byte handed to the terminal so far.
    public private(set) var bytesWritten = 0
    private var found = termios()
    /// What the terminal would not take yet.
    private var unsent: [UInt8] = []
    private var buffer = [UInt8](repeating: 0, count: 4096)
    private var isClosed = false
    /// A write has found nobody at the other end.
    private var isGone = false

    /// Opens the terminal and remembers its settings. Changes nothing.
    public init(path: String = "/dev/tty") throws(TerminalError) {
        descriptor = try systemCall("open \(path)") {
            open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        }
        guard tcgetattr(descriptor, &found) == 0 else {
            let code = errno
            Glibc.close(descriptor)
            throw TerminalError(operation: "tcgetattr \(path)", code: code)
        }
    }

    deinit {
        close()
    }

    /// Gives the terminal its settings back, if they are still ours, and closes it. The second call does nothing.
    public func close() {
        guard !isClosed else { return }
        leaveRawMode()
        isClosed = true
        Glibc.close(descriptor)
    }

    // MARK: Modes

    /// The settings to be restored: those found when raw mode was last entered.
    public var settingsFound: termios { found }

    /// Whether the settings found are those that only a program which reads every key makes: no shell starts one so.
    ///
    /// A program that was killed leaves them, and a program that runs another one from its screen has them, too. The
    /// two cannot be told apart, so they are given back like any others; whoever ends may say that they are strange.
    public var foundRaw: Bool { found.c_lflag & tcflag_t(ICANON | ISIG | ECHO) == 0 }

    /// Every key becomes bytes to read: no echo, no lines, no signals from Ctrl-C or Ctrl-Z, no flow control.
    ///
    /// The settings found are read anew, so that what a shell or `stty` changed while the program was stopped is
    /// what comes back in the end. Output processing stays as it is: other programs of the pipeline, and standard
    /// output, may be the same terminal, and their line feeds still mean a new line. Nothing typed is thrown away.
    public func enterRawMode() throws(TerminalError) {
        guard !isRaw else { return }
        found = try currentSettings()
        var settings = TTY.raw(found)
        _ = try systemCall("tcsetattr") { tcsetattr(descriptor, TCSANOW, &settings) }
        isRaw = true
    }

    /// Enters raw mode again if somebody has left it for us.
    ///
    /// - Returns: whether somebody had.
    func renewRawMode() throws(TerminalError) -> Bool {
        guard let current = try unlessGone({ () throws(TerminalError) in try currentSettings() })
        else { return false }
        let expected = TTY.raw(found)
        guard current.c_lflag != expected.c_lflag || current.c_iflag != expected.c_iflag else {
            return false
        }
        isRaw = false
        return try unlessGone { () throws(TerminalError) in try enterRawMode() } != nil
    }

    /// Raw mode after a stop, during which the terminal may have gone: that is no error, the next read tells.
    func reenterRawMode() throws(TerminalError) {
        _ = try unlessGone { () throws(TerminalError) in try enterRawMode() }
    }

    private func unlessGone<Value>(
        _ body: () throws(TerminalError) -> Value
    ) throws(TerminalError) -> Value? {
        do {
            return try body()
        } catch {
            try notice(error)
            return nil
        }
    }

    /// The other end is closed, or the session has lost the terminal: `read` tells. Any other error is thrown.
    private func notice(_ error: TerminalError) throws(TerminalError) {
        guard error.code == EIO || error.code == ENXIO else { throw error }
        isGone = true
    }

    private func currentSettings() throws(TerminalError) -> termios {
        var settings = termios()
        _ = try systemCall("tcgetattr") { tcgetattr(descriptor, &settings) }
        return settings
    }

    private static func raw(_ found: termios) -> termios {
        var settings = found
        settings.c_iflag &= ~tcflag_t(
            BRKINT | IGNBRK | ICRNL | IGNCR | INLCR | INPCK | ISTRIP | IXON | IXOFF | PARMRK)
        settings.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | IEXTEN | ISIG)
        withUnsafeMutableBytes(of: &settings.c_cc) {
            $0[Int(VMIN)] = 1
            $0[Int(VTIME)] = 0
        }
        return settings
    }

    /// Puts back the settings found. Never waits for output, which a stopped terminal would never take.
    ///
    /// In the background the terminal is not ours to set (trying to would stop the process): the shell has set it.
    public func leaveRawMode() {
        guard isRaw else { return }
        isRaw = false
        guard isForeground else { return }
        _ = try? systemCall("tcsetattr") { tcsetattr(descriptor, TCSANOW, &found) }
    }

    /// Throws away what was typed and not read. The corresponding C function is `tcflush`.
    public func discardInput() {
        tcflush(descriptor, TCIFLUSH)
    }

    /// The size of the screen, or nil where the terminal does not tell.
    public var size: TTYSize? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
        else { return nil }
        return TTYSize(rows: Int(size.ws_row), columns: Int(size.ws_col))
    }

    /// Whether this process may use the terminal now: its process group is in the foreground.
    public var isForeground: Bool {
        tcgetpgrp(descriptor) == getpgrp()
    }

    /// Whether another process group is in the foreground: of a terminal that is gone this is not so.
    var isInBackground: Bool {
        let group = tcgetpgrp(descriptor)
        return group >= 0 && group != getpgrp()
    }

    // MARK: Bytes

    /// Reads what is there, without waiting.
    public func read() throws(TerminalError) -> TTYInput {
        guard !isGone else { return .hangup }
        let count: Int
        do {
            count = try systemCall("read") {
                buffer.withUnsafeMutableBytes {
                    Glibc.read(descriptor, $0.baseAddress, $0.count)
                }
            }
        } catch {
            if error.code == EAGAIN { return .nothing }
            try notice(error)
            return .hangup
        }
        return count == 0 ? .hangup : .bytes(Array(buffer[..<count]))
    }

    /// Whether bytes wait for the terminal to take them: the loop then polls for `POLLOUT` and calls `flush`.
    public var wantsToWrite: Bool { !unsent.isEmpty }

    /// Writes bytes, keeping what the terminal does not take at once. Never waits: a terminal that has stopped
    /// (a hung window, a broken link) must not stop the program, and half a control sequence must not get lost.
    public func write(_ bytes: some Collection<UInt8>) throws(TerminalError) {
        unsent.append(contentsOf: bytes)
        try flush()
    }

    public func write(_ text: String) throws(TerminalError) {
        try write(text.utf8)
    }

    /// Hands over what waits, as far as the terminal takes it now.
    public func flush() throws(TerminalError) {
        var sent = 0
        defer { unsent.removeFirst(sent) }
        while sent < unsent.count {
            do {
                let count = try systemCall("write") {
                    unsent[sent...].withUnsafeBytes {
                        Glibc.write(descriptor, $0.baseAddress, $0.count)
                    }
                }
                sent += count
                bytesWritten += count
            } catch {
                if error.code == EAGAIN { return }
                // Nobody will ever take the rest. That the terminal is gone is told by the next read, once, and not
                // by each of the many places that write.
                sent = unsent.count
                try notice(error)
            }
        }
    }

    /// Hands over everything that waits, taking `limit` at most.
    ///
    /// - Returns: whether the terminal has taken it all.
    public func drain(within limit: Duration) -> Bool {
        let end = Duration.now + limit
        while true {
            guard (try? flush()) != nil else { return false }
            if unsent.isEmpty { return true }
            let left = end - Duration.now
            guard left > .zero else { return false }
            _ = waitReady(descriptor, POLLOUT, within: left)
        }
    }

    /// Waits until there is something to read.
    func waitForInput(within limit: Duration) -> Bool {
        waitReady(descriptor, POLLIN, within: limit)
    }
}
