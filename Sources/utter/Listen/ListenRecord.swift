import Dictation
import Keyboard
import Speech

/// What `utter listen --json` tells on standard output: one object a line.
enum ListenRecord {
    case ready(mode: TalkMode, keyboard: KeyboardProtocol)
    case began
    case partial(PartialHypothesis)
    /// `text` is the hypothesis in its written form.
    case final(Hypothesis, text: String)
    case dropped(DropReason)
    case cancelled(CancelReason)
    case error(Failure)

    /// The object, with the time on CLOCK_MONOTONIC and the number of the utterance where there is one.
    func json(at time: Duration, utterance: Int?) -> JSON {
        var fields = [
            JSON.Field(name: "type", value: .string(type)),
            JSON.Field(name: "time", value: .seconds(time)),
        ]
        if let utterance {
            fields.append(JSON.Field(name: "utterance", value: .integer(utterance)))
        }
        return .object(fields + details)
    }

    private var type: String {
        switch self {
        case .ready: "ready"
        case .began: "began"
        case .partial: "partial"
        case .final: "final"
        case .dropped: "dropped"
        case .cancelled: "cancelled"
        case .error: "error"
        }
    }

    private var details: [JSON.Field] {
        switch self {
        case .ready(let mode, let keyboard):
            [
                JSON.Field(name: "mode", value: .string(mode.name)),
                JSON.Field(name: "releases", value: .bool(keyboard.reportsReleases)),
            ]
        case .began: []
        case .partial(let partial):
            [
                JSON.Field(name: "stable", value: .string(partial.stable)),
                JSON.Field(name: "unstable", value: .string(partial.unstable)),
            ]
        case .final(let hypothesis, let text): TranscriptJSON.fields(hypothesis.with(text: text))
        case .dropped(let reason):
            [JSON.Field(name: "reason", value: .string(reason.name))]
                + (reason.duration.map { [JSON.Field(name: "duration", value: .seconds($0))] } ?? [])
        case .cancelled(let reason): [JSON.Field(name: "reason", value: .string(reason.name))]
        case .error(let failure):
            [
                JSON.Field(name: "kind", value: .string(failure.kind)),
                JSON.Field(name: "message", value: .string(failure.message)),
                JSON.Field(name: "remedy", value: .string(failure.remedy)),
            ]
        }
    }
}

extension TalkMode {
    var name: String {
        switch self {
        case .hold: "hold"
        case .autoRepeat: "auto-repeat"
        case .toggle: "toggle"
        }
    }
}

extension Failure {
    /// Which part of the program it is a failure of.
    fileprivate var kind: String {
        switch status {
        case .microphone: "microphone"
        case .recognizer: "recognizer"
        case .terminal: "terminal"
        case .success, .nothing, .usage: "other"
        }
    }
}

extension DropReason {
    fileprivate var duration: Duration? {
        if case .tooShort(let clip, _) = self { clip } else { nil }
    }
}

extension Hypothesis {
    /// The same with its text in another form.
    fileprivate func with(text: String) -> Hypothesis {
        var hypothesis = self
        hypothesis.text = text
        return hypothesis
    }
}
