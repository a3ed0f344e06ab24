import Configuration
import Glibc
import PocketSphinx
import Speech

/// The shell profile: from files and names to what the recogniser hears with.
struct ShellProfile {
    var gatherer: ShellGatherer
    /// The packaged pronouncing dictionary, or the dotfile's.
    var dictionary: String
    /// `[words]` of the dotfile.
    var ownWords: [TableEntry]

    init(_ configuration: Configuration, gatherer: ShellGatherer) {
        self.gatherer = gatherer
        dictionary = configuration.recognizer.dictionary
        ownWords = configuration.words
    }

    /// Reads everything and builds the language; takes about a tenth of a second.
    func language() -> ShellLanguage {
        let tables = KnowledgeTables()
        var pronouncer = pronouncer(tables)
        return ShellLanguage(
            gatherer.sources(), knowledge: tables.knowledge, pronouncer: &pronouncer)
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

    init() {
        let directory = Self.directories.first { access($0 + "/lexicon", R_OK) == 0 }
        self.directory = directory
        func table(_ name: String) -> [UInt8] {
            directory.flatMap { BoundedFiles.start(of: $0 + "/" + name, limit: 8 << 20) } ?? []
        }
        func text(_ name: String) -> String { String(decoding: table(name), as: UTF8.self) }
        knowledge = ShellKnowledge(
            lexicon: Lexicon(table: text("lexicon")), phrases: PhraseBook(table: text("phrases")),
            words: ShellKnowledge.words(in: text("words")))
        letterToSound = LetterToSound(table: table("letter-to-sound"))
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
