import Testing

@testable import Speech

@Suite struct CommandLineSplitterTests {
    private static func known(_ names: [String: TokenClass]) -> ByteMap<TokenClass> {
        var known = ByteMap<TokenClass>()
        for (name, kind) in names { known.set(Array(name.utf8)[...], kind) }
        return known
    }

    private func cut(_ line: String, _ names: [String: TokenClass] = [:]) -> [String] {
        var splitter = CommandLineSplitter(names: Self.known(names))
        return splitter.pieces(of: Array(line.utf8)).map {
            ($0.place.hasSpace ? " " : "") + String(decoding: $0.text, as: UTF8.self)
        }
    }

    @Test(arguments: [
        (
            "git commit -m \"fix the parser\"",
            ["git", " commit", " -m", " \"", "fix", " the", " parser", "\""]
        ),
        ("ls Sources/Speech", ["ls", " Sources", "/", "Speech"]),
        ("tar xzf a.tar.gz", ["tar", " xzf", " a", ".tar.gz"]),
        ("cd ../..", ["cd", " ..", "/", ".."]),
        ("cd ~/.config", ["cd", " ~", "/", ".", "config"]),
        ("python3 -m http.server 8080", ["python3", " -m", " http", ".server", " 8080"]),
        ("ps aux | grep x", ["ps", " aux", " |", " grep", " x"]),
        ("a && b || c; d", ["a", " &&", " b", " ||", " c", ";", " d"]),
        ("x 2>&1 >> log", ["x", " 2>&1", " >>", " log"]),
        ("find . -name '*.py'", ["find", " .", " -name", " '", "*", ".py", "'"]),
        ("curl http://localhost:80/a", ["curl", " http", "://", "localhost", ":", "80", "/", "a"]),
        ("x --color=auto -n20", ["x", " --color", "=", "auto", " -n", "20"]),
        ("kill -9 42", ["kill", " -9", " 42"]),
        ("A=b make", ["A", "=", "b", " make"]),
        ("export API_KEYS=2 B=c", ["export", " API_KEYS", "=", "2", " B", "=", "c"]),
        ("git cherry-pick a-b", ["git", " cherry-pick", " a", "-", "b"]),
        ("git rev-parse-", ["git", " rev", "-", "parse", "-"]),
        ("cat a-b.c", ["cat", " a", "-", "b", ".c"]),
        ("echo $PATH", ["echo", " $", "PATH"]),
        ("v1.2.0", ["v1", ".", "2", ".", "0"]),
        ("cut -d' ' -f1", ["cut", " -d", "'", " ", "'", " -f", "1"]),
        ("grep \" 500 \" x", ["grep", " \"", " ", "500", " ", "\"", " x"]),
        ("tr ' \\t' \"  \"", ["tr", " '", " ", "\\", "t", "'", " \"", " ", "\""]),
        ("at 10minutes 10min", ["at", " 10minutes", " 10", "min"]),
        ("x \"10minutes\" 0xbeef", ["x", " \"", "10", "minutes", "\"", " 0xbeef"]),
        ("", []), ("   ", []), ("\"", ["\""]), ("don't", ["don", "'", "t"]),
    ]) func `Lines are cut into pieces that carry their space`(line: String, expected: [String]) {
        #expect(cut(line) == expected)
    }

    @Test func `Names that are known stay whole, also inside paths`() {
        let names: [String: TokenClass] = [
            "notes.txt": .file, "fix-audio": .branch, "docs": .folder, "plan.md": .entry,
        ]
        #expect(cut("cat notes.txt", names) == ["cat", " notes.txt"])
        #expect(cut("git merge fix-audio", names) == ["git", " merge", " fix-audio"])
        #expect(cut("cat docs/plan.md", names) == ["cat", " docs", "/", "plan.md"])
        #expect(cut("cat ../notes.txt", names) == ["cat", " ..", "/", "notes.txt"])
    }

    @Test func `A program called like a folder is a program where a command starts`() {
        var splitter = CommandLineSplitter(names: Self.known(["docs": .folder]))
        #expect(
            splitter.pieces(of: Array("docs docs".utf8)).map(\.role) == [.command, .named(.folder)])
        let piped = splitter.pieces(of: Array("a | sudo b c".utf8)).map(\.role)
        #expect(piped == [.command, .symbol, .command, .command, .word])
    }

    @Test func `The phrase book expands braces and macros and names classes`() {
        let book = PhraseBook(
            table: """
                # a comment
                FILE: 3 <file> | 1 <folder>/<entry>
                git {add,rm} FILE
                + | sort {-n,}
                awk '{print $1}'
                """)
        let texts = book.phrases.map { String(decoding: book.text[$0.range], as: UTF8.self) }
        #expect(
            texts == [
                "git add <file>", "git add <folder>/<entry>", "git rm <file>",
                "git rm <folder>/<entry>",
                "| sort -n", "| sort ", "awk '{print $1}'",
            ])
        #expect(book.phrases.map(\.weight) == [0.75, 0.25, 0.75, 0.25, 1, 1, 1])
        #expect(book.phrases.map(\.isFragment) == [false, false, false, false, true, true, false])
        var splitter = CommandLineSplitter(readsClasses: true)
        let roles = splitter.pieces(of: Array("git add <folder>/<entry>".utf8)).map(\.role)
        #expect(roles == [.command, .word, .named(.folder), .symbol, .named(.entry)])
    }

    /// The language is made of the phrase book word by word.
    @Test func `A line cut word by word comes to the same pieces as the whole`() throws {
        let book = PhraseBook(table: try ShellLanguageTests.table("phrases"))
        let own = [
            "sudo  env A=1 make -j4 | tee 'a b' && echo \"$ HOME $HOME\"",
            "cat docs/a.md >> b 2>&1",
            "cut -d' ' -f 1 | grep \" 500 \" | tr ' ' \" ",
            "echo \"don't stop\" 'x", "a b c d; e f\tg h", "$ a", " ls -la",
            "git commit -m \"fix <",
        ].map { Array($0.utf8)[...] }
        for line in book.phrases.map({ book.text[$0.range] }) + own {
            for readsClasses in [true, false] {
                var splitter = CommandLineSplitter(
                    names: Self.known(["docs": .folder, "b": .branch]), readsClasses: readsClasses)
                let whole = splitter.pieces(of: Array(line)).map(Same.init)
                var parts: [Same] = []
                var state = CommandLineSplitter.State()
                for word in line.split(separator: 0x20) {
                    splitter.cut(word: word, after: state)
                    parts += splitter.pieces.map(Same.init)
                    state = splitter.state
                }
                #expect(parts == whole, "\(String(decoding: line, as: UTF8.self))")
            }
        }
    }

    private struct Same: Equatable {
        var text: [UInt8]
        var place: Place
        var role: Piece.Role
        var isFirstArgument: Bool

        init(_ piece: Piece) {
            text = Array(piece.text)
            place = piece.place
            role = piece.role
            isFirstArgument = piece.isFirstArgument
        }
    }

    @Test func `States that differ have different numbers`() {
        var numbers: Set<UInt8> = []
        for bits in 0..<8 {
            for quote: UInt8 in [0, 0x22, 0x27] {
                for argument: UInt8 in 0...2 {
                    for isAfterOpening in [false, true] {
                        let state = CommandLineSplitter.State(
                            hasPiece: bits & 1 > 0, isAfterDollar: bits & 2 > 0,
                            expectsCommand: bits & 4 > 0, argument: argument, quote: quote,
                            isAfterOpening: isAfterOpening)
                        #expect(numbers.insert(state.number).inserted)
                    }
                }
            }
        }
    }
}
