import Foundation
import Support
import Testing

@testable import utter

struct TranscriptHistoryTests {
    let home: TemporaryFolder
    let directory: StateDirectory

    init() throws {
        home = try TemporaryFolder()
        directory = try #require(StateDirectory(environment: ["HOME": home.path]))
    }

    private func mode(_ path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.posixPermissions] as? Int)
    }

    @Test("The last ones are kept, with the moment, in a file for the user alone")
    func keeps() throws {
        let history = TranscriptHistory(directory: directory, limit: 3)
        for n in 1...5 { try history.add("text \(n)", at: time_t(n)) }
        #expect(try history.entries().map(\.text) == ["text 3", "text 4", "text 5"])
        #expect(try history.entries().last?.time == "1970-01-01T00:00:05Z")
        #expect(try mode(directory.path + "/history") == 0o600)
        #expect(try mode(directory.path) == 0o700)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["history"])
    }

    @Test("With a limit of none nothing is written")
    func off() throws {
        try TranscriptHistory(directory: directory, limit: 0).add("secret")
        #expect(!FileManager.default.fileExists(atPath: home.path + "/.local"))
    }

    @Test(
        "Newlines, backslashes and tabs come back",
        arguments: ["a\nb", "a\\nb\\", "\\", "a\tb", "é", "a\n\u{301}b", "\\\u{301}n"])
    func texts(_ text: String) throws {
        let history = TranscriptHistory(directory: directory, limit: 3)
        try history.add(text)
        #expect(try history.entries().map(\.text) == [text.replacing("\t", with: " ")])
    }

    @Test("Wider permissions that somebody gave are taken back")
    func permissions() throws {
        let history = TranscriptHistory(directory: directory, limit: 3)
        try history.add("one")
        chmod(directory.path + "/history", 0o666)
        chmod(directory.path, 0o777)
        try history.add("two")
        #expect(try mode(directory.path + "/history") == 0o600)
        #expect(try mode(directory.path) == 0o700)
    }

    @Test("Lines of others are passed over, and a link is not followed")
    func foreign() throws {
        let history = TranscriptHistory(directory: directory, limit: 9)
        try home.write(
            "garbage\n\n\u{1}\n2026-01-01T00:00:00Z\tkept\n", to: ".local/state/utter/history")
        #expect(try history.entries().map(\.text) == ["kept"])
        let path = directory.path + "/history"
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/etc/passwd")
        #expect(throws: SystemError.self) { try history.entries() }
    }

    @Test("utter history shows them, --last the newest, and says so when it is off")
    func command() throws {
        let environment = ["HOME": home.path]
        let off = try UtterProgram.run(["history"], environment: environment)
        #expect(off.status == 2)
        #expect(off.errors.contains("history = 100"))
        let none = try UtterProgram.run(
            ["-o", "output.history=5", "history"], environment: environment)
        #expect(none.status == 1)
        let history = TranscriptHistory(directory: directory, limit: 5)
        try history.add("first\nline", at: 0)
        try history.add("second", at: 1)
        let all = try UtterProgram.run(
            ["history", "-o", "output.history=5"], environment: environment)
        #expect(all.output == "first line\nsecond\n")
        let last = try UtterProgram.run(
            ["history", "--last", "--json", "-o", "output.history=5"], environment: environment)
        #expect(last.output == "{\"time\": \"1970-01-01T00:00:01Z\", \"text\": \"second\"}\n")
    }
}
