import Configuration
import Foundation
import Support
import Testing

/// The files in the repository that are made from the tables, and what each must contain.
struct GeneratedTests {
    static let root = UtterProgram.packageRoot

    /// The reference dotfile and the completions; the manuals also know the spoken forms and are
    /// compared by the tests of the program.
    @Test(
        "The files in the repository are what the tables say",
        arguments: [
            ("config/utter.conf", "conf"), ("config/completions/utter.bash", "bash"),
            ("config/completions/_utter", "zsh"), ("config/completions/utter.fish", "fish"),
        ])
    func filesAgree(_ path: String, _ artifact: String) throws {
        let expected = [
            "conf": referenceDotfile(), "bash": bashCompletion(), "zsh": zshCompletion(),
            "fish": fishCompletion(),
        ][artifact]
        let file = try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
        #expect(file == expected, "make generate brings \(path) up to date")
    }

    @Test("The reference dotfile without its comment signs sets every option to its default")
    func referenceIsDefault() {
        let lines = referenceDotfile().split(separator: "\n", omittingEmptySubsequences: false)
        let uncommented = lines.map { line in
            let isOption = line.hasPrefix("#") && !line.hasPrefix("# ") && line != "#"
            return isOption && !line.contains("include") ? line.dropFirst() : line
        }.joined(separator: "\n")
        var loaded = reading(uncommented)
        #expect(loaded.diagnostics == [])
        let set = Set(loaded.origins.keys)
        #expect(set == Set(OptionDefinition.all.map(\.id)))
        loaded.configuration.words = []
        loaded.configuration.replacements = []
        #expect(loaded.configuration == Configuration())
    }

    @Test("The reference dotfile as it is changes nothing")
    func referenceIsComments() {
        let loaded = reading(referenceDotfile())
        #expect(loaded.diagnostics == [])
        #expect(loaded.configuration == Configuration())
        #expect(loaded.origins == [:])
    }

    @Test("Every duration that is given as an example is one that the option takes")
    func durationExamples() throws {
        for option in OptionDefinition.all {
            guard case .duration = option.kind else { continue }
            let text = option.kind.description
            let examples = try #require(
                text.firstMatch(of: /for example (.*) or (.*)\.$/), "\(text)")
            for example in [examples.1, examples.2] {
                let loaded = reading("[\(option.section)]\n\(option.name) = \(example)\n")
                #expect(loaded.diagnostics == [], "\(option.id)")
            }
        }
    }

    @Test("No line of the reference dotfile is wider than a terminal")
    func referenceFits() {
        for line in referenceDotfile().split(separator: "\n") where !line.contains("/usr/share") {
            #expect(line.count <= 80, "\(line)")
        }
    }

    @Test(
        "Every option stands in the manual and in each completion", arguments: OptionDefinition.all)
    func optionsAreEverywhere(_ option: OptionDefinition) {
        #expect(dotfileManual().contains("\"\(option.name.replacing("-", with: "\\-"))\""))
        for text in [bashCompletion(), zshCompletion(), fishCompletion()] {
            #expect(text.contains(option.id))
            for value in option.kind.values { #expect(text.contains(value)) }
        }
    }

    @Test("Every command and its options stand in help, manual and completions")
    func commandsAreEverywhere() {
        let manual = programManual()
        for command in CommandDefinition.all {
            #expect(
                CommandDefinition.overview.contains("\n  \(command.name) ") == !command.isHidden)
            #expect(manual.contains(".Ss utter \(command.name)\n") == !command.isHidden)
            guard !command.isHidden else { continue }
            for option in command.options + CommandDefinition.globalOptions {
                for name in option.names {
                    if name != "--json" || command.hasJSON {
                        #expect(command.help.contains(name))
                    }
                    let bare = name.drop { $0 == "-" }
                    #expect(manual.contains(name.dropFirst().replacing("-", with: "\\-")))
                    #expect(bashCompletion().contains(name))
                    #expect(zshCompletion().contains(name))
                    #expect(
                        fishCompletion().contains(" \(name.hasPrefix("--") ? "-l" : "-s") \(bare) ")
                    )
                }
            }
        }
    }

    @Test("Signs that a manual's table is about are shown, whatever they are to the formatter")
    func signsInTables() {
        let signs = ["`", "'", "\\", ".", "\"", "-", "~", "^"]
        let table = ManualTable(
            title: "t", introduction: "Bold is `this` alone.",
            rows: signs.map { (term: "sign", text: $0) })
        let manual = dotfileManual(tables: [table])
        let shown = ["\\(ga", "\\(aq", "\\e", "\\&.", "\\(dq", "\\-", "\\(ti", "\\(ha"]
        #expect(
            manual.contains(shown.map { ".It \"sign\"\n\($0)\n" }.joined()),
            "\(manual.split(separator: "\n").filter { $0.hasPrefix("\\") })")
        #expect(manual.contains("Bold is \\fBthis\\fP alone.\n"))
    }

    @Test("Help fits into eighty columns")
    func helpFits() {
        let texts = CommandDefinition.all.map(\.help) + [CommandDefinition.overview]
        for line in texts.joined().split(separator: "\n") where !line.hasPrefix("Usage:") {
            #expect(line.count <= 83, "\(line)")
        }
    }

    @Test("Values in force are shown as the dotfile takes them")
    func settingsReadBack() {
        let text = """
            [gesture]
            tail = 0.1s
            tap = notify-send "a b"
            [audio]
            device = "a #b"
            [recognizer]
            learn = "~/My Notes" ~/x
            refine = "\\"a b\\""
            [output]
            filter = " y "
            [words]
            nginx = engine x
            number = "a #b"
            [replacements]
            nl = "\\n"
            gap = " x "
            quote = "\\""
            """
        let loaded = reading(text)
        let again = reading(
            loaded.settings.map { "[\($0.section)]\n\($0.key) = \($0.value)\n" }.joined())
        #expect(again.diagnostics == [])
        var expected = loaded.configuration
        for index in expected.words.indices {
            expected.words[index].origin = again.configuration.words[index].origin
        }
        for index in expected.replacements.indices {
            expected.replacements[index].origin = again.configuration.replacements[index].origin
        }
        #expect(again.configuration == expected)
        #expect(loaded.report.contains("gesture.tail = 100ms"))
        #expect(loaded.report.contains("(/c/conf:2)"))
    }
}
