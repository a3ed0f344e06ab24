/// The members of a class with the ways of saying them, found once for all the places in which the class stands.
struct SaidMembers {
    let members: ByteMap<Float>
    /// Ranges of a pronouncer's ways, by the member's number; nil where nobody has asked yet.
    private var ways: [Range<Int>?]
    /// The members as text, as far as they were pronounced.
    private(set) var texts: [String]
    /// The numbers of the members that were pronounced last.
    private(set) var chosen: [Int] = []

    init(_ members: ByteMap<Float>) {
        self.members = members
        ways = [Range<Int>?](repeating: nil, count: members.count)
        texts = [String](repeating: "", count: members.count)
    }

    /// Finds the ways of saying some members: of each the usual ones only, for there are many members, and each way is
    /// one more to search.
    mutating func pronounce(_ numbers: [Int], _ pronouncer: inout Pronouncer) {
        chosen = numbers
        for number in numbers where ways[number] == nil {
            ways[number] = pronouncer.ways(ofPiece: members.key(number)).prefix(4)
            texts[number] = String(decoding: members.key(number), as: UTF8.self)
        }
    }

    /// How much less a member is meant by a way of saying it that is another member's first.
    private static let borrowedPart: Float = 0.1

    /// A member with some of the ways of saying it.
    struct Entry {
        var number: Int
        /// The first of the member's ways, and those that are meant from there on as bits.
        var firstWay: Int
        var ways: UInt8
        var weight: Float
    }

    /// The chosen members; twice those of whose ways of being said some are rather another's: "service" is the word before
    /// it is a way of saying `svc`.
    ///
    /// - Parameter taken: hashes of ways that are rather those of members of another class. A member whose first way is
    ///   among them is rarely meant at all.
    func entries(_ all: WrittenWays, taken: HashSet = HashSet()) -> [Entry] {
        var owners = LeastTurns(capacity: chosen.reduce(0) { $0 + (ways[$1]?.count ?? 0) })
        for number in chosen {
            guard let range = ways[number] else { continue }
            for way in range { owners.note(all.hashes[way], way - range.lowerBound) }
        }
        var entries: [Entry] = []
        entries.reserveCapacity(chosen.count * 5 / 4)
        for number in chosen {
            guard let range = ways[number] else { continue }
            var own: UInt8 = 0
            var borrowed: UInt8 = 0
            let isRare = !range.isEmpty && taken.contains(all.hashes[range.lowerBound])
            for turn in 0..<range.count {
                let way = all.hashes[range.lowerBound + turn]
                let isBorrowed =
                    isRare || taken.contains(way) || turn > 0 && owners.least(way) < turn
                if isBorrowed { borrowed |= 1 << turn } else { own |= 1 << turn }
            }
            let weight = members.values[number]
            if own != 0 {
                entries.append(
                    Entry(number: number, firstWay: range.lowerBound, ways: own, weight: weight))
            }
            if borrowed != 0 {
                entries.append(
                    Entry(
                        number: number, firstWay: range.lowerBound, ways: borrowed,
                        weight: weight * Self.borrowedPart))
            }
        }
        return entries
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
        _ text: String, _ place: Place, modelWord: Int, share: Float
    ) {
        written.append(text)
        places.append(place)
        modelWords.append(Int32(modelWord))
        shares.append(share == 1 ? 0 : Float(decimalLogarithm(Double(share))))
    }

    mutating func addClass(
        _ index: Int, _ members: SaidMembers, _ place: Place, _ ways: WrittenWays,
        taken: HashSet = HashSet()
    ) {
        let chosen = members.entries(ways, taken: taken)
        let total = chosen.reduce(Float(0)) { $0 + $1.weight }
        var entry = Class(tag: "C\(index)", numbers: [], shares: [])
        entry.numbers.reserveCapacity(chosen.count)
        entry.shares.reserveCapacity(chosen.count)
        for member in chosen {
            let number = written.count
            let share = member.weight / total
            add(members.texts[member.number], place, modelWord: index, share: share)
            let all = member.firstWay..<(member.firstWay + 8)
            pronounce(
                number, all.lazy.filter { member.ways >> ($0 - member.firstWay) & 1 == 1 }, ways)
            entry.numbers.append(Int32(number))
            entry.shares.append(share)
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
        if number >= 1000 {
            append(decimal: number / 1000)
            append(lastThree: number)
            return
        }
        if number >= 100 { append(UInt8(0x30 + number / 100)) }
        if number >= 10 { append(UInt8(0x30 + number / 10 % 10)) }
        append(UInt8(0x30 + number % 10))
    }

    /// Appends a number's last three digits, zeros where it has fewer.
    mutating func append(lastThree number: Int) {
        append(UInt8(0x30 + number / 100 % 10))
        append(UInt8(0x30 + number / 10 % 10))
        append(UInt8(0x30 + number % 10))
    }
}
