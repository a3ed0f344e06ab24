import Support
import Testing

@testable import Speech

@Suite struct ShellReadersTests {
    @Test(arguments: [
        (
            "bash", "git status\n#1700000000\nls -la\n# a comment\n",
            ["git status", "ls -la", "# a comment"]
        ),
        (
            "zsh extended", ": 1700000000:0;git status\n: 1700000001:12;make test\n",
            ["git status", "make test"]
        ),
        (
            "zsh, lines that go on", ": 1700000000:0;for i in a; do\\\necho $i\\\ndone\n",
            ["for i in a; do", "echo $i", "done"]
        ),
        (
            "fish",
            "- cmd: git status\n  when: 1700000000\n- cmd: echo a\\nls \\\\x\n  paths:\n    - a\n",
            ["git status", "echo a", "ls \\x"]
        ),
        ("no newline at the end", "ls", ["ls"]), ("empty", "", []), ("blank lines", "\n\n  \n", []),
    ]) func `Histories of all shells are read`(name: String, content: String, expected: [String]) {
        let commands = ShellHistory.commands(in: Array(content.utf8))
        #expect(commands.map { String(decoding: $0, as: UTF8.self) } == expected)
    }

    @Test func `Bytes that zsh escapes come back, and UTF-8 of other shells stays`() {
        // U+0103 is C4 83; zsh writes its second byte as 83 A3.
        let zsh: [UInt8] = Array(": 1:0;echo ".utf8) + [0xC4, 0x83, 0xA3, 0x0A]
        #expect(ShellHistory.commands(in: zsh) == [Array("echo ă".utf8)])
        #expect(ShellHistory.commands(in: Array("echo ă\n".utf8)) == [Array("echo ă".utf8)])
    }

    @Test func `Only the newest lines count, and none is endless`() {
        let many = (0..<50).map { "echo \($0)" }.joined(separator: "\n")
        let last = ShellHistory.commands(in: Array(many.utf8), limit: 3)
        #expect(
            last.map { String(decoding: $0, as: UTF8.self) } == ["echo 47", "echo 48", "echo 49"])
        #expect(ShellHistory.commands(in: [UInt8](repeating: 0x61, count: 5000)).isEmpty)
    }

    @Test(arguments: [
        "mysql -u root -phunter2", "curl -H 'Authorization: Bearer abc' x.io",
        "export API_TOKEN=abc",
        "login --password=hunter2", "login --password hunter2", "git clone https://me:pw@host/x",
        "export AWS_SECRET_ACCESS_KEY=x", "echo ghp_16C7e42F292c6912E7710c838347Ae178B4a",
        "curl -u admin:hunter2 host", "tool aGVsbG8gd29ybGQ1MjM0NTY3ODk", "sshpass -p x ssh host",
        "echo 5f4dcc3b5aa765d61d8327deb882cf99", "x eyJhbGciOiJIUzI1NiJ9.e30.abc",
        "cmd xK9fQ2mZ7pLw",
        "sudo mysqldump -pabc db", "PGPASS=abc psql", "export KEY=sk-proj-x", "echo \"AKIAIOSF\"",
        "cmd bGvFqRsTwYzX", "export TOKEN=tokenizer", "grep root /etc/passwd.bak",
    ]) func `A line with a secret is known as one`(line: String) {
        #expect(SecretFilter.isSecret(line))
    }

    @Test(arguments: [
        "git status", "docker run -p 8080:80 web", "kubectl logs deployment/web-frontend",
        "python3 -m http.server 8080", "mkdir -p Sources/PocketSphinx",
        "tar czf backup-2024-01-02.tar.gz docs",
        "cargo run --release", "git checkout feature/improve-configuration-reader",
        "ssh -p 22 root@build",
        "ls internationalization", "curl http://localhost:8080/status",
        "vim ShellLanguageBuilderTests.swift",
        "git commit -m \"fix the parser\"", "mkdir -p docs", "apt install libpocketsphinx-dev",
        "pip install flask-cors", "git checkout task-runner", "du -sh disk-images",
        "cat src/keyJoin.c", "pytest -k testAddTwoInts", "vim getUserByIdOrName.test.ts",
        "swift test --filter ParseURLPathTests", "python train_tokenizer.py", "cat /etc/passwd",
        "cut -d: -f1 /etc/passwd | sort",
    ]) func `An ordinary line is none`(line: String) {
        #expect(!SecretFilter.isSecret(line))
    }

    @Test func `Targets, scripts, hosts, branches and remotes are found where they are kept`() {
        let makefile =
            "CC := gcc\nall: build\nbuild clean: x.o\n\tgcc -o a: b\n.PHONY: all\n%.o: %.c\nX = a:b\n# c: d\n$(OUT): y\n"
        #expect(NameLists.makeTargets(in: Array(makefile.utf8)) == ["all", "build", "clean"])
        let package =
            #"{"name": "x", "scripts": {"dev": "vite: {\"a\":1}", "build:web": "y"}, "deps": {"z": "1"}}"#
        #expect(NameLists.npmScripts(in: Array(package.utf8)) == ["dev", "build:web"])
        let ssh = "Host web db\n  HostName web.example.com\nhost = *.lan !x\nHost build\n"
        #expect(NameLists.sshHosts(in: Array(ssh.utf8)) == ["web", "db", "build"])
        let packed =
            "# pack-refs with: peeled\n0a refs/heads/main\n0b refs/heads/fix/audio\n0c refs/tags/v1\n^0d\n"
        #expect(
            NameLists.packedReferences("refs/heads/", in: Array(packed.utf8)) == [
                "main", "fix/audio",
            ])
        let config =
            "[core]\n\tbare = false\n[remote \"origin\"]\n\turl = x\n[branch \"main\"]\n\tremote = origin\n"
        #expect(NameLists.gitRemotes(in: Array(config.utf8)) == ["origin"])
    }

    @Test func `Nothing that a file may hold breaks a reader`() {
        var generator = Dice(seed: 11)
        let alphabet =
            Array("{}[]\":,\\/ \n\t#=-;:0;>|&$'`~*.aAzZ09\u{e9}".utf8) + [0x83, 0xFF, 0x00]
        for _ in 0..<3000 {
            let length = Int.random(in: 0...60, using: &generator)
            let bytes = (0..<length).map { _ in
                alphabet[Int.random(in: alphabet.indices, using: &generator)]
            }
            _ = NameLists.makeTargets(in: bytes)
            _ = NameLists.npmScripts(in: bytes)
            _ = NameLists.sshHosts(in: bytes)
            _ = NameLists.gitRemotes(in: bytes)
            _ = NameLists.packedReferences("refs/heads/", in: bytes)
            for command in ShellHistory.commands(in: Array("- cmd: ".utf8) + bytes) {
                _ = SecretFilter.isSecret(utf8: command)
            }
            for command in ShellHistory.commands(in: bytes) {
                var splitter = CommandLineSplitter()
                let pieces = splitter.pieces(of: command)
                let kept = pieces.flatMap(\.text)
                // Blanks are kept only right inside of quotes.
                #expect(
                    kept.filter { $0 != 0x20 && $0 != 0x09 }
                        == command.filter { $0 != 0x20 && $0 != 0x09 })
            }
        }
    }
}
