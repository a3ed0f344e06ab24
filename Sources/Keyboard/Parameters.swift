/// The parameters of a control sequence: fields between semicolons, sub-fields between colons.
///
/// Source: ECMA-48 5.4.2; the sub-fields as in the kitty protocol.
struct Parameters {
    /// Empty sub-fields are nil. There is always one field, if only an empty one.
    private(set) var fields: [[UInt32?]] = []

    /// Nil for bytes that are no digits, semicolons and colons, and for numbers that no parameter
    /// can have.
    init?(_ bytes: ArraySlice<UInt8>) {
        var field: [UInt32?] = []
        var number: UInt32?
        for byte in bytes {
            switch byte {
            case 0x30...0x39:
                let next = (number ?? 0) * 10 + UInt32(byte - 0x30)
                guard next <= 0x10_FFFF else {
                    return nil
                }
                number = next
            case 0x3A:
                field.append(number)
                number = nil
            case 0x3B:
                fields.append(field + [number])
                field = []
                number = nil
            default:
                return nil
            }
        }
        fields.append(field + [number])
    }

    /// Whether there is nothing between the introducer and the final.
    var isEmpty: Bool {
        fields.count == 1 && fields[0].count == 1 && fields[0][0] == nil
    }

    /// The plain number of a field, nil where it is empty, missing or has sub-fields.
    func number(_ field: Int) -> UInt32? {
        field < fields.count && fields[field].count == 1 ? fields[field][0] : nil
    }

    /// All fields as plain numbers, empty ones as 0; nil if one has sub-fields.
    var numbers: [Int]? {
        guard fields.allSatisfy({ $0.count == 1 }) else {
            return nil
        }
        return isEmpty ? [] : fields.map { Int(($0[0]) ?? 0) }
    }

    /// Modifiers and event of a field `modifiers:event`; a missing or empty one is a press without
    /// modifiers. Nil where it says what there is not.
    func state(_ field: Int) -> (modifiers: Modifiers, kind: KeyEventKind)? {
        guard field < fields.count else {
            return ([], .press)
        }
        guard fields[field].count <= 2, let modifiers = Parameters.modifiers(fields[field][0])
        else {
            return nil
        }
        switch fields[field].dropFirst().first ?? nil {
        case nil, 1: return (modifiers, .press)
        case 2: return (modifiers, .repeat)
        case 3: return (modifiers, .release)
        default: return nil
        }
    }

    /// One plus the bits of the modifiers; nothing and 0 are none.
    private static func modifiers(_ number: UInt32?) -> Modifiers? {
        let number = number ?? 1
        return number <= 256 ? Modifiers(rawValue: UInt8(max(number, 1) - 1)) : nil
    }

    /// The modifiers of a sequence that has no other use for its parameters: `m`, `1 ; m`, or none.
    var onlyModifiers: Modifiers? {
        guard fields.count <= 2, number(0) == 1 || fields.count == 1 || fields[0] == [nil],
            let state = state(fields.count - 1), state.kind == .press,
            fields[fields.count - 1].count == 1
        else {
            return nil
        }
        return state.modifiers
    }
}
