import Foundation
import Glibc
import Support
import Testing

@testable import utter

struct KeysDecodeTests {
    private func decode(_ text: String, _ arguments: [String] = []) throws -> UtterProgram.Output {
        try UtterProgram.run(["keys", "--decode"] + arguments, input: Data(text.utf8))
    }

    @Test func `bytes become one event a line`() throws {
        let output = try decode("a\u{1B}[97;5u\u{1B}[32;1:3u\u{1B}[200~b\u{1B}[201~\u{1B}[?11u")
        #expect(output.status == 0 && output.errors == "")
        #expect(
            output.lines == [
                #"{"key":"a","mods":[],"type":"press"}"#,
                #"{"key":"a","mods":["ctrl"],"type":"press"}"#,
                #"{"key":"space","mods":[],"type":"release"}"#,
                #"{"key":null,"mods":[],"type":"paste_start"}"#,
                #"{"key":null,"mods":[],"type":"paste_end"}"#,
                #"{"key":null,"mods":[],"type":"kitty_flags_reply","flags":11}"#,
            ])
    }

    @Test(arguments: [
        ("\u{1B}", #"{"key":"escape","mods":[],"type":"press"}"#),
        ("\u{1B}P", #"{"key":"p","mods":["shift","alt"],"type":"press"}"#),
        ("\u{1B}[1;", #"{"key":null,"mods":[],"type":"unknown","bytes":"1b5b313b"}"#),
    ])
    func `the end of the input resolves what waits`(input: String, line: String) throws {
        #expect(try decode(input).lines == [line])
    }

    @Test func `no input is no event`() throws {
        let output = try decode("")
        #expect(output.status == 0 && output.output == "")
    }

    @Test func `the console's keycodes are another protocol`() throws {
        let output = try UtterProgram.run(
            ["keys", "--decode", "--protocol", "linux-mediumraw"], input: Data([0x39, 0xB9]))
        #expect(
            output.lines == [
                #"{"key":"space","mods":[],"type":"press","linux_keycode":57}"#,
                #"{"key":"space","mods":[],"type":"release","linux_keycode":57}"#,
            ])
    }

    @Test func `win32-input-mode shows its record`() throws {
        let output = try decode("\u{1B}[65;30;97_", ["--protocol", "win32"])
        #expect(
            output.lines == [
                #"{"key":"a","mods":[],"type":"release","win32":"#
                    + #"{"vk":65,"sc":30,"uc":97,"kd":0,"cs":0,"rc":1}}"#
            ])
    }

    @Test func `a protocol that there is not is a mistake of the command line`() throws {
        let output = try decode("", ["--protocol", "morse"])
        #expect(output.status == 2 && output.output == "")
    }

    @Test(.timeLimit(.minutes(1)))
    func `events are printed as they come, and a slow writer changes nothing`() throws {
        let input = Pipe()
        let output = Pipe()
        let process = Process()
        process.executableURL = URL(filePath: UtterProgram.path)
        process.arguments = ["keys", "--decode"]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        var text = ""
        func readLines(_ count: Int) {
            while text.split(separator: "\n").count < count {
                let data = output.fileHandleForReading.availableData
                if data.isEmpty { return }
                text += String(decoding: data, as: UTF8.self)
            }
        }
        try input.fileHandleForWriting.write(contentsOf: Data("a\u{1B}".utf8))
        readLines(1)
        #expect(text == #"{"key":"a","mods":[],"type":"press"}"# + "\n")
        // The Esc has waited for as long as it took to get here, and still begins a sequence.
        try input.fileHandleForWriting.write(contentsOf: Data("[A".utf8))
        readLines(2)
        #expect(text.hasSuffix(#"{"key":"up","mods":[],"type":"press"}"# + "\n"))
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    @Test(.timeLimit(.minutes(1)))
    func `a reader that has gone is the end of the work`() throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "keys")
        try Data(repeating: 0x61, count: 1 << 20).write(to: file)
        let output = Pipe()
        let process = Process()
        process.executableURL = URL(filePath: UtterProgram.path)
        process.arguments = ["keys", "--decode"]
        process.standardInput = try FileHandle(forReadingFrom: file)
        process.standardOutput = output
        try process.run()
        try output.fileHandleForReading.close()
        try output.fileHandleForWriting.close()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    }
}
