import Glibc
import Threads

/// A private desktop in which the program is used as a person would use it: an X server, a sound server whose null
/// sink is the microphone, and real kitty windows. Keys truly go down, repeat and come up.
///
/// Nothing of it outlives the test process: a supervisor that waits for the end of a pipe ends what is left, also
/// after a crash or `kill -9`.
public final class Desktop: Sendable {
    /// The programs that it needs.
    static let tools = [
        "Xvfb", "xdotool", "pulseaudio", "pactl", "parec", "paplay", "kitty", "flite", "sox",
    ]

    /// Why there can be no desktop here, or nil. Tests that need it are left out with this reason.
    public static let obstacle: String? = {
        if getenv("UTTER_DESKTOP").map({ String(cString: $0) }) == "no" {
            return "no desktop: UTTER_DESKTOP=no"
        }
        let path = getenv("PATH").map { String(cString: $0) } ?? ""
        let missing = tools.filter { tool in
            !path.split(separator: ":").contains { access("\($0)/\(tool)", X_OK) == 0 }
        }
        return missing.isEmpty
            ? nil : "no desktop: \(missing.joined(separator: ", ")) not installed (make deps)"
    }()

    public static var isAvailable: Bool { obstacle == nil }

    private static let supervised = Locked<[ChildProcess]>([])
    private static let started = Locked<Desktop?>(nil)

    /// The desktop of those tests that come one after the other, started when first asked for.
    public static func shared() throws -> Desktop {
        try started.withLock { desktop in
            if let desktop { return desktop }
            let new = try Desktop()
            desktop = new
            return new
        }
    }

    /// Scratch directory; HOME and the XDG directories lie in it.
    public let directory: String
    public let environment: [String: String]
    /// What happens to the microphone, as the sound server tells it.
    public let microphone: MicrophoneLog
    private let supervisor: Int32
    private let counter = Locked(0)

    /// Starts a desktop of its own: with its keyboard and its focus, beside others. It ends with the last reference to it.
    public init() throws {
        var template = Array("/tmp/utter-desktop.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw TimedOut(description: "no scratch directory: \(String(cString: strerror(errno)))")
        }
        let directory = String(
            decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        self.directory = directory
        for name in ["home", "run"] { mkdir("\(directory)/\(name)", 0o700) }

        var environment = Desktop.bareEnvironment(
            home: "\(directory)/home", run: "\(directory)/run")
        supervisor = try Desktop.startSupervisor(directory: directory, environment: environment)

        let display = try Desktop.startDisplay(
            directory: directory, environment: environment, supervisor: supervisor)
        environment["DISPLAY"] = ":\(display)"
        self.environment = environment
        try Desktop.startSound(
            directory: directory, environment: environment, supervisor: supervisor)
        microphone = try MicrophoneLog(environment: environment, log: "\(directory)/subscribe.log")
        Desktop.supervise(microphone.process, by: supervisor)
    }

    deinit { close(supervisor) }

    /// Starts a program that ends with the desktop at the latest; its messages go to a log in `directory`.
    public func start(_ arguments: [String], environment: [String: String]? = nil) throws
        -> ChildProcess
    {
        let process = try ChildProcess.start(
            arguments, environment: environment ?? self.environment,
            log: "\(directory)/\(arguments[0].split(separator: "/").last ?? "").log")
        Desktop.supervise(process, by: supervisor)
        return process
    }

    @discardableResult
    public func run(_ arguments: String...) throws -> CommandOutput {
        try ChildProcess.run(arguments, environment: environment)
    }

    /// A name that no other file, window or socket of this desktop has.
    public func unique(_ stem: String) -> String {
        let number = counter.withLock { count in
            count += 1
            return count
        }
        return "\(stem)\(number)"
    }
}

// MARK: - How it is started

extension Desktop {
    /// An environment that owes nothing to the user's: no dotfiles, no sound server, no display of theirs.
    static func bareEnvironment(home: String, run: String) -> [String: String] {
        [
            "PATH": getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin",
            "HOME": home, "XDG_RUNTIME_DIR": run, "XDG_CONFIG_HOME": "\(home)/.config",
            "XDG_CACHE_HOME": "\(home)/.cache", "XDG_STATE_HOME": "\(home)/.local/state",
            "XDG_DATA_HOME": "\(home)/.local/share", "LANG": "C.UTF-8", "SHELL": "/bin/sh",
            "LIBGL_ALWAYS_SOFTWARE": "1",
        ]
    }

    /// Reads process groups from its input; when that ends, however the test process ended, it ends them all.
    private static func startSupervisor(directory: String, environment: [String: String]) throws
        -> Int32
    {
        let ends = try ChildProcess.channel()
        let script = """
            while read -r group; do groups="$groups -$group"; done
            for signal in TERM KILL; do
                for group in $groups; do kill -$signal "$group" 2>/dev/null; done
                sleep 1
            done
            [ -n "$UTTER_KEEP_DESKTOP" ] || rm -rf "$1"
            """
        var environment = environment
        environment["UTTER_KEEP_DESKTOP"] =
            getenv("UTTER_KEEP_DESKTOP").map { String(cString: $0) } ?? ""
        let process = try ChildProcess.start(
            ["sh", "-c", script, "supervisor", directory], environment: environment,
            input: ends.reading)
        supervised.withLock { $0.append(process) }
        close(ends.reading)
        return ends.writing
    }

    /// Keeps a process as long as the desktop lives, and no longer.
    static func supervise(_ process: ChildProcess, by supervisor: Int32) {
        supervised.withLock { $0.append(process) }
        let line = Array("\(process.pid)\n".utf8)
        _ = write(supervisor, line, line.count)
    }

    /// Starts an X server on a display of its own choice and returns the number.
    private static func startDisplay(
        directory: String, environment: [String: String], supervisor: Int32
    ) throws -> Int {
        let ends = try ChildProcess.channel()
        defer { close(ends.reading) }
        do {
            defer { close(ends.writing) }
            let server = try ChildProcess.start(
                [
                    "Xvfb", "-displayfd", "1", "-screen", "0", "1200x800x24", "-nolisten", "tcp",
                    "-noreset",
                ],
                environment: environment, output: ends.writing, log: "\(directory)/Xvfb.log")
            supervise(server, by: supervisor)
        }
        var digits: [UInt8] = []
        var byte: UInt8 = 0
        while read(ends.reading, &byte, 1) == 1, byte != UInt8(ascii: "\n") { digits.append(byte) }
        guard let display = Int(String(decoding: digits, as: UTF8.self)) else {
            throw TimedOut(description: "the X server did not start: see \(directory)/Xvfb.log")
        }
        return display
    }

    /// Starts a sound server whose null sink is the microphone of ALSA's `default` device.
    private static func startSound(
        directory: String, environment: [String: String], supervisor: Int32
    ) throws {
        try writeFile(
            "\(directory)/home/.asoundrc",
            "pcm.!default { type pulse }\nctl.!default { type pulse }\n")
        let server = try ChildProcess.start(
            [
                "pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no",
                "--disable-shm=yes", "-L", "module-native-protocol-unix",
                "-L", "module-null-sink sink_name=mic format=s16le rate=16000 channels=1",
            ], environment: environment, log: "\(directory)/pulseaudio.log")
        supervise(server, by: supervisor)
        try poll("the sound server") {
            try ChildProcess.run(
                ["pactl", "set-default-source", "mic.monitor"], environment: environment
            ).isSuccess
        }
        // An idle null sink wakes only every two seconds and loses what is played meanwhile: a reader keeps it
        // awake. Its first data show that the sink runs.
        let heard = "\(directory)/heard.raw"
        let file = open(heard, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(file) }
        let reader = try ChildProcess.start(
            ["parec", "--latency-msec=10", "-d", "mic.monitor", "--raw"], environment: environment,
            output: file, log: "\(directory)/parec.log")
        supervise(reader, by: supervisor)
        try poll("the first data of the sound server") { fileSize(heard) > 16_000 }
    }

    /// Waits, in a thread that may block, until `condition` holds.
    static func poll(_ what: String, seconds: Int = 20, _ condition: () throws -> Bool) throws {
        for _ in 0..<(seconds * 100) {
            if try condition() { return }
            usleep(10_000)
        }
        throw TimedOut(description: "no \(what) within \(seconds) s")
    }
}

/// Writes a file whole.
public func writeFile(_ path: String, _ text: String) throws {
    guard let file = fopen(path, "w") else {
        throw TimedOut(description: "cannot write \(path): \(String(cString: strerror(errno)))")
    }
    defer { fclose(file) }
    fputs(text, file)
}

/// Reads a file whole; empty if there is none.
public func readFile(_ path: String) -> String {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&block, 1, block.count, file), count > 0 {
        bytes += block[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
}

/// The size of a file in bytes; 0 if there is none.
public func fileSize(_ path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
}
