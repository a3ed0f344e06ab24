/// Reads one whole control sequence.
enum ControlDecoder {
    /// The event of `ESC [` … final.
    static func decode(_ bytes: ArraySlice<UInt8>, expectsCursorPosition: Bool) -> TerminalEvent {
        guard let final = bytes.last else {
            return .unknown(Array(bytes))
        }
        var body = bytes.dropFirst(2).dropLast()
        var marker: UInt8?
        if let first = body.first, (0x3C...0x3F).contains(first) {
            marker = first
            body = body.dropFirst()
        }
        let decoded: TerminalEvent? =
            switch (marker, final) {
            case (nil, 0x24): rxvtKey(body, .shift)
            case (nil, 0x79), (0x3F, 0x79):
                modeReply(body, isPrivate: marker != nil)
                    ?? (marker == nil
                        ? Parameters(body).flatMap { TerminalDialects.event($0, final) } : nil)
            case (nil, _): Parameters(body).flatMap { event($0, final, expectsCursorPosition) }
            case (0x3F, _): Parameters(body).flatMap { privateReply($0, final) }
            case (0x3E, 0x63):
                Parameters(body).flatMap(\.numbers).map { .reply(.secondaryAttributes($0)) }
            // xterm's modifyCursorKeys 3 marks its modified keys as private.
            case (0x3E, 0x41...0x53), (0x3E, 0x7E):
                Parameters(body).flatMap { event($0, final, false) }
            default: nil
            }
        return decoded ?? .unknown(Array(bytes))
    }

    private static func event(
        _ parameters: Parameters, _ final: UInt8, _ expectsCursorPosition: Bool
    ) -> TerminalEvent? {
        switch final {
        case 0x75:
            kittyKey(parameters).map { .key($0) } ?? TerminalDialects.event(parameters, final)
        case 0x7E: tilde(parameters)
        case 0x52: functionThreeOrPosition(parameters, expectsCursorPosition)
        case 0x41...0x46, 0x48, 0x50, 0x51, 0x53: letter(parameters, final).map { .key($0) }
        case 0x5A: backTab(parameters).map { .key($0) }
        case 0x5F: win32Record(parameters)?.event.map { .key($0) }
        case 0x49: parameters.isEmpty ? .focusIn : modifiedTab(parameters).map { .key($0) }
        case 0x4F: parameters.isEmpty ? .focusOut : nil
        // rxvt: arrows with Shift; keys by number with Ctrl, and with Ctrl and Shift.
        case 0x61...0x64:
            parameters.isEmpty
                ? .key(KeyEvent(LegacyKeys.cursorKeys[Int(final) - 0x61], .shift)) : nil
        case 0x5E: rxvtKey(parameters, .control)
        case 0x40: rxvtKey(parameters, [.control, .shift])
        // The Linux console: the middle of the keypad.
        case 0x47: parameters.isEmpty ? .key(KeyEvent(.keypadBegin)) : nil
        default: TerminalDialects.event(parameters, final)
        }
    }

    // MARK: Keys

    /// `CSI code:shifted:base ; modifiers:event ; text u`; only the code is mandatory.
    private static func kittyKey(_ parameters: Parameters) -> KeyEvent? {
        let codes = parameters.fields[0]
        guard parameters.fields.count <= 3, codes.count <= 3, let code = codes[0],
            let state = parameters.state(1), let text = text(parameters)
        else {
            return nil
        }
        if code == 0 {
            // "If no known key is associated with the text the key number 0 must be used."
            return text.isEmpty ? nil : KeyEvent(.none, state.modifiers, state.kind, text: text)
        }
        guard var event = key(code).map({ KeyEvent($0.key, state.modifiers.union($0.modifiers)) })
        else {
            return nil
        }
        event.kind = state.kind
        event.text = text
        event.shifted = codes.count > 1 ? codes[1].map { Key(code: $0) } : nil
        event.base = codes.count > 2 ? codes[2].map { Key(code: $0) } : nil
        return event
    }

    /// The key of a code point, with the Shift that a capital letter stands for: programs that
    /// follow other rules than the protocol's ("always the lower-case version of the key") send
    /// `CSI 65 ; 6 u`.
    private static func key(_ code: UInt32) -> (key: Key, modifiers: Modifiers)? {
        switch code {
        case 8: return (.backspace, [])
        case 9, 13, 27, 127: return (Key(code: code), [])
        case 65...90: return (Key(code: code + 32), .shift)
        default:
            let key = Key(code: code)
            guard let scalar = Unicode.Scalar(code), key.isNamed,
                scalar.properties.generalCategory != .control
            else {
                return nil
            }
            return (key, [])
        }
    }

    private static func text(_ parameters: Parameters) -> String? {
        guard parameters.fields.count == 3 else {
            return ""
        }
        var text = String.UnicodeScalarView()
        for code in parameters.fields[2] {
            guard let code else {
                continue
            }
            guard let scalar = Unicode.Scalar(code) else {
                return nil
            }
            // "The associated text must not contain control codes": whoever sends them means a key.
            if scalar.properties.generalCategory != .control {
                text.append(scalar)
            }
        }
        return String(text)
    }

    /// `CSI number ; modifiers:event ~`, pastes, and xterm's `CSI 27 ; modifiers ; code ~`.
    private static func tilde(_ parameters: Parameters) -> TerminalEvent? {
        guard let number = parameters.number(0) else {
            return nil
        }
        switch (number, parameters.fields.count) {
        case (200, 1):
            return .pasteStart
        case (201, 1):
            return .pasteEnd
        case (27, 3):
            guard let code = parameters.number(2), let state = parameters.state(1),
                let key = key(code)
            else {
                return nil
            }
            return .key(KeyEvent(key.key, state.modifiers.union(key.modifiers), state.kind))
        default:
            return LegacyKeys.numberedKey(number).flatMap { functional($0, parameters) }
                .map { .key($0) }
        }
    }

    /// `CSI letter`, `CSI 1 ; modifiers:event letter`, and `CSI modifiers letter` of xterm's
    /// modifyCursorKeys 1.
    private static func letter(_ parameters: Parameters, _ final: UInt8) -> KeyEvent? {
        guard let key = LegacyKeys.letterKey(final) else {
            return nil
        }
        if parameters.fields.count == 1 {
            return parameters.onlyModifiers.map { KeyEvent(key, $0) }
        }
        guard parameters.number(0) == 1 || parameters.fields[0] == [nil] else {
            return nil
        }
        return functional(key, parameters)
    }

    private static func functional(_ key: Key, _ parameters: Parameters) -> KeyEvent? {
        guard parameters.fields.count <= 3, let state = parameters.state(1),
            let text = text(parameters)
        else {
            return nil
        }
        return KeyEvent(key, state.modifiers, state.kind, text: text)
    }

    /// `CSI Z` is Tab with Shift, whatever else is held.
    private static func backTab(_ parameters: Parameters) -> KeyEvent? {
        if parameters.fields.count == 1 {
            return parameters.onlyModifiers.map { KeyEvent(.tab, $0.union(.shift)) }
        }
        guard parameters.number(0) == 1 || parameters.fields[0] == [nil] else {
            return nil
        }
        return functional(.tab, parameters)?.with(.shift)
    }

    /// `CSI 1 ; modifiers I`, mintty's Tab with Ctrl. Without parameters it is the focus.
    /// Source: mintty's wiki, "Keycodes", "Special keys".
    private static func modifiedTab(_ parameters: Parameters) -> KeyEvent? {
        guard parameters.number(0) == 1, parameters.fields.count == 2 else {
            return nil
        }
        return functional(.tab, parameters)
    }

    /// The record of a whole sequence of win32-input-mode, whether it names a key or not.
    static func win32Record(_ bytes: [UInt8]) -> Win32KeyRecord? {
        guard bytes.starts(with: [0x1B, 0x5B]), bytes.last == 0x5F else {
            return nil
        }
        return Parameters(bytes.dropFirst(2).dropLast()).flatMap(win32Record)
    }

    private static func win32Record(_ parameters: Parameters) -> Win32KeyRecord? {
        guard let numbers = parameters.numbers, (1...6).contains(numbers.count) else {
            return nil
        }
        func field(_ index: Int) -> UInt16? {
            index < numbers.count ? UInt16(exactly: numbers[index]) : 0
        }
        let repeatCount = parameters.number(5).map { UInt16(exactly: $0) } ?? 1
        guard let virtualKey = field(0), let scanCode = field(1), let unicode = field(2),
            let isDown = field(3), isDown <= 1, let state = field(4), let repeatCount
        else {
            return nil
        }
        return Win32KeyRecord(
            virtualKey: virtualKey, scanCode: scanCode, unicode: unicode, isDown: isDown == 1,
            state: state, repeatCount: repeatCount)
    }

    // MARK: rxvt

    /// Whether these bytes, but for the `$` at their end, are `CSI` and the number of a key.
    static func isRxvtKey(_ bytes: ArraySlice<UInt8>) -> Bool {
        rxvtKey(bytes.dropFirst(2).dropLast(), .shift) != nil
    }

    private static func rxvtKey(_ body: ArraySlice<UInt8>, _ modifiers: Modifiers) -> TerminalEvent?
    {
        Parameters(body).flatMap { rxvtKey($0, modifiers) }
    }

    /// Source: rxvt's terminfo entry: `$` Shift, `^` Ctrl, `@` both, in the place of `~`.
    private static func rxvtKey(_ parameters: Parameters, _ modifiers: Modifiers) -> TerminalEvent?
    {
        guard parameters.fields.count == 1, let number = parameters.number(0), number < 100 else {
            return nil
        }
        return LegacyKeys.numberedKey(number).map { .key(KeyEvent($0, modifiers)) }
    }

    // MARK: Replies

    /// `CSI row ; column R`, which in row 1 looks like F3 with modifiers.
    private static func functionThreeOrPosition(
        _ parameters: Parameters, _ expectsCursorPosition: Bool
    ) -> TerminalEvent? {
        let numbers = parameters.numbers
        if parameters.isEmpty || parameters.fields.last?.count == 2 {
            return letter(parameters, 0x52).map { .key($0) }
        }
        guard let numbers, numbers.count == 2 else {
            return nil
        }
        let isModified = numbers[0] == 1 && (2...256).contains(numbers[1])
        if isModified, !expectsCursorPosition {
            return letter(parameters, 0x52).map { .key($0) }
        }
        return .reply(.cursorPosition(row: max(numbers[0], 1), column: max(numbers[1], 1)))
    }

    private static func privateReply(_ parameters: Parameters, _ final: UInt8) -> TerminalEvent? {
        guard let numbers = parameters.numbers else {
            return nil
        }
        switch (final, numbers.count) {
        case (0x63, _):
            // A semicolon behind the last attribute is no attribute.
            let isEnded = numbers.count > 1 && parameters.fields.last == [nil]
            return .reply(.primaryAttributes(isEnded ? numbers.dropLast() : numbers))
        case (0x75, 0...1):
            return .reply(.keyboardFlags(numbers.first ?? 0))
        case (0x52, 2...3):
            // DECXCPR; the page that may follow says nothing here.
            return .reply(.cursorPosition(row: max(numbers[0], 1), column: max(numbers[1], 1)))
        default:
            return nil
        }
    }

    /// `CSI ? mode ; value $ y`, and without the `?` for a mode of ANSI.
    private static func modeReply(_ body: ArraySlice<UInt8>, isPrivate: Bool) -> TerminalEvent? {
        guard body.last == 0x24, let parameters = Parameters(body.dropLast()),
            let numbers = parameters.numbers, numbers.count == 2, parameters.number(0) != nil
        else {
            return nil
        }
        return .reply(.mode(numbers[0], value: numbers[1], isPrivate: isPrivate))
    }

    /// `DCS > | text`, ended by ST or BEL; nil for another string.
    static func version(_ bytes: [UInt8]) -> TerminalReply? {
        let text = bytes.dropLast(bytes.last == 0x07 ? 1 : 2).dropFirst(4)
        guard bytes.starts(with: [0x1B, 0x50, 0x3E, 0x7C]) else {
            return nil
        }
        return .version(String(decoding: text, as: UTF8.self))
    }
}
