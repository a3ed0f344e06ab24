import Keyboard
import Terminal

// What a terminal's keyboard can do, in words: for `utter keys` and `utter doctor`.

extension Negotiation.Outcome {
    /// How keys arrive, and from whom: `kitty keyboard protocol, flags 11 (kitty 0.36.4)`.
    var protocolWords: String {
        let name =
            switch keyboard {
            case .kitty(let flags): "kitty keyboard protocol, flags \(flags)"
            case .win32: "win32-input-mode"
            case .legacy: "xterm's escape sequences"
            }
        return version.map { "\(name) (\($0.text.displayable()))" } ?? name
    }

    /// Why it is that one, in one clause.
    var reasonWords: String {
        switch reason {
        case .flagsAccepted:
            "the terminal answers that it reports presses, repeats and releases of every key"
        case .flagsReduced(let flags):
            "the terminal answers with flags \(flags) only, which leave out releases"
        case .flagsUnknown: "the terminal does not know the kitty keyboard protocol"
        case .win32Offered:
            "the terminal does not know the kitty keyboard protocol, but has this mode"
        case .noAnswer: "the terminal answered no question"
        case .notAsked(let terminal):
            "a terminal of kind \(terminal.isEmpty ? "\"\"" : terminal) is not asked"
        }
    }
}

/// How talking works in a terminal, decided by what its keys can tell.
enum KeyVerdict: String, Hashable {
    case hold
    case autoRepeat = "auto-repeat"
    case toggle

    /// - Parameters:
    ///   - hasRepeats: whether a held key was seen to repeat.
    ///   - guesses: whether the dotfile says `mode = hold`, which allows to infer the release.
    init(_ outcome: Negotiation.Outcome, hasRepeats: Bool, guesses: Bool) {
        if outcome.keyboard.reportsReleases {
            self = .hold
        } else {
            self = hasRepeats && guesses ? .autoRepeat : .toggle
        }
    }

    /// What it means for the person at the keyboard.
    func explanation(_ outcome: Negotiation.Outcome, hasRepeats: Bool) -> String {
        switch self {
        case .hold: return "hold the key, speak, let go: the terminal reports when it comes up."
        case .autoRepeat:
            return
                "hold the key, speak, let go: the release is inferred from the end of its repeats"
                + " (mode = hold)."
        case .toggle:
            let how = "tap to start, tap to stop: the terminal does not report when a key comes up."
            if outcome.quirks.contains(.passesNoReleases) {
                return how + " Outside of the multiplexer it may."
            }
            return hasRepeats
                ? how + " With mode = hold the release is inferred from the end of its repeats."
                : how + " Hold a key here to see whether it repeats."
        }
    }
}
