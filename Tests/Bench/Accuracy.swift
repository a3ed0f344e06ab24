import Foundation
import PocketSphinx
import Speech

/// `make accuracy`: our ways of decoding and those of the reference programs, on the same clips in one run.
struct Accuracy {
    let clips: [Clip]
    let models = ModelPaths.packaged()
    private let raw: URL

    init(clips: [Clip]) throws {
        self.clips = clips
        raw = try SpeechData.writeRaw(clips)
    }

    /// One way of decoding with what came out.
    struct Row {
        var name: String
        var texts: [String]
        /// With their confidence, where it is told.
        var words: [[Word]] = []
        var seconds: Double
        var megabytes: Double
        /// Milliseconds from the last sample to the result, by whether the voice was known.
        var waits: [String: [Double]] = [:]
    }

    func run() throws {
        defer { try? FileManager.default.removeItem(at: raw) }
        let kinds = Array(Set(clips.map(\.kind))).sorted()
        print(
            Accuracy.line(
                "word error rate", kinds + ["all", "exact", "cpu s", "to batch", "MB"], "wait ms"))
        let batch = try pocketsphinxBatch([], perSpeaker: false)
        let whole = try ours(.whole, "utter transcribe")
        for row in [
            batch, whole,
            try continuous(), try ours(.coldFirstPass, "--live, cold, first pass"),
            try ours(.cold, "--live, cold"),
            try pocketsphinxBatch(["-cmn", "live"], perSpeaker: true),
            try ours(.library, "library, live, one speaker"),
            try ours(.speaker, "--live, one speaker"),
        ] {
            show(row, kinds: kinds, reference: batch)
        }
        showConfidence(whole)
    }

    /// How well the confidence of words tells which are right, of whole recordings alone.
    func runConfidence() throws {
        defer { try? FileManager.default.removeItem(at: raw) }
        showConfidence(try ours(.whole, "utter transcribe"))
    }

    private func showConfidence(_ row: Row) {
        var flagging = Flagging()
        for (clip, words) in zip(clips, row.words) { flagging.add(words, said: clip.text) }
        flagging.show()
    }

    private func ours(_ mode: DecodeRun.Mode, _ name: String) throws -> Row {
        let input = clips.map { "\($0.path)\t\($0.speaker)\n" }.joined()
        let child = try ChildRun.run(
            [CommandLine.arguments[0], "decode", mode.rawValue], input: input)
        let fields = child.output.map {
            $0.split(separator: "\t", omittingEmptySubsequences: false)
        }
        var row = Row(
            name: name, texts: fields.map { String($0[1]) }, seconds: child.seconds,
            megabytes: child.megabytes)
        row.words = fields.map { field in
            field[4].split(separator: " ").compactMap { DecodeRun.word($0) }
        }
        for field in fields where mode != .whole && mode != .library {
            row.waits[String(field[3]), default: []].append(Double(field[2]) ?? 0)
        }
        return row
    }

    private var model: [String] {
        [
            "-hmm", models.acousticModel, "-lm", models.languageModel, "-dict", models.dictionary,
        ]
    }

    /// The reference's batch program; per speaker, a run for each, so that the state is carried on within it.
    private func pocketsphinxBatch(_ options: [String], perSpeaker: Bool) throws -> Row {
        var row = Row(
            name: (["pocketsphinx_batch"] + options).joined(separator: " "),
            texts: clips.map { _ in "" }, seconds: 0, megabytes: 0)
        let groups =
            perSpeaker
            ? Dictionary(grouping: clips.indices) { clips[$0].speaker }.values.map { Array($0) }
            : [Array(clips.indices)]
        let control = raw.appending(path: "control").path
        let result = raw.appending(path: "result").path
        for group in groups {
            try group.map { "\($0)\n" }.joined().write(
                toFile: control, atomically: true, encoding: .utf8)
            let child = try ChildRun.run(
                ["pocketsphinx_batch"] + model + options + [
                    "-adcin", "yes", "-adchdr", "0", "-cepdir", raw.path, "-cepext", ".raw",
                    "-ctl", control, "-hyp", result,
                ])
            row.seconds += child.seconds
            row.megabytes = max(row.megabytes, child.megabytes)
            for line in try String(contentsOfFile: result, encoding: .utf8).split(separator: "\n") {
                // text (number score)
                guard let open = line.lastIndex(of: "(") else { continue }
                let words = line[line.index(after: open)...].split(separator: " ")
                if let index = words.first.flatMap({ Int($0) }), row.texts.indices.contains(index) {
                    row.texts[index] = String(line[..<open])
                }
            }
        }
        return row
    }

    /// The reference's live program, which starts afresh for every file.
    private func continuous() throws -> Row {
        var row = Row(name: "pocketsphinx_continuous", texts: [], seconds: 0, megabytes: 0)
        for index in clips.indices {
            let child = try ChildRun.run(
                ["pocketsphinx_continuous"] + model
                    + ["-infile", raw.appending(path: "\(index).raw").path])
            row.seconds += child.seconds
            row.megabytes = max(row.megabytes, child.megabytes)
            row.texts.append(child.output.joined(separator: " "))
        }
        return row
    }

    private func show(_ row: Row, kinds: [String], reference: Row) {
        var cells: [String] = []
        var all = WordErrors()
        var exact = 0
        for kind in kinds {
            var sum = WordErrors()
            for (clip, text) in zip(clips, row.texts) where clip.kind == kind {
                let errors = ReferenceText.errors(in: text, reference: clip.text)
                sum += errors
                if errors.errors == 0 { exact += 1 }
            }
            cells.append(String(format: "%.1f", sum.rate * 100))
            all += sum
        }
        cells.append(String(format: "%.1f", all.rate * 100))
        cells.append(String(format: "%.1f", 100 * Double(exact) / Double(max(1, clips.count))))
        cells.append(String(format: "%.0f", row.seconds))
        cells.append(String(format: "%.2f", row.seconds / reference.seconds))
        cells.append(String(format: "%.0f", row.megabytes))
        print(Accuracy.line(row.name, cells, Accuracy.waits(row)))
    }

    private static func waits(_ row: Row) -> String {
        var parts: [String] = []
        for (name, list) in row.waits.sorted(by: { $0.key < $1.key }) {
            let sorted = list.sorted()
            guard let last = sorted.last else { continue }
            let high = sorted[min(sorted.count - 1, sorted.count * 95 / 100)]
            parts.append(
                String(
                    format: "%@ voice: %.0f median, %.0f p95, %.0f most, %d clips", name,
                    sorted[sorted.count / 2], high, last, sorted.count))
        }
        return parts.joined(separator: "; ")
    }

    private static func line(_ name: String, _ cells: [String], _ last: String) -> String {
        name.padding(toLength: 30, withPad: " ", startingAt: 0)
            + cells.map { String(repeating: " ", count: max(1, 9 - $0.count)) + $0 }.joined()
            + "   " + last
    }
}
