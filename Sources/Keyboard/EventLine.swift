/// Events as JSON objects, one a line, with the names that `utter keys --decode` prints.
///
/// `key` is null for what is no key, `mods` are the names of the modifiers in the order of their
/// bits, `type` is what happened; further fields stand where there is something to say.
public enum EventLine {
    /// The line of an event, without the line feed.
    public static func encode(_ event: TerminalEvent) -> String {
        var object = Object()
        switch event {
        case .key(let key):
            encode(key, &object)
        case .focusIn:
            object.start(nil, [], "focus_in")
        case .focusOut:
            object.start(nil, [], "focus_out")
        case .pasteStart:
            object.start(nil, [], "paste_start")
        case .pasteEnd:
            object.start(nil, [], "paste_end")
        case .reply(let reply):
            encode(reply, &object)
        case .unknown(let bytes):
            object.start(nil, [], "unknown")
            object.add("bytes", string: hex(bytes))
        }
        return object.text + "}"
    }

    private static func encode(_ event: KeyEvent, _ object: inout Object) {
        let type =
            switch event.kind {
            case .press: "press"
            case .repeat: "repeat"
            case .release: "release"
            }
        let name = event.key.name
        object.start(name.isEmpty ? nil : name, event.modifiers.names, type)
        if let shifted = event.shifted {
            object.add("shifted", string: shifted.name)
        }
        if let base = event.base {
            object.add("base", string: base.name)
        }
        if !event.text.isEmpty {
            object.add("text", string: event.text)
        }
        switch event.native {
        case .win32(let record):
            object.add(
                "win32",
                raw: "{\"vk\":\(record.virtualKey),\"sc\":\(record.scanCode),"
                    + "\"uc\":\(record.unicode),\"kd\":\(record.isDown ? 1 : 0),"
                    + "\"cs\":\(record.state),\"rc\":\(record.repeatCount)}")
        case .linux(let keycode):
            object.add("linux_keycode", raw: "\(keycode)")
        case nil:
            break
        }
    }

    private static func encode(_ reply: TerminalReply, _ object: inout Object) {
        func list(_ numbers: [Int]) -> String {
            "[" + numbers.map(String.init).joined(separator: ",") + "]"
        }
        switch reply {
        case .primaryAttributes(let parameters):
            object.start(nil, [], "da1_reply")
            object.add("params", raw: list(parameters))
        case .secondaryAttributes(let parameters):
            object.start(nil, [], "da2_reply")
            object.add("params", raw: list(parameters))
        case .keyboardFlags(let flags):
            object.start(nil, [], "kitty_flags_reply")
            object.add("flags", raw: "\(flags)")
        case .version(let text):
            object.start(nil, [], "xtversion_reply")
            object.add("text", string: text)
        case .mode(let mode, let value, _):
            object.start(nil, [], "mode_reply")
            object.add("mode", raw: "\(mode)")
            object.add("value", raw: "\(value)")
        case .cursorPosition(let row, let column):
            object.start(nil, [], "cursor_position_reply")
            object.add("row", raw: "\(row)")
            object.add("col", raw: "\(column)")
        }
    }

    /// Bytes as two hexadecimal digits each.
    public static func hex(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(
            decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] },
            as: UTF8.self)
    }

    private struct Object {
        var text = "{"

        mutating func start(_ key: String?, _ modifiers: [String], _ type: String) {
            text += "\"key\":" + (key.map(quoted) ?? "null")
            text += ",\"mods\":[" + modifiers.map(quoted).joined(separator: ",") + "]"
            add("type", string: type)
        }

        mutating func add(_ name: String, string value: String) {
            add(name, raw: quoted(value))
        }

        mutating func add(_ name: String, raw value: String) {
            text += ",\"" + name + "\":" + value
        }

        /// A JSON string: quotation marks, backslashes and control characters escaped (RFC 8259,
        /// section 7).
        private func quoted(_ value: String) -> String {
            var text = "\""
            for scalar in value.unicodeScalars {
                switch scalar {
                case "\"": text += "\\\""
                case "\\": text += "\\\\"
                case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}":
                    text += "\\u00" + hex([UInt8(scalar.value)])
                default: text.unicodeScalars.append(scalar)
                }
            }
            return text + "\""
        }
    }
}
