import Configuration
import Foundation
import Support
import Testing

/// The dotfile as real files, read by the built program.
struct ConfigurationLoaderTests {
    let home: TemporaryFolder
    var xdg: String { home.path + "/.config/utter/utter.conf" }

    init() throws {
        home = try TemporaryFolder()
    }

    private func run(_ arguments: String..., environment: [String: String] = [:]) throws
        -> UtterProgram.Output
    {
        try UtterProgram.run(
            arguments, environment: environment.merging(["HOME": home.path]) { given, _ in given })
    }

    @Test("The XDG file is read, and the one in the home folder only if that is absent")
    func precedence() throws {
        #expect(try run("config", "path").output == xdg + "\n")
        #expect(try run("config", "path").errors.contains("no such file yet"))
        let named = try run("--config", home.path + "/none", "config", "path", "--json")
        #expect(named.output.contains("\"exists\": false"))
        try home.write("[gesture]\ntail = 1s\n", to: ".utterrc")
        #expect(try run("config", "path").output == home.path + "/.utterrc\n")
        #expect(try run("config", "show").output.contains("gesture.tail = 1s"))
        try home.write("[gesture]\nminimum-clip = 1s\n", to: ".config/utter/utter.conf")
        let shown = try run("config", "show").output
        #expect(shown.contains("gesture.tail = 200ms"))
        #expect(shown.contains("gesture.minimum-clip = 1s"))
        #expect(shown.contains("(\(xdg):2)"))
    }

    @Test("Check prints every error with its line and exits 2")
    func check() throws {
        try home.write(
            "[gesture]\r\nmode = maybe\r\nhotky = f9\r\ntail = 1s\r\n",
            to: ".config/utter/utter.conf")
        let checked = try run("config", "check")
        #expect(checked.status == 2)
        #expect(
            checked.lines == [
                "\(xdg):2: [gesture].mode: maybe: is not one of auto, hold, toggle",
                "\(xdg):3: [gesture].hotky: unknown option (did you mean hotkey?)",
            ])
        let shown = try run("config", "show")
        #expect(shown.status == 0)
        #expect(shown.output.contains("gesture.tail = 1s"))
        #expect(shown.errors.contains("\(xdg):2: [gesture].mode: maybe"))
        try home.write("[gesture]\nmode = hold", to: ".config/utter/utter.conf")
        #expect(try run("config", "check").status == 0)
    }

    @Test("A word with a phone that there is not is told by check, doctor and words")
    func badPhones() throws {
        let message = "\(xdg):2: [words].kubectl: K Y UW Q: \"Q\" is no phone of ARPABET"
        try home.write(
            "[words]\nkubectl = K Y UW Q\nnginx = engine x\n", to: ".config/utter/utter.conf")
        let checked = try run("config", "check")
        #expect(checked.status == 2)
        #expect(checked.lines == [message])
        #expect(try run("doctor", "--no-microphone").output.contains(message))
        let listed = try run("words", "list")
        #expect(listed.errors == "utter: \(message)\n")
        #expect(listed.lines.first == "nginx = engine x")
        let added = try run("words", "add", "sshd", "--sounds-like", "EH S XX")
        #expect(added.status == 2)
        #expect(added.errors.hasPrefix("utter: \"EH S XX\" cannot be said: \"XX\" is no phone"))
        // What the dotfile would read as something else.
        for word in ["\"sshd", "#sshd", "[sshd", "a=b", "a b", ""] {
            let refused = try run("words", "add", word, "--sounds-like", "s s h d")
            #expect(refused.status == 2, "\(word)")
            #expect(refused.errors.contains("cannot be a word of the dotfile"), "\(word)")
        }
    }

    @Test("A descriptor for type-ahead that is not open is a mistake of the command line")
    func closedDescriptor() throws {
        let output = try run("listen", "--once", "--rest-fd", "99")
        #expect(output.status == 2)
        #expect(output.errors.hasPrefix("utter: --rest-fd 99: is not open\n"))
    }

    @Test("Check as JSON is one object for each error")
    func checkJSON() throws {
        try home.write("[gesture]\nmode = maybe", to: ".utterrc")
        let line = try run("config", "check", "--json").output
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        #expect(object?["path"] as? String == home.path + "/.utterrc")
        #expect(object?["line"] as? Int == 2)
        #expect((object?["message"] as? String)?.hasPrefix("[gesture].mode: maybe") == true)
    }

    @Test("A folder in the place of the dotfile is a clear error, and the defaults are in force")
    func folder() throws {
        try FileManager.default.createDirectory(
            atPath: xdg, withIntermediateDirectories: true)
        let checked = try run("config", "check")
        #expect(checked.status == 2)
        #expect(checked.output == "\(xdg): is a directory, not a file\n")
        #expect(try run("config", "show").status == 0)
    }

    @Test("A hundred megabytes are refused without being read")
    func huge() throws {
        try home.write("", to: ".utterrc")
        let file = try FileHandle(forWritingTo: home.url.appending(path: ".utterrc"))
        try file.truncate(atOffset: 100 << 20)
        #expect(
            try run("config", "check").output
                == "\(home.path)/.utterrc: is larger than 1024 KiB; no dotfile is\n")
    }

    @Test("A file that may not be read says so", .enabled(if: geteuid() != 0))
    func unreadable() throws {
        try home.write("[gesture]", to: ".utterrc", mode: 0)
        #expect(
            try run("config", "check").output
                == "\(home.path)/.utterrc: cannot be read: permission denied\n")
    }

    @Test("A link to nowhere is reported, not passed over")
    func danglingLink() throws {
        try home.write("[gesture]\ntail = 1s", to: ".utterrc")
        try home.write("", to: ".config/utter/x")
        try FileManager.default.createSymbolicLink(
            atPath: xdg, withDestinationPath: "\(home.path)/nowhere")
        #expect(
            try run("config", "check").output
                == "\(xdg): cannot be read: no such file or directory\n")
    }

    @Test("A loop of includes through a link is found")
    func linkedLoop() throws {
        try home.write(
            "include = other.conf\n[gesture]\ntail = 1s\n", to: ".config/utter/utter.conf")
        try FileManager.default.createSymbolicLink(
            atPath: home.path + "/.config/utter/other.conf", withDestinationPath: xdg)
        let checked = try run("config", "check")
        #expect(
            checked.output
                == "\(xdg):1: include: \(home.path)/.config/utter/other.conf: the file includes itself\n"
        )
        #expect(try run("config", "show").output.contains("gesture.tail = 1s"))
    }

    @Test("A named pipe without a writer does not hang the program")
    func namedPipe() throws {
        #expect(mkfifo(home.path + "/.utterrc", 0o600) == 0)
        #expect(try run("config", "check").status == 0)
    }

    @Test(
        "A program is accepted from a file of one's own and refused from one that others can write")
    func trust() throws {
        try home.write("[output]\nfilter = tr a b\n", to: ".utterrc")
        #expect(try run("config", "check").status == 0)
        try home.write("[output]\nfilter = tr a b\n", to: ".utterrc", mode: 0o666)
        let checked = try run("config", "check")
        #expect(checked.status == 2)
        #expect(checked.output.contains("others can write the file"))
        #expect(try run("config", "show").output.contains("output.filter =  "))
        let fromEnvironment = try run(
            "config", "check", environment: ["UTTER_OUTPUT_FILTER": "tr a b"])
        #expect(fromEnvironment.output.contains("no environment variable may"))
    }

    @Test("--config reads another file, and it must be there")
    func otherFile() throws {
        let path = try home.write("[gesture]\nmode = toggle", to: "other")
        #expect(try run("--config", path, "config", "show").output.contains("mode = toggle"))
        let missing = try run("--config", home.path + "/gone", "config", "show")
        #expect(missing.status == 2)
        #expect(
            missing.errors
                == "utter: --config \(home.path)/gone: cannot be read: no such file or directory\n"
                + "Name a readable file, or leave --config out.\n")
    }

    @Test("A wrong -o ends the program with what to do")
    func wrongOverride() throws {
        let result = try run("-o", "gesture.mod=hold", "config", "show")
        #expect(result.status == 2)
        #expect(result.output == "")
        #expect(
            result.errors
                == "utter: -o gesture.mod=hold: [gesture].mod: unknown option (did you mean mode?)\n"
                + "utter config show lists every option.\n")
    }

    @Test("Help and version work with a broken dotfile and say nothing about it")
    func helpWithBrokenDotfile() throws {
        try home.write("garbage\0garbage", to: ".utterrc")
        for arguments in [["--help"], ["help", "listen"], ["transcribe", "-h"], ["--version"]] {
            let result = try UtterProgram.run(arguments, environment: ["HOME": home.path])
            #expect(result.status == 0)
            #expect(result.errors == "")
            #expect(!result.output.isEmpty)
        }
    }

    @Test("The version names the libraries")
    func version() throws {
        let lines = try run("--version").lines
        #expect(lines.first?.hasPrefix("utter ") == true)
        #expect(lines.contains { $0.hasPrefix("ALSA 1.") })
        #expect(lines.contains { $0.hasPrefix("PocketSphinx ") })
    }

    @Test("Unknown commands and options exit 2 with one line of what and one of what to do")
    func usage() throws {
        for arguments in [["lisen"], ["listen", "--onc"], ["--frob"], ["init", "tcsh"]] {
            let result = try UtterProgram.run(arguments, environment: ["HOME": home.path])
            #expect(result.status == 2)
            #expect(result.output == "")
            let lines = result.errors.split(separator: "\n")
            #expect(lines.count == 2)
            #expect(lines.first?.hasPrefix("utter: ") == true)
        }
    }

    @Test(
        "The manuals in the repository are what the tables say",
        arguments: [("man", "utter.1"), ("man-conf", "utter.conf.5")])
    func manuals(_ artifact: String, _ file: String) throws {
        let expected = try run("generate", artifact).output
        let path = UtterProgram.packageRoot.appending(path: "config/man/\(file)")
        #expect(
            try String(contentsOf: path, encoding: .utf8) == expected,
            "make generate brings \(file) up to date")
    }
}
