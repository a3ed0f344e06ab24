/// What one check of `utter doctor` has found, and what to do about it.
struct Finding: Hashable {
    enum Status: String, Hashable {
        case ok
        /// Worth knowing; everything works without it.
        case note
        case problem
    }

    /// The name of the check.
    var check: String
    var status: Status
    /// What was found, as the rest of a sentence that begins with the check.
    var text: String
    /// What to do; empty where nothing has to be done.
    var remedy: String
    /// The exit status of a problem.
    var exit: ExitStatus

    static func ok(_ check: String, _ text: String) -> Finding {
        Finding(check: check, status: .ok, text: text, remedy: "", exit: .success)
    }

    static func note(_ check: String, _ text: String, remedy: String = "") -> Finding {
        Finding(check: check, status: .note, text: text, remedy: remedy, exit: .success)
    }

    static func problem(
        _ check: String, _ text: String, remedy: String, exit: ExitStatus
    ) -> Finding {
        Finding(check: check, status: .problem, text: text, remedy: remedy, exit: exit)
    }

    var json: JSON {
        .object([
            "check": .string(check), "status": .string(status.rawValue), "finding": .string(text),
            "remedy": .string(remedy),
        ])
    }

    /// One line: the status, the check, the finding and the remedy.
    func line(usesColor: Bool) -> String {
        let color =
            switch status {
            case .ok: "32"
            case .note: "33"
            case .problem: "31"
            }
        let word = status.rawValue
        let padding = String(repeating: " ", count: 8 - word.count)
        let shown = usesColor ? "\u{1B}[\(color)m\(word)\u{1B}[m" : word
        let name = check + String(repeating: " ", count: max(1, 13 - check.count))
        return shown + padding + name + text + (remedy.isEmpty ? "" : ". " + remedy)
    }
}
