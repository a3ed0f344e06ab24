import ALSA
import Configuration
import Glibc
import Keyboard
import Terminal

/// `utter doctor`: everything that talking needs, looked at; one line for each check as it is done.
///
/// - Returns: the exit status of the first problem's class; notes do not count.
func runDoctor(
    _ options: DoctorOptions, _ global: GlobalOptions, environment: [String: String]
) -> ExitStatus {
    let doctor = Doctor(
        options: options, environment: environment, json: global.json,
        loaded: ConfigurationLoader(global, environment: environment).loadForCheck())
    let color = usesColor(global.color, environment: environment, descriptor: STDOUT_FILENO)
    var status = ExitStatus.success
    for check in Doctor.checks {
        for finding in check(doctor) {
            printLine(global.json ? finding.json.text : finding.line(usesColor: color))
            if finding.status == .problem, status == .success { status = finding.exit }
        }
    }
    return status
}

/// What the checks look at, and the checks in the order in which they are made.
struct Doctor {
    let options: DoctorOptions
    let environment: [String: String]
    let json: Bool
    let loaded: LoadedConfiguration

    static let checks: [@Sendable (Doctor) -> [Finding]] = [
        { _ in [.ok("version", versionText().replacing("\n", with: ", "))] },
        terminal, shell, { [.dotfile($0.loaded)] }, microphone, recognizer,
    ]

    private var configuration: Configuration { loaded.configuration }

    private static func terminal(_ doctor: Doctor) -> [Finding] {
        let environment = doctor.environment
        let isRaw = TerminalCheck.isRaw()
        let answer = TerminalCheck.ask(terminal: environment["TERM"])
        var findings = [
            TerminalCheck.finding(answer, name: environment["TERM"], isRaw: isRaw)
        ]
        let outcome = try? answer.get()
        if let outcome {
            findings.append(.keyboard(outcome, mode: doctor.configuration.gesture.mode))
        }
        findings.append(.multiplexer(environment: environment, outcome: outcome))
        return findings
    }

    private static func shell(_ doctor: Doctor) -> [Finding] {
        let environment = doctor.environment
        let paths = PathExpansion(environment: environment)
        let home = paths.home ?? ""
        let fish = paths.directory("XDG_CONFIG_HOME").map { $0 + "/fish" } ?? ""
        let files =
            [
                ".bashrc", ".bash_profile", ".profile", ".bash_aliases",
            ].map { "\(home)/\($0)" }
            + [(environment["ZDOTDIR"] ?? home) + "/.zshrc", "\(fish)/config.fish"]
            + BoundedFiles.names(in: fish + "/conf.d", limit: 100)
            .map { "\(fish)/conf.d/\($0.text)" }
        return [
            .integration(
                shell: environment["SHELL"],
                startFiles: files.compactMap { path in
                    BoundedFiles.start(of: path, limit: 1 << 18)
                        .map { (path, String(decoding: $0, as: UTF8.self)) }
                })
        ]
    }

    private static func microphone(_ doctor: Doctor) -> [Finding] {
        guard doctor.options.microphone else { return [] }
        let device = doctor.configuration.audio.device
        if !doctor.json {
            writeAll(
                "The microphone \"\(printable(device))\" is open for a second: say something.\n",
                to: STDERR_FILENO)
        }
        return [.microphone(withoutLibraryMessages { .trying(device) })]
    }

    private static func recognizer(_ doctor: Doctor) -> [Finding] {
        let options = doctor.configuration.recognizer
        var findings = [RecognizerCheck.model(options)]
        if findings[0].status == .ok {
            findings.append(RecognizerCheck.speed(options))
            if let accuracy = RecognizerCheck.accuracy(options) { findings.append(accuracy) }
        }
        findings.append(RecognizerCheck.tables(KnowledgeTables()))
        if let command = options.refine {
            findings.append(
                RecognizerCheck.refine(command, deadline: options.refineDeadline))
        }
        return findings
    }
}

/// Whether to colour what is written to a descriptor.
func usesColor(
    _ choice: ColorChoice, environment: [String: String], descriptor: Int32
) -> Bool {
    usesColor(choice, environment: environment) && (choice == .always || isatty(descriptor) == 1)
}

/// Whether to colour what is written to a terminal.
func usesColor(_ choice: ColorChoice, environment: [String: String]) -> Bool {
    switch choice {
    case .always: true
    case .never: false
    case .auto:
        environment["NO_COLOR", default: ""].isEmpty
            && environment["TERM", default: "dumb"] != "dumb"
    }
}
