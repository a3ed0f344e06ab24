/// A key with the modifiers that must be held with it: the value of `hotkey` and `listen-key`.
public struct KeyChord: Hashable, Sendable {
    public var key: Key
    public var modifiers: Modifiers

    public init(_ key: Key, _ modifiers: Modifiers = []) {
        self.key = key
        self.modifiers = modifiers
    }

    /// The chord that `text` spells: modifiers and a key between plus signs, in any case, as in
    /// `ctrl+space`.
    ///
    /// A capital letter is its key with Shift; the plus sign itself may be spelled `+` or `plus`.
    public init(parsing text: String) throws(KeyChordError) {
        var parts = text.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
        if parts.count >= 2, parts.suffix(2) == ["", ""] {
            parts.removeLast(2)
            parts.append("+")
        }
        let name = parts.removeLast()
        var modifiers: Modifiers = []
        for part in parts {
            guard let modifier = KeyChord.modifier(part.lowercased()) else {
                throw KeyChord.wrongModifier(part)
            }
            guard modifiers.insert(modifier).inserted else {
                throw KeyChordError.repeatedModifier(part)
            }
        }
        guard !name.isEmpty else {
            throw text.isEmpty ? .empty : .missingKey
        }
        guard let key = Key(name: name) else {
            if KeyChord.modifier(name.lowercased()) != nil {
                throw KeyChordError.missingKey
            }
            throw KeyChordError.unknownKey(
                name, nearest: nearest(to: name, among: KeyChord.keyNames))
        }
        if let scalar = name.unicodeScalars.first, name.unicodeScalars.count == 1,
            scalar.unshifted != nil
        {
            modifiers.insert(.shift)
        }
        self.init(key, modifiers)
    }

    private static func modifier(_ name: String) -> Modifiers? {
        switch name {
        case "shift": .shift
        case "alt", "option": .alt
        case "ctrl", "control": .control
        case "super", "cmd", "win": .super
        case "hyper": .hyper
        case "meta": .meta
        default: nil
        }
    }

    private static func wrongModifier(_ name: String) -> KeyChordError {
        if let key = Key(name: name) {
            return key.isLock ? .lockAsModifier(name) : .twoKeys(name)
        }
        return .unknownModifier(
            name,
            nearest: nearest(to: name, among: ["shift", "alt", "ctrl", "super", "hyper", "meta"]))
    }

    /// Names that a chord may have, to suggest one.
    private static let keyNames: [String] =
        (KeyNames.functional + KeyNames.control.map(\.name)).map(String.init)
}

extension KeyChord: CustomStringConvertible {
    /// The chord as it is spelled in the dotfile: `ctrl+space`.
    public var description: String {
        (modifiers.names + [key.name]).joined(separator: "+")
    }
}

/// What is wrong with the spelling of a chord.
public enum KeyChordError: Error, Hashable, Sendable {
    case empty
    /// Only modifiers: a key pressed alone is `left_control`, `right_alt` and so on.
    case missingKey
    case unknownKey(String, nearest: String?)
    case unknownModifier(String, nearest: String?)
    case repeatedModifier(String)
    /// A lock is a state, not something to be held with a key.
    case lockAsModifier(String)
    /// A key that is no modifier where only a modifier can be.
    case twoKeys(String)
}

extension KeyChordError: CustomStringConvertible {
    public var description: String {
        func suggestion(_ name: String?) -> String {
            name.map { "; did you mean \"\($0)\"?" } ?? ""
        }
        return switch self {
        case .empty: "no key is named"
        case .missingKey:
            "a key is missing after the modifiers"
                + " (a modifier alone is a key of its own: right_control)"
        case .unknownKey(let name, let nearest): "no key is named \"\(name)\"\(suggestion(nearest))"
        case .unknownModifier(let name, let nearest):
            "no modifier is named \"\(name)\"\(suggestion(nearest))"
        case .repeatedModifier(let name): "\"\(name)\" is named twice"
        case .lockAsModifier(let name): "\"\(name)\" is a lock and cannot be held with a key"
        case .twoKeys(let name): "\"\(name)\" is no modifier, and only one key can be named"
        }
    }
}
