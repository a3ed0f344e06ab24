/// A JSON value; its fields keep the order in which they were given.
enum JSON: Hashable {
    case null
    case bool(Bool)
    case integer(Int)
    /// Written with six decimals at most; JSON has no infinities, so they become null.
    case number(Double)
    case string(String)
    case array([JSON])
    case object([Field])

    struct Field: Hashable {
        var name: String
        var value: JSON
    }

    static func object(_ fields: KeyValuePairs<String, JSON>) -> JSON {
        .object(fields.map { Field(name: $0.key, value: $0.value) })
    }

    /// Seconds, to the microsecond.
    static func seconds(_ duration: Duration) -> JSON {
        .number(
            Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18)
    }

    /// The value on one line, as RFC 8259 wants it.
    var text: String {
        var text = ""
        write(to: &text)
        return text
    }

    private func write(to text: inout String) {
        switch self {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .integer(let value): text += String(value)
        case .number(let value): text += JSON.decimal(value)
        case .string(let value): JSON.write(value, to: &text)
        case .array(let values):
            text += "["
            for (index, value) in values.enumerated() {
                if index > 0 { text += ", " }
                value.write(to: &text)
            }
            text += "]"
        case .object(let fields):
            text += "{"
            for (index, field) in fields.enumerated() {
                if index > 0 { text += ", " }
                JSON.write(field.name, to: &text)
                text += ": "
                field.value.write(to: &text)
            }
            text += "}"
        }
    }

    /// Six decimals at most, without an exponent.
    private static func decimal(_ value: Double) -> String {
        guard value.isFinite, abs(value) < 1e12 else { return "null" }
        let millionths = Int((abs(value) * 1e6).rounded())
        var text = value < 0 && millionths > 0 ? "-" : ""
        text += String(millionths / 1_000_000)
        var fraction = String(1_000_000 + millionths % 1_000_000).dropFirst()
        while fraction.last == "0" { fraction.removeLast() }
        return fraction.isEmpty ? text : text + "." + fraction
    }

    private static func write(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            // Also DEL and the C1 controls: a line of JSON shown in a terminal must not command it.
            case _ where scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value):
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
