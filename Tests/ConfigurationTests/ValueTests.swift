import Configuration
import Testing

struct ValueTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var written: String
        var duration: Duration
        var testDescription: String { written }
    }

    @Test(
        "Durations are read as people write them",
        arguments: [
            Case(written: "350ms", duration: .milliseconds(350)),
            Case(written: "350 ms", duration: .milliseconds(350)),
            Case(written: "0.35s", duration: .milliseconds(350)),
            Case(written: ".35s", duration: .milliseconds(350)),
            Case(written: "0.5 sec", duration: .milliseconds(500)),
            Case(written: "1.5S", duration: .milliseconds(1500)),
            Case(written: "350000us", duration: .milliseconds(350)),
            Case(written: "\"2s\"", duration: .seconds(2)),
            Case(written: "0.05m", duration: .seconds(3)),
        ])
    func durations(_ example: Case) {
        let loaded = reading("[gesture]\nminimum-duration = \(example.written)\n")
        #expect(loaded.diagnostics == [])
        #expect(loaded.configuration.gesture.minimumDuration == example.duration)
    }

    @Test(
        "Long durations are read as people write them",
        arguments: [
            Case(written: "2m", duration: .seconds(120)),
            Case(written: "2min", duration: .seconds(120)),
            Case(written: "1m30s", duration: .seconds(90)),
            Case(written: "1h", duration: .seconds(3600)),
            Case(written: "10 minutes", duration: .seconds(600)),
        ])
    func longDurations(_ example: Case) {
        let loaded = reading("[gesture]\nmaximum-duration = \(example.written)\n")
        #expect(loaded.diagnostics == [])
        #expect(loaded.configuration.gesture.maximumDuration == example.duration)
    }

    @Test(
        "What is no duration is refused with the reason",
        arguments: [
            ("350", "has no unit (did you mean 350ms?)"),
            ("2", "has no unit (did you mean 2s?)"),
            ("7000", "has no unit"),
            ("0,35s", "is not a duration like 350ms, 0.35s or 2m"),
            ("", "is empty; a duration looks like 350ms, 0.35s or 2m"),
            ("soon", "is not a duration like 350ms, 0.35s or 2m"),
            ("-1s", "is negative"),
            ("1.2.3s", "is not a duration like 350ms, 0.35s or 2m"),
            ("350 fortnights", "has an unknown unit; known are ms, s, m and h"),
            ("99999999999999999999s", "is not a duration like 350ms, 0.35s or 2m"),
            ("999999999h", "is not between 50ms and 5s"),
            ("10s", "is not between 50ms and 5s"),
            ("0", "is not between 50ms and 5s"),
            ("nan", "is not a duration like 350ms, 0.35s or 2m"),
            ("1٣s", "is not a duration like 350ms, 0.35s or 2m"),
        ])
    func badDurations(_ written: String, _ reason: String) {
        let loaded = reading("[gesture]\nminimum-duration = \(written)\ntail = 100ms\n")
        #expect(
            loaded.diagnostics.map(\.description)
                == [
                    "/c/conf:2: [gesture].minimum-duration: "
                        + "\(written.isEmpty ? "\"\"" : written): \(reason)"
                ])
        #expect(loaded.configuration.gesture.minimumDuration == .milliseconds(350))
        #expect(loaded.configuration.gesture.tail == .milliseconds(100))
    }

    @Test(
        "Yes and no are read in every usual spelling",
        arguments: [
            ("yes", true), ("on", true), ("true", true), ("1", true), ("YES", true), ("On", true),
            ("y", true), ("no", false), ("off", false), ("false", false), ("0", false),
            ("No", false),
            ("n", false),
        ])
    func flags(_ written: String, _ value: Bool) {
        let loaded = reading(
            "[output]\nconfirm = \(written)\n[preview]\nlevel-meter = \(written)\n")
        #expect(loaded.diagnostics == [])
        #expect(loaded.configuration.output.confirm == value)
        #expect(loaded.configuration.preview.levelMeter == value)
    }

    @Test(
        "What can be off takes every spelling of no, and what can be spoken of yes",
        arguments: [
            ("no", Spoken.off), ("0", .off), ("False", .off), ("off", .off), ("yes", .spoken),
            ("on", .spoken), ("true", .spoken), ("Spoken", .spoken),
        ])
    func switches(_ written: String, _ value: Spoken) {
        let loaded = reading(
            "[output]\npunctuation = \(written)\ncapitals = \(written)\nnumbers = \(written)\n")
        #expect(loaded.diagnostics == [])
        #expect(loaded.configuration.output.punctuation == value)
        #expect(loaded.configuration.output.capitals == value)
        #expect(loaded.configuration.output.numbers == (value == .off ? .off : .spoken))
        #expect(reading("[preview]\nstyle = no").configuration.preview.style == .off)
        #expect(
            reading("[preview]\nstyle = yes\n[gesture]\nmode = no").diagnostics.map(\.message)
                == [
                    "[preview].style: yes: is not one of line, title, off",
                    "[gesture].mode: no: is not one of auto, hold, toggle",
                ])
    }

    @Test(
        "Counts are read with their usual units",
        arguments: [("200", 200), ("1_000", 1000), ("2k", 2000), ("0", 0)])
    func counts(_ written: String, _ value: Int) {
        #expect(reading("[output]\nhistory = \(written)").configuration.output.history == value)
    }

    @Test(
        "What is no count is refused",
        arguments: ["", "-1", "many", "1.5", "999999999999999999999", "9223372036854775807m"])
    func badCounts(_ written: String) {
        let loaded = reading("[output]\nhistory = \(written)")
        #expect(loaded.diagnostics.count == 1)
        #expect(loaded.configuration.output.history == 0)
    }

    @Test(
        "Paths expand",
        arguments: [
            ("~/m", "/home/u/m"), ("$HOME/m", "/home/u/m"), ("/m", "/m"), ("m.dict", "/c/m.dict"),
            ("$XDG_DATA_HOME/m", "/home/u/.local/share/m"), ("${XDG_CONFIG_HOME}/m", "/xdg/m"),
            ("\"~/with space\"", "/home/u/with space"),
        ])
    func paths(_ written: String, _ path: String) {
        let loaded = reading(
            "[recognizer]\ndictionary = \(written)", environment: ["XDG_CONFIG_HOME": "/xdg"])
        #expect(loaded.diagnostics == [])
        #expect(loaded.configuration.recognizer.dictionary == path)
    }

    @Test(
        "Paths that cannot expand are refused",
        arguments: ["~root/x", "$PATH", "$XDG_RUNTIME_DIR/x", ""])
    func badPaths(_ written: String) {
        let loaded = reading("[recognizer]\ndictionary = \(written)")
        #expect(loaded.diagnostics.count == 1)
        #expect(loaded.configuration.recognizer == Configuration().recognizer)
    }

    @Test("A list keeps what quotes enclose together")
    func lists() {
        let one = reading("[recognizer]\nlearn = \"~/My Notes\"")
        #expect(one.configuration.recognizer.learn == ["/home/u/My Notes"])
        let none = reading("[recognizer]\nlearn = \"\"")
        #expect(none.diagnostics == [] && none.configuration.recognizer.learn == [])
        let loaded = reading("[recognizer]\nlearn = \"~/My Notes\" mail   /srv/docs")
        #expect(loaded.diagnostics == [])
        #expect(
            loaded.configuration.recognizer.learn == ["/home/u/My Notes", "/c/mail", "/srv/docs"])
    }

    @Test(
        "What a message quotes is safe on a terminal",
        arguments: ["[replacements]\na = \"\\\u{8}\"", "[recognizer]\ndictionary = $XDG_\u{1b}c/x"])
    func messages(_ text: String) {
        let diagnostics = reading(text).diagnostics
        #expect(diagnostics.count == 1)
        let scalars = diagnostics.flatMap { Array($0.description.unicodeScalars) }
        #expect(scalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F })
    }

    @Test("A command keeps its own quotes")
    func commands() {
        let loaded = reading(
            """
            [output]
            filter = "/opt/my prog" --x "a b"
            [recognizer]
            refine = "moonshine --fast"
            [gesture]
            tap = notify-send "hold the key"
            """)
        #expect(loaded.diagnostics == [])
        #expect(loaded.configuration.output.filter == "\"/opt/my prog\" --x \"a b\"")
        #expect(loaded.configuration.recognizer.refine == "moonshine --fast")
        #expect(loaded.configuration.gesture.tap == .command("notify-send \"hold the key\""))
    }

    @Test(
        "Keys are read by name and shown as they are named",
        arguments: [
            ("f9", "f9"), ("F12", "f12"), ("ctrl+space", "ctrl+space"), ("Alt+V", "shift+alt+v"),
            ("right_control", "right_control"), ("+", "+"), ("rctrl", "right_control"),
        ])
    func keys(_ written: String, _ shown: String) {
        let loaded = reading("[gesture]\nlisten-key = \(written)")
        #expect(loaded.diagnostics == [])
        #expect(
            OptionDefinition.named("gesture", "listen-key")?.text(in: loaded.configuration) == shown
        )
    }

    @Test(
        "A key that no shell can be told of is no hotkey, and may well be the key of listen",
        arguments: [
            ("space", "it types a character, which the command line needs"),
            ("right_control", "a shell never sees a modifier or a lock pressed alone"),
            ("ctrl+c", "the shell itself needs it"),
        ])
    func hotkeys(_ key: String, _ reason: String) {
        let loaded = reading("[gesture]\nhotkey = \(key)\nlisten-key = \(key)")
        #expect(
            loaded.diagnostics.map(\.message)
                == ["[gesture].hotkey: \(key): cannot be the hotkey of a shell: \(reason)"])
        #expect(loaded.configuration.gesture.hotkey == Configuration().gesture.hotkey)
        #expect(loaded.configuration.gesture.listenKey.description == key)
    }

    @Test("What is no key is refused with the nearest name")
    func badKeys() {
        #expect(
            reading("[gesture]\nhotkey = rihgt_control\nlisten-key =").diagnostics.map(
                \.description)
                == [
                    "/c/conf:2: [gesture].hotkey: rihgt_control: "
                        + "no key is named \"rihgt_control\"; did you mean \"right_control\"?",
                    "/c/conf:3: [gesture].listen-key: \"\": is empty; "
                        + "utter keys shows the names of keys",
                ])
    }

    @Test("A misspelt word for tap is not taken for a command")
    func misspeltTap() {
        let loaded = reading("[gesture]\ntap = togle")
        #expect(
            loaded.diagnostics.map(\.message)
                == [
                    "[gesture].tap: togle: is neither hint, toggle nor a command's path "
                        + "(did you mean toggle?)"
                ])
        #expect(loaded.configuration.gesture.tap == .hint)
    }
}
