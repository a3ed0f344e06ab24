/// How the keys of a terminal arrive.
public enum KeyboardProtocol: Hashable, Sendable {
    /// The kitty keyboard protocol with these progressive enhancement flags.
    case kitty(flags: Int)
    /// win32-input-mode.
    case win32
    /// The escape sequences of xterm, with no word about repeats and releases.
    case legacy

    /// Whether releases of text keys and of modifiers are told: flags 2 and 8 together, or
    /// win32-input-mode.
    public var reportsReleases: Bool {
        switch self {
        case .kitty(let flags): flags & 2 != 0 && flags & 8 != 0
        case .win32: true
        case .legacy: false
        }
    }

    private var reportsAllKeys: Bool {
        switch self {
        case .kitty(let flags): flags & 8 != 0
        case .win32: true
        case .legacy: false
        }
    }

    /// Why `chord` cannot be a talk key here, or nil where it can.
    public func refusal(of chord: KeyChord) -> KeyRefusal? {
        let key = chord.key
        if key.code >= Key.linuxBase || key == .none {
            return .notInProtocol
        }
        if reportsAllKeys {
            return self == .win32 && !Win32KeyRecord.canReport(chord) ? .notInProtocol : nil
        }
        if key.isModifier || key.isLock {
            return .aloneNeedsAllKeys
        }
        guard case .kitty(let flags) = self, flags & 1 != 0 else {
            return LegacyKeys.encode(chord) == nil ? .noLegacySequence : nil
        }
        // "The only exceptions are the Enter, Tab and Backspace keys which still generate the same
        // bytes."
        if [.enter, .tab, .backspace].contains(key), flags & 2 != 0 {
            return .plainByteWithoutAllKeys
        }
        return nil
    }
}

/// Why a terminal cannot report a chord as a talk key.
public enum KeyRefusal: Error, Hashable, Sendable {
    /// Modifiers and locks pressed alone are reported only with flag 8 or in win32-input-mode.
    case aloneNeedsAllKeys
    /// Enter, Tab and Backspace stay plain bytes without flag 8, on their release as well in some
    /// terminals.
    case plainByteWithoutAllKeys
    /// The escape sequences of xterm have none for it, or share it with another key.
    case noLegacySequence
    /// The protocol in use has no code for the key.
    case notInProtocol
}

extension KeyRefusal: CustomStringConvertible {
    public var description: String {
        switch self {
        case .aloneNeedsAllKeys:
            "the terminal does not report modifiers and locks pressed alone"
                + " (that takes the kitty keyboard protocol with flag 8, or win32-input-mode)"
        case .plainByteWithoutAllKeys:
            "the terminal sends it as a plain byte and does not report its release"
        case .noLegacySequence:
            "the terminal has no escape sequence for it (without the kitty keyboard protocol)"
        case .notInProtocol: "the terminal's keyboard protocol has no code for it"
        }
    }
}

/// Why a chord cannot be bound at a shell prompt.
public enum ShellKeyRefusal: Error, Hashable, Sendable {
    /// A shell never sees modifiers and locks pressed alone.
    case modifierAlone
    /// Binding a key that types would take the character from the command line.
    case typesText
    /// The shell cannot do without it: Enter, Tab, Backspace, Escape, Ctrl-C and their like.
    case neededByShell
    /// No byte sequence reaches the shell for it.
    case noSequence
}

extension ShellKeyRefusal: CustomStringConvertible {
    public var description: String {
        switch self {
        case .modifierAlone: "a shell never sees a modifier or a lock pressed alone"
        case .typesText: "it types a character, which the command line needs"
        case .neededByShell: "the shell itself needs it"
        case .noSequence: "no byte sequence reaches a shell for it"
        }
    }
}

extension KeyChord {
    /// The bytes that a shell receives for the chord from a terminal of xterm's kind, or nil where
    /// there are none, or where they are those of another key (`ctrl+i` is Tab).
    public var legacySequence: [UInt8]? {
        LegacyKeys.encode(self)
    }

    /// Why the chord cannot be the hotkey of a shell, or nil where it can.
    public var shellRefusal: ShellKeyRefusal? {
        if key.isModifier || key.isLock {
            return .modifierAlone
        }
        if key.isText, modifiers.subtracting([.shift]).isEmpty {
            return .typesText
        }
        if [.enter, .tab, .backspace, .escape].contains(key) {
            return .neededByShell
        }
        // Interrupt, end of input, quit, suspend, stop, start: the terminal driver takes them, not
        // the shell.
        let taken = ["c", "d", "q", "s", "z", "\\"].compactMap(Key.init(name:))
        if modifiers == .control, taken.contains(key) {
            return .neededByShell
        }
        return legacySequence == nil ? .noSequence : nil
    }
}
