/// A key of the test keyboard, encoded as a terminal would under the flags in force.
public struct TypedKey: Hashable, Sendable {
    public enum Event: Int, Hashable, Sendable {
        case press = 1
        case `repeat` = 2
        case release = 3
    }

    enum Form: Hashable, Sendable {
        /// A text key or a C0 key: its plain bytes, and `CSI code u`.
        case text(plain: [UInt8])
        /// `CSI letter`, or `CSI 1;mods letter`.
        case letter(UInt8)
        /// `CSI number ~`.
        case tilde(Int)
        /// Reported with flag 8 only.
        case modifier(bit: Int)
    }

    var code: Int
    var form: Form
    /// Windows virtual key code.
    var virtualKey: Int
    /// Modifier bits: shift 1, alt 2, ctrl 4.
    public var modifiers = 0
    /// The key at its place on a US keyboard, where that is another.
    var place: UInt8?

    init(code: Int, form: Form, virtualKey: Int) {
        self.code = code
        self.form = form
        self.virtualKey = virtualKey
    }

    public static let space = TypedKey(code: 32, form: .text(plain: [0x20]), virtualKey: 32)
    public static let enter = TypedKey(code: 13, form: .text(plain: [0x0d]), virtualKey: 13)
    public static let tab = TypedKey(code: 9, form: .text(plain: [0x09]), virtualKey: 9)
    public static let escape = TypedKey(code: 27, form: .text(plain: [0x1b]), virtualKey: 27)
    public static let backspace = TypedKey(code: 127, form: .text(plain: [0x7f]), virtualKey: 8)
    public static let up = TypedKey(code: 57352, form: .letter(UInt8(ascii: "A")), virtualKey: 38)
    public static let f1 = TypedKey(code: 57364, form: .letter(UInt8(ascii: "P")), virtualKey: 112)
    public static let f5 = TypedKey(code: 57368, form: .tilde(15), virtualKey: 116)
    public static let f9 = TypedKey(code: 57372, form: .tilde(20), virtualKey: 120)
    public static let leftShift = TypedKey(
        code: 57441, form: .modifier(bit: 1), virtualKey: 16)
    public static let leftControl = TypedKey(
        code: 57442, form: .modifier(bit: 4), virtualKey: 17)
    public static let rightControl = TypedKey(
        code: 57448, form: .modifier(bit: 4), virtualKey: 17)

    /// A key that types a lower-case ASCII letter, a digit or a sign.
    public static func character(_ scalar: Unicode.Scalar) -> TypedKey {
        TypedKey(
            code: Int(scalar.value), form: .text(plain: Array(String(scalar).utf8)),
            virtualKey: Int(scalar.properties.uppercaseMapping.unicodeScalars.first?.value ?? 0))
    }

    /// The same on a keyboard of another script, at the place of an ASCII letter.
    public static func character(_ scalar: Unicode.Scalar, at place: Character) -> TypedKey {
        var key = character(scalar)
        key.place = place.asciiValue
        key.virtualKey = place.uppercased().first?.asciiValue.map { Int($0) } ?? 0
        return key
    }

    /// The same key with Ctrl held.
    public var control: TypedKey {
        var key = self
        key.modifiers |= 4
        return key
    }

    /// The bytes of one event, empty where the protocol in force reports nothing.
    public func encoded(
        _ event: Event, state: KeyboardProtocolState, keyboard: TerminalPersona.KeyboardProtocol
    ) -> [UInt8] {
        switch keyboard {
        case .kitty, .foot:
            return kitty(event, flags: state.flags, explicit: keyboard == .foot)
        case .disambiguateOnly:
            return kitty(event, flags: state.flags & 1, explicit: false)
        case .win32 where state.win32Input:
            return win32(event)
        case .win32, .none:
            return kitty(event, flags: 0, explicit: false)
        }
    }

    private func kitty(_ event: Event, flags: Int, explicit: Bool) -> [UInt8] {
        if event == .release && flags & 2 == 0 { return [] }
        let asEscape = flags & 8 != 0
        var mods = modifiers
        if case .modifier(let bit) = form {
            guard asEscape else { return [] }
            if event != .release { mods |= bit }
        }
        var suffix = ""
        if flags & 2 != 0 && (event != .press || explicit) {
            suffix = "\(mods + 1):\(event.rawValue)"
        } else if mods != 0 {
            suffix = "\(mods + 1)"
        }
        switch form {
        case .letter(let final):
            let letter = Character(Unicode.Scalar(final))
            return Array((suffix.isEmpty ? "\u{1b}[\(letter)" : "\u{1b}[1;\(suffix)\(letter)").utf8)
        case .tilde(let number):
            return Array("\u{1b}[\(number)\(suffix.isEmpty ? "" : ";" + suffix)~".utf8)
        case .modifier:
            return Array("\u{1b}[\(code)\(suffix.isEmpty ? "" : ";" + suffix)u".utf8)
        case .text(let plain):
            let disambiguated = flags & 1 != 0 && (mods & ~1 != 0 || code == 27)
            if asEscape || disambiguated || event == .release {
                let alternates = flags & 4 == 0 ? "" : place.map { "::\($0)" } ?? ""
                return Array(
                    "\u{1b}[\(code)\(alternates)\(suffix.isEmpty ? "" : ";" + suffix)u".utf8)
            }
            return legacy(plain)
        }
    }

    private func legacy(_ plain: [UInt8]) -> [UInt8] {
        guard modifiers & 4 != 0, let byte = place ?? plain.first else { return plain }
        return byte == 0x20 ? [0] : [byte & 0x1f]
    }

    private func win32(_ event: Event) -> [UInt8] {
        var character = 0
        if case .text(let plain) = form { character = Int(legacy(plain).first ?? 0) }
        let state = modifiers & 4 != 0 ? 8 : 0
        return Array(
            "\u{1b}[\(virtualKey);0;\(character);\(event == .release ? 0 : 1);\(state);1_".utf8)
    }
}
