import Configuration
import Keyboard
import Terminal

// What is found out about the terminal, judged without touching it.

extension Finding {
    /// How keys arrive, and what that means for holding one.
    static func keyboard(_ outcome: Negotiation.Outcome, mode: GestureMode) -> Finding {
        let found = "\(outcome.protocolWords): \(outcome.reasonWords)"
        switch (outcome.keyboard.reportsReleases, mode) {
        case (true, .toggle):
            return .ok("keyboard", found + "; mode = toggle: tap to start, tap to stop")
        case (true, _): return .ok("keyboard", found + "; hold to talk works")
        case (false, .hold):
            return .note(
                "keyboard",
                found + "; mode = hold: the release is inferred from the end of the key's repeats",
                remedy: "utter keys shows whether a held key repeats here.")
        case (false, .toggle):
            return .ok("keyboard", found + "; mode = toggle: tap to start, tap to stop")
        case (false, .auto):
            return .note(
                "keyboard", found + "; tap to start, tap to stop",
                remedy:
                    "To hold: a terminal with the kitty keyboard protocol (kitty, foot, Ghostty, "
                    + "WezTerm, …), or mode = hold.")
        }
    }

    /// What stands between the program and the terminal's window.
    static func multiplexer(
        environment: [String: String], outcome: Negotiation.Outcome?
    ) -> Finding {
        let layers = [
            ("TMUX", "tmux"), ("ZELLIJ", "zellij"), ("STY", "screen"),
        ].filter { environment[$0.0, default: ""].isEmpty == false }.map(\.1)
        let isRemote = !environment["SSH_CONNECTION", default: ""].isEmpty
        var text = layers.isEmpty ? "none in between" : layers.joined(separator: " and ")
        if isRemote { text += layers.isEmpty ? "; over ssh" : ", over ssh" }
        let remote =
            isRemote ? "The microphone is that of this machine, not of the one you sit at. " : ""
        if layers.isEmpty || outcome?.keyboard.reportsReleases == true {
            return isRemote ? .note("multiplexer", text, remedy: remote) : .ok("multiplexer", text)
        }
        return .note(
            "multiplexer", text + ": it passes on no key releases",
            remedy: remote + "Outside of it the terminal may report them; mode = hold infers them.")
    }

    /// Whether the shell binds the hotkey.
    ///
    /// - Parameter startFiles: the paths and contents of the shell's start-up files that could be
    ///   read.
    static func integration(
        shell: String?, startFiles: [(path: String, text: String)]
    ) -> Finding {
        let name = shell.flatMap { $0.split(separator: "/").last }.map(String.init) ?? ""
        guard let kind = ShellKind(rawValue: name) else {
            return .note(
                "shell", name.isEmpty ? "SHELL is not set" : "\(printable(name)) is your shell",
                remedy: "The integration is for bash, zsh and fish: utter init --help.")
        }
        for file in startFiles where file.text.split(separator: "\n").contains(where: isIntegration)
        {
            return .ok("shell", "\(name) integration in \(printable(file.path))")
        }
        let line =
            switch kind {
            case .bash: "eval \"$(utter init bash)\" in ~/.bashrc"
            case .zsh: "eval \"$(utter init zsh)\" in ~/.zshrc"
            case .fish: "utter init fish | source in ~/.config/fish/config.fish"
            }
        return .note(
            "shell", "no \(name) integration: no key talks at the prompt", remedy: "Put \(line).")
    }

    /// A line that is no comment and runs `utter init`.
    private static func isIntegration(_ line: Substring) -> Bool {
        !(line.drop(while: \.isWhitespace).hasPrefix("#")) && line.contains("utter init")
    }

    /// What is wrong in the dotfile.
    static func dotfile(_ loaded: LoadedConfiguration) -> Finding {
        guard let first = loaded.diagnostics.first else {
            return .ok(
                "dotfile",
                loaded.files.first.map { "\(printable($0)): nothing wrong" }
                    ?? "none; every option has its default")
        }
        let count = loaded.diagnostics.count
        return .problem(
            "dotfile", count == 1 ? first.description : "\(count) errors, the first: \(first)",
            remedy: "utter config check shows them all.", exit: .usage)
    }
}
