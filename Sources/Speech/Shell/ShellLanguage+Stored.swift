extension ShellLanguage {
    /// The language as bytes, which `init(stored:)` reads: as good as the memory of this program, and of no other use.
    public var stored: [UInt8] {
        var writer = StoreWriter()
        writer.put(dictionary)
        writer.put(model.words)
        writer.put(model.unigrams)
        writer.put(model.unigramBackoffs)
        writer.put(model.bigramKeys)
        writer.put(model.bigrams)
        writer.put(model.bigramBackoffs)
        writer.put(model.trigramKeys)
        writer.put(model.trigrams)
        writer.put(classes.map(\.tag))
        for entry in classes {
            writer.put(entry.numbers)
            writer.put(entry.shares)
        }
        writer.put(written)
        writer.put(places.map(\.rawValue))
        writer.put(modelWords)
        writer.put(shares)
        return writer.bytes
    }

    /// Reads what `stored` has written; nil if a part of it is missing or does not fit the others.
    public init?(stored bytes: [UInt8]) {
        var reader = StoreReader(bytes)
        guard let dictionary = reader.bytes(), let words = reader.strings(),
            let unigrams = reader.floats(), let unigramBackoffs = reader.floats(),
            let bigramKeys = reader.keys(), let bigrams = reader.floats(),
            let bigramBackoffs = reader.floats(), let trigramKeys = reader.keys(),
            let trigrams = reader.floats(), let tags = reader.strings()
        else { return nil }
        var model = NGramModel(words: words)
        model.unigrams = unigrams
        model.unigramBackoffs = unigramBackoffs
        model.bigramKeys = bigramKeys
        model.bigrams = bigrams
        model.bigramBackoffs = bigramBackoffs
        model.trigramKeys = trigramKeys
        model.trigrams = trigrams
        var classes: [Class] = []
        for tag in tags {
            guard let members = reader.numbers(), let shares = reader.floats(),
                members.count == shares.count
            else { return nil }
            classes.append(Class(tag: tag, numbers: members, shares: shares))
        }
        guard let written = reader.strings(), let rawPlaces = reader.bytes(),
            let modelWords = reader.numbers(), let shares = reader.floats(), reader.isAtEnd
        else { return nil }
        let places = rawPlaces.compactMap(Place.init(rawValue:))
        let fits =
            unigrams.count == words.count && unigramBackoffs.count == words.count
            && bigrams.count == bigramKeys.count && bigramBackoffs.count == bigramKeys.count
            && trigrams.count == trigramKeys.count && places.count == written.count
            && modelWords.count == written.count && shares.count == written.count
            && modelWords.allSatisfy { words.indices.contains(Int($0)) }
            && classes.allSatisfy { $0.numbers.allSatisfy { written.indices.contains(Int($0)) } }
            && (bigramKeys + trigramKeys).allSatisfy { key in
                (0..<3).allSatisfy { NGramCounts.word(key, fromEnd: $0) < words.count }
            }
        guard fits else { return nil }
        self.init(
            dictionary: dictionary, model: model, classes: classes, written: written,
            places: places, modelWords: modelWords, shares: shares)
    }
}

/// Writes lists one after the other, each with its length, numbers with their lowest byte first.
private struct StoreWriter {
    private(set) var bytes: [UInt8] = []

    init() { bytes.reserveCapacity(1 << 21) }

    private mutating func put(number: UInt64, width: Int) {
        for place in 0..<width { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * place))) }
    }

    mutating func put(_ list: [UInt8]) {
        put(number: UInt64(list.count), width: 4)
        bytes += list
    }

    mutating func put(_ list: [String]) {
        put(number: UInt64(list.count), width: 4)
        for text in list { put(Array(text.utf8)) }
    }

    mutating func put(_ list: [Float]) {
        put(number: UInt64(list.count), width: 4)
        for value in list { put(number: UInt64(value.bitPattern), width: 4) }
    }

    mutating func put(_ list: [UInt64]) {
        put(number: UInt64(list.count), width: 4)
        for value in list { put(number: value, width: 8) }
    }

    mutating func put(_ list: [Int32]) {
        put(number: UInt64(list.count), width: 4)
        for value in list { put(number: UInt64(UInt32(bitPattern: value)), width: 4) }
    }
}

/// Reads such lists; nil where the bytes end too early.
private struct StoreReader {
    private let all: [UInt8]
    private var position = 0

    init(_ all: [UInt8]) { self.all = all }

    var isAtEnd: Bool { position == all.count }

    private mutating func number(width: Int) -> UInt64? {
        guard all.count - position >= width else { return nil }
        var value: UInt64 = 0
        for place in 0..<width { value |= UInt64(all[position + place]) << (8 * UInt64(place)) }
        position += width
        return value
    }

    /// The length of a list whose elements take `width` bytes at least.
    private mutating func count(width: Int) -> Int? {
        guard let count = number(width: 4), Int(count) * width <= all.count - position else {
            return nil
        }
        return Int(count)
    }

    mutating func bytes() -> [UInt8]? {
        guard let count = count(width: 1) else { return nil }
        defer { position += count }
        return Array(all[position..<(position + count)])
    }

    mutating func strings() -> [String]? {
        list(width: 4) { reader in
            guard let bytes = reader.bytes() else { return nil }
            return String(validating: bytes, as: UTF8.self)
        }
    }

    mutating func floats() -> [Float]? {
        list(width: 4) { $0.number(width: 4).map { Float(bitPattern: UInt32($0)) } }
    }

    mutating func keys() -> [UInt64]? { list(width: 8) { $0.number(width: 8) } }

    mutating func numbers() -> [Int32]? {
        list(width: 4) { $0.number(width: 4).map { Int32(bitPattern: UInt32($0)) } }
    }

    private mutating func list<Element>(
        width: Int, _ element: (inout StoreReader) -> Element?
    ) -> [Element]? {
        guard let count = count(width: width) else { return nil }
        var list: [Element] = []
        list.reserveCapacity(count)
        for _ in 0..<count {
            guard let next = element(&self) else { return nil }
            list.append(next)
        }
        return list
    }
}
