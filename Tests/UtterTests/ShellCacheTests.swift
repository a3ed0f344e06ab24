import Configuration
import Foundation
import Speech
import Support
import Testing

@testable import utter

/// What the shell language is made from, and where it is kept.
@Suite struct ShellCacheTests {
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    private var environment: [String: String] {
        ["XDG_CACHE_HOME": home.url.path + "/cache", "HOME": home.url.path]
    }

    private func language() -> ShellLanguage {
        var sources = ShellSources()
        sources.history = [Array("git status".utf8)]
        let dictionary = PronouncingDictionary(text: Array("git G IH T\nstatus S T AE T\n".utf8))
        var pronouncer = Pronouncer(lexicon: Lexicon(), dictionary: dictionary)
        return ShellLanguage(sources, knowledge: ShellKnowledge(), pronouncer: &pronouncer)
    }

    private func identity(_ change: (inout ShellSources) -> Void = { _ in }) -> [UInt8] {
        var sources = ShellSources()
        sources.history = [Array("ab".utf8), Array("c".utf8)]
        sources.files = ["x"]
        change(&sources)
        return ShellCache.identity(sources, files: [], ownWords: [("a", "b")])
    }

    @Test
    func `What was kept comes back for the same sources only, and only its owner can read it`()
        throws
    {
        let cache = ShellCache(directory: try #require(.cache(environment: environment)))
        let language = language()
        #expect(cache.load(identity()) == nil)
        cache.save(language, identity())
        #expect(cache.load(identity())?.stored == language.stored)
        #expect(cache.load(identity { $0.files = ["y"] }) == nil)
        let folder = home.url.path + "/cache/utter"
        let file = folder + "/shell-language"
        for (path, mode) in [(folder, 0o700), (file, 0o600)] {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == mode)
        }
        // A file that somebody or a full disk has damaged is no language.
        var bytes = try Data(contentsOf: URL(filePath: file))
        bytes[bytes.count - 3] ^= 0x40
        try bytes.write(to: URL(filePath: file))
        #expect(cache.load(identity()) == nil)
    }

    @Test(arguments: [
        "a line more", "a border moved", "a name moved to another kind", "nothing",
    ])
    func `Whatever has changed is noticed`(change: String) {
        let other = identity { sources in
            switch change {
            case "a line more": sources.history.append(Array("d".utf8))
            case "a border moved": sources.history = [Array("a".utf8), Array("bc".utf8)]
            case "a name moved to another kind":
                sources.files = []
                sources.branches = ["x"]
            default: break
            }
        }
        #expect((other == identity()) == (change == "nothing"))
    }

    @Test func `The names that a widget passes are bounded and come once`() {
        let names = ShellGatherer.names(
            "ll\ngs\nll\n\n\tdeploy\n" + String(repeating: "x", count: 65))
        #expect(names == ["ll", "gs", "deploy"])
        let many = (0..<20_000).map { "n\($0)" }.joined(separator: "\n")
        #expect(ShellGatherer.names(many).count == 6000)
        let gatherer = ShellGatherer(
            Configuration().shell, environment: ["UTTER_COMMANDS": "ll\n$(reboot)"])
        #expect(gatherer.sources().commands.contains("ll"))
    }

    @Test(arguments: [
        ("the login shell", ["SHELL": "/bin/zsh"], [".bash_history", "fish", ".zsh_history"]),
        (
            "a home called like a shell", ["SHELL": "/usr/bin/bash"],
            ["fish", ".zsh_history", ".bash_history"]
        ),
        (
            "a shell in another", ["SHELL": "/bin/bash", "HISTFILE": "HOME/.zsh_history"],
            ["fish", ".bash_history", ".zsh_history"]
        ),
        (
            "a history elsewhere", ["SHELL": "/bin/bash", "HISTFILE": "HOME/mine"],
            ["fish", ".zsh_history", ".bash_history", "mine"]
        ),
        (
            "an empty folder of data is none", ["SHELL": "", "XDG_DATA_HOME": ""],
            [".bash_history", "fish", ".zsh_history"]
        ),
    ])
    func `The history of the running shell comes last`(
        name: String, variables: [String: String], order: [String]
    ) throws {
        let folder = home.path + "/zsh"
        let files = [
            ".bash_history": folder + "/.bash_history", ".zsh_history": folder + "/.zsh_history",
            "fish": folder + "/.local/share/fish/fish_history", "mine": folder + "/mine",
        ]
        for path in files.values {
            try home.write("ls\n", to: String(path.dropFirst(home.path.count + 1)))
        }
        var environment = variables.mapValues { $0.replacing("HOME", with: folder) }
        environment["HOME"] = folder
        #expect(ShellGatherer.historyFiles(environment) == order.compactMap { files[$0] })
    }

    @Test func `Tables that are missing are named, with what to do`() throws {
        let nowhere = KnowledgeTables(directory: nil)
        #expect(nowhere.warning?.contains("make install") == true)
        #expect(RecognizerCheck.tables(nowhere).status == .problem)
        #expect(RecognizerCheck.tables(nowhere).exit == .recognizer)
        try Data("git = git\n".utf8).write(to: home.url.appending(path: "lexicon"))
        let part = KnowledgeTables(directory: home.url.path)
        #expect(part.missing == ["phrases", "words", "letter-to-sound"])
        let whole = KnowledgeTables(
            directory: UtterProgram.packageRoot.appending(path: "config").path)
        #expect(whole.warning == nil)
        #expect(RecognizerCheck.tables(whole).status == .ok)
    }

    @Test func `Texts to learn from are bounded, and what is no text is passed over`() throws {
        let folder = home.url.appending(path: "notes/below")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let notes = home.url.appending(path: "notes")
        for (name, data) in [
            ("a.txt", Data("one".utf8)), (".hidden", Data("no".utf8)),
            ("my notes.txt", Data("three".utf8)),
            ("b.bin", Data([0x41, 0, 0x42])), ("below/c.md", Data("two".utf8)),
            ("latin", Data([0xE9, 0x20, 0xE8, 0x20, 0x41, 0x41])),
        ] {
            try data.write(to: notes.appending(path: name))
        }
        try FileManager.default.createSymbolicLink(
            at: folder.appending(path: "loop"), withDestinationURL: notes)
        let texts = TextFiles.contents(of: notes.path).map { String(decoding: $0, as: UTF8.self) }
        #expect(texts.sorted() == ["one", "three", "two"])
        #expect(TextFiles.contents(of: notes.path + "/a.txt").count == 1)
        #expect(TextFiles.contents(of: notes.path + "/nothing").isEmpty)
    }
}
