import Audio
import Foundation

/// Speech of a synthesiser (flite), which says exactly what it is given and whose words begin at a known place.
enum SyntheticSpeech {
    /// The voices that the recogniser understands about as well as people.
    static let voices = ["kal16", "rms"]

    /// The sentences of a part of `technical.txt`, which lies beside the recordings.
    static func sentences(_ part: String, in directory: String) throws -> [String] {
        let text = try String(contentsOfFile: directory + "/technical.txt", encoding: .utf8)
        var current = ""
        return text.split(separator: "\n").compactMap { line in
            guard !line.hasPrefix("#") else {
                current = String(line.dropFirst().prefix { $0 != ":" }).trimmingCharacters(
                    in: .whitespaces)
                return nil
            }
            return current == part ? String(line) : nil
        }
    }

    /// Says a text into a file.
    static func say(_ text: String, voice: String, to path: String) throws {
        _ = try ChildRun.run(["flite", "-voice", voice, "-t", text, "-o", path])
    }

    /// Says a text, and cuts off the silence around it.
    static func say(_ text: String, voice: String) throws -> [Int16] {
        let path = FileManager.default.temporaryDirectory.appending(path: "bench-\(getpid()).wav")
            .path
        defer { unlink(path) }
        try say(text, voice: voice, to: path)
        let samples = try Clip(path: path, speaker: voice, text: text, kind: "sentence").samples()
        let isSound = { (sample: Int16) in abs(Int(sample)) > 300 }
        guard let first = samples.firstIndex(where: isSound),
            let last = samples.lastIndex(where: isSound)
        else { return samples }
        return Array(samples[first...last])
    }
}
