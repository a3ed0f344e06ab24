import Configuration
import Glibc
import PocketSphinx
import Speech

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

    /// Reads everything and builds the language; takes about a tenth of a second.
    func language() -> ShellLanguage {
        let sources = gatherer.sources()
        guard let cache else { return language(sources, KnowledgeTables()) }
        let identity = ShellCache.identity(
            sources, files: [dictionary] + KnowledgeTables.files,
            ownWords: ownWords.map { ($0.key, $0.value) })
        if let known = cache.load(identity) { return known }
        let language = language(sources, KnowledgeTables())
        cache.save(language, identity)
        return language
    }

    private func language(_ sources: ShellSources, _ tables: KnowledgeTables) -> ShellLanguage {
        if let warning = tables.warning { Log.write(.warning, warning) }
        var pronouncer = pronouncer(tables)
        return ShellLanguage(
            sources, knowledge: tables.knowledge, pronouncer: &pronouncer)
    }

    /// What finds pronunciations: the user's words first, then the tables, then the dictionary.
    func pronouncer(_ tables: KnowledgeTables) -> Pronouncer {
        var lexicon = tables.knowledge.lexicon
        for entry in ownWords.reversed() {
            lexicon.add(entry.key, forms: [entry.value])
        }
        let text = BoundedFiles.start(of: dictionary, limit: 64 << 20) ?? []
        return Pronouncer(
            lexicon: lexicon, dictionary: PronouncingDictionary(text: text),
            letterToSound: tables.letterToSound)
    }
}

/// The tables that ship with the program.
struct KnowledgeTables {
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
        func text(_ name: String) -> String { String(decoding: table(name), as: UTF8.self) }
        self.directory = directory
        knowledge = ShellKnowledge(
            lexicon: Lexicon(table: text("lexicon")), phrases: PhraseBook(table: text("phrases")),
            words: ShellKnowledge.words(in: text("words")))
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
