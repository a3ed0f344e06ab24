/// The bytes of a sequence that is not complete yet, from its introducer on.
struct PendingSequence {
    /// The longest sequence that is kept whole; of a longer one the rest is given out in pieces of
    /// this size.
    static let pieceSize = 4096
    /// A sequence that is longer than this is none.
    static let sizeLimit = 65536

    private(set) var bytes: [UInt8] = []
    /// How many bytes have been given out as unknown already.
    private var discarded = 0

    /// Whether nothing was given out, so that `bytes` begins with the introducer.
    var isWhole: Bool { discarded == 0 }

    /// Whether it is longer than any sequence is.
    var isTooLong: Bool { discarded >= PendingSequence.sizeLimit }

    /// Whether an Esc of its own, or the Alt of rxvt, stands before the sequence.
    var hasEscape: Bool { isWhole && bytes.count >= 2 && bytes[1] == 0x1B }

    /// The sequence without the Esc before it.
    var body: ArraySlice<UInt8> { bytes[(hasEscape ? 1 : 0)...] }

    /// Whether there is only the introducer: `ESC [`, `ESC O`, `ESC P`, which is also Alt with a
    /// character.
    var isBare: Bool { isWhole && body.count == 2 }

    /// Whether it may be a shifted key of rxvt, which ends in a `$` that elsewhere stands before
    /// the final.
    var isRxvtShifted: Bool { isWhole && bytes.last == 0x24 && ControlDecoder.isRxvtKey(body) }

    /// Adds a byte of any number; returns what became too much to be kept.
    mutating func append(_ byte: UInt8) -> [UInt8]? {
        bytes.append(byte)
        guard bytes.count >= PendingSequence.pieceSize else {
            return nil
        }
        discarded += bytes.count
        defer { bytes = [] }
        return bytes
    }

    /// Adds a byte of the few that introduce or end a sequence.
    mutating func extend(_ byte: UInt8) {
        bytes.append(byte)
    }

    mutating func dropLast() {
        bytes.removeLast()
    }

    mutating func dropEscape() {
        bytes.removeFirst()
    }

    mutating func clear() {
        bytes.removeAll(keepingCapacity: true)
        discarded = 0
    }
}
