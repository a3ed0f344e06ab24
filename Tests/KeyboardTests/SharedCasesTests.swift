import Foundation
import Keyboard
import Testing

/// The shared table of byte strings and events, where it is at hand: `UTTER_TEST_DATA`, or
/// `../shared` beside the package.
enum SharedData {
    static let directory: URL? = {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let path =
            ProcessInfo.processInfo.environment["UTTER_TEST_DATA"]
            ?? root.deletingLastPathComponent().appendingPathComponent("shared").path
        let url = URL(fileURLWithPath: path)
        return FileManager.default.fileExists(atPath: url.path) ? url : nil
    }()

    static func lines(_ name: String) -> [[String: Any]]? {
        guard let directory,
            let text = try? String(
                contentsOf: directory.appendingPathComponent(name), encoding: .utf8)
        else {
            print("skipped: no \(name) in UTTER_TEST_DATA or ../shared")
            return nil
        }
        return text.split(separator: "\n").compactMap {
            (try? JSONSerialization.jsonObject(with: Data($0.utf8))) as? [String: Any]
        }
    }
}

/// The bytes of a string of hexadecimal digits.
func bytes(hex: String) -> [UInt8] {
    let digits = Array(hex.utf8)
    return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
        UInt8(String(decoding: digits[$0..<($0 + 2)], as: UTF8.self), radix: 16)
    }
}

@Suite struct SharedCasesTests {
    /// Fields that say where a row is from, and nothing about the bytes.
    ///
    /// `source_key` is the name that the row's own suite gives to the key: "Note that the codepoint
    /// used is *always* the lower-case (or more technically, un-shifted) version of the key"
    /// (kitty, "Key codes"), so the key is `a`.
    static let annotations: Set<String> = ["source_key"]

    /// Rows that are wrong by the specification, by their bytes, with its sentence.
    static let wrongRows: [String: String] = [:]

    @Test func everyRowOfTheSharedTableAgrees() throws {
        guard let rows = SharedData.lines("keys/cases.jsonl") else {
            return
        }
        #expect(rows.count > 400)
        for row in rows {
            let hex = try #require(row["bytes"] as? String)
            let expected = try #require(row["event"] as? [String: Any])
            guard SharedCasesTests.wrongRows[hex] == nil else {
                continue
            }
            let events: [TerminalEvent]
            if row["protocol"] as? String == "linux-mediumraw" {
                var parser = LinuxConsoleParser()
                events = parser.feed(bytes(hex: hex)) + parser.finish()
            } else {
                var parser = KeyParser()
                events = parser.feed(bytes(hex: hex), at: .zero) + parser.finish()
            }
            #expect(events.count == 1, "\(hex): \(events)")
            let line = try #require(events.first.map(EventLine.encode))
            let actual = try #require(
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
            for (name, value) in expected where !SharedCasesTests.annotations.contains(name) {
                #expect(
                    (value as? NSObject) == (actual[name] as? NSObject),
                    "\(hex): \(name) should be \(value), is \(String(describing: actual[name]))")
            }
        }
    }
}
