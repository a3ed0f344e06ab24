/// Pronunciations and lists of them, all in buffers that only grow.
///
/// To find how a name is said many ways are put together that last a moment. As arrays of arrays each of them had memory
/// of its own, and getting that and giving it back was most of the work.
struct PronunciationPool: Sendable {
    /// Pronunciations by their numbers, which follow each other.
    typealias List = Range<Int>

    private var phones: [Phone] = []
    /// Where the phones of each pronunciation stand; that of number 0 has none.
    private var spans: [Range<Int>] = [0..<0]
    /// The pronunciations of lists that are being made, those of the list begun last at the end.
    private var open: [Range<Int>] = []

    init() {
        phones.reserveCapacity(1 << 17)
        spans.reserveCapacity(1 << 14)
    }

    static let none: List = 0..<0
    /// One pronunciation without a phone, to which others are joined.
    static let silence: List = 0..<1

    /// The phones of a pronunciation.
    subscript(number: Int) -> ArraySlice<Phone> { phones[spans[number]] }

    /// A list as an array of arrays.
    func pronunciations(_ list: List) -> [Pronunciation] { list.map { Array(self[$0]) } }

    // MARK: Making pronunciations

    /// The list of the one pronunciation whose phones `write` appends; of none if it appends none.
    mutating func one(_ write: (inout [Phone]) -> Void) -> List {
        let start = phones.count
        write(&phones)
        guard phones.count > start else { return Self.none }
        spans.append(start..<phones.count)
        return (spans.count - 1)..<spans.count
    }

    /// Those of a dictionary, `limit` at most.
    mutating func list(
        of word: ArraySlice<UInt8>, in dictionary: PronouncingDictionary, limit: Int
    ) -> List {
        let start = spans.count
        dictionary.visit(word) { line in
            _ = one { dictionary.appendPhones(ofLineAt: line, to: &$0) }
            return spans.count < start + limit
        }
        return start..<spans.count
    }

    /// Every way of saying one of `left` and then one of `right`, at most `limit` of them.
    mutating func join(_ left: List, _ right: List, limit: Int = Pronouncer.limit) -> List {
        if right.isEmpty { return left }
        if left.count == 1, spans[left.lowerBound].isEmpty { return right.prefix(limit) }
        let start = spans.count
        if right.count == 1 {
            for first in left { append(first, right.lowerBound) }
            return start..<spans.count
        }
        // Diagonals, so that the usual forms of both sides come first.
        for sum in 0..<(left.count + right.count) {
            for index in 0..<left.count where (0..<right.count).contains(sum - index) {
                append(left.lowerBound + index, right.lowerBound + sum - index)
                if spans.count == start + limit { return start..<spans.count }
            }
        }
        return start..<spans.count
    }

    private mutating func append(_ first: Int, _ second: Int) {
        let start = phones.count
        // One by one: a slice of the buffer that it is appended to would make a copy of all of it.
        for place in spans[first] { phones.append(phones[place]) }
        for place in spans[second] { phones.append(phones[place]) }
        spans.append(start..<phones.count)
    }

    // MARK: Making lists

    /// Begins a list; `end` wants the result. Other lists may be begun and ended in between.
    func begin() -> Int { open.count }

    mutating func add(_ list: List) {
        for number in list { open.append(spans[number]) }
    }

    /// Adds what has a phone and is not in the list yet.
    mutating func addNew(_ list: List, since begin: Int) {
        for number in list {
            let span = spans[number]
            if !span.isEmpty, !open[begin...].contains(where: { isSame($0, span) }) {
                open.append(span)
            }
        }
    }

    /// How many were added.
    func count(since begin: Int) -> Int { open.count - begin }

    mutating func end(_ begin: Int) -> List {
        let start = spans.count
        for place in begin..<open.count { spans.append(open[place]) }
        open.removeLast(open.count - begin)
        return start..<spans.count
    }

    /// A list without the pronunciations that have no phone.
    mutating func sounding(_ list: List) -> List {
        if !list.contains(where: { spans[$0].isEmpty }) { return list }
        let start = spans.count
        for number in list where !spans[number].isEmpty { spans.append(spans[number]) }
        return start..<spans.count
    }

    private func isSame(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
        guard left.count == right.count else { return false }
        for offset in 0..<left.count
        where phones[left.lowerBound + offset] != phones[right.lowerBound + offset] {
            return false
        }
        return true
    }
}
