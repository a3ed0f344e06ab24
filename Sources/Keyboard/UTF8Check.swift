/// The well-formed byte sequences of UTF-8, one byte at a time.
///
/// Source: The Unicode Standard, table 3-7.
enum UTF8Check {
    /// Whether `byte` may follow the bytes of an unfinished character.
    static func canContinue(_ bytes: ArraySlice<UInt8>, with byte: UInt8) -> Bool {
        guard bytes.count == 1, let lead = bytes.first else {
            return (0x80...0xBF).contains(byte)
        }
        return switch lead {
        case 0xE0: (0xA0...0xBF).contains(byte)
        case 0xED: (0x80...0x9F).contains(byte)
        case 0xF0: (0x90...0xBF).contains(byte)
        case 0xF4: (0x80...0x8F).contains(byte)
        default: (0x80...0xBF).contains(byte)
        }
    }

    /// The character, once all of its bytes are there.
    static func scalar(_ bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
        guard let lead = bytes.first else {
            return nil
        }
        let (length, mask): (Int, UInt8) =
            switch lead {
            case 0xC2...0xDF: (2, 0x1F)
            case 0xE0...0xEF: (3, 0x0F)
            default: (4, 0x07)
            }
        guard bytes.count == length else {
            return nil
        }
        let value = bytes.dropFirst().reduce(UInt32(lead & mask)) { $0 << 6 | UInt32($1 & 0x3F) }
        return Unicode.Scalar(value)
    }
}
