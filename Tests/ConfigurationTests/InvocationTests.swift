import Configuration
import Keyboard
import Testing

struct InvocationTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var line: String
        var command: Command
        var testDescription: String { "utter " + line }

        init(_ line: String, _ command: Command) {
            self.line = line
            self.command = command
        }
    }

    private static func arguments(_ line: String) -> [String] {
        line.split(separator: " ").map(String.init)
    }

    private static func changed<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
        var value = value
        change(&value)
        return value
    }

    static let cases: [Case] = [
        Case("", .listen(ListenOptions())),
        Case("listen", .listen(ListenOptions())),
        Case("--once", .listen(changed(ListenOptions()) { $0.once = true })),
        Case("--json listen", .listen(ListenOptions())),
        Case(
            "listen --once --key f9 --held --below --profile shell --rest-fd 3",
            .listen(
                changed(ListenOptions()) {
                    $0.once = true
                    $0.key = KeyChord(Key(code: 57372))
                    $0.held = true
                    $0.below = true
                    $0.profile = .shell
                    $0.restDescriptor = 3
                })),
        Case(
            "listen --key=ctrl+space",
            .listen(changed(ListenOptions()) { $0.key = KeyChord(.space, .control) })),
        Case(
            "transcribe a.wav - --live b.wav --raw",
            .transcribe(
                changed(TranscribeOptions()) {
                    $0.inputs = ["a.wav", "-", "b.wav"]
                    $0.live = true
                    $0.raw = true
                })),
        Case(
            "transcribe --profile shell --history h --directory d --path= -- --odd.wav",
            .transcribe(
                changed(TranscribeOptions()) {
                    $0.inputs = ["--odd.wav"]
                    $0.profile = .shell
                    $0.history = "h"
                    $0.directory = "d"
                    $0.path = ""
                })),
        Case("init bash", .initialize(InitOptions())),
        Case(
            "init --undo fish --key f8",
            .initialize(
                changed(InitOptions()) {
                    $0.shell = .fish
                    $0.key = KeyChord(Key(code: 57371))
                    $0.undo = true
                })),
        Case("doctor --no-microphone", .doctor(changed(DoctorOptions()) { $0.microphone = false })),
        Case("doctor --json", .doctor(DoctorOptions())),
        Case(
            "keys --decode --protocol linux-mediumraw",
            .keys(
                changed(KeysOptions()) {
                    $0.decode = true
                    $0.keyProtocol = .linuxMediumRaw
                })),
        Case("devices --probe", .devices(changed(DevicesOptions()) { $0.probe = true })),
        Case("config show", .config(.show)),
        Case("--config x config check", .config(.check)),
        Case("words", .words(.list)),
        Case("words say kubectl", .words(.say("kubectl"))),
        Case(
            "words add kubectl --sounds-like control",
            .words(.add(word: "kubectl", soundsLike: "control"))),
        Case(
            "measure voice --json", .measure(changed(MeasureOptions()) { $0.directory = "voice" })),
        Case("history --last", .history(changed(HistoryOptions()) { $0.last = true })),
        Case("--help", .help(topic: nil)),
        Case("-h", .help(topic: nil)),
        Case("help", .help(topic: nil)),
        Case("help transcribe", .help(topic: "transcribe")),
        Case("init --help", .help(topic: "init")),
        Case("transcribe -h", .help(topic: "transcribe")),
        Case("--once --help", .help(topic: "listen")),
        Case("--version", .version),
        Case("listen --version", .version),
        Case("generate man-conf", .generate(.dotfileManual)),
    ]

    @Test("Command lines are understood", arguments: cases)
    func understood(_ example: Case) throws {
        let invocation = try Invocation.parse(Self.arguments(example.line))
        #expect(invocation.command == example.command)
    }

    @Test("Global options may stand before and after the command")
    func globals() throws {
        let invocation = try Invocation.parse(
            Self.arguments(
                "--config f -o a.b=c transcribe -oaudio.device=x --log-level debug x.wav "
                    + "--log-file=l --color never --json"))
        #expect(invocation.global.configFile == "f")
        #expect(invocation.global.overrides == ["a.b=c", "audio.device=x"])
        #expect(invocation.global.logLevel == .debug)
        #expect(invocation.global.logFile == "l")
        #expect(invocation.global.color == .never)
        #expect(invocation.global.json)
    }

    @Test(
        "What cannot be followed says what, why and what to do",
        arguments: [
            (
                "lisen", "lisen: unknown command",
                "Did you mean utter listen? utter --help lists the commands."
            ),
            ("listen --key=", "--key \"\": is empty", "Write --key KEY."),
            ("frobnicate", "frobnicate: unknown command", "utter --help lists the commands."),
            (
                "memo.wav", "memo.wav: unknown command",
                "For a recording: utter transcribe memo.wav."
            ),
            ("-", "-: unknown command", "For a recording: utter transcribe -."),
            (
                "listen --onc", "--onc: utter listen has no such option",
                "Did you mean --once? utter listen --help shows all."
            ),
            (
                "listen --live", "--live: utter listen has no such option",
                "It belongs to utter transcribe. utter listen --help shows what fits here."
            ),
            ("--frobnicate", "--frobnicate: unknown option", "utter --help shows all."),
            ("-x", "-x: unknown option", "utter --help shows all."),
            (
                "listen x", "listen: unexpected argument \"x\"",
                "utter listen --help shows what it takes."
            ),
            (
                "-- x", "listen: unexpected argument \"x\"",
                "utter listen --help shows what it takes."
            ),
            (
                "listen --key f99", "--key f99: no key is named \"f99\"; did you mean \"f9\"?",
                "utter keys shows the names of keys."
            ),
            ("listen --key", "--key: its value is missing", "Write --key KEY."),
            ("listen --once=1", "--once: takes no value", "Write --once alone."),
            (
                "listen --profile prosa", "--profile prosa: unknown value (did you mean prose?)",
                "It takes one of prose, shell."
            ),
            (
                "listen --rest-fd x", "--rest-fd x: is not a descriptor",
                "Give the number of an open descriptor, for example 3."
            ),
            ("--config= listen", "--config \"\": is empty", "Write --config FILE."),
            (
                "transcribe", "transcribe: no input given",
                "Name one or more files, or - for standard input."
            ),
            ("init", "init: no shell named", "Name one of bash, zsh, fish."),
            (
                "init fsh", "init fsh: unknown shell (did you mean fish?)",
                "Name one of bash, zsh, fish."
            ),
            (
                "init bash zsh", "init: unexpected argument \"zsh\"",
                "utter init --help shows what it takes."
            ),
            ("init bash --json", "--json: utter init has no JSON output", "Leave --json out."),
            ("config", "config: nothing asked for", "Say path, check or show."),
            (
                "config chek", "config chek: unknown (did you mean check?)",
                "Say path, check or show."
            ),
            (
                "help lisen", "lisen: unknown command",
                "Did you mean utter listen? utter --help lists the commands."
            ),
            ("help generate", "generate: unknown command", "utter --help lists the commands."),
            ("words say", "words say: no token given", "Name one: utter words say kubectl."),
            ("measure", "measure: no folder named", "Name one with WAV and TXT pairs."),
        ])
    func refused(_ line: String, _ message: String, _ remedy: String) {
        let error = #expect(throws: UsageError.self) {
            try Invocation.parse(Self.arguments(line))
        }
        #expect(error == UsageError(message, remedy: remedy))
    }

    @Test("Options and commands have names of their own")
    func uniqueNames() {
        let commands = CommandDefinition.all.map(\.name)
        #expect(Set(commands).count == commands.count)
        for command in CommandDefinition.all {
            let names = (command.options + CommandDefinition.globalOptions).flatMap(\.names)
            #expect(Set(names).count == names.count, "\(command.name)")
            for option in command.options {
                #expect(!option.summary.hasSuffix("."))
                #expect(option.summary.first?.isUppercase == true)
            }
        }
    }
}
