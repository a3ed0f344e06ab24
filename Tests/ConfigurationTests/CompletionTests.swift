import Configuration
import Foundation
import Testing

/// The completions in the shells that they are for; left out where a shell is not installed.
struct CompletionTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var line: String
        var offered: [String]
        var testDescription: String { line }

        init(_ line: String, _ offered: String...) {
            self.line = line
            self.offered = offered
        }
    }

    static let cases = [
        Case("utter tr", "transcribe"),
        Case("utter --on", "--once"),
        Case("utter listen --profile ", "prose", "shell"),
        Case("utter listen --key f1", "f1", "f10", "f11", "f12"),
        Case("utter init --key alt", "alt+space", "alt+v"),
        Case("utter listen --key right", "right_alt", "right_control"),
        Case("utter -o gesture.mo", "gesture.mode="),
        Case("utter keys --protocol li", "linux-mediumraw"),
        Case("utter doctor --no", "--no-microphone"),
        Case("utter config ch", "check"),
        Case("utter init ", "bash", "fish", "zsh"),
        Case("utter transcribe Pack", "Package.swift"),
        Case("utter measure Sour", "Sources/"),
    ]

    private static func isInstalled(_ shell: String) -> Bool {
        ["/bin/", "/usr/bin/"].contains { FileManager.default.isExecutableFile(atPath: $0 + shell) }
    }

    private func output(_ shell: String, _ arguments: [String], script: String) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [shell] + arguments + [script]
        process.currentDirectoryURL = GeneratedTests.root
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }

    @Test("bash completes", .enabled(if: isInstalled("bash")), arguments: cases)
    func bash(_ example: Case) throws {
        let script = """
            source config/completions/utter.bash
            COMP_WORDS=(\(example.line)\(example.line.hasSuffix(" ") ? "''" : ""))
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            _utter
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        let offered = try output("bash", ["--norc", "-c"], script: script)
        // The slash behind a folder is readline's, not the script's.
        let expected = example.offered.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
        #expect(offered.split(separator: "\n").map(String.init).sorted() == expected)
    }

    @Test(
        "bash completes behind equals signs and colons, where it cuts words",
        .enabled(if: isInstalled("bash")),
        arguments: [
            (["utter", "-o", "gesture.mode", "=", "h"], "hold"),
            (["utter", "-o", "output.confirm", "="], "yes\nno"),
            (["utter", "--color", "=", "n"], "never"),
            (
                ["utter", "-o", "audio.device", "="],
                "default\nplughw:CARD=Mic,DEV=0\nplughw:CARD=Two"
            ),
            (
                ["utter", "-o", "audio.device", "=", "plughw"],
                "plughw:CARD=Mic,DEV=0\nplughw:CARD=Two"
            ),
            (["utter", "-o", "audio.device", "=", "plughw", ":"], "CARD=Mic,DEV=0\nCARD=Two"),
            (
                ["utter", "-o", "audio.device", "=", "plughw", ":", "CA"],
                "CARD=Mic,DEV=0\nCARD=Two"
            ),
            (["utter", "-o", "audio.device", "=", "plughw", ":", "CARD", "="], "Mic,DEV=0\nTwo"),
            (["utter", "-o", "audio.device", "=", "plughw", ":", "CARD", "=", "T"], "Two"),
        ])
    func bashEquals(_ words: [String], _ offered: String) throws {
        let script = """
            source config/completions/utter.bash
            utter() {
                printf '{"name": "%s", "x": 1}\\n' default plughw:CARD=Mic,DEV=0 plughw:CARD=Two
            }
            command() { "$@"; }
            COMP_WORDS=(\(words.joined(separator: " ")))
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            _utter
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        #expect(try output("bash", ["--norc", "-c"], script: script) == offered + "\n")
    }

    @Test("Every key that is offered for a shell can be its hotkey")
    func keysOfShells() throws {
        let line = try #require(
            bashCompletion().split(separator: "\n").first { $0.contains("\"init --key\"") })
        let keys = line.split(separator: "'")[1].split(separator: " ")
        #expect(keys.count > 12)
        for key in keys {
            #expect(reading("[gesture]\nhotkey = \(key)").diagnostics == [], "\(key)")
        }
    }

    @Test("fish completes", .enabled(if: isInstalled("fish")), arguments: cases)
    func fish(_ example: Case) throws {
        let script = "source config/completions/utter.fish; complete -C '\(example.line)'"
        let lines = try output("fish", ["--no-config", "-c"], script: script)
        let offered = lines.split(separator: "\n").compactMap { $0.split(separator: "\t").first }
        #expect(offered.map(String.init).sorted() == example.offered)
    }

    /// zsh completes only in its editor: one is run on a terminal of zsh's own, and what it leaves
    /// on the line is printed by a key. Only the lines with one way to go on can be told from that.
    @Test("zsh completes", .enabled(if: isInstalled("zsh")))
    func zsh() throws {
        let single = Self.cases.filter { $0.offered.count == 1 && !$0.line.hasSuffix(" ") }
        let script = """
            zmodload zsh/zpty
            zpty Z zsh -f -i
            zpty -w Z 'fpath=(config/completions $fpath); autoload -U compinit; compinit -D'
            zpty -w Z 'show() { print -r -- "<<$BUFFER>>"; BUFFER= }; zle -N show; bindkey "^X" show'
            zpty -w Z 'print REA''DY'
            zpty -r -m Z ignored '*READY*'
            for line in \(single.map { "'\($0.line)'" }.joined(separator: " ")); do
                zpty -w -n Z "$line"$'\\t\\C-x'
                zpty -r -m Z text '*<<*>>*'
                print -r -- ${${text##*<<}%%>>*}
            done
            zpty -d Z
            """
        let lines = try output("zsh", ["-f", "-c"], script: script).split(separator: "\n")
        let expected = single.map { example in
            let kept = example.line.split(separator: " ").dropLast().joined(separator: " ")
            return "\(kept) \(example.offered[0])"
        }
        #expect(lines.map { $0.drop { $0 == " " }.trimmingSuffix() } == expected)
    }

    @Test(
        "No script has a mistake in its grammar",
        arguments: [
            ("bash", "-n", "utter.bash"), ("zsh", "-n", "_utter"),
            ("fish", "--no-execute", "utter.fish"), ("shellcheck", "--shell=bash", "utter.bash"),
        ])
    func grammar(_ program: String, _ flag: String, _ file: String) throws {
        guard Self.isInstalled(program) else {
            return print("\(program) is not installed: left out")
        }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program, flag, "config/completions/\(file)"]
        process.currentDirectoryURL = GeneratedTests.root
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }

    @Test("mandoc finds nothing to say about the manuals", .enabled(if: isInstalled("mandoc")))
    func manuals() throws {
        for page in ["utter.1", "utter.conf.5"] {
            #expect(try output("mandoc", ["-T", "lint"], script: "config/man/\(page)") == "")
        }
    }
}

extension Substring {
    fileprivate func trimmingSuffix() -> String {
        var text = self
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
