/// How a terminal of the tests answers questions and encodes keys.
public struct TerminalPersona: Sendable {
    public enum KeyboardProtocol: Hashable, Sendable {
        /// Press, repeat and release, and the flags that were pushed as the answer.
        case kitty
        /// The same, with the event type spelled out for presses too.
        case foot
        /// Pushes are taken, but only flag 1 comes out: zellij.
        case disambiguateOnly
        /// win32-input-mode, known to DECRQM.
        case win32
        /// Plain bytes, no answer to the query.
        case none
    }

    public var keyboard = KeyboardProtocol.kitty
    /// The answer to DA1, or nil for none.
    public var deviceAttributes: String? = "\u{1b}[?62;c"
    /// What XTVERSION says, or nil for no answer.
    public var version: String?
    public var reportsCursor = true
    public var reportsModes = true
    /// Every answer comes as often as this.
    public var answerCount = 1
    /// Answers come when so many more key bytes have been typed, not at once: nil for at once.
    public var holdsAnswers = false
    /// Bytes that precede every answer.
    public var noise: [UInt8] = []

    public init() {}

    private static func make(_ change: (inout TerminalPersona) -> Void) -> TerminalPersona {
        var persona = TerminalPersona()
        change(&persona)
        return persona
    }

    public static let kitty = make { $0.version = "kitty(0.36.4)" }
    public static let foot = make {
        $0.keyboard = .foot
        $0.version = "foot(1.13.1)"
    }
    public static let tmux = make {
        $0.keyboard = .none
        $0.version = "tmux 3.3a"
        $0.deviceAttributes = "\u{1b}[?1;2c"
        $0.reportsModes = false
    }
    public static let zellij = make {
        $0.keyboard = .disambiguateOnly
        $0.version = "Zellij(4100)"
    }
    public static let xterm = make {
        $0.keyboard = .none
        $0.version = "XTerm(379)"
        $0.deviceAttributes = "\u{1b}[?64;1;2;6;9;15;18;21;22c"
    }
    public static let windowsTerminal = make {
        $0.keyboard = .win32
        $0.deviceAttributes = "\u{1b}[?61;6;7;21;22;23;24;28;32;42c"
    }
    /// Takes everything and never answers anything.
    public static let silent = make {
        $0.keyboard = .none
        $0.deviceAttributes = nil
        $0.reportsCursor = false
        $0.reportsModes = false
    }

    /// Whether it keeps the flags of the kitty keyboard protocol at all.
    var knowsFlags: Bool {
        switch keyboard {
        case .kitty, .foot, .disambiguateOnly: true
        case .win32, .none: false
        }
    }

    /// The answer to one control sequence, empty for none.
    public func answer(
        to function: ControlFunction, state: KeyboardProtocolState, row: Int, column: Int
    ) -> [UInt8] {
        guard let text = reply(function, state, row, column) else { return [] }
        return (0..<answerCount).flatMap { _ in noise + Array(text.utf8) }
    }

    private func reply(
        _ function: ControlFunction, _ state: KeyboardProtocolState, _ row: Int, _ column: Int
    ) -> String? {
        switch (function.prefix, function.intermediates, function.final) {
        case (UInt8(ascii: "?"), [], UInt8(ascii: "u")):
            switch keyboard {
            case .kitty, .foot: return "\u{1b}[?\(state.flags)u"
            case .disambiguateOnly: return "\u{1b}[?\(state.flags & 1)u"
            case .win32, .none: return nil
            }
        case (0, [], UInt8(ascii: "c")):
            return deviceAttributes
        case (UInt8(ascii: ">"), [], UInt8(ascii: "q")):
            return version.map { "\u{1b}P>|\($0)\u{1b}\\" }
        case (0, [], UInt8(ascii: "n")) where function.number(0, or: 0) == 6:
            return reportsCursor ? "\u{1b}[\(row + 1);\(column + 1)R" : nil
        case (UInt8(ascii: "?"), [UInt8(ascii: "$")], UInt8(ascii: "p")):
            guard reportsModes else { return nil }
            let mode = function.number(0, or: 0)
            let value =
                switch mode {
                case 1004: state.reportsFocus ? 1 : 2
                case 9001 where keyboard == .win32: state.win32Input ? 1 : 2
                default: 0
                }
            return "\u{1b}[?\(mode);\(value)$y"
        default:
            return nil
        }
    }
}
