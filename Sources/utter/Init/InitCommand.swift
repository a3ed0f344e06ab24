import Configuration
import Glibc
import Keyboard

/// `utter init bash|zsh|fish`: prints the shell integration, or what takes it back.
func runInit(
    _ options: InitOptions, _ global: GlobalOptions, environment: [String: String]
) throws(Failure) -> ExitStatus {
    guard !options.undo else {
        writeAll(ShellIntegration.undoScript(options.shell), to: STDOUT_FILENO)
        return .success
    }
    let chord: KeyChord
    if let key = options.key {
        chord = key
    } else {
        chord = try ConfigurationLoader(global, environment: environment).loadForUse()
            .configuration.gesture.hotkey
    }
    if let refusal = chord.shellRefusal {
        throw Failure(
            "init: \(chord) cannot be the hotkey of a shell: \(refusal)",
            remedy:
                "Choose a function key or a chord such as ctrl+g: --key KEY, or hotkey = KEY in the dotfile.",
            status: .usage)
    }
    let integration = ShellIntegration(shell: options.shell, chord: chord, program: programPath())
    writeAll(integration.script, to: STDOUT_FILENO)
    return .success
}

/// What the widget runs: the name on PATH if this program was started by name, so that the integration survives an
/// upgrade to another place; else the absolute path of this very program.
private func programPath() -> String {
    let called = CommandLine.arguments.first ?? "utter"
    guard called.utf8.contains(UInt8(ascii: "/")) else { return called }
    guard let path = realpath(called, nil) else { return called }
    defer { free(path) }
    return String(cString: path)
}
