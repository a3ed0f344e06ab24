/// Ways of saying something as a dictionary writes them, all in one buffer: a blank before each phone, and the end of the
/// line after the last.
struct WrittenWays: Sendable {
    private var bytes: [UInt8] = []
    private var ends: [Int] = [0]
    private(set) var hashes: [UInt64] = []

    var count: Int { hashes.count }

    subscript(way: Int) -> ArraySlice<UInt8> { bytes[ends[way]..<ends[way + 1]] }

    mutating func add(_ phones: Pronunciation) {
        for phone in phones {
            let (first, second) = phone.letters
            bytes.append(0x20)
            bytes.append(first)
            if second > 0 { bytes.append(second) }
        }
        bytes.append(0x0A)
        finish()
    }

    mutating func add(line: ArraySlice<UInt8>) {
        bytes += line
        finish()
    }

    private mutating func finish() {
        var hash = PronouncingDictionary.seed
        for index in (ends.last ?? 0)..<bytes.count {
            hash = PronouncingDictionary.mix(hash, bytes[index])
        }
        ends.append(bytes.count)
        hashes.append(hash)
    }
}
