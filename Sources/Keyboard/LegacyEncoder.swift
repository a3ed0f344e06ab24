extension LegacyKeys {
    /// The bytes that a terminal of xterm's kind sends for a chord; nil where there are none, or
    /// where they are another key's, so that the chord could not be told from it.
    ///
    /// Source: ctlseqs, "PC-Style Function Keys"; the kitty specification, "Legacy text keys".
    static func encode(_ chord: KeyChord) -> [UInt8]? {
        let modifiers = chord.modifiers
        guard modifiers.isSubset(of: [.shift, .alt, .control]) || !chord.key.isText else {
            return nil
        }
        guard let bytes = plain(chord) ?? functional(chord.key, modifiers) else {
            return nil
        }
        // Reading it back tells whether the bytes belong to this chord alone.
        var parser = KeyParser()
        let events = parser.feed(bytes, at: .zero) + parser.finish()
        guard case .key(let event) = events.first, events.count == 1,
            KeyChord(event.key, event.modifiers) == chord
        else {
            return nil
        }
        return bytes
    }

    /// Text keys and control characters, with Alt as an Esc before them.
    private static func plain(_ chord: KeyChord) -> [UInt8]? {
        let modifiers = chord.modifiers
        let code = chord.key.code
        let prefix: [UInt8] = modifiers.contains(.alt) ? [0x1B] : []
        switch chord.key {
        case .backspace where modifiers.contains(.control): return prefix + [0x08]
        case .space where modifiers.contains(.control): return prefix + [0x00]
        case .tab where modifiers.contains(.shift): return prefix + [0x1B, 0x5B, 0x5A]
        case .enter, .tab, .backspace, .escape, .space: return prefix + [UInt8(code)]
        default: break
        }
        guard chord.key.isText, let scalar = Unicode.Scalar(code) else {
            return nil
        }
        if modifiers.contains(.control) {
            // Letters and the signs above them; Ctrl with other signs is not told.
            return (0x5C...0x7A).contains(code) && code != 0x60
                ? prefix + [UInt8(code & 0x1F)] : nil
        }
        let text =
            modifiers.contains(.shift)
            ? scalar.properties.uppercaseMapping : String(Character(scalar))
        return prefix + text.utf8
    }

    private static func functional(_ key: Key, _ modifiers: Modifiers) -> [UInt8]? {
        let parameter = modifiers.isEmpty ? "" : ";\(Int(modifiers.rawValue) + 1)"
        if let final = (UInt8(0x41)...0x53).first(where: { letterKey($0) == key }) {
            let isFunction = final >= 0x50
            let introducer: [UInt8] =
                isFunction && modifiers.isEmpty ? [0x1B, 0x4F] : [0x1B, 0x5B]
            return introducer + (modifiers.isEmpty ? "" : "1" + parameter).utf8 + [final]
        }
        // Home and End come by letter, as xterm sends them.
        guard let number = (UInt32(2)...56).first(where: { numberedKey($0) == key }) else {
            return nil
        }
        return [0x1B, 0x5B] + "\(number)\(parameter)~".utf8
    }
}
