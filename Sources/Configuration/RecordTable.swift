/// One kind of object that a command prints with `--json`, one a line.
///
/// The manual is made from these, and the tests of the program hold what it prints against them.
public struct RecordDefinition: Hashable, Sendable {
    /// The command that prints it.
    public var command: String
    /// The value of its field `type`; nil where a command prints only one kind.
    public var type: String?
    /// One line on when it is printed, without a full stop.
    public var summary: String
    public var fields: [Field]

    public struct Field: Hashable, Sendable {
        public var name: String
        public var kind: Kind
        /// What it is, without a full stop.
        public var summary: String
        /// May be left out.
        public var isOptional = false
    }

    public indirect enum Kind: Hashable, Sendable {
        case text
        /// One of these words.
        case word([String])
        case number
        case integer
        case flag
        case list([Field])
        case object([Field])
        /// An array of strings.
        case strings
        /// The same, or null.
        case nullable(Kind)
    }
}

extension RecordDefinition {
    /// The records of one command.
    public static func of(_ command: String) -> [RecordDefinition] {
        all.filter { $0.command == command }
    }

    private static let transcript: [Field] = [
        Field(name: "duration", kind: .number, summary: "the length of the sound in seconds"),
        Field(name: "text", kind: .text, summary: "what was said, in its written form"),
        Field(
            name: "words",
            kind: .list([
                Field(name: "word", kind: .text, summary: "as recognised"),
                Field(name: "start", kind: .number, summary: "in seconds"),
                Field(name: "duration", kind: .number, summary: "in seconds"),
                Field(
                    name: "confidence", kind: .number,
                    summary: "how probably it is right, from 0 to 1"),
            ]), summary: "each word as recognised"),
        Field(
            name: "alternatives",
            kind: .list([Field(name: "text", kind: .text, summary: "another text")]),
            summary: "what it may have been instead, the likeliest first"),
        Field(
            name: "doubtful", kind: .flag,
            summary: "in the shell profile: it did not sound like a command", isOptional: true),
    ]

    private static let measurement: [Field] = [
        Field(name: "clips", kind: .integer, summary: "recordings measured"),
        Field(name: "words", kind: .integer, summary: "words said"),
        Field(name: "substitutions", kind: .integer, summary: "words heard as others"),
        Field(name: "deletions", kind: .integer, summary: "words not heard"),
        Field(name: "insertions", kind: .integer, summary: "words heard but not said"),
        Field(name: "error_rate", kind: .number, summary: "the sum of these by words said"),
        Field(name: "exact", kind: .integer, summary: "recordings without an error"),
        Field(name: "audio", kind: .number, summary: "seconds of sound"),
        Field(name: "processor_time", kind: .number, summary: "seconds of work"),
        Field(
            name: "wait_median", kind: .nullable(.number), summary: "seconds from release to text"),
        Field(name: "wait_95", kind: .nullable(.number), summary: "the same, 95 of 100 are below"),
        Field(
            name: "wait_second_pass", kind: .nullable(.number),
            summary: "the same for those decoded twice"),
        Field(
            name: "mistakes",
            kind: .list([
                Field(name: "said", kind: .nullable(.text), summary: "the word said"),
                Field(name: "heard", kind: .nullable(.text), summary: "the word heard"),
                Field(name: "count", kind: .integer, summary: "how often"),
            ]), summary: "the most frequent ones"),
    ]

    private static let event: [Field] = [
        Field(name: "time", kind: .number, summary: "seconds of the monotonic clock"),
        Field(
            name: "utterance", kind: .integer, summary: "its number, from 1", isOptional: true),
    ]

    private static func event(_ type: String, _ summary: String, _ fields: [Field])
        -> RecordDefinition
    {
        RecordDefinition(
            command: "listen", type: type, summary: summary, fields: event + fields)
    }

    /// All of them, in the order in which the manual shows them.
    public static let all: [RecordDefinition] = [
        RecordDefinition(
            command: "transcribe", summary: "For each input",
            fields: [Field(name: "file", kind: .text, summary: "the input as it was named")]
                + transcript),
        RecordDefinition(
            command: "transcribe", summary: "For an input that could not be read",
            fields: [
                Field(name: "file", kind: .text, summary: "the input as it was named"),
                Field(name: "error", kind: .text, summary: "what is wrong with it"),
            ]),
        event(
            "ready",
            "It is known how keys arrive; once more where a slow terminal answers later and the mode changes",
            [
                Field(
                    name: "mode", kind: .word(["hold", "auto-repeat", "toggle"]),
                    summary: "how the key works"),
                Field(name: "releases", kind: .flag, summary: "the terminal reports releases"),
            ]),
        event("began", "The microphone is being opened", []),
        event(
            "partial", "The words so far have changed",
            [
                Field(name: "stable", kind: .text, summary: "those that will stay"),
                Field(name: "unstable", kind: .text, summary: "those that may change"),
            ]),
        event("final", "A transcript is delivered", transcript),
        event(
            "dropped", "An utterance came to nothing",
            [
                Field(
                    name: "reason",
                    kind: .word(["too-short", "nothing-heard", "microphone", "recognizer"]),
                    summary: "why"),
                Field(
                    name: "duration", kind: .number, summary: "the length of what was too short",
                    isOptional: true),
            ]),
        event(
            "cancelled", "An utterance was called off",
            [
                Field(
                    name: "reason",
                    kind: .word([
                        "escape", "interrupt", "focus-lost", "suspended", "signal", "hangup",
                        "other-key", "release-lost", "declined", "quit",
                    ]), summary: "by what")
            ]),
        event(
            "error", "Something failed",
            [
                Field(
                    name: "kind", kind: .word(["microphone", "recognizer", "terminal", "other"]),
                    summary: "which part"),
                Field(name: "message", kind: .text, summary: "what, which and why"),
                Field(name: "remedy", kind: .text, summary: "what to do"),
            ]),
        RecordDefinition(
            command: "doctor", summary: "For each check",
            fields: [
                Field(name: "check", kind: .text, summary: "its name"),
                Field(
                    name: "status", kind: .word(["ok", "note", "problem"]), summary: "the result"),
                Field(name: "finding", kind: .text, summary: "what was found"),
                Field(name: "remedy", kind: .text, summary: "what to do; may be empty"),
            ]),
        RecordDefinition(
            command: "devices", summary: "For each device",
            fields: [
                Field(name: "name", kind: .text, summary: "what device = takes"),
                Field(name: "description", kind: .text, summary: "what people call it"),
                Field(name: "default", kind: .flag, summary: "it is the default"),
                Field(
                    name: "server", kind: .nullable(.text), summary: "the sound server it is with"),
                Field(name: "problem", kind: .nullable(.text), summary: "what is wrong with it"),
            ]),
        RecordDefinition(
            command: "keys", summary: "For each event, also with --decode",
            fields: [
                Field(name: "key", kind: .nullable(.text), summary: "its name, or null for no key"),
                Field(name: "mods", kind: .strings, summary: "the modifiers held with it"),
                Field(
                    name: "type", kind: .text,
                    summary: "press, repeat, release, focus_in, focus_out, paste_start, paste_end, "
                        + "unknown, or the name of a reply"),
                Field(
                    name: "shifted", kind: .text, summary: "the key with shift", isOptional: true),
                Field(
                    name: "base", kind: .text, summary: "the key there on a US keyboard",
                    isOptional: true),
                Field(name: "text", kind: .text, summary: "what it types", isOptional: true),
                Field(
                    name: "bytes", kind: .text, summary: "of the unknown, in base 16",
                    isOptional: true),
            ]),
        RecordDefinition(
            command: "keys", type: "verdict", summary: "At the end",
            fields: [
                Field(
                    name: "verdict", kind: .word(["hold", "auto-repeat", "toggle"]),
                    summary: "how talking works here"),
                Field(name: "protocol", kind: .text, summary: "how keys arrive"),
                Field(name: "reason", kind: .text, summary: "why so"),
                Field(
                    name: "repeat_delay", kind: .nullable(.number),
                    summary: "seconds before a held key repeats"),
                Field(
                    name: "repeat_interval", kind: .nullable(.number),
                    summary: "seconds between its repeats"),
            ]),
        RecordDefinition(
            command: "measure", summary: "Once",
            fields: [
                Field(
                    name: "whole", kind: .object(measurement),
                    summary: "decoded as transcribe does"),
                Field(
                    name: "live", kind: .object(measurement), summary: "decoded as a hold does"),
            ]),
        RecordDefinition(
            command: "config", summary: "path",
            fields: [
                Field(name: "path", kind: .text, summary: "the dotfile, or the place for one"),
                Field(name: "exists", kind: .flag, summary: "it is there"),
            ]),
        RecordDefinition(
            command: "config", summary: "show, for each option",
            fields: [
                Field(name: "section", kind: .text, summary: "its section"),
                Field(name: "key", kind: .text, summary: "its name"),
                Field(name: "value", kind: .text, summary: "as written in a dotfile"),
                Field(name: "origin", kind: .text, summary: "where that came from"),
            ]),
        RecordDefinition(
            command: "config", summary: "check, for each error",
            fields: [
                Field(name: "origin", kind: .text, summary: "where it is"),
                Field(name: "path", kind: .text, summary: "the file", isOptional: true),
                Field(
                    name: "line", kind: .nullable(.integer), summary: "in that file",
                    isOptional: true),
                Field(name: "message", kind: .text, summary: "what is wrong"),
            ]),
        RecordDefinition(
            command: "history", summary: "For each transcript kept",
            fields: [
                Field(name: "time", kind: .text, summary: "of delivery, UTC"),
                Field(name: "text", kind: .text, summary: "the transcript"),
            ]),
    ]
}
