import Foundation

/// Any values: what is written parses, comes back as it was, and stands on one line without control
/// characters.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
    var input = Array(UnsafeBufferPointer(start: data, count: size))[...]
    let value = JSON.object([JSON.Field(name: "value", value: makeValue(&input, depth: 0))])
    let text = value.text
    for byte in text.utf8 { precondition(byte >= 0x20 && byte != 0x7F, "a control character") }
    guard let parsed = try? JSONSerialization.jsonObject(with: Data(text.utf8)) else {
        preconditionFailure(text)
    }
    precondition(isSame(value, parsed), text)
    return 0
}

private func makeValue(_ input: inout ArraySlice<UInt8>, depth: Int) -> JSON {
    guard let kind = input.popFirst() else { return .null }
    switch kind % 8 {
    case 0: return .null
    case 1: return .bool(kind > 127)
    case 2: return .integer(Int(truncatingIfNeeded: makeBits(&input)))
    case 3: return .number(Double(bitPattern: makeBits(&input)))
    case 4 where depth < 20:
        return .array((0..<(kind >> 4)).map { _ in makeValue(&input, depth: depth + 1) })
    case 5 where depth < 20:
        return .object(
            (0..<(kind >> 4)).map { index in
                JSON.Field(
                    name: "\(index):\(makeText(&input))", value: makeValue(&input, depth: depth + 1)
                )
            })
    default: return .string(makeText(&input))
    }
}

private func makeBits(_ input: inout ArraySlice<UInt8>) -> UInt64 {
    (0..<8).reduce(0) { bits, _ in bits << 8 | UInt64(input.popFirst() ?? 0) }
}

private func makeText(_ input: inout ArraySlice<UInt8>) -> String {
    let count = Int(input.popFirst() ?? 0) % 32
    defer { input = input.dropFirst(count) }
    return String(decoding: input.prefix(count), as: UTF8.self)
}

private func isSame(_ value: JSON, _ parsed: Any) -> Bool {
    switch value {
    case .null: return parsed is NSNull
    case .bool(let value): return (parsed as? NSNumber)?.boolValue == value
    case .integer(let value): return (parsed as? NSNumber)?.int64Value == Int64(value)
    case .number(let value):
        guard let number = (parsed as? NSNumber)?.doubleValue else {
            return parsed is NSNull && (!value.isFinite || abs(value) >= 1e12)
        }
        // Six decimals, or what a Double can tell apart.
        return abs(number - value) <= max(1e-6, abs(value) * 1e-15)
    case .string(let value):
        // Scalar by scalar: what is canonically equal is not the same text.
        return (parsed as? String).map { Array($0.unicodeScalars) } == Array(value.unicodeScalars)
    case .array(let values):
        guard let list = parsed as? [Any], list.count == values.count else { return false }
        return zip(values, list).allSatisfy(isSame)
    case .object(let fields):
        guard let table = parsed as? [String: Any] else { return false }
        return fields.allSatisfy { field in
            table[field.name].map { isSame(field.value, $0) } ?? false
        }
    }
}
