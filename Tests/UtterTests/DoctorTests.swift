import ALSA
import Audio
import Configuration
import Foundation
import Glibc
import Keyboard
import Support
import Testing

@testable import utter

/// What is found, judged.
struct DoctorJudgementTests {
    static func heard(_ change: (inout MicrophoneReport) -> Void) -> MicrophoneReport {
        var report = MicrophoneReport(device: "default")
        report.sound.add((0..<16_000).map { Int16($0 % 2 == 0 ? 3000 : -3000) })
        change(&report)
        return report
    }

    static func failed(_ code: Int32) -> MicrophoneReport {
        heard { $0.error = CaptureError(operation: "snd_pcm_open", device: "default", code: -code) }
    }

    struct MicrophoneCase: CustomTestStringConvertible, Sendable {
        var name: String
        var report: MicrophoneReport
        var status: Finding.Status
        var says: String
        var testDescription: String { name }
    }

    @Test(
        "Missing, busy, forbidden, muted and silent microphones are told apart",
        arguments: [
            MicrophoneCase(
                name: "works", report: heard { _ in }, status: .ok, says: "opens; loudest -21 dBFS"),
            MicrophoneCase(
                name: "missing", report: failed(ENOENT), status: .problem, says: "no such device"),
            MicrophoneCase(
                name: "busy", report: failed(EBUSY), status: .problem,
                says: "another program has it"),
            MicrophoneCase(
                name: "forbidden", report: failed(EACCES), status: .problem, says: "may not use it"),
            MicrophoneCase(
                name: "no server", report: failed(ECONNREFUSED), status: .problem,
                says: "sound server does not run"),
            MicrophoneCase(
                name: "muted", report: heard { $0.isMuted = true }, status: .problem,
                says: "is muted"),
            MicrophoneCase(
                name: "silent",
                report: heard {
                    $0.sound = SoundStatistics()
                    $0.sound.add([Int16](repeating: 0, count: 16_000))
                }, status: .problem, says: "is silent"),
            MicrophoneCase(
                name: "too loud",
                report: heard { $0.sound.add([Int16](repeating: 32_767, count: 16_000)) },
                status: .note, says: "too loud"),
            MicrophoneCase(
                name: "half rate", report: heard { $0.measuredRate = 8_000 }, status: .note,
                says: "8000 frames a second"),
            MicrophoneCase(
                name: "losses", report: heard { $0.overruns = 3 }, status: .note, says: "lost"),
        ])
    func microphone(_ example: MicrophoneCase) {
        let finding = Finding.microphone(example.report)
        #expect(finding.status == example.status)
        #expect(finding.text.contains(example.says), "\(finding.text)")
        #expect(finding.remedy.isEmpty == (example.status == .ok))
        #expect(finding.exit == (example.status == .problem ? .microphone : .success))
    }

    @Test("Every kind of failure has words and a remedy of its own, and doctor's is the same")
    func remedies() {
        let codes = [
            ENOENT, EBUSY, EACCES, ECONNREFUSED, ETIMEDOUT, EINVAL, ENOMEM,
        ].map { CaptureError(operation: "snd_pcm_open", device: "hw:9", code: -$0) }
        let gone = CaptureError(operation: "snd_pcm_readi", device: "hw:9", code: -ENODEV)
        let errors = codes + [gone]
        #expect(Set(errors.map(\.kind)) == Set(CaptureError.Kind.allCases))
        let failures = errors.map { Failure($0) }
        #expect(Set(failures.map(\.message)).count == errors.count)
        for failure in failures { #expect(failure.remedy.hasSuffix(".")) }
        let finding = Finding.microphone(Self.heard { $0.error = gone })
        #expect(finding.remedy == Failure(gone).remedy)
    }

    @Test("Where there is no default microphone its name is not to blame")
    func noDefault() {
        let missing = { (device: String) in
            Failure(CaptureError(operation: "snd_pcm_open", device: device, code: -ENOENT))
        }
        #expect(missing("hw:9").remedy.contains("device = NAME"))
        #expect(missing("default").remedy.hasPrefix("Plug one in, or start the sound server"))
        #expect(missing("default").message == "cannot open microphone \"default\": there is none")
    }

    static let kitty = Negotiation.Outcome(keyboard: .kitty(flags: 11), reason: .flagsAccepted)
    static let legacy = Negotiation.Outcome(keyboard: .legacy, reason: .flagsUnknown)

    @Test("The keyboard's finding says what it means for holding a key")
    func keyboard() {
        #expect(Finding.keyboard(Self.kitty, mode: .auto).text.hasSuffix("hold to talk works"))
        #expect(Finding.keyboard(Self.kitty, mode: .auto).status == .ok)
        #expect(Finding.keyboard(Self.legacy, mode: .auto).status == .note)
        #expect(Finding.keyboard(Self.legacy, mode: .auto).text.contains("tap to start"))
        #expect(Finding.keyboard(Self.legacy, mode: .hold).text.contains("inferred"))
        #expect(Finding.keyboard(Self.legacy, mode: .toggle).status == .ok)
    }

    @Test("What a killed run has left in the terminal is named, with what mends it")
    func leftovers() {
        var outcome = Negotiation.Outcome(keyboard: .kitty(flags: 11), reason: .flagsAccepted)
        #expect(TerminalCheck.finding(.success(outcome), name: "x").status == .ok)
        let raw = TerminalCheck.finding(.success(outcome), name: "x", isRaw: true)
        #expect(raw.status == .problem)
        #expect(raw.exit == .terminal)
        #expect(raw.remedy.contains("Ctrl-J, stty sane, Ctrl-J"))
        outcome.foundLeftover = true
        let flags = TerminalCheck.finding(.success(outcome), name: "x")
        #expect(flags.status == .note)
        #expect(flags.text.contains("kill -9"))
    }

    @Test("A multiplexer in between is named with what it costs")
    func multiplexer() {
        let inside = ["TMUX": "/tmp/tmux-0/default,1,0"]
        #expect(Finding.multiplexer(environment: [:], outcome: Self.legacy).status == .ok)
        #expect(Finding.multiplexer(environment: inside, outcome: Self.legacy).status == .note)
        #expect(
            Finding.multiplexer(environment: inside, outcome: Self.legacy).text.hasPrefix("tmux"))
        #expect(Finding.multiplexer(environment: inside, outcome: Self.kitty).status == .ok)
        let remote = Finding.multiplexer(
            environment: ["SSH_CONNECTION": "1 2 3 4"], outcome: Self.kitty)
        #expect(remote.status == .note)
        #expect(remote.remedy.contains("of this machine"))
    }

    @Test("The shell integration is looked for in the start-up files, comments aside")
    func integration() {
        let with = [("/h/.zshrc", "# x\n  eval \"$(utter init zsh)\"\n")]
        #expect(Finding.integration(shell: "/bin/zsh", startFiles: with).status == .ok)
        let commented = [("/h/.zshrc", "# eval \"$(utter init zsh)\"\n")]
        let absent = Finding.integration(shell: "/bin/zsh", startFiles: commented)
        #expect(absent.status == .note)
        #expect(absent.remedy.contains("eval \"$(utter init zsh)\" in ~/.zshrc"))
        #expect(Finding.integration(shell: "/bin/dash", startFiles: with).status == .note)
        #expect(Finding.integration(shell: nil, startFiles: []).text == "SHELL is not set")
    }

    @Test("The recogniser's speed is a note only where words come late")
    func speed() {
        #expect(RecognizerCheck.speed(ratio: 0.12, heardWords: true).status == .ok)
        #expect(RecognizerCheck.speed(ratio: 1.4, heardWords: true).status == .note)
        #expect(RecognizerCheck.speed(ratio: 0.1, heardWords: false).exit == .recognizer)
    }

    @Test("How often words are wrong is told of the models that were measured, and of no others")
    func accuracy() {
        var options = Configuration().recognizer
        #expect(RecognizerCheck.accuracy(options)?.status == .ok)
        options.languageModel = "/mine.lm"
        #expect(RecognizerCheck.accuracy(options) == nil)
    }

    @Test("A refining command is tried on real speech, and told by how it failed")
    func refine() {
        func judged(_ command: String) -> Finding {
            RecognizerCheck.refine(command, deadline: .seconds(2))
        }
        let works = judged("cat > /dev/null; echo seven words")
        #expect(works.status == .ok)
        #expect(works.text.hasPrefix("the command hears 2 words"))
        #expect(judged("cat > /dev/null").text.contains("hears no words"))
        #expect(judged("/no/such/program").text.contains("not found"))
        #expect(
            judged("echo broken >&2; exit 4").text == "the command failed with status 4: broken")
        #expect(judged("exit 1").exit == .recognizer)
        // The sound arrives as it is: signed 16 bit little endian.
        #expect(judged("[ $(wc -c) -gt 64000 ] && echo yes").status == .ok)
    }

    @Test("A refining command that answers late is a note")
    func lateRefining() {
        let late = RecognizerCheck.refine(
            .success("words"), took: .seconds(9), deadline: .seconds(2), hasSpeech: true)
        #expect(late.status == .note)
        let silent = RecognizerCheck.refine(
            .failure(.printedNothing), took: .seconds(1), deadline: .seconds(2), hasSpeech: false)
        #expect(silent.status == .note)
        let hanging = RecognizerCheck.refine(
            .failure(.tooSlow(.seconds(20))), took: .seconds(20), deadline: .seconds(2),
            hasSpeech: true)
        #expect(hanging.status == .problem)
    }
}

/// The command as it is built.
struct DoctorCommandTests {
    let home: TemporaryFolder

    init() throws {
        home = try TemporaryFolder()
    }

    private func findings(_ text: String) throws -> [String: [String: String]] {
        var result: [String: [String: String]] = [:]
        for line in text.split(separator: "\n") where line.hasPrefix("{") {
            let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
            let finding = try #require(object as? [String: String])
            #expect(Set(finding.keys) == ["check", "status", "finding", "remedy"])
            result[finding["check", default: ""]] = finding
        }
        return result
    }

    /// Runs it on a terminal, with its output in a file.
    private func onTerminal(
        _ arguments: [String], persona: TerminalPersona = .kitty,
        environment: [String: String] = [:]
    ) async throws -> (status: ChildStatus, output: String, terminal: PseudoTerminal) {
        let terminal = try PseudoTerminal(persona: persona)
        let output = try home.write("", to: "output")
        let process = try terminal.spawn(
            UtterProgram.path, ["doctor"] + arguments,
            environment: environment.merging(["HOME": home.path, "SHELL": "/bin/bash"]) { one, _ in
                one
            },
            stdout: .file(output), stderr: .null)
        let status = try await process.waitForEnd()
        return (status, try home.text("output"), terminal)
    }

    @Test("In a terminal that reports releases everything but the microphone is in order")
    func goodTerminal() async throws {
        try home.write("eval \"$(utter init bash)\"\n", to: ".bashrc")
        let (status, output, terminal) = try await onTerminal(["--json", "--no-microphone"])
        let found = try findings(output)
        #expect(status == .exited(0))
        #expect(found["terminal"]?["status"] == "ok")
        #expect(found["keyboard"]?["finding"]?.contains("kitty(0.36.4)") == true)
        #expect(found["keyboard"]?["finding"]?.contains("hold to talk works") == true)
        #expect(found["shell"]?["status"] == "ok")
        #expect(found["dotfile"]?["status"] == "ok")
        #expect(found["model"]?["status"] == "ok")
        #expect(found["accuracy"]?["finding"]?.contains("one word in ten is wrong") == true)
        #expect(found["microphone"] == nil)
        #expect(terminal.keyboard.flags == 0)
    }

    @Test("A terminal without releases is a note, and no failure")
    func plainTerminal() async throws {
        let (status, output, _) = try await onTerminal(
            ["--json", "--no-microphone"], persona: .xterm)
        #expect(status == .exited(0))
        #expect(try findings(output)["keyboard"]?["status"] == "note")
    }

    @Test("A working microphone is opened for a second, and only then")
    func microphone() async throws {
        let sound = (0..<32_000).map { Int16($0 % 160 < 80 ? 2000 : -2000) }
        let microphone = try FakeMicrophone(sound: sound)
        let (status, output, _) = try await onTerminal(
            ["--json"], environment: microphone.environment)
        #expect(status == .exited(0))
        let finding = try findings(output)["microphone"]
        #expect(finding?["status"] == "ok", "\(output)")
        #expect(microphone.events("open").count == 1)
        #expect(!microphone.isOpen)
        _ = try await onTerminal(["--no-microphone"], environment: microphone.environment)
        #expect(microphone.events("open").count == 1)
    }

    @Test(
        "Microphones that cannot be used end with the microphone's status",
        arguments: [("EBUSY", "another program has it"), ("EACCES", "may not use it")])
    func badMicrophone(_ code: String, _ says: String) async throws {
        let microphone = try FakeMicrophone(fields: ["open-error": code])
        let (status, output, _) = try await onTerminal(
            ["--json"], environment: microphone.environment)
        #expect(status == .exited(4))
        #expect(try findings(output)["microphone"]?["finding"]?.contains(says) == true, "\(output)")
    }

    @Test("A microphone that hears nothing but zeros is silent")
    func silentMicrophone() async throws {
        let microphone = try FakeMicrophone(sound: [Int16](repeating: 0, count: 48_000))
        let (status, output, _) = try await onTerminal(
            ["--json"], environment: microphone.environment)
        #expect(status == .exited(4))
        #expect(try findings(output)["microphone"]?["finding"]?.contains("is silent") == true)
    }

    @Test("Without a terminal that is a problem, and everything else is looked at all the same")
    func noTerminal() throws {
        let result = try UtterProgram.run(
            ["doctor", "--json", "--no-microphone"], environment: ["HOME": home.path])
        #expect(result.status == 3)
        let found = try findings(result.output)
        #expect(found["terminal"]?["status"] == "problem")
        #expect(found["speed"] != nil)
    }

    @Test("The first problem decides the exit status")
    func firstProblem() async throws {
        try home.write("[gesture]\nmode = x\n[recognizer]\ndictionary = /none", to: ".utterrc")
        let (status, output, _) = try await onTerminal(["--json", "--no-microphone"])
        #expect(status == .exited(2))
        let found = try findings(output)
        #expect(found["dotfile"]?["finding"]?.contains(".utterrc:2") == true)
        #expect(found["model"]?["status"] == "problem")
        #expect(found["speed"] == nil)
    }

    @Test("A model on which the library would end the program is a problem like others")
    func fatalModel() throws {
        let packaged = URL(filePath: Configuration().recognizer.acousticModel)
        let model = home.url.appending(path: "model")
        try FileManager.default.createDirectory(at: model, withIntermediateDirectories: false)
        for name in try FileManager.default.contentsOfDirectory(atPath: packaged.path)
        where name != "feat.params" {
            try FileManager.default.createSymbolicLink(
                at: model.appending(path: name),
                withDestinationURL: packaged.appending(path: name))
        }
        try home.write("-cmn unheard-of\n", to: "model/feat.params")
        let result = try UtterProgram.run(
            [
                "doctor", "--json", "--no-microphone", "-o",
                "recognizer.acoustic-model=\(model.path)",
            ], environment: ["HOME": home.path])
        let found = try findings(result.output)
        #expect(found["model"]?["status"] == "ok")
        #expect(found["speed"]?["status"] == "problem", "\(result)")
        #expect(found["speed"]?["finding"]?.contains("unheard-of") == true)
        #expect(found["tables"] != nil, "what follows is looked at all the same")
        // Without a terminal that is the first problem.
        #expect([3, 5].contains(result.status))
    }

    @Test("Each check is one line for people, too")
    func lines() async throws {
        let (_, output, _) = try await onTerminal(["--no-microphone"])
        for line in output.split(separator: "\n") {
            let word = line.prefix { $0 != " " }
            #expect(["ok", "note", "problem"].contains(String(word)), "\(line)")
        }
    }
}
