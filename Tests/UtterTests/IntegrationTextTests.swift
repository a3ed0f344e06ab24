import Configuration
import Foundation
import Keyboard
import Support
import Testing

@testable import utter

@Suite("The text of the integration")
struct IntegrationTextTests {
    @Test(
        "Every sequence of a key is bound once",
        arguments: [
            ("f9", ["\u{1b}[20~"]),
            ("f1", ["\u{1b}OP", "\u{1b}[P", "\u{1b}[11~", "\u{1b}[[A"]),
            ("ctrl+f9", ["\u{1b}[20;5~", "\u{1b}[20^"]),
            ("ctrl+shift+f9", ["\u{1b}[20;6~", "\u{1b}[20@"]),
            ("ctrl+f1", ["\u{1b}[1;5P", "\u{1b}O5P", "\u{1b}[11;5~", "\u{1b}[11^"]),
            ("ctrl+up", ["\u{1b}[1;5A", "\u{1b}O5A", "\u{1b}Oa"]),
            ("f13", ["\u{1b}[25~", "\u{1b}[57376u"]),
            ("ctrl+g", ["\u{7}", "\u{1b}[103;5u", "\u{1b}[27;5;103~"]),
            ("ctrl+space", ["\0", "\u{1b}[32;5u", "\u{1b}[27;5;32~"]),
            ("alt+x", ["\u{1b}x", "\u{1b}[120;3u", "\u{1b}[27;3;120~"]),
            ("ctrl+alt+x", ["\u{1b}\u{18}", "\u{1b}[120;7u", "\u{1b}[27;7;120~"]),
            ("shift+f5", ["\u{1b}[15;2~", "\u{1b}[15$"]),
            ("menu", ["\u{1b}[29~", "\u{1b}[57363u"]),
            ("insert", ["\u{1b}[2~"]),
            ("shift+up", ["\u{1b}[1;2A", "\u{1b}O2A", "\u{1b}[a"]),
        ])
    func sequences(_ key: String, _ sequences: [String]) throws {
        let chord = try KeyChord(parsing: key)
        #expect(ShellKeySequences.sequences(for: chord) == sequences.map { Array($0.utf8) })
    }

    @Test(
        "Every sequence that is bound is read as that key again",
        arguments: [
            "f1", "f3", "f5", "f9", "f12", "f13", "f20", "f25", "f35", "up", "left", "home", "end",
            "insert", "delete", "page_up", "a", "x", "é", "space",
        ],
        ["", "shift+", "ctrl+", "alt+", "ctrl+shift+", "ctrl+alt+", "super+"])
    func sequencesAreTheKey(_ key: String, _ modifiers: String) throws {
        let chord = try KeyChord(parsing: modifiers + key)
        guard chord.shellRefusal == nil else { return }
        for bytes in ShellKeySequences.sequences(for: chord) {
            var parser = KeyParser()
            let events = parser.feed(bytes, at: .zero) + parser.finish()
            guard events.count == 1, case .key(let event) = events[0] else {
                Issue.record("\(chord): \(EventLine.hex(bytes)) is \(events)")
                continue
            }
            #expect(
                KeyChord(event.key, event.modifiers) == chord, "\(chord): \(EventLine.hex(bytes))")
        }
    }

    @Test(
        "fish 4 gets the key by the name, or else the character, that it has for it",
        arguments: [
            ("f9", "f9"), ("ctrl+f12", "ctrl-f12"), ("f13", "\u{e020}"),
            ("ctrl+f20", "ctrl-\u{e027}"), ("f35", "\u{e036}"),
            ("menu", "menu"), ("print_screen", "printscreen"), ("page_up", "pageup"),
            ("alt+page_down", "alt-pagedown"), ("insert", "insert"), ("ctrl+space", "ctrl-space"),
            ("ctrl+g", "ctrl-g"), ("ctrl+alt+x", "ctrl-alt-x"), ("alt+-", "alt-minus"),
            ("alt+,", "alt-comma"), ("alt+é", "alt-é"), ("super+x", "super-x"),
        ])
    func fishNames(_ key: String, _ name: String) throws {
        let chord = try KeyChord(parsing: key)
        let integration = ShellIntegration(shell: .fish, chord: chord, program: "utter")
        #expect(integration.fishName == name)
        #expect(
            integration.fishScript.contains(
                "    __utter_bind \(ShellIntegration.fishQuoted(name))\n"))
    }

    @Test(
        "shellcheck finds nothing in the part for bash",
        .enabled(if: access("/usr/bin/shellcheck", X_OK) == 0, "shellcheck is not installed"),
        arguments: ["f9", "ctrl+g", "f1"])
    func shellcheck(_ key: String) throws {
        let script = ShellIntegration(
            shell: .bash, chord: try KeyChord(parsing: key), program: "/a b/it's utter"
        ).script
        let found = try check("/usr/bin/shellcheck", ["-s", "bash", "-"], script)
        #expect(found == "")
        let undo = try check(
            "/usr/bin/shellcheck", ["-s", "bash", "-"], ShellIntegration.undoScript(.bash))
        #expect(undo == "")
    }

    @Test("Each shell can parse its part", arguments: ShellUnderTest.installed)
    func parses(_ shell: ShellKind) throws {
        for key in ["f9", "ctrl+space", "alt+x", "f1"] {
            let integration = ShellIntegration(
                shell: shell, chord: try KeyChord(parsing: key), program: "/a b/it's \"$(utter)")
            for script in [integration.script, ShellIntegration.undoScript(shell)] {
                let program = try #require(ShellUnderTest.program(shell))
                let found = try check(program, [shell == .fish ? "--no-execute" : "-n"], script)
                #expect(found == "")
            }
        }
    }

    /// Runs a checker on a text and returns what it said.
    private func check(_ program: String, _ arguments: [String], _ text: String) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        let input = Pipe()
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        process.standardError = output
        try process.run()
        input.fileHandleForWriting.write(Data(text.utf8))
        try input.fileHandleForWriting.close()
        let said = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: said, as: UTF8.self)
            + (process.terminationStatus == 0 ? "" : "failed")
    }
}
