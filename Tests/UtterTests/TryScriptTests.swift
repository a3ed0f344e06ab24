import Foundation
import Support
import Testing

/// What `make run` starts, in a terminal and without one.
struct TryScriptTests {
    static func devices(_ problem: String) -> String {
        """
        {"name": "default", "description": "x", "default": true, "server": null, "problem": \(problem)}
        {"name": "jack", "description": "y", "default": false, "server": "JACK", "problem": "no"}

        """
    }

    /// Runs the script with a program that only says what it was started as.
    private func output(devices: String, inTerminal: Bool) throws -> String {
        let home = try TemporaryFolder()
        let list = try home.write(devices, to: "devices")
        let program = try home.write(
            """
            #!/bin/sh
            case "$1" in
                devices) cat '\(list)' ;;
                transcribe) echo TRANSCRIBES ;;
                '') echo LISTENS ;;
            esac

            """, to: "utter")
        chmod(program, 0o755)
        let command = ".ci/try '\(program)' /nonexistent"
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            inTerminal
            ? ["script", "-qec", command, "/dev/null"] : ["setsid", "sh", "-c", command]
        process.currentDirectoryURL = UtterProgram.packageRoot
        try home.write("", to: "out")
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try FileHandle(
            forUpdating: home.url.appending(path: "out"))
        try process.run()
        process.waitUntilExit()
        return try home.text("out")
    }

    @Test func `A terminal and a microphone that works are talked with`() throws {
        let said = try output(devices: Self.devices("null"), inTerminal: true)
        #expect(said.contains("Hold Space and speak"))
        #expect(said.contains("LISTENS"))
    }

    @Test func `Where no microphone works there is recorded speech, and it says why`() throws {
        let said = try output(devices: Self.devices("\"gone\""), inTerminal: true)
        #expect(said.contains("there is no microphone that works here"))
        #expect(said.contains("TRANSCRIBES"))
        #expect(!said.contains("LISTENS"))
    }

    @Test func `Where there is no terminal there is recorded speech, and no microphone is opened`()
        throws
    {
        let said = try output(devices: Self.devices("null"), inTerminal: false)
        #expect(said.hasPrefix("utter: there is no terminal here"))
        #expect(said.contains("TRANSCRIBES"))
        #expect(!said.contains("Looking for a microphone"))
    }
}
