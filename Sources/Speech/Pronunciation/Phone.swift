/// A phone of the ARPABET without stress, the alphabet of the packaged acoustic model.
///
/// Held as a small integer, so that thousands of pronunciations cost little; `symbol` is its written name.
public struct Phone: Hashable, Sendable, Comparable {
    public let code: UInt8

    init(code: UInt8) {
        self.code = code
    }

    /// The phone called `symbol` in any case, a stress digit ignored; nil if there is none.
    public init?(_ symbol: some StringProtocol) {
        guard let phone = Phone(utf8: Array(symbol.utf8)[...]) else { return nil }
        self = phone
    }

    init?(utf8 bytes: ArraySlice<UInt8>) {
        var key = 0
        var length = 0
        for byte in bytes {
            if length > 0, (0x30...0x32).contains(byte), byte == bytes.last { break }
            let upper = (0x61...0x7A).contains(byte) ? byte - 32 : byte
            guard length < 2, (0x41...0x5A).contains(upper) else { return nil }
            key = key << 5 | Int(upper - 0x40)
            length += 1
        }
        let code = Phone.codes[key]
        guard code < Phone.symbols.count else { return nil }
        self.code = code
    }

    /// The ARPABET name, such as `AA`.
    public var symbol: String { Phone.symbols[Int(code)] }

    public static func < (left: Phone, right: Phone) -> Bool { left.code < right.code }

    /// All 39 phones in alphabetical order.
    public static let all: [Phone] = symbols.indices.map { Phone(code: UInt8($0)) }

    static let symbols = [
        "AA", "AE", "AH", "AO", "AW", "AY", "B", "CH", "D", "DH", "EH", "ER", "EY", "F", "G", "HH",
        "IH", "IY", "JH", "K", "L", "M", "N", "NG", "OW", "OY", "P", "R", "S", "SH", "T", "TH",
        "UH", "UW", "V", "W", "Y", "Z", "ZH",
    ]
    /// The letters of the names by code; zero for a second one that is not there.
    static let letters: [(first: UInt8, second: UInt8)] = symbols.map { symbol in
        let bytes = Array(symbol.utf8)
        return (bytes[0], bytes.count > 1 ? bytes[1] : 0)
    }
    /// By the places of a symbol's letters in the alphabet; 255 where there is none.
    private static let codes: [UInt8] = {
        var codes = [UInt8](repeating: 255, count: 1 << 10)
        for (index, symbol) in symbols.enumerated() {
            codes[symbol.utf8.reduce(0) { $0 << 5 | Int($1 - 0x40) }] = UInt8(index)
        }
        return codes
    }()
}

/// Phones in the order in which they are spoken.
public typealias Pronunciation = [Phone]

extension [Phone] {
    /// The phones of a line such as `K Y UW B AH L`; nil if one of them does not exist or there is none.
    public init?(arpabet line: some StringProtocol) {
        var phones: [Phone] = []
        for symbol in line.split(whereSeparator: { $0 == " " || $0 == "\t" }) {
            guard let phone = Phone(symbol) else { return nil }
            phones.append(phone)
        }
        guard !phones.isEmpty else { return nil }
        self = phones
    }

    /// The symbols with single spaces between them.
    public var arpabet: String { map(\.symbol).joined(separator: " ") }
}
