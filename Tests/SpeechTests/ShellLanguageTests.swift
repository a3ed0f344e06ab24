import Foundation
import Testing

@testable import Speech

@Suite struct ShellLanguageTests {
    private func language(
        history: [String], files: [String] = [], branches: [String] = [], lexicon: String = ""
    ) -> ShellLanguage {
        var sources = ShellSources()
        sources.history = history.map { Array($0.utf8) }
        sources.files = files
        sources.branches = branches
        let knowledge = ShellKnowledge(lexicon: Lexicon(table: lexicon))
        var pronouncer = Pronouncer(
            lexicon: knowledge.lexicon, dictionary: PronunciationTests.words)
        return ShellLanguage(sources, knowledge: knowledge, pronouncer: &pronouncer)
    }

    /// The recogniser's words for pieces, found by what they are written as.
    private func words(_ language: ShellLanguage, _ pieces: [String]) -> [String] {
        pieces.compactMap { piece in
            language.written.indices.first { index in
                index > Vocabulary.end && !language.written[index].isEmpty
                    && (language.places[index].hasSpace ? " " : "") + language.written[index]
                        == piece
            }.map { "w\($0)" }
        }
    }

    @Test func `Words that were recognised are the command line`() {
        let language = language(history: ["git commit -m \"fix a file\" | make"])
        let heard = words(language, ["git", " commit", " -m", " \"", " a", " file"])
        #expect(heard.count == 6)
        #expect(language.commandLine(of: heard) == "git commit -m \"a file")
        #expect(language.commandLine(of: ["<s>", "<sil>", "[NOISE]", "w999999", "7", "w"]) == "")
        #expect(language.commandLine(of: heard.prefix(1).map { $0 + "(2)" }) == "git")
    }

    @Test func `A hypothesis comes back in words of the shell`() {
        let language = language(history: ["cat docs/plan.md"])
        let heard = words(language, ["cat", " docs", "/", "plan", ".md"])
        let times = heard.enumerated().map {
            Word(text: $1, start: Double($0), duration: 1, confidence: 1 - Double($0) / 10)
        }
        let written = language.written(
            Hypothesis(
                text: heard.joined(separator: " "), words: times,
                alternatives: [heard[0], heard.joined(separator: " ")], duration: 5))
        #expect(written.text == "cat docs/plan.md")
        #expect(written.words.map(\.text) == ["cat", "docs/plan.md"])
        #expect(written.words.last?.duration == 4)
        #expect(written.words.last?.confidence == 0.6)
        #expect(written.alternatives == ["cat"])
        let partial = language.written(
            PartialHypothesis(stable: heard[0], unstable: heard[1...2].joined(separator: " ")))
        #expect(partial == PartialHypothesis(stable: "cat", unstable: " docs/"))
    }

    @Test func `Names made to attack never reach the command line`() {
        let names = [
            "$(touch${IFS}owned)", "`id`", "a;reboot", "a|b", "a&b", "a>b", "-rf", "a\u{1B}[2J",
            "a\u{202E}b",
            "a\u{85}b", "a*", "!!", "~root", "'", "\"", "\\",
        ]
        let language = language(
            history: ["cat plain", "git checkout main", "cat a\u{202E}b \u{1B}[2J"],
            files: names + ["plain"], branches: names + ["main"],
            lexicon: "[commands]\ncat = cat\ngit = git\n")
        let written = Set(language.written)
        #expect(written.isSuperset(of: ["plain", "main"]))
        #expect(written.isDisjoint(with: names))
    }

    @Test func `What was seen after cat goes for every file here`() throws {
        let language = language(
            history: ["cat notes.txt"], files: ["notes.txt", "other.md", "docs/"])
        let cat = try #require(words(language, ["cat"]).first)
        let other = try #require(words(language, [" other.md"]).first)
        let folder = words(language, [" docs"]).first
        let good = language.meanLogProbability(of: [cat, other])
        let strange = language.meanLogProbability(of: [cat, cat])
        #expect(good > strange + 0.3)
        #expect(
            folder == nil, "no folder was ever typed, so none can be heard without a phrase book")
    }

    @Test func `Secrets leave no trace`() {
        let language = language(history: ["git add x", "login --password=hunter", "echo hunter"])
        #expect(language.written.contains("hunter"))
        let other = self.language(history: ["git add x", "login --password=hunter"])
        #expect(!other.written.contains("hunter"))
        #expect(!other.written.contains("login"))
    }

    @Test func `Shares of a class add up to one, and so do those that the library gets`() throws {
        let language = language(
            history: ["cat notes.txt", "head -n 20 x"], files: ["notes.txt", "other.md"])
        #expect(!language.classes.isEmpty)
        for entry in language.classes {
            #expect(abs(entry.shares.reduce(0, +) - 1) < 1e-3)
        }
        let text = String(decoding: language.classDefinitions(languageWeight: 6.5), as: UTF8.self)
        var sum = 0.0
        for line in text.split(separator: "\n") {
            let fields = line.split(separator: " ")
            switch fields[0] {
            case "LMCLASS": sum = 0
            case "END": #expect(abs(sum - 1) < 1e-3)
            default: sum += try #require(Double(fields[1]))
            }
        }
    }

    @Test func `Every word of the model that is no class has a pronunciation`() {
        let language = language(history: ["git add fix", "make file | read local"])
        let lines = String(decoding: language.dictionary, as: UTF8.self).split(separator: "\n")
        let said = Set(lines.map { String($0.prefix { $0 != " " && $0 != "(" }) })
        for (index, word) in language.model.words.enumerated() where index > Vocabulary.end {
            #expect(word.hasPrefix("C") || said.contains(word))
        }
        for line in lines {
            #expect(
                Pronunciation(
                    arpabet: line.split(separator: " ").dropFirst().joined(separator: " ")) != nil)
        }
    }

    @Test func `Nothing to learn from is a language in which nothing is said`() {
        let language = language(history: [])
        #expect(language.dictionary.isEmpty)
        #expect(language.commandLine(of: []) == "")
    }

    @Test func `What was not said like a command is doubted, and so is one word in much noise`() {
        let lines =
            (0..<40).map { "git add x\($0)" } + ["make b c d e f g h i j k l m n o p q r s t"]
        let language = language(history: lines)
        func heard(_ pieces: [String], seconds: Double, each: Double) -> Hypothesis {
            let heard = words(language, pieces)
            #expect(heard.count == pieces.count)
            return language.written(
                Hypothesis(
                    text: heard.joined(separator: " "),
                    words: heard.map { Word(text: $0, start: 0, duration: each, confidence: 1) },
                    duration: seconds))
        }
        #expect(!heard(["git", " add", " x1"], seconds: 2, each: 0.4).isDoubtful)
        #expect(heard([" t", " e", " add", " k"], seconds: 2, each: 0.4).isDoubtful)
        #expect(heard(["git", " add", " x1"], seconds: 9, each: 0.4).isDoubtful)
        #expect(!heard([], seconds: 9, each: 0).isDoubtful)
    }

    @Test(arguments: [
        (["grep", " -rn", "login"], "grep -rn login"),
        (["grep", " -m", "\"", "login"], "grep -m \"login"),
        (["grep", " -n", "5"], "grep -n5"),
        (["grep", " a", "b"], "grep ab"),
        (["grep", " 80", "nginx"], "grep 80 nginx"),
        (["grep", " 80", "min"], "grep 80min"),
    ])
    func `Two words that sound like one are written apart, spelled letters and units are not`(
        pieces: [String], line: String
    ) throws {
        let language = language(history: [
            "grep -rn .login", "grep -m x=\"login", "grep -n a,5", "grep a a.b a,b",
            "grep 80,nginx 80,min",
        ])
        // The glued piece among those that are written alike.
        let heard = try pieces.map { piece in
            let index = language.written.indices.first { index in
                let place = language.places[index]
                let isSpaced = piece.hasPrefix(" ")
                let text = isSpaced ? String(piece.dropFirst()) : piece
                return index > Vocabulary.end && language.written[index] == text
                    && place.hasSpace == isSpaced
            }
            return "w\(try #require(index, "no piece \(piece)"))"
        }
        #expect(language.commandLine(of: heard) == line)
        let words = heard.map { Word(text: $0, start: 0, duration: 1, confidence: 1) }
        let written = language.written(Hypothesis(text: heard.joined(separator: " "), words: words))
        #expect(written.words.map(\.text).joined(separator: " ") == line)
    }

    /// Lines of a history, each of which is heard as itself: no blank too many and none too few.
    static let typed = [
        "git commit -m \"fix the parser\"", "mysql -e\"quick fix\"", "cut -d',' -f2 users.csv",
        "cut -d' ' -f1", "awk -F':' '{print $1}' /etc/group", "tr ' ' '\\n' < a.txt",
        "grep \" 500 \" access.log | wc -l", "awk '{print $1 \" \" $2}'", "sed 's/ /_/g'",
        "sed -i.bak 's/a b/c d/' x", "timeout 10minutes make -j4", "7zip x a.7z", "0install list",
        "hexdump 0xdeadbeef", "docker run -p 8080:80 nginx", "docker run -v $PWD:/app node:18 bash",
        "docker rmi $(docker images -q)", "make -j$(nproc) V=1", "A=1 B=\"x y\" make", "kill -9 %1",
        "for f in *.csv; do wc -l $f; done", "diff <(sort a) <(sort b)", "x > a 2>&1 &",
        "x &> /dev/null",
        "x 2>/dev/null >> log", "cat << EOF > notes.txt", "mkdir -p src/{a,b}", "cp a.json{,.bak}",
        "git show HEAD~1:main.go", "git stash apply stash@{0}", "git log main..dev",
        "git diff @{u}...",
        "curl \"http://localhost:3000/a?b=2&c=10\"", "ssh -i ~/.ssh/id_ed25519 deploy@10.0.0.12",
        "go test ./...", "ls -d */", "find . -name '*.o' -exec rm {} \\;", "sudo !!", "!grep",
        "date +%Y-%m-%d", "ls | grep -v '^#'", "export PATH=\"$HOME/.local/bin:$PATH\"", "echo $?",
        "python3 -c 'print(2**10)'", "ffmpeg -i a.mp4 -ss 00:01:30 -t 10 b.mp4",
        "g++ -std=c++17 a.cpp",
        "git commit -m \"don't stop\"", "grep -E \"^[0-9]+\" x", "tail -50f a.log", "cd -", "cd ..",
        "rsync -avP --exclude='.git' src/ backup:/data", "echo \"\"", "echo '' > x",
        "echo \"a\"'b'",
        "git tag v1.4.0-rc.1", "pip install 'torch>=2.0'", "x=`date`", "test -z \"$a\" && b || c",
        "cat My\\ Documents/a.md", "npm i @types/node@18",
        "cargo test parser::tests -- --nocapture",
        "echo naïve café", "if true; then echo yes; fi", "watch -n 2 'df -h | head'",
    ]

    @Test(arguments: typed) func `What was typed comes back as it was`(line: String) throws {
        let language = language(history: Self.typed)
        var splitter = CommandLineSplitter()
        let heard = try splitter.pieces(of: Array(line.utf8)).map { piece in
            let text = String(decoding: piece.text, as: UTF8.self)
            let number = language.model.words.indices.first {
                language.written[$0] == text && language.places[$0] == piece.place
            }
            return "w\(try #require(number, "no word for \(text)"))"
        }
        #expect(language.commandLine(of: heard) == line)
    }

    @Test
    func `A quote opens behind an option as it was typed, whichever way the option was heard`() {
        let language = language(history: [
            "cut -d',' x", "cut -d \"x\"", "grep -m x=\"a\"", "git commit -m \"a b\"",
            "git commit -m \"a c\"", "git commit -m\"d\"",
        ])
        let place = { (text: String, place: Place) in
            language.written.indices.first {
                $0 > Vocabulary.end && language.written[$0] == text && language.places[$0] == place
            } ?? 0
        }
        let member = language.classes.flatMap(\.numbers).map { Int($0) }
            .first { language.written[$0] == "-d" }
        let quote = place("'", .openGlued)
        #expect(!language.hasSpace(quote, after: place("-d", .spaced)))
        #expect(language.hasSpace(quote, after: place("-m", .spaced)))
        #expect(language.hasSpace(place("\"", .openGlued), after: place("-m", .spaced)))
        #expect(language.hasSpace(place("\"", .openSpaced), after: place("-d", .spaced)))
        #expect(member.map { !language.hasSpace(quote, after: $0) } == true)
    }

    @Test(arguments: [
        // What is heard, a space before it as the piece has it, and the line.
        (["grep", "(\"", " 500", "(\"", "access", ".log"], "grep \"500\" access.log"),
        (["date", " -d", " \"", "yesterday", "(\"", " +", "%"], "date -d \"yesterday\" +%"),
        (["date", " -d", ")\"", "yesterday", ")\"", " +", "%"], "date -d \"yesterday\" +%"),
        (["date", " \"", "_", "500", "_", ")\"", " +"], "date \" 500 \" +"),
        (["wc", " -l", " $", " f"], "wc -l $f"), (["x", " @", " y"], "x @ y"),
        (["x", " \"", "a", ")\"", "/", "b"], "x \"a\"/b"),
    ])
    func `Quotes open and close in turn however they were heard, and spaces follow from that`(
        pieces: [String], line: String
    ) throws {
        let language = language(history: [
            "date -d \"yesterday\" +%", "grep \" 500 \" access.log a=\"500\"", "wc -l $f f,500",
            "x @ y \"a\"/b", "x=500", "a,yesterday a 500 a,access",
        ])
        let heard = try pieces.map { piece in
            let text = piece == "_" ? " " : String(piece.drop { " ()".contains($0) })
            let number = language.model.words.indices.first { index in
                let place = language.places[index]
                return language.written[index] == text && index > Vocabulary.end
                    && (piece.hasPrefix("(")
                        ? place == .openGlued
                        : piece.hasPrefix(")")
                            ? place == .close
                            : piece == "_" || place.hasSpace == piece.hasPrefix(" "))
            }
            return "w\(try #require(number, "no piece \(piece)"))"
        }
        #expect(language.commandLine(of: heard) == line)
    }

    @Test func `Outside of quotes a word that sounds like a number is rarely meant`() throws {
        var sources = ShellSources()
        sources.history = [Array("cat fix.x".utf8)]
        let lexicon = Lexicon(table: "[names]\nfor = four\nfile = file")
        let knowledge = ShellKnowledge(
            lexicon: lexicon, phrases: PhraseBook(table: "cat <word> \"<word>\""))
        var pronouncer = Pronouncer(lexicon: lexicon, dictionary: PronunciationTests.words)
        let language = ShellLanguage(sources, knowledge: knowledge, pronouncer: &pronouncer)
        func share(_ text: String, _ place: Place) throws -> Float {
            let number = try #require(
                language.written.indices.first {
                    language.written[$0] == text && language.places[$0] == place
                        && language.modelWords[$0] != $0
                })
            return language.shares[number]
        }
        // Decimal logarithms: a tenth.
        #expect(try abs(share("for", .spaced) - share("file", .spaced) + 1) < 0.01)
        #expect(try abs(share("for", .quotedGlued) - share("file", .quotedGlued)) < 0.01)
    }

    @Test func `A piece of the phrase book stands apart, and close only where it can`() throws {
        let knowledge = ShellKnowledge(
            phrases: PhraseBook(table: "a\n+ | b\n+ --help\n+ ; c\n+ x/y\n+ \"d\"\n+ 2>&1\n+ < e"))
        var pronouncer = Pronouncer(lexicon: Lexicon(), dictionary: PronunciationTests.words)
        let language = ShellLanguage(
            ShellSources(), knowledge: knowledge, pronouncer: &pronouncer)
        func places(_ text: String) -> Set<Place> {
            Set(
                language.written.indices.filter { language.written[$0] == text }
                    .map { language.places[$0] })
        }
        for text in ["|", "--help", "2>&1", "<"] { #expect(places(text) == [.spaced], "\(text)") }
        #expect(places(";") == [.glued])
        #expect(places("x") == [.glued, .spaced])
        #expect(places("\"") == [.openGlued, .openSpaced, .close])
    }

    @Test func `A way of saying a word that is another word's own is rarely meant for it`() throws {
        let language = language(
            history: ["cat my.x"], lexicon: "[names]\nfxr = f x r, fix\nfix\n")
        let words = try #require(
            language.classes.first { entry in
                entry.words.contains {
                    ShellLanguage.number(of: $0).map { language.written[$0] } == "fxr"
                }
            })
        let shares = zip(words.words, words.shares).filter {
            ShellLanguage.number(of: $0.0).map { language.written[$0] } == "fxr"
        }.map(\.1)
        #expect(shares.count == 2)
        #expect(abs(shares[0] - 10 * shares[1]) < 1e-4)
    }

    @Test func `What is stored comes back as it was, and nothing comes of a part of it`() throws {
        let language = language(
            history: ["git add fix", "cat docs/plan.md | head -n 20"], files: ["docs/", "a.md"],
            lexicon: "[names]\nread\n")
        let stored = language.stored
        let again = try #require(ShellLanguage(stored: stored))
        #expect(again.stored == stored)
        #expect(again.arpa == language.arpa)
        #expect(again.dictionary == language.dictionary)
        #expect(
            again.classDefinitions(languageWeight: 6.5)
                == language.classDefinitions(languageWeight: 6.5))
        for end in stride(from: 0, to: stored.count, by: 7) {
            #expect(ShellLanguage(stored: Array(stored[..<end])) == nil)
        }
        #expect(ShellLanguage(stored: stored + [0]) == nil)
    }

    // MARK: The tables that ship

    static func table(_ name: String) throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return try String(contentsOf: root.appending(path: "config/\(name)"), encoding: .utf8)
    }

    @Test func `The lexicon has its names once, and every form can be said`() throws {
        let text = try Self.table("lexicon")
        let lexicon = Lexicon(table: text)
        let lines = text.split(separator: "\n").filter { $0.contains(" = ") && !$0.hasPrefix("#") }
        #expect(lexicon.entries.count >= 600)
        #expect(lexicon.names(in: "commands").count >= 350)
        for entry in lexicon.entries {
            for form in entry.forms {
                let words = form.split(separator: " ")
                let isPhones = words.count > 1 && words.allSatisfy { $0.utf8.allSatisfy(\.isUpper) }
                let isWords = words.allSatisfy { $0.utf8.allSatisfy(\.isLower) }
                let isSaid = isPhones ? Pronunciation(arpabet: form) != nil : isWords
                #expect(isSaid, "\(entry.name) = \(form)")
            }
        }
        #expect(lines.count >= 600)
    }

    @Test func `The other tables can be read, and macros of the phrase book leave no name behind`()
        throws
    {
        let book = PhraseBook(table: try Self.table("phrases"))
        #expect(book.phrases.count > 1000)
        for phrase in book.phrases {
            let text = String(decoding: book.text[phrase.range], as: UTF8.self)
            for macro in [
                "FILE", "DIR", "TEXT", "NAME", "PATTERN", "BRANCH", "NUMBER", "PACKAGE", "SERVICE",
            ] {
                #expect(!text.contains(macro), "\(text)")
            }
            #expect(phrase.weight > 0)
        }
        #expect(ShellKnowledge.words(in: try Self.table("words")).count > 3000)
        let model = try #require(
            LetterToSound(table: Array(try Self.table("letter-to-sound").utf8)))
        #expect(model.pronunciation(of: "swiftly") != nil)
    }
}
