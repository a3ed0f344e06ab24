import Foundation
import Speech

/// A set of spoken commands: `history`, `files`, `branches`, `commands.tsv` (written, spoken) and `wav`. Without
/// recordings the commands are spoken by three voices in turn.
struct ShellSet {
    var path: String

    struct Command {
        var written: String
        var spoken: String
        /// Whether the history has it.
        var isSeen: Bool
    }

    /// The set beside the recordings of speech; where there are none, that of the repository.
    static var standard: String {
        let places =
            [ProcessInfo.processInfo.environment["UTTER_TEST_DATA"], "../shared"].compactMap { $0 }
        return places.map { $0 + "/shell/dev" }
            .first { FileManager.default.fileExists(atPath: $0 + "/commands.tsv") } ?? shipped
    }

    static let shipped = "Tests/Bench/Commands"

    func lines(_ name: String) -> [String] {
        let text = try? String(contentsOfFile: path + "/" + name, encoding: .utf8)
        return (text ?? "").split(separator: "\n").map(String.init)
    }

    var commands: [Command] {
        let history = Set(lines("history"))
        return lines("commands.tsv").map { line in
            let fields = line.split(separator: "\t", maxSplits: 1).map(String.init)
            return Command(
                written: fields[0], spoken: fields.count > 1 ? fields[1] : "",
                isSeen: history.contains(fields[0]))
        }
    }

    /// The files of the directory; what commands change into, look into or have a slash behind is a folder.
    var files: [(name: String, isFolder: Bool)] {
        let commands =
            lines("history") + lines("commands.tsv").map { String($0.prefix { $0 != "\t" }) }
        return lines("files").map { name in
            let isFolder =
                !name.contains(".")
                && commands.contains {
                    $0.hasPrefix("cd \(name)") || $0.hasSuffix(" \(name)") && $0.hasPrefix("mv ")
                        || $0.contains("\(name)/") || $0 == "ls \(name)"
                        || $0.hasPrefix("find \(name) ") || $0 == "rm -rf \(name)"
                }
            return (name, isFolder)
        }
    }

    /// Makes the directory and the git repository that the lists describe.
    func makeDirectory(_ place: URL) throws {
        let git = place.appending(path: ".git")
        let heads = git.appending(path: "refs/heads")
        try FileManager.default.createDirectory(at: heads, withIntermediateDirectories: true)
        for (name, isFolder) in files {
            let path = place.appending(path: name)
            if isFolder {
                try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
            } else {
                try Data().write(to: path)
            }
        }
        try Data("ref: refs/heads/main\n".utf8).write(to: git.appending(path: "HEAD"))
        for branch in lines("branches") {
            let path = heads.appending(path: branch)
            try FileManager.default.createDirectory(
                at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data("0000000000000000000000000000000000000001\n".utf8).write(to: path)
        }
    }

    /// What the program finds in such a directory, with a history of these lines.
    func sources(history: [String]) -> ShellSources {
        var sources = ShellSources()
        sources.history = history.map { Array($0.utf8) }
        sources.files = files.map { $0.isFolder ? $0.name + "/" : $0.name }
        sources.branches = lines("branches")
        if !sources.branches.contains("main") { sources.branches.append("main") }
        return sources
    }

    /// The recordings of the commands, or such as are made for them in `work`.
    func recordings(_ work: URL) throws -> [String] {
        let commands = commands
        if FileManager.default.fileExists(atPath: path + "/wav") {
            return commands.indices.map { path + String(format: "/wav/%03d.wav", $0 + 1) }
        }
        let voices = ["slt", "rms", "awb"]
        return try commands.indices.map { index in
            let out = work.appending(path: "\(index).wav").path
            try Self.speak(commands[index].spoken, voices[index % voices.count], out)
            return out
        }
    }

    /// Speech with a little silence around it, as a held key records it.
    private static func speak(_ text: String, _ voice: String, _ out: String) throws {
        let raw = out + ".flite"
        defer { unlink(raw) }
        _ = try ChildRun.run(["flite", "-voice", voice, "-t", text, "-o", raw])
        _ = try ChildRun.run(
            ["sox", "-t", "wav", raw, "-r", "16000", "-c", "1", out, "pad", "0.15", "0.15"])
    }
}

/// The tables that ship with the program, as the source tree has them.
struct ShippedTables {
    static let folder = "config/"

    static func bytes(_ path: String) -> [UInt8] {
        let file = open(path, O_RDONLY)
        guard file >= 0 else { return [] }
        defer { close(file) }
        let size = Int(max(0, lseek(file, 0, SEEK_END)))
        return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            count = max(0, pread(file, buffer.baseAddress, size, 0))
        }
    }

    static var words: [String] { ShellKnowledge.words(in: bytes(folder + "words")) }

    static var knowledge: ShellKnowledge {
        ShellKnowledge(
            lexicon: Lexicon(table: bytes(folder + "lexicon")),
            phrases: PhraseBook(table: bytes(folder + "phrases")), words: words)
    }

    static var letterToSound: LetterToSound? {
        LetterToSound(table: bytes(folder + "letter-to-sound"))
    }
}
