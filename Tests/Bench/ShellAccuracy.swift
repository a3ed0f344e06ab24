import Audio
import Foundation
import PocketSphinx
import Speech

/// How many spoken commands come back exactly, heard by the program itself in a directory made for it.
struct ShellAccuracy {
    var set: ShellSet
    /// The program.
    var utter: String

    private typealias Command = ShellSet.Command

    /// - Parameter all: noise, other speeds and other voices too, which takes some minutes more.
    func run(all: Bool) throws {
        let work = FileManager.default.temporaryDirectory.appending(path: "bench-shell-\(getpid())")
        try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: work) }
        let place = work.appending(path: "directory")
        try set.makeDirectory(place)
        let commands = set.commands
        let recorded = try set.recordings(work)
        print("shell commands                seen      new       token errors  x real time")
        try score("as recorded", recorded, commands, place.path)
        if all {
            for (name, make) in variations(commands, recorded) {
                let folder = work.appending(path: "clips")
                try FileManager.default.createDirectory(
                    at: folder, withIntermediateDirectories: true)
                defer { try? FileManager.default.removeItem(at: folder) }
                let clips = commands.indices.map { folder.appending(path: "\($0).wav").path }
                do {
                    for (index, clip) in clips.enumerated() { try make(index, clip) }
                } catch {
                    print("\(name): skipped, \(error)")
                    continue
                }
                try score(name, clips, commands, place.path)
            }
        }
        try doubt(place.path, recorded)
        try ShellBuildBench(set: set.path).run()
    }

    // MARK: Commands

    private func arguments(_ place: String) -> [String] {
        [
            utter, "transcribe", "--profile", "shell", "--history", set.path + "/history",
            "--directory", place, "--path", "",
        ]
    }

    private func score(
        _ name: String, _ clips: [String], _ commands: [Command], _ place: String
    ) throws {
        let run = try ChildRun.run(arguments(place) + clips)
        var exact = (seen: 0, new: 0)
        var errors = 0
        var tokens = 0
        for (command, heard) in zip(commands, run.output) {
            if command.written == heard {
                if command.isSeen { exact.seen += 1 } else { exact.new += 1 }
            }
            let said = command.written.split(separator: " ").map(String.init)
            tokens += said.count
            errors += Self.distance(said, heard.split(separator: " ").map(String.init))
        }
        let seen = commands.count(where: \.isSeen)
        let audio = clips.reduce(0.0) { sum, clip in
            let size = (try? FileManager.default.attributesOfItem(atPath: clip)[.size]) as? Int
            return sum + Double(max(0, (size ?? 44) - 44)) / 32_000
        }
        print(
            name.padding(toLength: 28, withPad: " ", startingAt: 0),
            String(
                format: "%3d of %-3d %3d of %-3d %5.1f %%       %.2f", exact.seen, seen, exact.new,
                commands.count - seen, 100 * Double(errors) / Double(max(1, tokens)),
                run.seconds / max(0.1, audio)))
        // Also into a file at once: all of it takes a while.
        fflush(nil)
    }

    private static func distance(_ left: [String], _ right: [String]) -> Int {
        var row = Array(0...right.count)
        for (index, word) in left.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in right.indices {
                let above = row[column + 1]
                row[column + 1] = min(
                    above + 1, row[column] + 1, diagonal + (word == right[column] ? 0 : 1))
                diagonal = above
            }
        }
        return row[right.count]
    }

    private func variations(
        _ commands: [Command], _ recorded: [String]
    ) -> [(String, (Int, String) throws -> Void)] {
        var list: [(String, (Int, String) throws -> Void)] = [
            (
                "noise at 15 dB",
                { index, out in try Self.addNoise(recorded[index], out, decibels: 15) }
            )
        ]
        for tempo in ["0.85", "1.2"] {
            list.append(
                (
                    "\(tempo) x speed",
                    { index, out in
                        _ = try ChildRun.run(["sox", recorded[index], out, "tempo", tempo])
                    }
                ))
        }
        for voice in ["kal16", "rms", "slt", "awb"] {
            list.append(
                (
                    "flite \(voice)",
                    { index, out in
                        let raw = out + ".flite"
                        _ = try ChildRun.run(
                            ["flite", "-voice", voice, "-t", commands[index].spoken, "-o", raw])
                        _ = try ChildRun.run([
                            "sox", "-t", "wav", raw, "-r", "16000", "-c", "1", out,
                        ])
                        unlink(raw)
                    }
                ))
        }
        list.append(
            (
                "festival",
                { index, out in
                    let raw = out + ".festival"
                    _ = try ChildRun.run(["text2wave", "-o", raw], input: commands[index].spoken)
                    _ = try ChildRun.run(["sox", "-t", "wav", raw, "-r", "16000", "-c", "1", out])
                    unlink(raw)
                }
            ))
        return list
    }

    /// Pink-like noise of the same power in every run, so far below the speech.
    private static func addNoise(_ input: String, _ output: String, decibels: Double) throws {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: input))
        var (samples, _) = try AudioReader.read(Array(bytes))
        var power = 0.0
        for sample in samples { power += Double(sample) * Double(sample) }
        let level = (power / Double(max(1, samples.count))).squareRoot() / pow(10, decibels / 20)
        var state: UInt64 = 88_172_645_463_325_252
        var slow = 0.0
        for index in samples.indices {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            let white = Double(Int64(bitPattern: state)) / Double(Int64.max)
            slow = 0.9 * slow + white
            // The deviation of `slow` is that of `white`, 1/√3, by 1/√(1 − 0.81).
            let noise = slow * level * 0.755
            samples[index] = Int16(max(-32768, min(32767, Double(samples[index]) + noise)))
        }
        var file = Data(bytes.prefix(44))
        samples.withUnsafeBytes { file.append(contentsOf: $0) }
        try file.write(to: URL(fileURLWithPath: output))
    }

    // MARK: What is no command

    /// Sentences and noises, of which none should pass for a command.
    private func doubt(_ place: String, _ recorded: [String]) throws {
        if let directory = SpeechData.directory { try passing(place, directory) }
        let run = try ChildRun.run(arguments(place) + ["--json"] + recorded)
        let doubted = run.output.count { $0.contains("\"doubtful\": true") }
        print("commands that are doubted: \(doubted) of \(recorded.count)")
    }

    private func passing(_ place: String, _ directory: String) throws {
        let prose = try SpeechData.clips(in: directory, kinds: ["sentence"])
        let every = max(1, prose.count / 20)
        let sentences = prose.enumerated().filter { $0.offset % every == 0 }.map(\.element.path)
        let noises = try SpeechData.clips(in: directory, kinds: nil)
            .filter { ["noise", "silence", "non-speech", "very-short"].contains($0.kind) }.map(
                \.path)
        for (name, clips) in [
            ("sentences of prose", Array(sentences.prefix(20))), ("noises", noises),
        ] {
            let run = try ChildRun.run(arguments(place) + ["--json"] + clips)
            let passed = run.output.count { line in
                !line.contains("\"text\": \"\",") && !line.contains("\"doubtful\": true")
            }
            print("\(name) that pass for commands: \(passed) of \(clips.count)")
        }
    }
}
