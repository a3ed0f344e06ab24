/// All that a shell language is built from, as contents and names: whoever builds it does the reading.
public struct ShellSources: Sendable {
    /// Command lines, oldest first.
    public var history: [[UInt8]] = []
    /// Names of programs, aliases and functions.
    public var commands: [String] = []
    /// Names here and one level down; folders end in a slash: `notes.txt`, `docs/`, `docs/plan.md`.
    public var files: [String] = []
    public var branches: [String] = []
    public var tags: [String] = []
    public var remotes: [String] = []
    public var hosts: [String] = []
    /// Targets of the makefile.
    public var targets: [String] = []
    /// Scripts of `package.json`.
    public var scripts: [String] = []

    public init() {}
}

/// The general knowledge that ships with the program: tables that anyone can read and edit.
public struct ShellKnowledge: Sendable {
    public var lexicon: Lexicon
    public var phrases: PhraseBook
    /// English and technical words, the most frequent first.
    public var words: [String]

    public init(
        lexicon: Lexicon = Lexicon(), phrases: PhraseBook = PhraseBook(), words: [String] = []
    ) {
        self.lexicon = lexicon
        self.phrases = phrases
        self.words = words
    }

    /// The words of a table: separated by blanks, lines that start with `#` left out.
    public static func words(in table: String) -> [String] { words(in: Array(table.utf8)) }

    /// The same of the table's bytes.
    public static func words(in table: [UInt8]) -> [String] {
        var words: [String] = []
        for line in table.lines where line.first != UInt8(ascii: "#") {
            for word in line.parts(between: 0x20) {
                words.append(String(decoding: word, as: UTF8.self))
            }
        }
        return words
    }
}
