/// One piece of what a program writes to a terminal.
public enum VTToken: Hashable, Sendable {
    case print(Unicode.Scalar)
    case control(UInt8)
    /// ESC, intermediate bytes, final byte.
    case escape(intermediates: [UInt8], final: UInt8)
    case csi(ControlFunction)
    case osc([UInt8])
    case dcs([UInt8])
}

/// A control sequence `CSI prefix parameters intermediates final`.
public struct ControlFunction: Hashable, Sendable {
    /// `<`, `=`, `>` or `?`, or 0.
    public var prefix: UInt8
    /// Parameters with their colon-separated sub-parameters; an omitted one is nil.
    public var parameters: [[Int?]]
    public var intermediates: [UInt8]
    public var final: UInt8

    public init(prefix: UInt8, parameters: [[Int?]], intermediates: [UInt8], final: UInt8) {
        self.prefix = prefix
        self.parameters = parameters
        self.intermediates = intermediates
        self.final = final
    }

    /// The number at `index`, or `fallback` where it is omitted.
    public func number(_ index: Int, or fallback: Int) -> Int {
        guard parameters.indices.contains(index), let first = parameters[index].first,
            let value = first
        else { return fallback }
        return value
    }
}

/// Splits the output of a program into tokens, over any split of the bytes (ECMA-48, and UTF-8 for text).
public struct VTParser: Sendable {
    private enum State {
        case ground, escape, csi, string
    }

    private var state = State.ground
    private var pending: [UInt8] = []
    private var stringKind: UInt8 = 0
    private var stringEscape = false

    public init() {}

    public mutating func parse(_ bytes: some Sequence<UInt8>) -> [VTToken] {
        var tokens: [VTToken] = []
        for byte in bytes {
            switch state {
            case .ground: ground(byte, &tokens)
            case .escape: escape(byte, &tokens)
            case .csi: csi(byte, &tokens)
            case .string: string(byte, &tokens)
            }
        }
        return tokens
    }

    private mutating func ground(_ byte: UInt8, _ tokens: inout [VTToken]) {
        if byte == 0x1b {
            pending = []
            state = .escape
        } else if byte < 0x20 || byte == 0x7f {
            pending = []
            tokens.append(.control(byte))
        } else {
            pending.append(byte)
            guard pending.count >= expectedLength(pending[0]) else { return }
            let text = String(decoding: pending, as: UTF8.self)
            tokens += text.unicodeScalars.map(VTToken.print)
            pending = []
        }
    }

    private func expectedLength(_ lead: UInt8) -> Int {
        switch lead {
        case 0xc2...0xdf: 2
        case 0xe0...0xef: 3
        case 0xf0...0xf4: 4
        default: 1
        }
    }

    private mutating func escape(_ byte: UInt8, _ tokens: inout [VTToken]) {
        switch byte {
        case UInt8(ascii: "[") where pending.isEmpty:
            state = .csi
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"),
            UInt8(ascii: "X"):
            stringKind = byte
            stringEscape = false
            pending = []
            state = .string
        case 0x20...0x2f:
            pending.append(byte)
        case 0x1b:
            pending = []
        default:
            tokens.append(.escape(intermediates: pending, final: byte))
            pending = []
            state = .ground
        }
    }

    private mutating func csi(_ byte: UInt8, _ tokens: inout [VTToken]) {
        switch byte {
        case 0x20...0x3f:
            pending.append(byte)
        case 0x40...0x7e:
            tokens.append(.csi(function(final: byte)))
            pending = []
            state = .ground
        case 0x1b:
            pending = []
            state = .escape
        default:
            tokens.append(.control(byte))
        }
    }

    private func function(final: UInt8) -> ControlFunction {
        var rest = pending[...]
        var prefix: UInt8 = 0
        if let first = rest.first, (0x3c...0x3f).contains(first) {
            prefix = first
            rest = rest.dropFirst()
        }
        let digits = rest.prefix { $0 >= 0x30 }
        let fields = digits.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        let parameters = fields.map { field in
            field.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
                .map { Int(String(decoding: $0, as: UTF8.self)) }
        }
        return ControlFunction(
            prefix: prefix, parameters: digits.isEmpty ? [] : parameters,
            intermediates: Array(rest.dropFirst(digits.count)), final: final)
    }

    private mutating func string(_ byte: UInt8, _ tokens: inout [VTToken]) {
        let terminated = stringEscape && byte == UInt8(ascii: "\\")
        if terminated || (byte == 0x07 && stringKind == UInt8(ascii: "]")) {
            switch stringKind {
            case UInt8(ascii: "]"): tokens.append(.osc(pending))
            case UInt8(ascii: "P"): tokens.append(.dcs(pending))
            default: break
            }
            pending = []
            state = .ground
        } else if byte == 0x1b {
            stringEscape = true
        } else {
            stringEscape = false
            pending.append(byte)
        }
    }
}
