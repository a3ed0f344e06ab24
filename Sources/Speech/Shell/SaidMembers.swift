/// The members of a class with the ways of saying them, found once for all the places in which the class stands.
struct SaidMembers {
    let members: ByteMap<Float>
    /// Ranges of a pronouncer's ways, by the member's number; nil where nobody has asked yet.
    private var ways: [Range<Int>?]
    /// The numbers of the members that were pronounced last.
    private(set) var chosen: [Int] = []

    init(_ members: ByteMap<Float>) {
        self.members = members
        ways = [Range<Int>?](repeating: nil, count: members.count)
    }

    /// Finds the ways of saying some members: of each the usual ones only, for there are many members, and each way is
    /// one more to search.
    mutating func pronounce(_ numbers: [Int], _ pronouncer: inout Pronouncer) {
        chosen = numbers
        for number in numbers where ways[number] == nil {
            ways[number] = pronouncer.ways(ofPiece: members.key(number)).prefix(4)
        }
    }

    /// How much less a member is meant by a way of saying it that is another member's first.
    private static let borrowedPart: Float = 0.1

    /// Calls `body` with each chosen member, its ways of being said and its weight; twice where some of these are rather
    /// another's: "service" is the word before it is a way of saying `svc`.
    func forEach(
        _ all: WrittenWays,
        _ body: (_ text: ArraySlice<UInt8>, _ ways: [Int], _ weight: Float) -> Void
    ) {
        var owners = LeastTurns(capacity: chosen.reduce(0) { $0 + (ways[$1]?.count ?? 0) })
        for number in chosen {
            guard let range = ways[number] else { continue }
            for way in range { owners.note(all.hashes[way], way - range.lowerBound) }
        }
        var own: [Int] = []
        var borrowed: [Int] = []
        for number in chosen {
            guard let range = ways[number] else { continue }
            own.removeAll(keepingCapacity: true)
            borrowed.removeAll(keepingCapacity: true)
            for way in range {
                let turn = way - range.lowerBound
                let isBorrowed = turn > 0 && owners.least(all.hashes[way]) < turn
                if isBorrowed { borrowed.append(way) } else { own.append(way) }
            }
            let weight = members.values[number]
            if !own.isEmpty { body(members.key(number), own, weight) }
            if !borrowed.isEmpty {
                body(members.key(number), borrowed, weight * Self.borrowedPart)
            }
        }
    }
}

/// The least place that each way of saying something has among the ways of saying one member.
private struct LeastTurns {
    private var hashes: [UInt64]
    private var turns: [UInt8]

    init(capacity: Int) {
        var size = 16
        while size < capacity * 2 { size *= 2 }
        hashes = [UInt64](repeating: 0, count: size)
        turns = [UInt8](repeating: 0, count: size)
    }

    private func slot(_ hash: UInt64) -> Int {
        let mask = hashes.count - 1
        var slot = Int(truncatingIfNeeded: hash ^ (hash >> 29)) & mask
        while hashes[slot] != 0, hashes[slot] != hash { slot = (slot + 1) & mask }
        return slot
    }

    mutating func note(_ hash: UInt64, _ turn: Int) {
        let slot = slot(max(1, hash))
        turns[slot] = hashes[slot] == 0 ? UInt8(turn) : min(turns[slot], UInt8(turn))
        hashes[slot] = max(1, hash)
    }

    func least(_ hash: UInt64) -> Int { Int(turns[slot(max(1, hash))]) }
}

extension ShellLanguage {
    init(model: NGramModel) {
        self.init(
            dictionary: [], model: model, classes: [], written: [], places: [], modelWords: [],
            shares: [])
        dictionary.reserveCapacity(3 << 19)
    }

    mutating func add(
        _ text: ArraySlice<UInt8>, _ place: Place, modelWord: Int, share: Float
    ) {
        written.append(String(decoding: text, as: UTF8.self))
        places.append(place)
        modelWords.append(Int32(modelWord))
        shares.append(share == 1 ? 0 : Float(decimalLogarithm(Double(share))))
    }

    mutating func addClass(
        _ index: Int, _ members: SaidMembers, _ place: Place, _ ways: WrittenWays
    ) {
        var total: Float = 0
        members.forEach(ways) { _, _, weight in total += weight }
        var entry = Class(tag: "C\(index)", numbers: [], shares: [])
        members.forEach(ways) { text, own, weight in
            let number = written.count
            add(text, place, modelWord: index, share: weight / total)
            pronounce(number, own, ways)
            entry.numbers.append(Int32(number))
            entry.shares.append(weight / total)
        }
        if !entry.numbers.isEmpty { classes.append(entry) }
    }

    mutating func pronounce(_ number: Int, _ own: some Sequence<Int>, _ ways: WrittenWays) {
        var turn: UInt8 = 0
        for way in own {
            dictionary.append(UInt8(ascii: "w"))
            dictionary.append(decimal: number)
            if turn > 0 {
                dictionary.append(0x28)
                dictionary.append(0x31 + turn)
                dictionary.append(0x29)
            }
            dictionary += ways[way]
            turn += 1
        }
    }
}

extension [UInt8] {
    /// Appends a number's digits.
    mutating func append(decimal number: Int) {
        var scale = 1
        while number / scale >= 10 { scale *= 10 }
        while scale > 0 {
            append(UInt8(0x30 + number / scale % 10))
            scale /= 10
        }
    }
}
