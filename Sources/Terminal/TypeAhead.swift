public import Keyboard

/// What was typed while a session was running, to be handed to the shell afterwards.
///
/// Printable characters are kept. Enter, control and editing keys are not: what they would have done to the line as
/// it was then is not what they would do to it now. They are counted, so that it can be said.
public struct TypeAhead: Hashable, Sendable {
    /// The printable characters, in the order typed.
    public private(set) var text = ""
    /// Key presses and pastes that were left out.
    public private(set) var discarded = 0

    public init() {}

    /// Takes what the session had no use for: everything but the talk key and the keys that steer the session.
    public mutating func take(_ event: TerminalEvent) {
        switch event {
        case .key(let event): take(event)
        case .pasteStart: discarded += 1
        case .pasteEnd, .focusIn, .focusOut, .reply, .unknown: break
        }
    }

    public mutating func take(_ event: KeyEvent) {
        guard event.kind != .release, !event.key.isModifier, !event.key.isLock else { return }
        if let typed = event.typedText {
            text += typed
        } else if event.kind == .press {
            discarded += 1
        }
    }
}

extension KeyEvent {
    /// What a press or repeat of the key types, or nil for none or where the terminal does not tell.
    ///
    /// Without the alternate keys (flag 4) a terminal tells Shift and the key, not what they give together: that is
    /// known for letters, and for anything else it depends on the keyboard's layout, so nothing is guessed.
    public var typedText: String? {
        guard kind != .release, modifiers.isDisjoint(with: [.control, .alt, .super, .hyper, .meta])
        else { return nil }
        if case .win32(let record) = native {
            let scalar = Unicode.Scalar(record.unicode)
            return scalar.flatMap { $0.isPrintable ? String($0) : nil }
        }
        if !text.isEmpty {
            return text.unicodeScalars.allSatisfy(\.isPrintable) ? text : nil
        }
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
