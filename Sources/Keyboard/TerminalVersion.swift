/// What a terminal calls itself in its answer to XTVERSION.
public struct TerminalVersion: Hashable, Sendable {
    /// The answer as it came.
    public let text: String
    /// The name, without the version.
    public let name: String
    /// The numbers of the version, where it has numbers.
    public let numbers: [Int]

    public init(_ text: String) {
        self.text = text
        let parts = text.split(maxSplits: 1) { $0 == "(" || $0 == " " }
        name = parts.first.map(String.init) ?? ""
        let version = parts.dropFirst().first?.drop { !$0.isNumber } ?? ""
        numbers = version.split { !$0.isNumber }.prefix(3).compactMap { Int($0) }
    }

    /// How the terminal's events differ from what the protocol says.
    public var quirks: TerminalQuirks {
        switch name.lowercased() {
        case "wezterm": .repeatsAreReportedAsPresses
        case "konsole": .spuriousReleases
        case "kitty" where numbers.lexicographicallyPrecedes([0, 33]): .releasesOnFocusLoss
        case "ghostty", "libghostty": .releasesOnFocusLoss
        case "tmux", "screen", "zellij", "mosh": .passesNoReleases
        default: []
        }
    }
}

/// How the key events of some terminals differ from what the protocol says.
///
/// The key tracker copes with each of them in any terminal; they are told apart to say why
/// something is as it is.
public struct TerminalQuirks: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// WezTerm: auto-repeat comes as one more press.
    public static let repeatsAreReportedAsPresses = TerminalQuirks(rawValue: 1)
    /// Konsole: auto-repeat comes as a release and a repeat.
    public static let spuriousReleases = TerminalQuirks(rawValue: 2)
    /// kitty before 0.33, Ghostty: every key that is down is reported as released when the window
    /// loses the focus.
    public static let releasesOnFocusLoss = TerminalQuirks(rawValue: 4)
    /// Multiplexers that pass no releases on, whatever the terminal around them can do.
    public static let passesNoReleases = TerminalQuirks(rawValue: 8)
}
