import Glibc

/// A kitty window of a desktop, running one command.
public final class DesktopWindow: Sendable {
    public let desktop: Desktop
    public let process: ChildProcess
    private let socket: String
    private let window: String

    /// Opens a window that runs `arguments` and waits until it is there and has the focus.
    public init(
        on desktop: Desktop, running arguments: [String], columns: Int = 100, rows: Int = 24,
        environment: [String: String] = [:], options: [String] = []
    ) async throws {
        self.desktop = desktop
        let name = desktop.unique("utter-test-")
        socket = "unix:\(desktop.directory)/run/\(name)"
        var settings = [
            "allow_remote_control=yes", "remember_window_size=no", "shell_integration=disabled",
            "confirm_os_window_close=0", "update_check_interval=0", "cursor_blink_interval=0",
            "initial_window_width=\(columns)c", "initial_window_height=\(rows)c",
        ]
        settings += options
        process = try desktop.start(
            ["kitty", "--config", "NONE", "--title", name, "--listen-on", socket]
                + settings.flatMap { ["-o", $0] } + arguments,
            environment: desktop.environment.merging(environment) { $1 })
        window = try await eventually("a kitty window") {
            try desktop.run("xdotool", "search", "--onlyvisible", "--name", "^\(name)$").text
                .split(separator: "\n").first.map(String.init)
        }
        try await focus()
        let socket = socket
        try await eventually("kitty's remote control") {
            try desktop.run("kitty", "@", "--to", socket, "ls").isSuccess
        }
    }

    /// Gives the window the keyboard.
    public func focus() async throws {
        try desktop.run("xdotool", "windowfocus", "--sync", window)
    }

    /// The text on the screen, without what has scrolled off.
    public func screen() throws -> String {
        try desktop.run("kitty", "@", "--to", socket, "get-text").text
    }

    /// Everything there is to see: the text with its colours, and the place of the cursor, as control sequences.
    public func content() throws -> String {
        try desktop.run("kitty", "@", "--to", socket, "get-text", "--ansi", "--add-cursor").text
    }

    /// Types text as a paste without marks would: at once, and as bytes.
    public func send(_ text: String) throws {
        let escaped = text.unicodeScalars.map { scalar in
            let hex = String(scalar.value, radix: 16)
            return scalar.value < 32 || scalar == "\\"
                ? "\\x" + (hex.count < 2 ? "0" : "") + hex : String(scalar)
        }.joined()
        try desktop.run("kitty", "@", "--to", socket, "send-text", "--", escaped)
    }

    /// Waits until `text` stands on the screen.
    public func waits(for text: String) async throws {
        var last = ""
        do {
            try await eventually("\"\(text)\" on the screen") {
                last = try screen()
                return last.contains(text)
            }
        } catch let error as TimedOut {
            throw TimedOut(description: "\(error.description); it shows:\n\(last)")
        }
    }

    /// A picture of the window as a PNG file.
    public func picture(_ path: String) throws {
        try desktop.run("import", "-window", window, path)
    }

    public func resize(columns: Int, rows: Int) throws {
        try desktop.run(
            "kitty", "@", "--to", socket, "resize-os-window", "--unit", "cells",
            "--width", "\(columns)", "--height", "\(rows)")
    }

    public func close() {
        process.end()
    }
}

/// The hands: keys go down, repeat and come up in the window that has the focus.
extension Desktop {
    public func keyDown(_ key: String) throws { try run("xdotool", "keydown", key) }
    public func keyUp(_ key: String) throws { try run("xdotool", "keyup", key) }
    public func press(_ key: String) throws { try run("xdotool", "key", key) }
    public func type(_ text: String) throws { try run("xdotool", "type", "--delay", "15", text) }

    /// A short press, down for about 80 ms.
    public func tap(_ key: String) throws {
        try run("xdotool", "keydown", key, "sleep", "0.08", "keyup", key)
    }

    /// Takes the keyboard away from every window.
    public func removeFocus() throws {
        // The X server has no focus window of its own: the root window takes it.
        try run("xdotool", "windowfocus", "--sync", "1")
    }
}

/// The voice.
extension Desktop {
    /// A WAV file with `text` spoken, between quiet noise of `lead` and `tail` seconds: digital silence is nothing
    /// that a microphone would ever give.
    public func speech(
        _ text: String, voice: String = "rms", lead: Double = 0.1, tail: Double = 0.1
    )
        throws -> String
    {
        let stem = "\(directory)/\(unique("speech-"))"
        guard try run("flite", "-voice", voice, "-t", text, "-o", "\(stem)-dry.wav").isSuccess,
            try run(
                "sox", "-R", "\(stem)-dry.wav", "-r", "16000", "-c", "1", "\(stem).wav",
                "pad", "\(lead)", "\(tail)", "gain", "-3", "dither", "-s"
            ).isSuccess
        else { throw TimedOut(description: "flite or sox failed: see \(directory)") }
        return "\(stem).wav"
    }

    /// Plays a file into the microphone and waits until it has been played.
    public func say(_ file: String) async throws {
        let player = try start(["paplay", "-d", "mic", file])
        try await eventually("the end of the playing", within: .seconds(120)) {
            player.status != nil
        }
    }
}
