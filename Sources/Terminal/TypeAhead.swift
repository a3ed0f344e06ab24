public import Keyboard

/// What was typed while a session was running, to be handed to the shell afterwards.
///
/// Printable characters are kept. Enter, control and editing keys are not: what they would have done to the line as
/// it was then is not what they would do to it now. They are remembered by name, so that it can be said.
public struct TypeAhead: Hashable, Sendable {
    /// The printable characters, in the order typed.
    public private(set) var text = ""
    /// Key presses and pastes that were left out.
    public private(set) var discarded = 0
    /// The first few of them, each kind once.
    public private(set) var discardedKinds: [Kind] = []

    /// What is left out.
    public enum Kind: Hashable, Sendable {
        case key(KeyChord)
        case paste
    }

    private let chord: KeyChord?
    /// When the talk key was last heard of while it was down for talking; nil once it has come up.
    private var talkingAt: Duration?
    /// The level shifts that are down (AltGr).
    private var levelShifts: Set<Key> = []

    /// How long a key that is down may be silent before its first repeat, at most.
    private static let longestDelay = Duration.milliseconds(1200)
    private static let kindLimit = 3

    /// - Parameters:
    ///   - chord: the talk key, which types nothing while it is held for talking; its letter alone does.
    ///   - start: when it went down, if that was before the session.
    public init(talkingWith chord: KeyChord? = nil, heldSince start: Duration? = nil) {
        self.chord = chord
        talkingAt = start
    }

    /// Takes what the session had no use for: everything but the keys that steer the session.
    public mutating func take(_ event: TerminalEvent, at now: Duration = .zero) {
        switch event {
        case .key(let event): take(event, at: now)
        case .pasteStart: discard(.paste)
        case .focusOut: levelShifts = []
        case .pasteEnd, .focusIn, .reply, .unknown: break
        }
    }

    public mutating func take(_ event: KeyEvent, at now: Duration = .zero) {
        if event.key.isLevelShift {
            if event.kind == .release {
                levelShifts.remove(event.key)
            } else {
                levelShifts.insert(event.key)
            }
        }
        guard !belongsToTalking(event, at: now), event.kind != .release, !event.key.isModifier,
            !event.key.isLock
        else { return }
        // With AltGr kitty tells the character, and the key that has it; a terminal that names one key alone may mean
        // the one without AltGr: the `q` of a German keyboard for its `@`.
        let isKnown =
            levelShifts.isEmpty || !event.text.isEmpty || event.native != nil
            || event.base.map { $0 != event.key } ?? false
        if isKnown, let typed = event.typedText {
            text += typed
        } else if event.kind == .press {
            discard(.key(KeyChord(event.key, event.modifiers.subtracting(.locks))))
        }
    }

    private mutating func discard(_ kind: Kind) {
        discarded += 1
        if discardedKinds.count < Self.kindLimit, !discardedKinds.contains(kind) {
            discardedKinds.append(kind)
        }
    }

    /// Whether the event is the talk key's own: a press of the chord, and all that its key does until it comes up.
    ///
    /// With Ctrl let go first, a held Ctrl+G goes on repeating as a plain `g`, which nobody typed; a `g` pressed after
    /// it came up is one. Where no release is told, a key that is silent for longer than any first repeat has come up.
    private mutating func belongsToTalking(_ event: KeyEvent, at now: Duration) -> Bool {
        guard let chord, event.isOf(chord.key) else { return false }
        let isDown = talkingAt.map { now - $0 <= Self.longestDelay } ?? false
        switch event.kind {
        case .release:
            talkingAt = nil
        case .repeat where talkingAt != nil:
            // Where repeats are told for what they are the release is told, too, however late.
            talkingAt = now
        case .press where isDown || event.modifiers.subtracting(.locks) == chord.modifiers:
            talkingAt = now
        case .press, .repeat:
            return false
        }
        return true
    }
}

extension KeyEvent {
    /// What a press or repeat of the key types, or nil for none or where the terminal does not tell.
    ///
    /// Without the alternate keys (flag 4) a terminal tells Shift and the key, not what they give together: that is
    /// known for letters, and for anything else it depends on the keyboard's layout, so nothing is guessed.
    public var typedText: String? {
        guard kind != .release, modifiersOfText.isDisjoint(with: Self.modifiersOfCommands) else {
            return nil
        }
        var repeatCount = 1
        if case .win32(let record) = native {
            // The first half of a character types nothing before the second has come.
            guard !UTF16.isLeadSurrogate(record.unicode) else { return "" }
            repeatCount = max(Int(record.repeatCount), 1)
            if text.isEmpty {
                let scalar = Unicode.Scalar(record.unicode)
                return scalar.flatMap {
                    $0.isPrintable ? String(repeating: String($0), count: repeatCount) : nil
                }
            }
        }
        if !text.isEmpty {
            return text.unicodeScalars.allSatisfy(\.isPrintable)
                ? String(repeating: text, count: repeatCount) : nil
        }
        if modifiers.isDisjoint(with: .shift), let sign = keypadSign { return sign }
        guard let scalar = Unicode.Scalar(key.code), scalar.isPrintable, key.isText else {
            return nil
        }
        let character = String(scalar)
        let upper = character.uppercased()
        let isShifted = modifiers.contains(.shift)
        if upper != character && upper.unicodeScalars.count == 1 {
            return isShifted != modifiers.contains(.capsLock) ? upper : character
        }
        guard isShifted, scalar != " " else { return character }
        return shifted.flatMap { Unicode.Scalar($0.code) }.map(String.init)
    }

    /// With these a key commands and types nothing.
    private static let modifiersOfCommands: Modifiers = [.control, .alt, .super, .hyper, .meta]

    /// The modifiers without AltGr, which Windows reports as left Ctrl and right Alt together.
    private var modifiersOfText: Modifiers {
        guard case .win32(let record) = native, record.isAltGr else { return modifiers }
        return modifiers.subtracting([.control, .alt])
    }

    /// What a key of the keypad types, where every keyboard has the same: the decimal sign is a point on one and a comma
    /// on another. (With Num Lock off the same keys come under other names.)
    private var keypadSign: String? {
        switch key.code {
        case 57399...57408: String(key.code - 57399)
        case 57410: "/"
        case 57411: "*"
        case 57412: "-"
        case 57413: "+"
        case 57415: "="
        default: nil
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isPrintable: Bool {
        switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
            .paragraphSeparator:
            false
        default: true
        }
    }
}
