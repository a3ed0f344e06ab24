import Foundation
import Glibc
import Support
import Testing

/// Names that only the shell knows, spoken: they are in no list of commands and in no history.
@Suite(
    .serialized,
    .enabled(
        if: access("/usr/bin/flite", X_OK) == 0 && access("/usr/bin/sox", X_OK) == 0,
        "flite and sox, which speak here, are not installed"))
struct OwnNamesTests {
    /// A text spoken, with quiet noise around it.
    private func speech(_ text: String) throws -> [Int16] {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("utter-speech-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: file + ".raw") }
        let result = try ChildProcess.run(
            [
                "sh", "-c",
                "flite -voice rms -t \"$0\" -o \"$1.wav\" && sox \"$1.wav\" -t raw -r 16000 -c 1 -b 16"
                    + " -e signed \"$1.raw\" gain -3; rm -f \"$1.wav\"", text, file,
            ], environment: ["PATH": "/usr/bin:/bin"])
        guard result.isSuccess else { throw TimedOut(description: result.text) }
        let data = try Data(contentsOf: URL(fileURLWithPath: file + ".raw"))
        let spoken = data.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
        return Program.noise(0.3) + spoken + Program.noise(0.3)
    }

    @Test(
        "An alias and a function of the shell can be said at its prompt",
        arguments: WidgetShell.installed)
    func ownNames(shell: String) async throws {
        let own =
            switch shell {
            case "fish": "alias flamingo 'git status'; function rhubarb; end"
            case "zsh": "alias flamingo='git status'; function rhubarb { : }"
            default: "alias flamingo='git status'; rhubarb() { :; }"
            }
        let it = try await WidgetShell(shell, sound: speech("flamingo"), setup: own)
        try await it.speak()
        try await keep("flamingo", in: it)
        it.terminal.send("\u{15}")
        try await it.wait("an empty line") { !$0.text.contains("flamingo") }
        try it.microphone.setSound(speech("rhubarb"))
        try await it.speak()
        try await keep("rhubarb", in: it)
    }

    /// A single word is doubted sooner than a command: where it waits for a tap, it gets one.
    private func keep(_ word: String, in it: WidgetShell) async throws {
        try await it.wait("\(word), heard") { screen in
            ["drops: ", "> "].contains { screen.text.contains($0 + word) }
        }
        if it.terminal.screen.text.contains("drops: \(word)") { it.terminal.tap(.f9) }
        try await it.wait("\(word) in the line") { $0.text.contains("> \(word)") }
        try await it.isAsBefore()
    }

    @Test("Where the shell has no such name, it is not heard")
    func noSuchName() async throws {
        let it = try await WidgetShell("bash", sound: speech("flamingo"))
        try await it.speak()
        try await it.wait("what was heard instead") {
            $0.text.contains("drops:") || WidgetShell.trimmed($0)[0].count > 2
        }
        it.terminal.tap(.escape)
        try await it.isAsBefore()
        #expect(!it.terminal.outputText.contains("flamingo"))
    }
}
