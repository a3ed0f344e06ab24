import Foundation
public import Glibc
import Threads

/// A terminal without a window: a pseudo-terminal whose master side answers, types and keeps the screen.
///
/// Everything the program writes is kept as bytes (`output`), painted on a small screen (`screen`) and answered as
/// `persona` says, from a thread of its own.
public final class PseudoTerminal: @unchecked Sendable {
    private let core: Core
    private let slave: Int32
    private let wakeEnd: Int32
    private var thread = pthread_t()
    private let closed = Locked(false)
    /// The path of the terminal's device.
    public let path: String
    /// The home folder of programs that are given no other: shells write into what they find there.
    private let home = FileManager.default.temporaryDirectory
        .appendingPathComponent("utter-home-\(UUID().uuidString)").path

    public init(rows: Int = 24, columns: Int = 80, persona: TerminalPersona = .kitty) throws {
        let master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard master >= 0 else { throw SystemCallFailed("open /dev/ptmx") }
        var unlocked: Int32 = 0
        var number: UInt32 = 0
        guard ioctl(master, 0x4004_5431 /* TIOCSPTLCK */, &unlocked) == 0,
            ioctl(master, 0x8004_5430 /* TIOCGPTN */, &number) == 0
        else { throw SystemCallFailed("ioctl /dev/ptmx") }
        path = "/dev/pts/\(number)"
        // One descriptor of the slave stays open here, so that nothing written before a child ends is lost.
        slave = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard slave >= 0 else { throw SystemCallFailed("open \(path)") }
        var ends: [Int32] = [0, 0]
        let type = Int32(SOCK_STREAM.rawValue) | 0o2000000 /* SOCK_CLOEXEC */
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw SystemCallFailed("socketpair") }
        wakeEnd = ends[1]
        core = Core(
            master: master, wake: ends[0],
            state: Core.State(
                screen: ScreenEmulator(rows: rows, columns: columns), persona: persona))
        setWindowSize(rows: rows, columns: columns)
        let code = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<Core>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, Unmanaged.passRetained(core).toOpaque())
        guard code == 0 else { throw SystemCallFailed("pthread_create", code) }
    }

    deinit {
        hangUp()
        close(slave)
        close(wakeEnd)
        try? FileManager.default.removeItem(atPath: home)
    }

    // MARK: The program

    /// Starts a program whose controlling terminal this is.
    public func spawn(
        _ program: String, _ arguments: [String] = [], environment: [String: String] = [:],
        directory: String? = nil, stdin: ChildStream = .terminal, stdout: ChildStream = .terminal,
        stderr: ChildStream = .terminal, extraDescriptors: [Int32: Int32] = [:]
    ) throws -> ChildProcess {
        try FileManager.default.createDirectory(
            atPath: home, withIntermediateDirectories: true)
        var variables = [
            "PATH": "/usr/local/bin:/usr/bin:/bin", "TERM": "xterm-kitty", "LANG": "C.UTF-8",
            "HOME": home,
        ]
        variables.merge(environment) { $1 }
        // `env -C` changes the directory and becomes the program: posix_spawn cannot do it portably.
        let command = (directory.map { ["env", "-C", $0] } ?? []) + [program] + arguments
        return try ChildProcess.spawn(
            command[0], Array(command.dropFirst()), environment: variables, slave: path,
            streams: (stdin, stdout, stderr), extra: extraDescriptors)
    }

    /// Closes the master side, as a terminal window that is closed: SIGHUP for the session.
    public func hangUp() {
        let first = closed.withLock { closed in
            defer { closed = true }
            return !closed
        }
        guard first else { return }
        var byte: UInt8 = 0
        _ = write(wakeEnd, &byte, 1)
        pthread_join(thread, nil)
        close(core.wake)
        close(core.master)
    }

    // MARK: The keyboard

    /// Types bytes as they are.
    public func send(_ bytes: some Collection<UInt8>) {
        core.send(Array(bytes))
    }

    public func send(_ text: String) {
        send(Array(text.utf8))
    }

    /// One event of one key, encoded under the flags in force now.
    public func type(_ key: TypedKey, _ event: TypedKey.Event) {
        let bytes = core.state.withLock {
            key.encoded(event, state: $0.keyboard, keyboard: $0.persona.keyboard)
        }
        send(bytes)
    }

    public func press(_ key: TypedKey) { type(key, .press) }
    public func `repeat`(_ key: TypedKey) { type(key, .repeat) }
    public func release(_ key: TypedKey) { type(key, .release) }

    public func tap(_ key: TypedKey) {
        press(key)
        release(key)
    }

    /// Pastes a text, marked as one if the program asked for that.
    public func paste(_ text: String) {
        send(keyboard.bracketedPaste ? "\u{1B}[200~\(text)\u{1B}[201~" : text)
    }

    /// The window gets or loses the focus; reported if the program asked for it.
    public func focus(_ gained: Bool) {
        guard keyboard.reportsFocus else { return }
        send(gained ? "\u{1b}[I" : "\u{1b}[O")
    }

    /// Answers that the persona held back are typed now.
    public func releaseAnswers() {
        let bytes = core.state.withLock { state in
            state.persona.holdsAnswers = false
            defer { state.heldAnswers = [] }
            return state.heldAnswers
        }
        send(bytes)
    }

    /// While stopped, nothing the program writes is taken: after a few kilobytes its writes block.
    public func stopReading(_ stopped: Bool) {
        core.state.withLock { $0.isStopped = stopped }
        var byte: UInt8 = 1
        _ = write(wakeEnd, &byte, 1)
    }

    public func resize(rows: Int, columns: Int) {
        core.state.withLock { $0.screen.resize(rows: rows, columns: columns) }
        setWindowSize(rows: rows, columns: columns)
    }

    private func setWindowSize(rows: Int, columns: Int) {
        var size = winsize(
            ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(core.master, UInt(TIOCSWINSZ), &size)
    }

    // MARK: What is there

    /// Everything written so far.
    public var output: [UInt8] { core.state.withLock { $0.output } }
    public var outputText: String { String(decoding: output, as: UTF8.self) }
    /// When the program wrote `text` last (CLOCK_MONOTONIC), or nil if it has not.
    public func arrival(of text: String) -> Duration? {
        core.state.withLock { state in
            let wanted = Array(text.utf8)
            guard !wanted.isEmpty, state.output.count >= wanted.count else { return nil }
            let last = state.output.count - wanted.count
            let start = stride(from: last, through: 0, by: -1).first {
                state.output[$0..<$0 + wanted.count].elementsEqual(wanted)
            }
            guard let start else { return nil }
            return state.arrivals.first { $0.count >= start + wanted.count }?.time
        }
    }

    public var keyboard: KeyboardProtocolState { core.state.withLock { $0.keyboard } }
    public var screen: ScreenEmulator { core.state.withLock { $0.screen } }
    /// How often flags were pushed and popped on this terminal.
    public var pushesAndPops: (pushes: Int, pops: Int) {
        core.state.withLock { ($0.pushes, $0.pops) }
    }

    /// The line discipline's settings, as the program sees them. To set them is to be another program, such as the shell
    /// that gets the terminal when its job is stopped.
    public var attributes: termios {
        get {
            var attributes = termios()
            _ = tcgetattr(slave, &attributes)
            return attributes
        }
        set {
            var attributes = newValue
            _ = tcsetattr(slave, TCSANOW, &attributes)
        }
    }

    /// Bytes typed and not yet read by any program.
    public var pendingInput: Int {
        var count: Int32 = 0
        _ = ioctl(slave, UInt(FIONREAD), &count)
        return Int(count)
    }

    /// The process group in the foreground.
    public var foreground: pid_t { tcgetpgrp(core.master) }

    public func waitForOutput(
        _ text: String, within limit: Duration = .seconds(30)
    ) async throws {
        try await eventually(
            "output \(text.debugDescription)", within: limit,
            detail: { "it was \(outputText.debugDescription)" }, { outputText.contains(text) })
    }

    public func waitForScreen(
        _ text: String, within limit: Duration = .seconds(30)
    ) async throws {
        try await eventually(
            "\(text.debugDescription) on the screen", within: limit,
            detail: { "it showed:\n\(screen.text)" }, { screen.text.contains(text) })
    }

    /// Waits until all of these flags of the keyboard protocol are in force, and perhaps others.
    public func waitForFlags(_ flags: Int, within limit: Duration = .seconds(30)) async throws {
        try await eventually(
            "keyboard flags \(flags)", within: limit, detail: { "they were \(keyboard.flags)" },
            { keyboard.flags & flags == flags })
    }
}

extension termios {
    /// Whether every setting is the same.
    public func isLike(_ other: termios) -> Bool {
        var one = self
        var two = other
        return memcmp(&one, &two, MemoryLayout<termios>.size) == 0
    }
}
