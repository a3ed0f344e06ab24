internal import Keyboard

/// One option of the dotfile: how it is written, what it means, and where its value goes.
///
/// Parsing, `config/utter.conf`, the manual page, the completions and `utter config show` are all
/// made from these.
public struct OptionDefinition: Sendable {
    public var section: String
    public var name: String
    public var kind: ValueKind
    /// One line of help, without a full stop.
    public var summary: String
    /// Further sentences for the manual and the reference dotfile; may be empty.
    public var discussion: String
    /// Reads a value as written and puts it in its place.
    let read: @Sendable (String, ValueContext, inout Configuration) throws(ValueError) -> Void
    /// The value in force, in the form that `read` takes; empty where nothing is set.
    let show: @Sendable (Configuration) -> String

    /// `section.name`, as `-o` takes it.
    public var id: String { "\(section).\(name)" }
    /// `UTTER_SECTION_NAME`, upper case, dashes as underscores.
    public var variable: String {
        "UTTER_\(section)_\(name)".uppercased().map { $0 == "-" ? "_" : String($0) }.joined()
    }
    /// The default, as written in a dotfile.
    public var defaultText: String { show(Configuration()) }
    /// The value of this option in `configuration`, as written in a dotfile.
    public func text(in configuration: Configuration) -> String { show(configuration) }

    /// Whether the value is the name of something. One with a comment in it would be found nowhere; a command may have
    /// one: the shell leaves it out.
    var isName: Bool { [.device, .path, .paths].contains(kind) }

    /// The value that is written as `text` in a dotfile. Of a list each part has quotes of its own:
    /// `"My notes" b` are two folders, and `"My notes"` is one.
    func value(of text: String) throws(ValueError) -> String {
        switch kind {
        case .paths: text == "\"\"" ? "" : text
        case .command, .choiceOrCommand: try unquoted(text, keepsInnerQuotes: true)
        default: try unquoted(text, keepsInnerQuotes: false)
        }
    }

    /// The value as a dotfile gives it back unchanged: in quotes only where it would be read otherwise.
    func written(in configuration: Configuration) -> String {
        let text = show(configuration)
        if kind == .paths { return text }
        let isPlain =
            text[...].trimmed == text[...] && (try? value(of: text)) == text
            && !(isName && endsInComment(text))
            && !text.unicodeScalars.contains(where: isUnsafeOnTerminal)
        return isPlain ? text : quoted(text)
    }
}

/// What kind of value an option takes, for help and completion.
public enum ValueKind: Hashable, Sendable {
    case duration(ClosedRange<Duration>)
    case flag
    case choice([String])
    /// One of some words, or a command.
    case choiceOrCommand([String])
    case count(ClosedRange<Int>)
    /// Of a shell's hotkey not every key will do.
    case key(inShell: Bool)
    case device
    case path
    case paths
    case command

    /// What stands for the value in help: `DURATION`, `yes|no`, `KEY`, …
    public var placeholder: String {
        switch self {
        case .duration: "DURATION"
        case .flag: "yes|no"
        case .choice(let names): names.joined(separator: "|")
        case .choiceOrCommand(let names): names.joined(separator: "|") + "|COMMAND"
        case .count: "NUMBER"
        case .key: "KEY"
        case .device: "DEVICE"
        case .path: "PATH"
        case .paths: "PATH …"
        case .command: "COMMAND"
        }
    }

    /// The words that a value can be, where they are few.
    public var values: [String] {
        switch self {
        case .flag: ["yes", "no"]
        case .choice(let names), .choiceOrCommand(let names): names
        default: []
        }
    }
}

/// What reading a value needs to know of the place where it stands.
struct ValueContext: Sendable {
    var paths: PathExpansion
    /// The directory that relative paths are taken from; nil is the working directory.
    var base: String?
    /// Why no program may be named here, or nil where one may.
    var programRefusal: String?
}

extension OptionDefinition {
    typealias Place<Value> = WritableKeyPath<Configuration, Value> & Sendable

    static func duration(
        _ section: String, _ name: String, _ place: any Place<Duration>,
        in range: ClosedRange<Duration>,
        _ summary: String, _ discussion: String = ""
    ) -> OptionDefinition {
        OptionDefinition(
            section: section, name: name, kind: .duration(range), summary: summary,
            discussion: discussion,
            read: { text, _, configuration throws(ValueError) in
                configuration[keyPath: place] = try parseDuration(text, in: range)
            },
            show: { durationText($0[keyPath: place]) })
    }

    static func flag(
        _ section: String, _ name: String, _ place: any Place<Bool>, _ summary: String,
        _ discussion: String = ""
    ) -> OptionDefinition {
        OptionDefinition(
            section: section, name: name, kind: .flag, summary: summary, discussion: discussion,
            read: { text, _, configuration throws(ValueError) in
                configuration[keyPath: place] = try parseFlag(text)
            },
            show: { $0[keyPath: place] ? "yes" : "no" })
    }

    static func choice<Value: RawRepresentable & CaseIterable & Sendable>(
        _ section: String, _ name: String, _ place: any Place<Value>, _ summary: String,
        _ discussion: String = ""
    ) -> OptionDefinition where Value.RawValue == String {
        let names = Value.allCases.map(\.rawValue)
        return OptionDefinition(
            section: section, name: name, kind: .choice(names), summary: summary,
            discussion: discussion,
            read: { text, _, configuration throws(ValueError) in
                guard let value = Value(rawValue: choiceName(text, among: names)) else {
                    throw ValueError(
                        "is not one of \(names.joined(separator: ", "))"
                            + suggestion(for: text, among: names))
                }
                configuration[keyPath: place] = value
            },
            show: { $0[keyPath: place].rawValue })
    }

    static func count(
        _ section: String, _ name: String, _ place: any Place<Int>, in range: ClosedRange<Int>,
        _ summary: String, _ discussion: String = ""
    ) -> OptionDefinition {
        OptionDefinition(
            section: section, name: name, kind: .count(range), summary: summary,
            discussion: discussion,
            read: { text, _, configuration throws(ValueError) in
                configuration[keyPath: place] = try parseCount(text, in: range)
            },
            show: { String($0[keyPath: place]) })
    }

    static func text(
        _ section: String, _ name: String, _ kind: ValueKind, _ place: any Place<String>,
        check: @escaping @Sendable (String) throws(ValueError) -> Void, _ summary: String,
        _ discussion: String = ""
    ) -> OptionDefinition {
        OptionDefinition(
            section: section, name: name, kind: kind, summary: summary, discussion: discussion,
            read: { text, _, configuration throws(ValueError) in
                try check(text)
                configuration[keyPath: place] = text
            },
            show: { $0[keyPath: place] })
    }

    static func key(
        _ section: String, _ name: String, inShell: Bool = false, _ place: any Place<KeyChord>,
        _ summary: String, _ discussion: String = ""
    ) -> OptionDefinition {
        OptionDefinition(
            section: section, name: name, kind: .key(inShell: inShell), summary: summary,
            discussion: discussion,
            read: { text, _, configuration throws(ValueError) in
                if text.isEmpty { throw ValueError("is empty; utter keys shows the names of keys") }
                let chord: KeyChord
                do throws(KeyChordError) {
                    chord = try KeyChord(parsing: text)
                } catch {
                    throw ValueError(printable(error.description))
                }
                if inShell, let refusal = chord.shellRefusal {
                    throw ValueError("cannot be the hotkey of a shell: \(refusal)")
                }
                configuration[keyPath: place] = chord
            },
            show: { $0[keyPath: place].description })
    }

    static func path(
        _ section: String, _ name: String, _ place: any Place<String>, _ summary: String,
        _ discussion: String = ""
    ) -> OptionDefinition {
        OptionDefinition(
            section: section, name: name, kind: .path, summary: summary, discussion: discussion,
            read: { text, context, configuration throws(ValueError) in
                configuration[keyPath: place] = try context.paths.expand(text, base: context.base)
            },
            show: { $0[keyPath: place] })
    }

    static func paths(
        _ section: String, _ name: String, _ place: any Place<[String]>, _ summary: String,
        _ discussion: String = ""
    ) -> OptionDefinition {
        OptionDefinition(
            section: section, name: name, kind: .paths, summary: summary, discussion: discussion,
            read: { text, context, configuration throws(ValueError) in
                var all: [String] = []
                for word in try splitList(text) {
                    all.append(try context.paths.expand(word, base: context.base))
                }
                configuration[keyPath: place] = all
            },
            show: { $0[keyPath: place].map(quotedIfNeeded).joined(separator: " ") })
    }

    static func command(
        _ section: String, _ name: String, _ place: any Place<String?>, _ summary: String,
        _ discussion: String = ""
    ) -> OptionDefinition {
        OptionDefinition(
            section: section, name: name, kind: .command, summary: summary, discussion: discussion,
            read: { text, context, configuration throws(ValueError) in
                configuration[keyPath: place] = try parseCommand(text, context)
            },
            show: { $0[keyPath: place] ?? "" })
    }
}
