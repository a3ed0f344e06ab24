import Foundation
import PocketSphinx
import Speech
import Threads

/// `bench shell-build`: what the language of a command line costs to build, step by step, beside what the acoustic model
/// costs to load.
///
/// Built is all that stands between the sources on disk and what the library reads: reading the history, listing names,
/// reading the shipped tables, counting, smoothing, pronouncing, writing. What the library then does with it
/// stands on a line of its own. All is processor time of one thread, the median of several turns, because the machine may
/// be busy.
struct ShellBuildBench {
    /// A folder with a `history` from which a long one is made.
    var set: String
    var turns = 9

    func run() throws {
        let work = FileManager.default.temporaryDirectory.appending(path: "bench-build-\(getpid())")
        defer { try? FileManager.default.removeItem(at: work) }
        guard try makeSources(work) else {
            print("shell-build: skipped, no tables in \(ShippedTables.folder)")
            return
        }
        let models = ModelPaths.packaged()
        var watch = Stopwatch()
        var sizes = ""
        for _ in 0..<turns {
            let decoder = try watch.time("acoustic model") {
                try Decoder(acousticModel: models.acousticModel, settings: .shell)
            }
            let vocabulary = build(work, models, &watch, &sizes)
            watch.note("built, on two threads and by the clock", buildBeside(work, models))
            try watch.time("taken over by the library") { try decoder.setVocabulary(vocabulary) }
            try watch.time(Self.prose) {
                _ = try Decoder(models: models)
            }
        }
        let load = watch.median("acoustic model")
        print("10,000 lines, 2,000 commands, 500 files              ms  of the acoustic model")
        for name in watch.names {
            print(
                name.padding(toLength: 48, withPad: " ", startingAt: 0),
                String(format: "%6.1f %12.2f", watch.median(name), watch.median(name) / load))
        }
        let prose = watch.median(Self.prose)
        print(
            sizes,
            String(
                format: "built in %.2f of what loading the models of prose takes",
                watch.median("built") / prose), separator: "\n")
    }

    private static let prose = "prose: acoustic model, words, general model"

    // MARK: The steps

    private func build(
        _ work: URL, _ models: ModelPaths, _ watch: inout Stopwatch, _ sizes: inout String
    ) -> DecoderVocabulary {
        let start = Stopwatch.threadTime()
        let sources = watch.time("  history and names read") { Self.sources(work) }
        let (knowledge, letters) = watch.time("  tables read") {
            (ShippedTables.knowledge, ShippedTables.letterToSound)
        }
        var pronouncer = watch.time("  dictionary indexed") {
            Pronouncer(
                lexicon: knowledge.lexicon,
                dictionary: PronouncingDictionary(text: ShippedTables.bytes(models.dictionary)),
                letterToSound: letters)
        }
        var builder = watch.time("  classes filled") { ShellLanguageBuilder(sources, knowledge) }
        watch.time("  history cut and counted") { builder.learnHistory(sources.history) }
        watch.time("  phrases cut and counted") { builder.learnPhrases(knowledge.phrases) }
        let model = watch.time("  smoothed") { builder.model() }
        watch.time("  members pronounced") { builder.members.pronounce(with: &pronouncer) }
        let language = watch.time("  put together") { builder.finish(model, &pronouncer) }
        let vocabulary = watch.time("  written for the library") {
            DecoderVocabulary(shell: language)
        }
        watch.note("built", (Stopwatch.threadTime() - start) * 1000)
        let sum = language.stored.reduce(UInt32(7)) { $0 &* 16_777_619 ^ UInt32($1) }
        sizes =
            "model of \(model.sizes) n-grams, dictionary of \(language.dictionary.count / 1024) kB, "
            + "\(language.classes.reduce(0) { $0 + $1.words.count }) members of classes, "
            + "sum \(String(sum, radix: 16))"
        return vocabulary
    }

    /// The same on two threads, as the program does it: seconds until it is done.
    private func buildBeside(_ work: URL, _ models: ModelPaths) -> Double {
        let start = DispatchTime.now().uptimeNanoseconds
        let indexing = Beside {
            PronouncingDictionary(text: ShippedTables.bytes(models.dictionary))
        }
        let knowledge = ShippedTables.knowledge
        let letters = ShippedTables.letterToSound
        let sources = Self.sources(work)
        var builder = ShellLanguageBuilder(sources, knowledge)
        let pronouncing = Beside { [members = builder.members] in
            var pronouncer = Pronouncer(
                lexicon: knowledge.lexicon, dictionary: indexing.wait(), letterToSound: letters)
            members.pronounce(with: &pronouncer)
            return pronouncer
        }
        builder.learnHistory(sources.history)
        builder.learnPhrases(knowledge.phrases)
        let model = builder.model()
        var pronouncer = pronouncing.wait()
        _ = DecoderVocabulary(shell: builder.finish(model, &pronouncer))
        return Double(DispatchTime.now().uptimeNanoseconds - start) / 1e6
    }

    private static func sources(_ work: URL) -> ShellSources {
        var sources = ShellSources()
        sources.history = ShellHistory.commands(
            in: ShippedTables.bytes(work.appending(path: "history").path))
        sources.commands = names(in: work.appending(path: "path").path)
        sources.files = names(in: work.appending(path: "directory").path)
        return sources
    }

    /// The names in a folder, as the program lists them.
    private static func names(in path: String) -> [String] {
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    // MARK: The sources

    /// A long history of the set's lines, a third of them with a word more, so that half of all lines stand there once;
    /// programs and files named by words run together. False without the shipped words.
    private func makeSources(_ work: URL) throws -> Bool {
        let own = String(decoding: ShippedTables.bytes(set + "/history"), as: UTF8.self)
            .split(separator: "\n").map(String.init)
        let words = ShippedTables.words.filter { !$0.contains("/") }
        guard !own.isEmpty, !words.isEmpty else { return false }
        for folder in ["path", "directory"] {
            try FileManager.default.createDirectory(
                at: work.appending(path: folder), withIntermediateDirectories: true)
        }
        var history = ""
        for index in 0..<10_000 {
            let line = own[index * 7919 % own.count]
            let word = words[index * 104_729 % words.count]
            history += (index % 3 == 0 ? "\(line) \(word)" : line) + "\n"
        }
        try Data(history.utf8).write(to: work.appending(path: "history"))
        for index in 0..<2000 {
            let name = words[index * 31 % words.count] + words[index * 17 % words.count].prefix(4)
            try Data().write(to: work.appending(path: "path/\(name)"))
        }
        for index in 0..<500 {
            let name = "\(words[index * 13 % words.count])-\(index).txt"
            try Data().write(to: work.appending(path: "directory/\(name)"))
        }
        return true
    }
}

/// Processor time of this thread by name, in milliseconds.
struct Stopwatch {
    private(set) var names: [String] = []
    private var times: [String: [Double]] = [:]

    static func threadTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    mutating func note(_ name: String, _ milliseconds: Double) {
        if times[name] == nil { names.append(name) }
        times[name, default: []].append(milliseconds)
    }

    mutating func time<Value>(_ name: String, _ body: () throws -> Value) rethrows -> Value {
        let start = Self.threadTime()
        let value = try body()
        note(name, (Self.threadTime() - start) * 1000)
        return value
    }

    func median(_ name: String) -> Double {
        let sorted = times[name, default: [0]].sorted()
        return sorted[sorted.count / 2]
    }
}
