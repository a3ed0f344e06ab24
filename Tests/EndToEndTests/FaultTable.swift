import Foundation
import Glibc
import Support
import Testing

/// A fault of the microphone, the machine, the files or the terminal: what is done, and what has to come of it.
struct Fault: Sendable, CustomTestStringConvertible {
    enum Sound: Sendable {
        case speech, zeros, noise
    }

    var testDescription: String
    var arguments: [String] = []
    var persona = TerminalPersona.kitty
    var fields: [String: String] = [:]
    var sound = Sound.speech
    /// Files that are made before, by their names in the home folder, which is `HOME/` in `environment`.
    var files: [String: @Sendable () throws -> Data] = [:]
    var environment: [String: String] = [:]
    var dotfile: String?
    var wrapper: [String] = []
    /// What the person does, and what happens to the program meanwhile.
    var act: @Sendable (Listening) async throws -> Void = { try await $0.readyAndHold() }
    /// What the line says then; nil where it says nothing about it.
    var says: String?
    /// The two lines of standard error, by what they hold; empty where nothing is said there.
    var errors: [String] = []
    /// The end; after a `q` where the fault itself is none.
    var status: ChildStatus
    var endsByItself = false
    /// The least share of the words said that is delivered; 0 where none may be, nil where any may.
    var kept: Double? = 0
}

extension Listening {
    func readyAndHold() async throws {
        try await ready()
        try await holdWhileSpeaking()
    }

    /// A hold where the microphone's log cannot be written either, and the line has to tell how far it is.
    func readyAndHoldUnlogged() async throws {
        try await ready()
        terminal.press(.space)
        try await terminal.waitForScreen("forward ten meters")
        terminal.release(.space)
    }

    /// Presses the key where the microphone will not open, until the line says so.
    func readyAndPress(until text: String) async throws {
        try await ready()
        terminal.press(.space)
        try await terminal.waitForScreen(text)
        terminal.release(.space)
    }
}

extension Fault {
    static let microphone: [Fault] = [
        cannotOpen("ENOENT", "cannot open microphone \"default\": there is none"),
        cannotOpen("EBUSY", "cannot open microphone \"default\": another program has it"),
        cannotOpen("EACCES", "cannot open microphone \"default\": you may not use it"),
        cannotOpen(
            "ECONNREFUSED", "cannot open microphone \"default\": the sound server does not run"),
        Fault(
            testDescription: "missing, with --once", arguments: ["--once"],
            fields: ["open-error": "ENOENT"],
            act: {
                try await $0.ready()
                $0.terminal.press(.space)
                try await $0.process.waitForEnd()
                $0.terminal.release(.space)
            }, errors: ["cannot open microphone \"default\": ", "utter devices"],
            status: .exited(4),
            endsByItself: true),
        Fault(
            testDescription: "unplugged while the key is held", fields: ["faults": "enodev@2.9"],
            act: {
                try await $0.ready()
                $0.terminal.press(.space)
                _ = try await $0.line()
                $0.terminal.release(.space)
            }, says: "has gone away: delivered so far", status: .exited(0), kept: 0.8),
        Fault(
            testDescription: "its server dies while the key is held",
            fields: ["faults": "gone@2.9"],
            act: {
                try await $0.ready()
                $0.terminal.press(.space)
                _ = try await $0.line()
                $0.terminal.release(.space)
            }, says: "has gone away: delivered so far", status: .exited(0), kept: 0.8),
        Fault(
            testDescription: "only zeros", sound: .zeros, says: "nothing heard", status: .exited(1)),
        Fault(
            testDescription: "noise at full scale", sound: .noise, says: "nothing heard",
            status: .exited(1)),
        Fault(
            testDescription: "twice the rate", fields: ["speed": "2"], status: .exited(0), kept: 0.8
        ),
        Fault(
            testDescription: "half the rate", fields: ["speed": "0.5"],
            act: {
                try await $0.ready()
                try await $0.holdWhileSpeaking(slowness: 2)
            }, status: .exited(0), kept: 0.8),
        Fault(
            testDescription: "nothing for a while", fields: ["faults": "stall@2.9+0.8"],
            act: {
                try await $0.ready()
                $0.terminal.press(.space)
                try await $0.terminal.waitForScreen("waiting for the microphone")
                try await $0.terminal.waitForScreen("listening")
                try await $0.untilHeard(4.5)
                $0.terminal.release(.space)
            }, status: .exited(0), kept: 0.8),
        Fault(
            testDescription: "overruns", fields: ["faults": "xrun@0.1 xrun@2.95"],
            act: {
                try await $0.ready()
                $0.terminal.press(.space)
                try await $0.terminal.waitForScreen("some sound was lost")
                try await $0.untilHeard(3.2)
                $0.terminal.release(.space)
            }, status: .exited(0), kept: 0.75),
        Fault(
            testDescription: "asleep, and it resumes",
            fields: ["faults": "suspend@0.1+0.2", "resume": "yes"],
            act: {
                try await $0.ready()
                try await $0.holdWhileSpeaking(slowness: 1.3)
            }, status: .exited(0), kept: 0.8),
        Fault(
            testDescription: "asleep, and it has to start anew", fields: ["faults": "suspend@0.1"],
            status: .exited(0), kept: 0.5),
    ]

    private static func cannotOpen(_ code: String, _ says: String) -> Fault {
        Fault(
            testDescription: code, fields: ["open-error": code],
            act: { try await $0.readyAndPress(until: says) }, says: says, status: .exited(1))
    }

    // MARK: Files

    private static let model = "\(Program.data)/turtle.lm.bin"
    private static let dictionary = "\(Program.data)/turtle.dic"

    @Sendable private static func start(of path: String, _ count: Int) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: path)).prefix(count)
    }

    static let files: [Fault] = [
        model("missing", named: "en.lm.bin", nil),
        model("truncated", named: "en.lm.bin") { try start(of: model, 2000) },
        model("empty", named: "en.lm.bin") { Data() },
        model("of the wrong kind", named: "en.lm.bin") { try start(of: Program.speech, 60_000) },
        model("swapped with the dictionary", named: "en.lm.bin") {
            try start(of: dictionary, 1 << 20)
        },
        Fault(
            testDescription: "an acoustic model that is a file",
            environment: ["UTTER_RECOGNIZER_ACOUSTIC_MODEL": dictionary],
            act: { try await $0.process.waitForEnd() },
            errors: [dictionary, "utter doctor"], status: .exited(5), endsByItself: true),
        Fault(
            testDescription: "a dictionary that is missing",
            environment: ["UTTER_RECOGNIZER_DICTIONARY": "HOME/none.dic"],
            act: { try await $0.process.waitForEnd() },
            errors: ["none.dic", "utter doctor"], status: .exited(5), endsByItself: true),
        Fault(
            testDescription: "a dictionary with bad lines",
            files: [
                "bad.dic": {
                    Data("nothing\nwrong XX YY ZZ\n\u{1}\u{2} \u{3}\n;; a remark\n\n(2) AH\n".utf8)
                        + (try start(of: dictionary, 1 << 20)) + Data("last AH".utf8)
                }
            ],
            environment: ["UTTER_RECOGNIZER_DICTIONARY": "HOME/bad.dic"], status: .exited(0),
            kept: 0.8),
        Fault(
            testDescription: "a home in which nothing can be written",
            environment: ["XDG_STATE_HOME": "/proc/none"],
            dotfile: "[output]\nhistory = 3\n", says: "cannot keep the history", status: .exited(0),
            kept: 0.8),
        Fault(
            testDescription: "a disk on which no file can grow",
            dotfile: "[output]\nhistory = 3\n",
            wrapper: ["/bin/sh", "-c", "ulimit -f 0; exec \"$@\" > /dev/null", "sh"],
            act: { try await $0.readyAndHoldUnlogged() }, says: "cannot keep the history",
            status: .exited(0), kept: nil),
        Fault(
            testDescription: "an output that is full",
            wrapper: ["/bin/sh", "-c", "exec \"$@\" > /dev/full", "sh"],
            act: {
                try await $0.readyAndHold()
                try await $0.process.waitForEnd()
            }, errors: ["cannot write to standard output: ", "Make room"], status: .exited(1),
            endsByItself: true),
    ]

    private static func model(
        _ what: String, named name: String, _ content: (@Sendable () throws -> Data)?
    ) -> Fault {
        Fault(
            testDescription: "a model \(what)", files: content.map { [name: $0] } ?? [:],
            environment: ["UTTER_RECOGNIZER_LANGUAGE_MODEL": "HOME/\(name)"],
            act: { try await $0.process.waitForEnd() }, errors: [name, "utter doctor"],
            status: .exited(5), endsByItself: true)
    }

    // MARK: The machine and the terminal

    static let terminal: [Fault] = [
        Fault(
            testDescription: "no descriptor left when the terminal has been asked for its keys",
            wrapper: [
                "/bin/sh", "-c",
                // Two for the signals, one for the terminal; what the tests were started with takes none of them.
                "exec 3<&- 4<&- 5<&- 6<&-; ulimit -n 7; exec \"$@\"", "sh",
            ],
            act: { try await $0.process.waitForEnd() },
            errors: ["pipe2: too many open files", "Close some programs"], status: .exited(3),
            endsByItself: true),
        Fault(
            testDescription: "10 s without any time for the recogniser",
            act: { try await $0.holdWithoutRecogniser(for: 10) }, status: .exited(0), kept: 0.8),
        Fault(
            testDescription: "a clock that is set forward and back while the key is held",
            environment: [
                "LD_PRELOAD": Program.steppedClock, "UTTER_TEST_CLOCK": "HOME/clock",
            ], dotfile: "[output]\nhistory = 3\n",
            act: {
                try await $0.ready()
                try await $0.holdWhileSettingTheClock(by: [3600, -3600, 3600])
            }, status: .exited(0), kept: 0.8),
        Fault(
            testDescription: "4,000 taps",
            act: {
                try await $0.ready()
                // A press that follows a release at once is a repeat, as of Konsole and X11: a minute of such taps would
                // be one hold. So they come in bursts, each shorter than a long press.
                for _ in 0..<50 {
                    for _ in 0..<80 { $0.terminal.tap(.space) }
                    try await $0.read()
                    try await $0.pause()
                }
                try await $0.holdWhileSpeaking()
                let opened = $0.microphone.events("open").count
                guard opened == 1 else {
                    throw TimedOut(description: "taps opened the microphone \(opened - 1) times")
                }
            }, status: .exited(0), kept: 0.8),
        Fault(
            testDescription: "a storm of resizes",
            act: {
                try await $0.ready()
                $0.terminal.press(.space)
                for size in 0..<400 {
                    $0.terminal.resize(rows: 1 + size % 40, columns: 1 + size % 150)
                }
                $0.terminal.resize(rows: 24, columns: 80)
                try await $0.untilHeard(3)
                $0.terminal.release(.space)
            }, status: .exited(0), kept: 0.8),
        Fault(
            testDescription: "a terminal that answers late",
            persona: persona { $0.holdsAnswers = true },
            act: {
                try await $0.terminal.waitForScreen("reports no key releases")
                $0.terminal.releaseAnswers()
                try await $0.terminal.waitForScreen("hold Space to talk")
                try await $0.readyAndHold()
            }, status: .exited(0), kept: 0.8),
        Fault(
            testDescription: "a terminal that answers twice",
            persona: persona { $0.answerCount = 2 },
            status: .exited(0), kept: 0.8),
        Fault(
            testDescription: "a terminal that answers with garbage",
            persona: persona {
                $0.noise =
                    Array("\u{1b}[?1;9999999999999c\u{1b}]4;\u{7}\u{1b}[5".utf8) + [0x18, 0xFF]
            },
            status: .exited(0), kept: 0.8),
        Fault(
            testDescription: "a terminal that never answers", persona: .silent,
            act: {
                try await $0.terminal.waitForScreen("reports no key releases")
                try await $0.ready()
                $0.terminal.press(.space)
                try await $0.untilHeard(3)
                $0.terminal.press(.space)
            }, status: .exited(0), kept: 0.8),
    ]

    private static func persona(_ change: (inout TerminalPersona) -> Void) -> TerminalPersona {
        var persona = TerminalPersona.kitty
        change(&persona)
        return persona
    }
}
