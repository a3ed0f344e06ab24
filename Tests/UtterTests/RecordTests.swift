import Configuration
import Dictation
import Foundation
import Keyboard
import Speech
import Support
import Testing

@testable import utter

/// What is printed with `--json` is what the manual's table says.
struct RecordTests {
    static let hypothesis = Hypothesis(
        text: "ten of clubs",
        words: [Word(text: "ten", start: 0.1, duration: 0.2, confidence: 0.9)],
        alternatives: ["tin of clubs"], duration: 1.5)

    static let failure = Failure("what", remedy: "do", status: .microphone)

    static let records: [ListenRecord] =
        [
            .ready(mode: .hold, keyboard: .legacy), .ready(mode: .autoRepeat, keyboard: .legacy),
            .ready(mode: .toggle, keyboard: .win32), .began,
            .partial(PartialHypothesis(stable: "ten", unstable: "of")),
            .final(hypothesis, text: "ten of clubs"), .error(failure),
            .dropped(.tooShort(clip: .milliseconds(20), started: true)), .dropped(.nothingHeard),
            .dropped(.microphone(message: "x")), .dropped(.recognizer(message: "x")),
        ]
        + [
            CancelReason.escape, .interrupt, .focusLost, .suspended, .signal(15), .hangup,
            .otherKey,
            .releaseLost, .declined, .quit,
        ].map { .cancelled($0) }

    @Test("Every event of listen is in the table, field by field")
    func listen() throws {
        for record in Self.records {
            for utterance in [nil, 3] {
                try expect(
                    record.json(at: .milliseconds(1500), utterance: utterance).text, from: "listen")
            }
        }
        let types = Set(RecordDefinition.of("listen").compactMap(\.type))
        #expect(types == ["ready", "began", "partial", "final", "dropped", "cancelled", "error"])
    }

    @Test("transcribe, config and doctor print what the table says")
    func commands() throws {
        let home = try TemporaryFolder()
        try home.write("[gesture]\nmode = x", to: ".utterrc")
        let speech = "/usr/share/pocketsphinx/test/data/cards/001.wav"
        for (command, arguments) in [
            ("transcribe", [speech, "/nonexistent"]), ("config", ["show"]), ("config", ["check"]),
            ("config", ["path"]), ("doctor", ["--no-microphone"]), ("devices", []),
        ] {
            let result = try UtterProgram.run(
                [command, "--json"] + arguments, environment: ["HOME": home.path])
            #expect(!result.lines.isEmpty, "\(command)")
            for line in result.lines { try expect(line, from: command) }
        }
    }

    @Test("keys --decode prints what the table says")
    func keys() throws {
        let bytes = "aA\u{1B}[I\u{1B}[97:65;2:3u\u{1B}[57442;5u\u{1B}[200~x\u{1B}[201~\u{1B}[=9z"
        let result = try UtterProgram.run(["keys", "--decode"], input: Data(bytes.utf8))
        #expect(result.lines.count >= 7)
        for line in result.lines { try expect(line, from: "keys") }
    }

    @Test("measure prints what the table says")
    func measure() throws {
        let folder = try TemporaryFolder()
        let speech = try Data(
            contentsOf: URL(filePath: "/usr/share/pocketsphinx/test/data/cards/001.wav"))
        try folder.write(speech, to: "one.wav")
        try folder.write("ten of clubs and more", to: "one.txt")
        let result = try UtterProgram.run(["measure", "--json", folder.path])
        #expect(result.lines.count == 1)
        for line in result.lines { try expect(line, from: "measure") }
    }

    @Test("Every command with JSON has its records in the table, and no other")
    func complete() {
        for command in CommandDefinition.all {
            #expect(RecordDefinition.of(command.name).isEmpty != command.hasJSON, "\(command.name)")
        }
    }

    private func expect(_ line: String, from command: String) throws {
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        let candidates = RecordDefinition.of(command).filter { record in
            guard let type = record.type else { return true }
            return object["type"] as? String == type
        }
        let problems = candidates.map { record in
            var object = object
            if record.type != nil { object["type"] = nil }
            return problem(object, record.fields)
        }
        #expect(problems.contains(nil), "\(line): \(problems.compactMap { $0 })")
    }

    /// What is wrong with an object, or nil.
    private func problem(_ object: [String: Any], _ fields: [RecordDefinition.Field]) -> String? {
        let unknown = Set(object.keys).subtracting(fields.map(\.name))
        if let first = unknown.first { return "\(first) is not in the table" }
        for field in fields {
            guard let value = object[field.name] else {
                if field.isOptional { continue }
                return "\(field.name) is missing"
            }
            if !fits(value, field.kind) { return "\(field.name) is no \(field.kind)" }
        }
        return nil
    }

    private func fits(_ value: Any, _ kind: RecordDefinition.Kind) -> Bool {
        switch kind {
        case .text: value is String
        case .word(let words): (value as? String).map(words.contains) ?? false
        case .number, .integer, .flag: value is NSNumber
        case .list(let fields):
            (value as? [[String: Any]])?.allSatisfy { problem($0, fields) == nil } ?? false
        case .object(let fields):
            (value as? [String: Any]).map { problem($0, fields) == nil } ?? false
        case .strings: value is [String]
        case .nullable(let kind): value is NSNull || fits(value, kind)
        }
    }
}
