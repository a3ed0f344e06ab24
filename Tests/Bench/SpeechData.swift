import Audio
import Foundation

/// One recording with what was said in it.
struct Clip {
    var path: String
    /// Clips of one speaker have the same name here.
    var speaker: String
    var text: String
    /// Sentence, command, digits, …
    var kind: String

    func samples() throws -> [Int16] {
        try AudioReader.read(Array(Data(contentsOf: URL(fileURLWithPath: path)))).frames
    }
}

/// The recordings that recognition is measured on: a folder with `manifest.tsv`, as the environment's
/// `UTTER_TEST_DATA` or `../shared` beside the package has under `speech`.
enum SpeechData {
    static var directory: String? {
        let places =
            [ProcessInfo.processInfo.environment["UTTER_TEST_DATA"], "../shared"].compactMap { $0 }
        return places.map { $0 + "/speech" }
            .first { FileManager.default.fileExists(atPath: $0 + "/manifest.tsv") }
    }

    /// The folder of recordings; without one it is said that `what` is left out.
    static func directory(for what: String) -> String? {
        if directory == nil {
            print(
                "\(what): skipped, no recordings: UTTER_TEST_DATA names a folder with speech/manifest.tsv"
            )
        }
        return directory
    }

    /// Clips of the given kinds; nil, with a word about it, where there are no recordings.
    static func clips(kinds: Set<String>?, for what: String) throws -> [Clip]? {
        try directory(for: what).map { try clips(in: $0, kinds: kinds) }
    }

    /// Clips of the given kinds that have a text, or with `kinds` nil all, those without a text included.
    static func clips(in directory: String, kinds: Set<String>?) throws -> [Clip] {
        let text = try String(contentsOfFile: directory + "/manifest.tsv", encoding: .utf8)
        let rows = text.split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
        guard let heading = rows.first else { return [] }
        let clips = rows.dropFirst().enumerated().compactMap { index, row -> Clip? in
            let fields = Dictionary(zip(heading, row), uniquingKeysWith: { first, _ in first })
            guard let path = fields["path"], let said = fields["text"], let kind = fields["kind"],
                kinds.map({ $0.contains(kind) && said != "null" }) ?? true
            else { return nil }
            let speaker = fields["speaker"] ?? "-"
            // Nobody knows who it is: a speaker of its own.
            return Clip(
                path: directory + "/" + path,
                speaker: speaker == "-" ? "unknown \(index)" : speaker,
                text: said == "null" ? "" : said, kind: kind)
        }
        return clips.sorted { $0.speaker < $1.speaker }
    }

    /// Writes the clips as raw samples into a new folder, by number, for the reference programs.
    static func writeRaw(_ clips: [Clip]) throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "bench-\(getpid())-raw")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (index, clip) in clips.enumerated() {
            let raw = try clip.samples().withUnsafeBytes { Data($0) }
            try raw.write(to: folder.appending(path: "\(index).raw"))
        }
        return folder
    }
}
