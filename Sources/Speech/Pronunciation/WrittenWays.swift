/// Ways of saying something as a dictionary writes them, all in one buffer: a blank before each phone, and the end of the
/// line after the last.
struct WrittenWays: Sendable {
    private var bytes: [UInt8] = []
    private var ends: [Int] = [0]
    private(set) var hashes: [UInt64] = []

    init() {
        bytes.reserveCapacity(1 << 19)
        ends.reserveCapacity(1 << 14)
        hashes.reserveCapacity(1 << 14)
    }

    var count: Int { hashes.count }

    subscript(way: Int) -> ArraySlice<UInt8> { bytes[ends[way]..<ends[way + 1]] }

    mutating func add(_ phones: ArraySlice<Phone>) {
        let letters = Phone.letters
        var hash = PronouncingDictionary.seed
        func append(_ byte: UInt8) {
            bytes.append(byte)
            hash = PronouncingDictionary.mix(hash, byte)
        }
        for phone in phones {
            let (first, second) = letters[Int(phone.code)]
            append(0x20)
            append(first)
            if second > 0 { append(second) }
        }
        append(0x0A)
        finish(hash)
    }

    mutating func add(line: ArraySlice<UInt8>) {
        bytes += line
        finish(line.reduce(PronouncingDictionary.seed, PronouncingDictionary.mix))
    }

    private mutating func finish(_ hash: UInt64) {
        ends.append(bytes.count)
        hashes.append(hash)
    }
}
