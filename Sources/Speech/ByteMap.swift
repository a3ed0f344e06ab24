/// Values by keys that are bytes, the keys one after the other in one buffer and numbered in the order of their arrival.
///
/// A command language is built of tens of thousands of short texts. A `Dictionary` hashes each against attackers and holds
/// each in memory of its own, which together was most of what building took; here a look-up is a
/// few multiplications. Keys made to collide cost time, as in a list, and nothing else.
struct ByteMap<Value: Sendable>: Sendable {
    private var text: [UInt8] = []
    /// Where each key ends; the next one begins there.
    private var ends: [Int32] = []
    /// By key.
    var values: [Value] = []
    /// Numbers of keys plus one; zero is free. Their count is a power of two.
    private var slots: [Int32]

    init(minimumCapacity: Int = 0) {
        var size = 16
        while size < minimumCapacity * 2 { size *= 2 }
        slots = [Int32](repeating: 0, count: size)
        ends.reserveCapacity(minimumCapacity)
        values.reserveCapacity(minimumCapacity)
    }

    var count: Int { ends.count }

    /// The key of a number.
    func key(_ index: Int) -> ArraySlice<UInt8> {
        text[(index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index])]
    }

    /// The number of a key; nil if it is not there.
    func index(of key: ArraySlice<UInt8>) -> Int? {
        let found = Int(slots[slot(of: key)])
        return found > 0 ? found - 1 : nil
    }

    subscript(key: ArraySlice<UInt8>) -> Value? {
        index(of: key).map { values[$0] }
    }

    /// The number of a key, which gets `value` if it is new.
    mutating func insert(_ key: ArraySlice<UInt8>, _ value: @autoclosure () -> Value) -> Int {
        var slot = slot(of: key)
        if slots[slot] > 0 { return Int(slots[slot]) - 1 }
        if (ends.count + 1) * 2 > slots.count {
            grow()
            slot = self.slot(of: key)
        }
        text += key
        ends.append(Int32(text.count))
        values.append(value())
        slots[slot] = Int32(ends.count)
        return ends.count - 1
    }

    /// Sets the value of a key.
    mutating func set(_ key: ArraySlice<UInt8>, _ value: Value) {
        values[insert(key, value)] = value
    }

    /// The slot that has the key, or the free one where it belongs.
    private func slot(of key: ArraySlice<UInt8>) -> Int {
        let mask = slots.count - 1
        var slot = Self.hash(key) & mask
        while slots[slot] > 0 {
            let index = Int(slots[slot]) - 1
            let end = Int(ends[index])
            var place = index == 0 ? 0 : Int(ends[index - 1])
            if end - place == key.count {
                var isSame = true
                for byte in key {
                    if text[place] != byte {
                        isSame = false
                        break
                    }
                    place += 1
                }
                if isSame { return slot }
            }
            slot = (slot + 1) & mask
        }
        return slot
    }

    private static func hash(_ key: ArraySlice<UInt8>) -> Int {
        var hash = PronouncingDictionary.seed
        for byte in key { hash = PronouncingDictionary.mix(hash, byte) }
        return Int(truncatingIfNeeded: (hash ^ (hash >> 29)) & 0x7FFF_FFFF)
    }

    private mutating func grow() {
        slots = [Int32](repeating: 0, count: slots.count * 2)
        let mask = slots.count - 1
        for index in ends.indices {
            var slot = Self.hash(key(index)) & mask
            while slots[slot] > 0 { slot = (slot + 1) & mask }
            slots[slot] = Int32(index + 1)
        }
    }
}

extension ByteMap where Value == Bool {
    /// A set of words.
    init(_ words: [String]) {
        self.init(minimumCapacity: words.count)
        for word in words { set(Array(word.utf8)[...], true) }
    }

    func contains(_ key: ArraySlice<UInt8>) -> Bool { index(of: key) != nil }
}
