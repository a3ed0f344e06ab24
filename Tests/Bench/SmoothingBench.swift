import Audio
import Foundation
import PocketSphinx
import Speech

/// `bench shell-smoothing`: ways of smoothing the shell language, by the perplexity of lines of the history that were held
/// out, and by the commands that are heard exactly.
struct SmoothingBench {
    var set: ShellSet

    private static let ways: [(name: String, smoothing: Smoothing)] = [
        ("Witten-Bell", .wittenBell), ("Kneser-Ney, 0.6", .kneserNey(discount: 0.6)),
        ("Kneser-Ney, 0.8", .kneserNey(discount: 0.8)),
        ("modified Kneser-Ney", .modifiedKneserNey),
    ]

    func run() throws {
        let work = FileManager.default.temporaryDirectory.appending(
            path: "bench-smooth-\(getpid())")
        try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: work) }
        let commands = set.commands
        let clips = try set.recordings(work).map { path in
            try AudioReader.read(ShippedTables.bytes(path)).0
        }
        let models = ModelPaths.packaged()
        let decoder = try Decoder(acousticModel: models.acousticModel, settings: .shell)
        print("\(set.path)\n                        perplexity   (pieces, unknown)   seen      new")
        for (name, smoothing) in Self.ways {
            let held = heldOut(models, smoothing)
            let language = language(set.lines("history"), models, smoothing).language
            try decoder.setVocabulary(DecoderVocabulary(shell: language))
            var exact = (seen: 0, new: 0)
            for (command, clip) in zip(commands, clips) {
                let heard = language.written(try decoder.decode(clip)).text
                guard heard == command.written else { continue }
                if command.isSeen { exact.seen += 1 } else { exact.new += 1 }
            }
            let seen = commands.count(where: \.isSeen)
            print(
                name.padding(toLength: 24, withPad: " ", startingAt: 0),
                String(
                    format: "%8.2f   (%d, %d)        %3d of %-3d %3d of %d", held.perplexity,
                    held.pieces, held.unknown, exact.seen, seen, exact.new, commands.count - seen))
        }
    }

    /// Every fifth line in turn is held out, and the rest is learned from.
    private func heldOut(
        _ models: ModelPaths, _ smoothing: Smoothing
    ) -> (perplexity: Double, pieces: Int, unknown: Int) {
        let history = set.lines("history")
        var sum = 0.0
        var pieces = 0
        var unknown = 0
        for turn in 0..<5 {
            let learned = history.enumerated().filter { $0.offset % 5 != turn }.map(\.element)
            var (language, builder) = language(learned, models, smoothing)
            for (index, line) in history.enumerated() where index % 5 == turn {
                let fit = language.fit(of: builder.cut(line: Array(line.utf8)))
                sum += fit.logarithm
                pieces += fit.pieces
                unknown += fit.unknown
            }
        }
        return (pow(10, -sum / Double(max(1, pieces))), pieces, unknown)
    }

    private func language(
        _ history: [String], _ models: ModelPaths, _ smoothing: Smoothing
    ) -> (language: ShellLanguage, builder: ShellLanguageBuilder) {
        let knowledge = ShippedTables.knowledge
        var pronouncer = Pronouncer(
            lexicon: knowledge.lexicon,
            dictionary: PronouncingDictionary(text: ShippedTables.bytes(models.dictionary)),
            letterToSound: ShippedTables.letterToSound)
        let sources = set.sources(history: history)
        var builder = ShellLanguageBuilder(sources, knowledge)
        builder.learnHistory(sources.history)
        builder.learnPhrases(knowledge.phrases)
        let language = builder.finish(builder.model(smoothing), &pronouncer)
        return (language, builder)
    }
}
