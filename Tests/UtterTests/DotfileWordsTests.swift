import Configuration
import Foundation
import Support
import Testing

@testable import utter

@Suite struct DotfileWordsTests {
    @Test(arguments: [
        ("an empty file", "", "[words]\nx = y\n"),
        (
            "no section", "[audio]\ndevice = default\n",
            "[audio]\ndevice = default\n\n[words]\nx = y\n"
        ),
        ("the last section", "[words]\na = b\n", "[words]\na = b\nx = y\n"),
        ("no newline at the end", "[words]\na = b", "[words]\na = b\nx = y\n"),
        (
            "a section after it", "[words]\na = b\n\n# about audio\n[audio]\ndevice = d\n",
            "[words]\na = b\nx = y\n\n# about audio\n[audio]\ndevice = d\n"
        ),
        ("an empty section", "[words]\n[audio]\n", "[words]\nx = y\n[audio]\n"),
        ("a comment in it", "[words]\n# mine\n", "[words]\n# mine\nx = y\n"),
        ("the line is there", "[words]\nx = y\na = b\n", "[words]\nx = y\na = b\n"),
        (
            "lines that end as on Windows", "[words]\r\na = b\r\n[audio]\r\ndevice = d\r\n",
            "[words]\r\na = b\r\nx = y\r\n[audio]\r\ndevice = d\r\n"
        ),
        (
            "no section on Windows", "[audio]\r\ndevice = d\r\n",
            "[audio]\r\ndevice = d\r\n\r\n[words]\r\nx = y\r\n"
        ),
        (
            "the line is there on Windows", "[words]\r\nx = y\r\n", "[words]\r\nx = y\r\n"
        ),
    ]) func `A word goes to the end of its section and nothing else changes`(
        name: String, before: String, after: String
    ) {
        #expect(DotfileWords.adding("x = y", to: before) == after)
    }

    @Test(arguments: [
        (
            "larger than a dotfile is",
            Data(String(repeating: "# a line of a comment\n", count: 50_000).utf8),
            "it is larger than 1024 KiB; no dotfile is"
        ),
        ("no text", Data([0x5B, 0x77, 0xFF, 0x0A]), "it is not UTF-8"),
    ]) func `A dotfile that cannot be taken in whole stays as it is`(
        name: String, content: Data, reason: String
    ) throws {
        let home = try TemporaryFolder()
        let path = try home.write(content, to: ".config/utter/utter.conf")
        let words = DotfileWords(
            loader: ConfigurationLoader(GlobalOptions(), environment: ["HOME": home.path]))
        let failure = #expect(throws: Failure.self) { try words.add("x", "y") }
        #expect(failure?.message == "cannot change \"\(path)\": \(reason)")
        #expect(try Data(contentsOf: URL(filePath: path)) == content)
    }
}
