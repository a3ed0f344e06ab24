import Configuration
import Keyboard
import Testing

struct DotfileTests {
    @Test("Every option is in force with its place")
    func everything() {
        let loaded = reading(
            """
            # talk
            [gesture]
              hotkey=ctrl+space
            mode = Toggle
            [words]
            kubectl = kube control
            kubectl = K Y UW B K AH N T R OW L
            [replacements]
            new line = "\\n"
            arrow = →
            "a = b" = equation
            """)
        #expect(loaded.diagnostics == [])
        let configuration = loaded.configuration
        #expect(configuration.gesture.hotkey == KeyChord(.space, .control))
        #expect(configuration.gesture.mode == .toggle)
        #expect(loaded.origins["gesture.hotkey"] == .file(path: "/c/conf", line: 3))
        #expect(loaded.origins["gesture.tail"] == nil)
        #expect(configuration.words.map(\.key) == ["kubectl", "kubectl"])
        #expect(configuration.words.map(\.value) == ["kube control", "K Y UW B K AH N T R OW L"])
        #expect(configuration.words[1].origin == .file(path: "/c/conf", line: 7))
        #expect(configuration.replacements.map(\.key) == ["new line", "arrow", "a = b"])
        #expect(configuration.replacements.map(\.value) == ["\n", "→", "equation"])
    }

    @Test("All errors are reported at once and leave the rest in force")
    func allErrors() {
        let loaded = reading(
            """
            mode = hold
            [gesture]
            hotky = f8
            mode = maybe
            tail = 300ms
            just words
            minimum_clip = 1s
            style = line
            [gestures]
            mode = hold
            [preview
            = x
            [audio]
            device = hw:1
            """)
        #expect(
            loaded.diagnostics.map(\.description) == [
                "/c/conf:1: mode: stands before any [section]; only include may "
                    + "(mode belongs to [gesture])",
                "/c/conf:3: [gesture].hotky: unknown option (did you mean hotkey?)",
                "/c/conf:4: [gesture].mode: maybe: is not one of auto, hold, toggle",
                "/c/conf:6: just words: is neither [section], key = value nor # comment",
                "/c/conf:7: [gesture].minimum_clip: unknown option (did you mean minimum-clip?)",
                "/c/conf:8: [gesture].style: unknown option (style belongs to [preview])",
                "/c/conf:9: [gestures]: unknown section (did you mean gesture?)",
                "/c/conf:11: [preview: a section has no closing ]",
                "/c/conf:12: = x: has no key",
            ])
        #expect(loaded.configuration.gesture.tail == .milliseconds(300))
        #expect(loaded.configuration.audio.device == "hw:1")
    }

    @Test("CRLF line ends and a byte order mark are accepted")
    func windowsFile() {
        let loaded = reading("\u{FEFF}[gesture]\r\nmode = hold\r\n\r\n# x\r\ntail = 0.1s\r\n")
        #expect(loaded.diagnostics == [])
        #expect(loaded.configuration.gesture.mode == .hold)
        #expect(loaded.configuration.gesture.tail == .milliseconds(100))
    }

    @Test("A comment behind a value is named as the likely mistake")
    func trailingComment() {
        let loaded = reading("[gesture]\nmode = hold # for me")
        #expect(
            loaded.diagnostics.map(\.message)
                == [
                    "[gesture].mode: hold # for me: is not one of auto, hold, toggle; "
                        + "a comment stands on a line of its own"
                ])
    }

    @Test(
        "A comment behind a value that could hold one is refused, not taken into the value",
        arguments: [
            ("audio", "device = hw:1 # the headset", "device"),
            ("recognizer", "dictionary = /d # mine", "dictionary"),
            ("recognizer", "learn = /d #mine", "learn"),
            ("words", "kubectl = kube control # a word", "kubectl"),
            ("replacements", "smiley = \":-)\" # a face", "smiley"),
        ])
    func commentInValue(_ section: String, _ line: String, _ key: String) {
        let loaded = reading("[\(section)]\n\(line)\n")
        #expect(loaded.configuration == Configuration())
        #expect(loaded.diagnostics.count == 1)
        #expect(
            loaded.diagnostics[0].description.hasPrefix("/c/conf:2: [\(section)].\(key): "))
        #expect(
            loaded.diagnostics[0].message.hasSuffix("; a comment stands on a line of its own"))
    }

    @Test("A # that belongs to a value is kept: in quotes, in a command, in what is written")
    func hashInValue() {
        let loaded = reading(
            """
            [audio]
            device = "odd # name"
            [recognizer]
            dictionary = /c#/d#1
            learn = "/my # notes" /c#
            [output]
            filter = sed s/x/y/ # a comment for sh
            [replacements]
            number sign = issue #
            """)
        #expect(loaded.diagnostics == [])
        let configuration = loaded.configuration
        #expect(configuration.audio.device == "odd # name")
        #expect(configuration.recognizer.dictionary == "/c#/d#1")
        #expect(configuration.recognizer.learn == ["/my # notes", "/c#"])
        #expect(configuration.output.filter == "sed s/x/y/ # a comment for sh")
        #expect(configuration.replacements.map(\.value) == ["issue #"])
    }

    @Test("An unknown section that is near to none is told which there are")
    func unknownSection() {
        #expect(
            reading("[keys]\nx = y").diagnostics.map(\.description)
                == [
                    "/c/conf:1: [keys]: unknown section; there are gesture, audio, recognizer, "
                        + "shell, preview, output, words, replacements"
                ])
    }

    @Test("Control characters of a file do not reach the messages")
    func messagesArePrintable() {
        let loaded = reading("[gesture]\nmode = \u{1B}[31m\u{202E}evil\n")
        #expect(
            loaded.diagnostics.map(\.message)
                == ["[gesture].mode: \\u{1b}[31m\\u{202e}evil: is not one of auto, hold, toggle"])
    }

    @Test(
        "Quotes that are not closed, or hold unknown escapes, are refused",
        arguments: [
            ("\"abc", "has no closing quote"),
            ("\"a\" b", "has text after the closing quote; write \\\" for a quote inside"),
            ("\"a\\q\"", "has the unknown escape \\q; known are \\n \\t \\\" \\\\ \\u{…}"),
            ("\"\\u{110000}\"", "has a bad \\u{…}: it takes the code of a character in base 16"),
            ("\"\\", "has no closing quote"),
        ])
    func badQuotes(_ written: String, _ reason: String) {
        let loaded = reading("[replacements]\nx = \(written)\n")
        #expect(
            loaded.diagnostics.map(\.description)
                == ["/c/conf:2: [replacements].x: \(written): \(reason)"])
    }

    // MARK: Files that are no dotfile

    @Test("A NUL byte makes a file no dotfile")
    func nul() {
        let loaded = reading("[gesture]\0\nmode = hold")
        #expect(
            loaded.diagnostics.map(\.description)
                == ["/c/conf: contains NUL bytes: it is not a UTF-8 text"])
        #expect(loaded.configuration == Configuration())
    }

    @Test("A line that is not UTF-8 is named; the others are in force")
    func notUTF8() {
        let bytes = Array("[gesture]\n# caf".utf8) + [0xE9, 0x0A] + Array("mode = hold".utf8)
        let loaded = Configuration.load(ConfigurationSources(path: "/f")) { _ in
            SourceFile(bytes: bytes, identity: "", owner: 0, mode: 0o600)
        }
        #expect(loaded.diagnostics.map(\.description) == ["/f:2: is not UTF-8"])
        #expect(loaded.configuration.gesture.mode == .hold)
    }

    @Test("A file too large is refused whole")
    func large() {
        let text = String(repeating: "#", count: SourceFile.maximumSize + 1)
        #expect(
            reading(text).diagnostics.map(\.description)
                == ["/c/conf: is larger than 1024 KiB; no dotfile is"])
    }

    @Test("A file of nothing but errors stops after a hundred")
    func manyErrors() {
        let loaded = reading(String(repeating: "x\n", count: 100_000))
        #expect(loaded.diagnostics.count == 101)
        #expect(
            loaded.diagnostics.last?.description
                == "/c/conf:101: too many errors: the rest of the file is not read")
    }

    @Test("A file that cannot be read says why")
    func unreadable() {
        let loaded = Configuration.load(ConfigurationSources(path: "/f")) {
            _ throws(SourceFailure) in throw SourceFailure("is a directory")
        }
        #expect(loaded.diagnostics.map(\.description) == ["/f: is a directory"])
    }

    // MARK: Includes

    @Test("An included file stands where the include stands")
    func include() {
        let files = Files(texts: [
            "/c/conf": "include = more/a.conf\ninclude = ~/b\n[gesture]\nmode = hold",
            "/c/more/a.conf": "[gesture]\nmode = toggle\ntail = 1s\n[audio]\ndevice = x",
            "/home/u/b": "[audio]\ndevice = y",
        ])
        let loaded = files.load()
        #expect(loaded.diagnostics == [])
        #expect(loaded.configuration.gesture.mode == .hold)
        #expect(loaded.configuration.gesture.tail == .seconds(1))
        #expect(loaded.configuration.audio.device == "y")
        #expect(loaded.origins["gesture.tail"] == .file(path: "/c/more/a.conf", line: 3))
        #expect(loaded.files == ["/c/conf", "/c/more/a.conf", "/home/u/b"])
    }

    @Test("Include loops end with an error and everything else in force")
    func includeLoop() {
        let files = Files(texts: [
            "/c/conf": "include = a\n[gesture]\nmode = hold",
            "/c/a": "include = b\n[audio]\ndevice = x",
            "/c/b": "include = a\ninclude = /c/conf",
        ])
        let loaded = files.load()
        #expect(
            loaded.diagnostics.map(\.description) == [
                "/c/b:1: include: /c/a: the file includes itself",
                "/c/b:2: include: /c/conf: the file includes itself",
            ])
        #expect(loaded.configuration.gesture.mode == .hold)
        #expect(loaded.configuration.audio.device == "x")
    }

    @Test("Files that include each other's copies many times over end after a hundred")
    func includeBomb() {
        var files = Files()
        files.texts["/c/conf"] = "include = 0\ninclude = 0"
        for n in 0..<40 { files.texts["/c/\(n)"] = "include = \(n + 1)\ninclude = \(n + 1)" }
        files.texts["/c/40"] = "[gesture]\nmode = hold"
        let loaded = files.load()
        #expect(loaded.files.count == 100)
        #expect(loaded.diagnostics.count <= 210)
    }

    @Test("A missing include names the line that asks for it")
    func missingInclude() {
        #expect(
            reading("# x\ninclude = ~/gone").diagnostics.map(\.description)
                == ["/c/conf:2: include: /home/u/gone: no such file"])
    }

    @Test("Include inside a section is told where it belongs")
    func includeInSection() {
        #expect(
            reading("[gesture]\ninclude = x").diagnostics.map(\.message)
                == [
                    "[gesture].include: unknown option "
                        + "(include stands at the top, before any [section])"
                ])
    }
}
