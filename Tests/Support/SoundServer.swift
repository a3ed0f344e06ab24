internal import Foundation
internal import Glibc

/// A private PulseAudio whose source `mic` hears a tone.
public final class SoundServer: @unchecked Sendable {
    /// Why there can be none here, or nil.
    public static let obstacle: String? = {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        let missing = ["pulseaudio", "pactl", "timeout"].filter { tool in
            !path.split(separator: ":").contains { access("\($0)/\(tool)", X_OK) == 0 }
        }
        return missing.isEmpty
            ? nil : "no sound server: \(missing.joined(separator: ", ")) not installed (make deps)"
    }()

    private let directory: URL
    private var process: Process

    public init() async throws {
        directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("utter-pulse-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        process = Process()
        try await restart()
    }

    deinit {
        signal(SIGCONT)
        kill()
        try? FileManager.default.removeItem(at: directory)
    }

    /// Where it listens.
    public var socket: String { directory.appendingPathComponent("socket").path }

    private var environment: [String: String] {
        var environment = ProcessInfo.processInfo.environment
        environment["HOME"] = directory.path
        environment["XDG_RUNTIME_DIR"] = directory.path
        environment["XDG_CONFIG_HOME"] = directory.path
        environment["PULSE_SERVER"] = "unix:\(socket)"
        return environment
    }

    /// Starts it, the first time or after `kill`.
    public func restart() async throws {
        unlink(socket)
        process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        // The limit is for a test process that dies: nothing else would end the server then.
        process.arguments = [
            "timeout", "--foreground", "300", "pulseaudio", "-n", "--daemonize=no",
            "--exit-idle-time=-1", "--use-pid-file=no", "--disable-shm=yes",
            "-L", "module-native-protocol-unix auth-anonymous=1 socket=\(socket)",
            "-L", "module-sine-source source_name=mic rate=16000 frequency=440",
        ]
        process.environment = environment
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        try await eventually("the sound server answers") {
            control("info") == 0
        }
    }

    /// Runs `pactl` and returns its exit status.
    @discardableResult
    public func control(_ arguments: String...) -> Int32 {
        let pactl = Process()
        pactl.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        pactl.arguments = ["pactl"] + arguments
        pactl.environment = environment
        pactl.standardOutput = FileHandle.nullDevice
        pactl.standardError = FileHandle.nullDevice
        guard (try? pactl.run()) != nil else { return -1 }
        pactl.waitUntilExit()
        return pactl.terminationStatus
    }

    /// How many recordings it makes at the moment.
    public var recordings: Int {
        let output = try? ChildProcess.run(
            ["pactl", "list", "short", "source-outputs"], environment: environment)
        return output?.text.split(separator: "\n").count ?? 0
    }

    /// Sends a signal to the server itself.
    public func signal(_ number: Int32) {
        guard process.isRunning else { return }
        for child in children(of: process.processIdentifier) { Glibc.kill(child, number) }
    }

    public func kill() {
        guard process.isRunning else { return }
        signal(SIGKILL)
        process.waitUntilExit()
    }

    private func children(of parent: Int32) -> [Int32] {
        let path = "/proc/\(parent)/task/\(parent)/children"
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        return text.split(separator: " ").compactMap { Int32($0) }
    }
}
