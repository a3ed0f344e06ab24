import Foundation
import Support
import Testing

@Suite struct TranscribeTests {
    static let raw = "/usr/share/pocketsphinx/test/data/goforward.raw"
    static let card = "/usr/share/pocketsphinx/test/data/cards/001.wav"
    let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    private func run(_ arguments: [String], input: Data = Data()) throws -> UtterProgram.Output {
        try UtterProgram.run(
            ["transcribe"] + arguments, input: input, environment: ["HOME": home.path])
    }

    @Test func `Every input has its line, in order, and those that cannot be read are named`()
        throws
    {
        let empty = try home.write("", to: "empty.wav")
        let result = try run([Self.card, "/nonexistent.wav", empty, Self.card])
        #expect(result.output == "ten of clubs\n\n\nten of clubs\n")
        #expect(result.status == 2)
        #expect(result.errors.contains("\"/nonexistent.wav\": no such file or directory"))
        #expect(result.errors.contains("empty.wav\": it is empty"))
    }

    @Test func `What cannot be read says what to do about just that`() throws {
        try home.write("fLaC\0\0\0\u{22}", to: "song.wav")
        try home.write("hello", to: "letter.txt")
        let cases = [
            ("song.wav", "it is FLAC, not WAV", "Convert it, for example with: sox FILE"),
            ("letter.txt", "it is not WAV", "Convert it (sox FILE FILE.wav), or use --raw"),
            ("gone.wav", "no such file or directory", "Check the name; - is standard input."),
            (".", "is a directory", "Name the recordings in it, for example DIR/*.wav."),
        ]
        for (name, reason, remedy) in cases {
            let lines = try run(["\(home.path)/\(name)"]).errors.split(separator: "\n")
            #expect(lines.count == 2, "\(name)")
            #expect(lines[0].contains(name == "letter.txt" ? "so \(reason)" : reason), "\(name)")
            #expect(lines[1].hasPrefix(remedy), "\(name)")
        }
    }

    @Test(arguments: ["--history", "--directory"])
    func `What the shell language is to be made of has to be there`(_ option: String) throws {
        let options = ["--profile", "shell", "--path", ""]
        let gone = try run(options + [option, "/nonexistent/x", Self.card])
        #expect(gone.status == 2)
        #expect(gone.output == "")
        let lines = gone.errors.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(
            lines.first
                == "utter: cannot read \"/nonexistent/x\" of \(option): no such file or directory"
        )
        #expect(lines.last?.hasSuffix("or leave \(option) out.") == true)
    }

    @Test(arguments: [
        ["transcribe", card], ["config", "show"], ["--version"], ["doctor", "--no-microphone"],
        ["init", "bash"], ["keys", "--decode"],
    ])
    func `A full disk is no success`(_ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments =
            ["-c", "exec \"$@\" > /dev/full", "sh", UtterProgram.path] + arguments
        process.environment = ["HOME": home.path, "PATH": "/usr/bin:/bin"]
        process.standardInput = try FileHandle(
            forReadingFrom: URL(filePath: home.write("abc", to: "in")))
        try home.write("", to: "err")
        process.standardError = try FileHandle(forUpdating: home.url.appending(path: "err"))
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit)
        #expect(process.terminationStatus == 1)
        #expect(
            try home.text("err").hasPrefix(
                "utter: cannot write to standard output: no space left on device\n"))
    }

    @Test(arguments: [[], ["--live"]])
    func `Raw sound and WAV come from standard input`(_ options: [String]) throws {
        let raw = try Data(contentsOf: URL(filePath: Self.raw))
        let first = try run(options + ["-"], input: raw)
        #expect(first.output == "go forward ten meters\n")
        #expect(first.status == 0)
        let wav = try Data(contentsOf: URL(filePath: Self.card))
        #expect(try run(options + ["-"], input: wav).output == "ten of clubs\n")
    }

    @Test func `A recording without words is an empty line and no failure`() throws {
        let result = try run(["-"], input: Data(count: 32_000))
        #expect(result.output == "\n")
        #expect(result.status == 0)
        #expect(result.errors == "")
    }

    @Test func `JSON has words with times and confidence, and other texts`() throws {
        let result = try run(["--json", "--raw", Self.raw])
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        #expect(object["file"] as? String == Self.raw)
        #expect(object["text"] as? String == "go forward ten meters")
        let duration = try #require(object["duration"] as? Double)
        #expect(abs(duration - 2.786) < 0.001)
        let words = try #require(object["words"] as? [[String: Any]])
        #expect(words.compactMap { $0["word"] as? String } == ["go", "forward", "ten", "meters"])
        var end = 0.0
        for word in words {
            let start = try #require(word["start"] as? Double)
            #expect(start >= end - 0.011)
            end = start + (word["duration"] as? Double ?? 9)
            #expect((0...1).contains(word["confidence"] as? Double ?? -1))
        }
        #expect(end < duration)
        let others = (object["alternatives"] as? [[String: String]] ?? []).compactMap { $0["text"] }
        #expect(Set(others).count == others.count)
        #expect(!others.isEmpty)
        #expect(!others.contains("go forward ten meters"))
    }

    @Test func `Without a model the recogniser is to blame`() throws {
        let result = try run(["-o", "recognizer.language-model=/nonexistent.lm", Self.card])
        #expect(result.status == 5)
        #expect(result.output == "")
        #expect(result.errors.contains("/nonexistent.lm"))
    }

    @Test func `A bad pronunciation is named with its line, and the other words are used`() throws {
        let file = try home.write(
            """
            [words]
            kubectl = K Y UW XX
            systemd = system d
            Ten = ten

            """, to: "utter.conf")
        let result = try run(["--config", file, "--raw", Self.raw])
        #expect(result.output == "go forward Ten meters\n")
        #expect(result.errors.contains("\(file):2: [words].kubectl: K Y UW XX: \"XX\" is no phone"))
        #expect(!result.errors.contains("systemd"))
    }

    @Test func `Recordings with their texts are measured`() throws {
        try home.write(Data(contentsOf: URL(filePath: Self.card)), to: "voice/one.wav")
        try home.write("Ten of clubs.", to: "voice/one.txt")
        try home.write(Data(contentsOf: URL(filePath: Self.card)), to: "voice/two.wav")
        try home.write("two of clubs", to: "voice/two.txt")
        try home.write("no recording", to: "voice/three.txt")
        let result = try UtterProgram.run(
            ["measure", "--json", home.path + "/voice"], environment: ["HOME": home.path])
        #expect(result.status == 0)
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        let whole = try #require(object["whole"] as? [String: Any])
        #expect(whole["clips"] as? Int == 2)
        #expect(whole["words"] as? Int == 6)
        #expect(whole["substitutions"] as? Int == 1)
        #expect(whole["exact"] as? Int == 1)
        let empty = try UtterProgram.run(["measure", home.path], environment: ["HOME": home.path])
        #expect(empty.status == 2)
    }
}
