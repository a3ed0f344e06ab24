import Configuration
import Dictation
import Glibc
import Keyboard
import PocketSphinx
import Speech
import Terminal

/// Everything about one run of `utter listen` that is decided before it begins.
struct ListenSetup {
    var options: ListenOptions
    var configuration: Configuration
    var chord: KeyChord
    var json: Bool
    var usesColor: Bool
    var terminalName: String?
    /// What becomes of a hypothesis on its way out.
    var text: TranscriptText
    var filter: TextFilter?
    var history: TranscriptHistory?
    /// Where the voice is remembered, if it is to be.
    var voices: VoiceStore?
    /// When the program started.
    var start: Duration
    /// Where the shell profile finds history and commands.
    var environment: [String: String]
    /// What the line editor of a shell has on the screen, where its widget told.
    var editor: EditorDisplay?

    init(
        _ options: ListenOptions, _ configuration: Configuration, global: GlobalOptions,
        environment: [String: String], start: Duration
    ) {
        self.options = options
        self.configuration = configuration
        self.start = start
        self.environment = environment
        text = TranscriptText(
            configuration, profile: options.profile ?? configuration.recognizer.profile)
        filter = configuration.output.filter.map { TextFilter(command: $0) }
        if configuration.output.history > 0 {
            history = StateDirectory(environment: environment).map {
                TranscriptHistory(directory: $0, limit: configuration.output.history)
            }
        }
        voices =
            configuration.recognizer.rememberVoice ? VoiceStore(environment: environment) : nil
        json = global.json
        terminalName = environment["TERM"]
        chord = options.key ?? configuration.gesture.listenKey
        usesColor = utter.usesColor(global.color, environment: environment)
    }

    var mode: GestureMode { configuration.gesture.mode }
    var device: String { configuration.audio.device }
    var showsMeter: Bool { configuration.preview.levelMeter }

    /// The talk key as a person calls it.
    var keyName: String {
        let name = chord.description
        return name.prefix(1).uppercased() + name.dropFirst()
    }

    var previewStyle: Terminal.PreviewStyle {
        if terminalName == "dumb" || terminalName == "" { return .dumb }
        return switch configuration.preview.style {
        case .line: options.below ? .below(rows: editor?.rowsToPreview ?? 1) : .currentLine
        case .title: .title
        case .off: .off
        }
    }

    /// Whether a word can be shown to be doubtful: only by how it looks.
    var showsDoubt: Bool {
        switch previewStyle {
        case .currentLine, .below: usesColor
        case .title, .dumb, .off: false
        }
    }

    /// The command of a better recogniser, and how long it may take after the release; for prose only.
    var refine: (command: String, deadline: Duration)? {
        let options = configuration.recognizer
        guard profile == .prose else { return nil }
        return options.refine.map { (command: $0, deadline: options.refineDeadline) }
    }

    /// What the recogniser's thread works with.
    var recognizer: RecognizerConfiguration {
        var result = RecognizerConfiguration(models: ModelPaths(configuration.recognizer))
        result.mean = voices?.load(device: device)?.values
        if profile == .shell { result.settings = .shell }
        result.makeVocabulary = .making(
            configuration, profile: profile,
            gatherer: ShellGatherer(configuration.shell, environment: environment))
        // All of the longest utterance may wait for the model, and a little more.
        result.queueLimit = configuration.gesture.maximumDuration + .seconds(30)
        return result
    }

    var tapCommand: String? {
        if case .command(let command) = configuration.gesture.tap { command } else { nil }
    }

    /// The session's parameters, now that it is known how keys arrive.
    func options(for outcome: Negotiation.Outcome) -> SessionOptions {
        let gesture = configuration.gesture
        let mode: TalkMode =
            switch gesture.mode {
            case .toggle: .toggle
            case .auto: outcome.keyboard.reportsReleases ? .hold : .toggle
            case .hold: outcome.keyboard.reportsReleases ? .hold : .autoRepeat
            }
        var result = SessionOptions(chord: chord, mode: mode)
        result.minimumDuration = gesture.minimumDuration
        result.maximumDuration = gesture.maximumDuration
        result.tail = gesture.tail
        result.minimumClip = gesture.minimumClip
        result.onFocusLoss =
            switch gesture.onFocusLoss {
            case .ask: .ask
            case .cancel: .cancel
            case .deliver: .deliver
            }
        result.tap =
            switch gesture.tap {
            case .hint: .hint
            case .toggle: .toggle
            case .command: .command
            }
        result.once = options.once
        result.held = options.held
        result.confirm = configuration.output.confirm
        result.commandKeys = options.restDescriptor == nil
        result.canSuspend = JobControl.canStop
        return result
    }

    /// A text as it goes out: at a shell's prompt with the spaces that it needs between its neighbours.
    func fitted(_ text: String) -> String {
        guard let line = editor?.line else { return text }
        return Seam.fitted(
            text, between: line.left, and: line.right,
            style: profile == .shell ? .shell : .prose)
    }

    var profile: Profile { options.profile ?? configuration.recognizer.profile }

    /// Why the talk key cannot be one in this terminal.
    func failure(of refusal: KeyRefusal) -> Failure {
        Failure(
            "cannot talk with \(chord): \(refusal)",
            remedy: "Choose another key: utter listen --key f9, or listen-key = f9 in the dotfile.",
            status: .terminal)
    }
}
