import Configuration
import Glibc
import PocketSphinx
import Speech
import Threads

/// The shell profile: from files and names to what the recogniser hears with.
struct ShellProfile: Sendable {
    var gatherer: ShellGatherer
    /// The packaged pronouncing dictionary, or the dotfile's.
    var dictionary: String
    /// `[words]` of the dotfile.
    var ownWords: [TableEntry]

    /// Where the language is kept, if the dotfile asks for it.
    var cache: ShellCache?

    init(_ configuration: Configuration, gatherer: ShellGatherer) {
        self.gatherer = gatherer
        dictionary = configuration.recognizer.dictionary
        ownWords = configuration.words
        if configuration.shell.cache {
            cache = StateDirectory.cache(environment: gatherer.environment)
                .map { ShellCache(directory: $0) }
        }
    }

    /// Reads everything and builds the language; takes about a twentieth of a second.
    func language() -> ShellLanguage {
        guard let cache else { return built { gatherer.sources() } }
        let sources = gatherer.sources()
        let identity = ShellCache.identity(
            sources, files: [dictionary] + KnowledgeTables.files,
            ownWords: ownWords.map { ($0.key, $0.value) })
        if let known = cache.load(identity) { return known }
        let language = built { sources }
        cache.save(language, identity)
        return language
    }

    /// On two threads: one finds the dictionary's words and how they are said, the other reads and counts what is typed.
    private func built(_ gather: () -> ShellSources) -> ShellLanguage {
        let indexing = Beside { [dictionary] in Self.dictionary(dictionary) }
        let tables = KnowledgeTables()
        if let warning = tables.warning { Log.write(.warning, warning) }
        let sources = gather()
        var builder = ShellLanguageBuilder(sources, tables.knowledge)
        let pronouncing = Beside { [members = builder.members] in
            var pronouncer = self.pronouncer(tables, indexing.wait())
            members.pronounce(with: &pronouncer)
            return pronouncer
        }
        builder.learnHistory(sources.history)
        builder.learnPhrases(tables.knowledge.phrases)
        let model = builder.model()
        var pronouncer = pronouncing.wait()
        return builder.finish(model, &pronouncer)
    }

    /// What finds pronunciations: the user's words first, then the tables, then the dictionary.
    func pronouncer(_ tables: KnowledgeTables) -> Pronouncer {
        pronouncer(tables, Self.dictionary(dictionary))
    }

    private func pronouncer(
        _ tables: KnowledgeTables, _ dictionary: PronouncingDictionary
    ) -> Pronouncer {
        var lexicon = tables.knowledge.lexicon
        for entry in ownWords.reversed() {
            lexicon.add(entry.key, forms: [entry.value])
        }
        return Pronouncer(
            lexicon: lexicon, dictionary: dictionary, letterToSound: tables.letterToSound)
    }

    private static func dictionary(_ path: String) -> PronouncingDictionary {
        PronouncingDictionary(text: BoundedFiles.start(of: path, limit: 64 << 20) ?? [])
    }
}

/// The tables that ship with the program.
struct KnowledgeTables: Sendable {
    let knowledge: ShellKnowledge
    let letterToSound: LetterToSound?
    /// Where they were found; nil: nowhere, and everything is as good as the history alone makes it.
    let directory: String?

    /// Those of them that could not be read; without them everything is as good as the history alone makes it.
    let missing: [String]

    private static let names = ["lexicon", "phrases", "words", "letter-to-sound"]

    init() {
        self.init(directory: Self.found)
    }

    init(directory: String?) {
        var missing: [String] = []
        func table(_ name: String) -> [UInt8] {
            let bytes = directory.flatMap {
                BoundedFiles.start(of: $0 + "/" + name, limit: 8 << 20)
            }
            if bytes?.isEmpty != false { missing.append(name) }
            return bytes ?? []
        }
        self.directory = directory
        knowledge = ShellKnowledge(
            lexicon: Lexicon(table: table("lexicon")), phrases: PhraseBook(table: table("phrases")),
            words: ShellKnowledge.words(in: table("words")))
        letterToSound = LetterToSound(table: table("letter-to-sound"))
        if letterToSound == nil, !missing.contains("letter-to-sound") {
            missing.append("letter-to-sound")
        }
        self.missing = missing
    }

    private static var found: String? {
        directories.first { access($0 + "/lexicon", R_OK) == 0 }
    }

    /// What is missing, what it costs, and what to do; nil where all is there.
    var warning: String? {
        problem.map { "\($0.what): \($0.cost). \($0.remedy)" }
    }

    /// The same in its parts.
    var problem: (what: String, cost: String, remedy: String)? {
        guard !missing.isEmpty else { return nil }
        let what =
            directory.map {
                "\(missing.joined(separator: ", ")) in \(printable($0)) cannot be read"
            }
            ?? "the tables of commands and their pronunciations are in none of "
            + Self.directories.map { printable($0) }.joined(separator: ", ")
        return (
            what, "commands that are not in your history will be heard much worse",
            "Install the program with make install, which puts them into PREFIX/share/utter."
        )
    }

    /// The files of the tables, for who must know whether they have changed.
    static var files: [String] {
        found.map { directory in names.map { directory + "/" + $0 } } ?? []
    }

    /// Beside the program where it is installed, in the source tree where it is built, and where systems keep data.
    private static var directories: [String] {
        var list: [String] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        let length = buffer.withUnsafeMutableBytes { bytes in
            bytes.withMemoryRebound(to: CChar.self) { characters in
                characters.baseAddress.map { readlink("/proc/self/exe", $0, characters.count) } ?? 0
            }
        }
        if length > 0 {
            var folder = String(decoding: buffer[..<length], as: UTF8.self)[...]
            for level in 0..<5 {
                guard let slash = folder.lastIndex(of: "/") else { break }
                folder = folder[..<slash]
                if level == 1 { list.append(folder + "/share/utter") }
                if level >= 2 { list.append(folder + "/config") }
            }
        }
        return list + ["/usr/local/share/utter", "/usr/share/utter"]
    }
}
