import Foundation
import Speech

/// `bench learn UTTER`: a text that the program learns from, sentences of its domain, and ordinary ones, which may not
/// suffer; the same for the user's own words.
struct LearnBench {
    let utter: String
    /// Whose ordinary sentences are heard too.
    let clips: [Clip]

    /// A text about baking, and sentences about it that do not stand in it.
    private static let domain = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Domain")

    func run() throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "bench-learn-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let text = LearnBench.domain.appending(path: "text.md").path
        let dotfiles = [
            "plain": "", "learn": "[recognizer]\nlearn = \(text)\n", "words": WordBench.words,
        ]
        for (name, content) in dotfiles {
            try content.write(
                to: folder.appending(path: name), atomically: true, encoding: .utf8)
        }
        let sentences = try String(
            contentsOf: LearnBench.domain.appending(path: "spoken"), encoding: .utf8
        ).split(separator: "\n").map(String.init)
        let spoken = try SyntheticSpeech.voices.flatMap { voice in
            try sentences.enumerated().map { index, sentence in
                let path = folder.appending(path: "\(voice)-\(index).wav").path
                try SyntheticSpeech.say(sentence, voice: voice, to: path)
                return Clip(path: path, speaker: voice, text: sentence, kind: "sentence")
            }
        }
        print("word error rate       ", PairedErrors.heading)
        for (name, clips) in [("domain", spoken), ("ordinary", clips)] where !clips.isEmpty {
            let without = try hear(clips, dotfile: folder.appending(path: "plain").path)
            for option in ["learn", "words"] where name == "ordinary" || option == "learn" {
                let with = try hear(clips, dotfile: folder.appending(path: option).path)
                let errors = PairedErrors(said: clips.map(\.text), before: without, after: with)
                print(
                    "\(name), \(option)".padding(toLength: 22, withPad: " ", startingAt: 0),
                    errors.row)
            }
        }
    }

    private func hear(_ clips: [Clip], dotfile: String) throws -> [String] {
        try ChildRun.run([utter, "transcribe", "--config", dotfile] + clips.map(\.path)).output
    }
}
