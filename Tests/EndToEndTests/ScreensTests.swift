import Foundation
import Support
import Testing

/// Where the pictures go.
private let picturesDirectory = ProcessInfo.processInfo.environment["UTTER_SCREENS"]

/// The pictures of the README, made by `make screens`: the real program in a real window.
extension DesktopTests {
    @Suite(.enabled(if: picturesDirectory != nil, "pictures are made by make screens"))
    struct ScreensTests {
        static let sentence =
            "we are going to meet at the station at seven in the evening"
        static let command = "git commit dash m quote fix the parser quote"
        static let options = ["font_size=15", "window_padding_width=10"]

        private func picture(_ window: DesktopWindow, _ name: String) throws {
            let directory = try #require(picturesDirectory)
            try window.picture("\(directory)/\(name).png")
        }

        /// Speaks, and gives the moment at which `word` stands on the screen and the voice goes on.
        private func speaking(
            _ text: String, until word: String, _ window: DesktopWindow,
            _ moment: () throws -> Void = {}
        ) async throws {
            let desktop = window.desktop
            let speech = try desktop.speech(text)
            try await window.waits(for: "listening")
            let player = try desktop.start(["paplay", "-d", "mic", speech])
            try await eventually("\(word) on the line") {
                try window.screen().split(separator: "\n").contains {
                    $0.contains("listening") && $0.contains(word)
                }
            }
            try moment()
            try await player.waitForEnd()
        }

        @Test func `the line while a key is held`() async throws {
            let desktop = try Desktop.shared()
            let window = try await DesktopWindow(
                on: desktop,
                running: [
                    "env", "-C", desktop.directory, "PS1=$ ", "bash", "--norc", "--noprofile",
                ],
                columns: 84, rows: 6,
                environment: ["PATH": "\(Program.directory):/usr/bin:/bin"],
                options: Self.options)
            defer { window.close() }
            try await window.waits(for: "$")
            try desktop.type("utter | tee notes.txt")
            try desktop.press("Return")
            try await window.waits(for: "to talk")
            try desktop.keyDown("space")
            try await speaking(Self.sentence, until: "meet", window)
            try desktop.keyUp("space")
            try await window.waits(for: "evening\n")
            try desktop.keyDown("space")
            try await speaking(Self.sentence, until: "meet", window) {
                try picture(window, "listen")
            }
            try desktop.keyUp("space")
            try await window.waits(for: "hold Space")
        }

        @Test func `the hotkey at the prompt of a shell`() async throws {
            let desktop = try Desktop.shared()
            let start = "\(desktop.directory)/bashrc"
            try writeFile(start, "PS1='~/project $ '\neval \"$(utter init bash)\"\n")
            let window = try await DesktopWindow(
                on: desktop, running: ["bash", "--noprofile", "--rcfile", start], columns: 84,
                rows: 6, environment: ["PATH": "\(Program.directory):/usr/bin:/bin"],
                options: Self.options)
            defer { window.close() }
            try await window.waits(for: "project $")
            try desktop.keyDown("F9")
            try await speaking(Self.command, until: "fix", window) {
                try picture(window, "shell-hold")
            }
            try desktop.keyUp("F9")
            try await window.waits(for: "$ git commit -m \"fix the parser\"\n")
            try picture(window, "shell-inserted")
        }
    }
}
