/// The byte sequences by which a shell's line editor may receive a chord.
///
/// A line editor asks for no events, so what arrives depends on the terminal: legacy and xterm forms, the Linux
/// console's and rxvt's, and the kitty forms that fish 4 asks for. All of them are bound; the terminal's own
/// description (terminfo) adds what is special to it. Sources: xterm's ctlseqs, "PC-Style Function Keys" and
/// "modifyOtherKeys"; kovidgoyal/kitty, docs/keyboard-protocol.rst; console_codes(4).
public enum ShellKeySequences {
    /// Every sequence for `chord`, each as bytes, without repetitions and in a fixed order; empty if no shell can
    /// receive it.
    public static func sequences(for chord: KeyChord) -> [[UInt8]] {
        let name = chord.key.name
        let modifiers = chord.modifiers.subtracting(.locks)
        if chord.key.code < 57344, let scalar = Unicode.Scalar(chord.key.code) {
            return unique(textForms(scalar, modifiers))
        }
        var texts = functional[name]?.forms(modifiers) ?? []
        if chord.key.code >= 57344, functional[name]?.kittyForm ?? true {
            texts.append(csi("\(chord.key.code)", modifiers, "u"))
        }
        return unique(texts.map { Array($0.utf8) })
    }

    /// The name of the capability in terminfo that holds the sequence, where there is one and no modifier changes
    /// it.
    public static func terminfoCapability(for chord: KeyChord) -> String? {
        guard chord.modifiers.subtracting(.locks).isEmpty else { return nil }
        return functional[chord.key.name]?.capability
    }

    // MARK: - Functional keys

    private struct Functional {
        /// The letter of `CSI letter` and `SS3 letter`.
        var letter: Character?
        /// The numbers of `CSI number ~`.
        var numbers: [Int] = []
        /// Sequences of their own without modifiers (Linux console).
        var extra: [String] = []
        var capability: String?
        /// Whether the key also has a form `CSI code u`.
        var kittyForm = false

        func forms(_ modifiers: Modifiers) -> [String] {
            var result: [String] = []
            if let letter {
                if modifiers.isEmpty {
                    result += ["\u{1b}O\(letter)", "\u{1b}[\(letter)"]
                } else {
                    result.append(csi("1", modifiers, letter))
                    // Xterms of old, and those that go on with it.
                    result.append("\u{1b}O\(Int(modifiers.rawValue) + 1)\(letter)")
                }
            }
            result += numbers.map { csi("\($0)", modifiers, "~") }
            if modifiers.isEmpty { result += extra }
            return result + rxvtForms(modifiers)
        }

        /// rxvt marks Shift and Ctrl by the final: `$`, `^` and `@` after a number, small letters for the arrows.
        private func rxvtForms(_ modifiers: Modifiers) -> [String] {
            let finals: [Modifiers: String] = [
                .shift: "$", .control: "^", [.shift, .control]: "@",
            ]
            var result =
                finals[modifiers].map { final in
                    numbers.map { "\u{1b}[\($0)\(final)" }
                } ?? []
            if let letter, ("A"..."D").contains(letter) {
                if modifiers == .shift { result.append("\u{1b}[" + letter.lowercased()) }
                if modifiers == .control { result.append("\u{1b}O" + letter.lowercased()) }
            }
            return result
        }
    }

    private static let functional: [String: Functional] = {
        var table: [String: Functional] = [
            "up": Functional(letter: "A", capability: "kcuu1"),
            "down": Functional(letter: "B", capability: "kcud1"),
            "right": Functional(letter: "C", capability: "kcuf1"),
            "left": Functional(letter: "D", capability: "kcub1"),
            "home": Functional(letter: "H", numbers: [1, 7], capability: "khome"),
            "end": Functional(letter: "F", numbers: [4, 8], capability: "kend"),
            "insert": Functional(numbers: [2], capability: "kich1"),
            "delete": Functional(numbers: [3], capability: "kdch1"),
            "page_up": Functional(numbers: [5], capability: "kpp"),
            "page_down": Functional(numbers: [6], capability: "knp"),
            "menu": Functional(numbers: [29], kittyForm: true),
        ]
        let letters: [Character] = ["P", "Q", "R", "S"]
        let consoleLetters: [Character] = ["A", "B", "C", "D", "E"]
        let numbers = [
            11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24, 25, 26, 28, 29, 31, 32, 33, 34,
        ]
        for (index, number) in numbers.enumerated() {
            table["f\(index + 1)"] = Functional(
                letter: index < 4 ? letters[index] : nil,
                numbers: [number],
                extra: index < 5 ? ["\u{1b}[[\(consoleLetters[index])"] : [],
                capability: "kf\(index + 1)",
                kittyForm: index >= 12)
        }
        for index in 21...35 {
            table["f\(index)"] = Functional(capability: "kf\(index)", kittyForm: true)
        }
        for name in ["caps_lock", "scroll_lock", "num_lock", "print_screen", "pause"] {
            table[name] = Functional(kittyForm: true)
        }
        return table
    }()

    // MARK: - Text keys

    private static func textForms(_ scalar: Unicode.Scalar, _ modifiers: Modifiers) -> [[UInt8]] {
        var result: [[UInt8]] = []
        let prefix: [UInt8] = modifiers.contains(.alt) ? [0x1b] : []
        let others = modifiers.subtracting([.alt, .shift, .control])
        if others.isEmpty {
            if modifiers.contains(.control) {
                if !modifiers.contains(.shift), let control = controlByte(scalar) {
                    result.append(prefix + [control])
                }
            } else if modifiers.contains(.alt) {
                let text =
                    modifiers.contains(.shift)
                    ? String(scalar).uppercased() : String(scalar)
                result.append(prefix + Array(text.utf8))
            }
        }
        if !modifiers.isEmpty || scalar.value < 32 || scalar.value == 127 {
            result.append(Array(csi("\(scalar.value)", modifiers, "u").utf8))
        }
        if !modifiers.isEmpty {
            let upper = String(scalar).uppercased().unicodeScalars.first ?? scalar
            let code = modifiers.contains(.shift) ? upper.value : scalar.value
            result.append(Array("\u{1b}[27;\(modifiers.rawValue + 1);\(code)~".utf8))
        }
        return result
    }

    /// The C0 byte that Ctrl makes of a character in a legacy terminal.
    private static func controlByte(_ scalar: Unicode.Scalar) -> UInt8? {
        switch scalar {
        case "a"..."z": UInt8(scalar.value) - 0x60
        case " ", "2", "@": 0
        case "[", "3": 0x1b
        case "\\", "4": 0x1c
        case "]", "5": 0x1d
        case "^", "6": 0x1e
        case "_", "7", "/": 0x1f
        case "8": 0x7f
        default: nil
        }
    }

    // MARK: - Spelling

    private static func csi(
        _ number: String, _ modifiers: Modifiers, _ final: Character
    ) -> String {
        modifiers.isEmpty
            ? "\u{1b}[\(number)\(final)"
            : "\u{1b}[\(number);\(Int(modifiers.rawValue) + 1)\(final)"
    }

    private static func unique(_ sequences: [[UInt8]]) -> [[UInt8]] {
        var seen: Set<[UInt8]> = []
        return sequences.filter { seen.insert($0).inserted }
    }
}
