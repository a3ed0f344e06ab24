internal import Keyboard

/// One option of the command line: its names, what it takes, and where that goes.
public struct ArgumentDefinition: Sendable {
    /// With their dashes, the short one first where there are two.
    public var names: [String]
    /// What stands for the value in help, or nil where the option takes none.
    public var placeholder: String?
    /// One line of help, without a full stop.
    public var summary: String
    public var completion: Completion
    let apply: @Sendable (String, inout Draft) throws(UsageError) -> Void
}

/// How the value of an option or an operand is completed.
public enum Completion: Hashable, Sendable {
    case nothing
    case words([String])
    case file
    case directory
    /// Names of keys.
    case key(inShell: Bool)
    /// `section.key=` and its values.
    case setting
}

/// One command: its options, its operands, and the invocation they make.
public struct CommandDefinition: Sendable {
    public var name: String
    /// What the operands are, for the usage line; empty for none.
    public var operands: String
    /// One line of help, without a full stop.
    public var summary: String
    /// Sentences for the command's own help and the manual.
    public var discussion: String
    /// Lines to try, each with what it does.
    public var examples: [Example] = []
    public var options: [ArgumentDefinition] = []
    public var completion = Completion.nothing
    /// Prints JSON if asked to.
    public var hasJSON = false
    /// Not shown in any help.
    public var isHidden = false
    /// Checks the operands and makes the command.
    let finish: @Sendable (Draft, [String]) throws(UsageError) -> Command
}

public struct Example: Hashable, Sendable {
    public var line: String
    public var purpose: String
}

/// Everything that options can set, before it is known to fit together.
struct Draft: Sendable {
    var global = GlobalOptions()
    var listen = ListenOptions()
    var transcribe = TranscribeOptions()
    var initialize = InitOptions()
    var doctor = DoctorOptions()
    var keys = KeysOptions()
    var devices = DevicesOptions()
    var measure = MeasureOptions()
    var history = HistoryOptions()
    var soundsLike: String?
    var wantsHelp = false
    var wantsVersion = false
}

extension ArgumentDefinition {
    typealias Place<Value> = WritableKeyPath<Draft, Value> & Sendable

    static func flag(
        _ names: String..., to place: any Place<Bool>, value: Bool = true, _ summary: String
    ) -> ArgumentDefinition {
        ArgumentDefinition(names: names, placeholder: nil, summary: summary, completion: .nothing) {
            $1[keyPath: place] = value
        }
    }

    static func text(
        _ names: String..., takes placeholder: String, to place: any Place<String?>,
        completion: Completion = .nothing, allowsEmpty: Bool = false, _ summary: String
    ) -> ArgumentDefinition {
        let name = names[names.count - 1]
        return ArgumentDefinition(
            names: names, placeholder: placeholder, summary: summary, completion: completion
        ) { value, draft throws(UsageError) in
            guard allowsEmpty || !value.isEmpty else {
                throw UsageError(
                    "\(name) \"\": is empty", remedy: "Write \(name) \(placeholder).")
            }
            draft[keyPath: place] = value
        }
    }

    static func key(
        _ names: String..., inShell: Bool = false, to place: any Place<KeyChord?>,
        _ summary: String
    ) -> ArgumentDefinition {
        let name = names[names.count - 1]
        return ArgumentDefinition(
            names: names, placeholder: "KEY", summary: summary,
            completion: .key(inShell: inShell)
        ) { text, draft throws(UsageError) in
            guard !text.isEmpty else {
                throw UsageError("\(name) \"\": is empty", remedy: "Write \(name) KEY.")
            }
            do throws(KeyChordError) {
                draft[keyPath: place] = try KeyChord(parsing: text)
            } catch {
                throw UsageError(
                    "\(name) \(printable(text)): \(printable(error.description))",
                    remedy: "utter keys shows the names of keys.")
            }
        }
    }

    static func choice<Value: RawRepresentable & CaseIterable & Sendable>(
        _ names: String..., to place: any Place<Value>, _ summary: String
    ) -> ArgumentDefinition where Value.RawValue == String {
        choice(names, summary) { $1[keyPath: place] = $0 }
    }

    static func choice<Value: RawRepresentable & CaseIterable & Sendable>(
        _ names: String..., toOptional place: any Place<Value?>, _ summary: String
    ) -> ArgumentDefinition where Value.RawValue == String {
        choice(names, summary) { $1[keyPath: place] = $0 }
    }

    private static func choice<Value: RawRepresentable & CaseIterable & Sendable>(
        _ names: [String], _ summary: String, set: @escaping @Sendable (Value, inout Draft) -> Void
    ) -> ArgumentDefinition where Value.RawValue == String {
        let values = Value.allCases.map(\.rawValue)
        let name = names[names.count - 1]
        return ArgumentDefinition(
            names: names, placeholder: values.joined(separator: "|"), summary: summary,
            completion: .words(values)
        ) { text, draft throws(UsageError) in
            guard let value = Value(rawValue: text) else {
                throw UsageError(
                    "\(name) \(printable(text)): unknown value"
                        + suggestion(for: text, among: values),
                    remedy: "It takes one of \(values.joined(separator: ", ")).")
            }
            set(value, &draft)
        }
    }
}
