/// What completion offers, gathered once for the three shells.
enum CompletionData {
    /// The commands that are shown, in order.
    static var commands: [CommandDefinition] { CommandDefinition.all.filter { !$0.isHidden } }

    /// Keys that people choose; any other is accepted as well.
    static func keys(inShell: Bool) -> [String] {
        let functionKeys = (1...12).map { "f\($0)" }
        // Those that no shell can be told of are not offered for one.
        return inShell
            ? functionKeys + ["ctrl+space", "ctrl+g", "alt+v", "alt+space"]
            : functionKeys + [
                "space", "ctrl+space", "right_control", "right_alt", "caps_lock", "menu", "pause",
                "scroll_lock",
            ]
    }

    /// The words to offer for `section.key=`, or a kind that the shell knows better.
    static func values(of kind: ValueKind) -> Values {
        switch kind {
        case .flag, .choice, .choiceOrCommand: .words(kind.values)
        case .key(let inShell): .words(keys(inShell: inShell))
        case .device: .devices
        case .path, .paths: .files
        case .duration, .count, .command: .none
        }
    }

    enum Values {
        case words([String])
        case devices
        case files
        case none
    }

    /// Prints the names of the devices, one a line, in every shell.
    static let listDevices =
        #"command utter devices --json 2>/dev/null | sed -n 's/^{"name": *"\([^"\\]*\)".*/\1/p'"#
}
