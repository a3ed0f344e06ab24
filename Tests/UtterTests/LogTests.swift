import Foundation
import Support
import Testing

struct LogTests {
    static let speech = "/usr/share/pocketsphinx/test/data/cards/001.wav"
    let home: TemporaryFolder

    init() throws {
        home = try TemporaryFolder()
    }

    private func run(_ arguments: String...) throws -> UtterProgram.Output {
        try UtterProgram.run(
            ["transcribe", Self.speech] + arguments, environment: ["HOME": home.path])
    }

    @Test("Unasked, nothing is said and no file is written")
    func quiet() throws {
        #expect(try run().errors == "")
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.path) == [])
    }

    @Test("At level debug the recogniser's own messages are there, but not what was said")
    func debug() throws {
        let path = home.path + "/log"
        let result = try run("--log-level", "debug", "--log-file", path)
        #expect(result.errors == "")
        let log = try home.text("log")
        #expect(log.contains(" info utter "))
        #expect(log.contains(" debug recogniser: "))
        for word in result.output.split(whereSeparator: \.isWhitespace) where word.count > 3 {
            #expect(!log.contains(" \(word)"), "\(word) is in the log")
        }
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let first = log.split(separator: "\n").count
        _ = try run("--log-level", "info", "--log-file", path)
        #expect(try home.text("log").split(separator: "\n").count == first + 1)
    }

    @Test("At level debug the sound library's own messages are there, and on no screen")
    func soundLibrary() throws {
        let result = try UtterProgram.run(
            [
                "doctor", "-o", "audio.device=nobodys", "--log-level", "debug", "--log-file",
                home.path + "/log",
            ], environment: ["HOME": home.path])
        #expect(!result.errors.contains("Unknown PCM"))
        #expect(try home.text("log").contains(/debug sound library: .*Unknown PCM nobodys/))
    }

    @Test("A log file that cannot be opened is an error of use")
    func noFile() throws {
        let result = try run("--log-file", home.path + "/none/log")
        #expect(result.status == 2)
        #expect(result.errors.split(separator: "\n").count == 2)
    }
}
