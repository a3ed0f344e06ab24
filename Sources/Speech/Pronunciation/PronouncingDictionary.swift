/// A pronouncing dictionary in the format of CMUdict and PocketSphinx: `word PH ONE S`, alternatives as `word(2)`.
///
/// The text is kept as it is and only its words are indexed, because of 130,000 words a command language needs
/// a few thousand: indexing takes milliseconds where parsing all of it takes a tenth of a second.
/// Lines that cannot be read are passed over. The order of lines is of no importance.
public struct PronouncingDictionary: Sendable {
    private let text: [UInt8]
    /// By the hash of their words: the offsets of lines plus one, and in the lowest bits six others of the hash. Most words
    /// that are looked for are not there, and these say so without a look at the text, which no cache holds.
    /// 0 is an empty slot.
    private let slots: [UInt32]
    private let mask: Int

    /// Indexes the contents of a dictionary file.
    public init(text: [UInt8]) {
        self.text = text.last == 0x0A || text.isEmpty ? text : text + [0x0A]
        // Slots for lines of 16 letters; where they are too few, twice as many.
        var size = 1024
        while size < text.count / 16 { size *= 2 }
        slots = Self.index(self.text, size)
        mask = slots.count - 1
    }

    private static func index(_ text: [UInt8], _ size: Int) -> [UInt32] {
        var slots = [UInt32](repeating: 0, count: size)
        let mask = size - 1
        var free = size / 4 * 3
        var position = 0
        let count = min(text.count, maximumSize)
        while position < count {
            let start = position
            var hash = seed
            var byte = text[position]
            while byte != 0x20, byte != 0x09, byte != 0x0A, byte != 0x28 || position == start {
                hash = mix(hash, byte)
                position += 1
                // The last one ends a line.
                byte = text[position]
            }
            if position > start {
                if free == 0 { return index(text, size * 2) }
                free -= 1
                var slot = finish(hash) & mask
                while slots[slot] != 0 { slot = (slot + 1) & mask }
                slots[slot] = UInt32(start + 1) << 6 | tag(hash)
            }
            while text[position] != 0x0A { position += 1 }
            position += 1
        }
        return slots
    }

    /// A dictionary without words.
    public init() {
        self.init(text: [])
    }

    /// Every pronunciation of `word`, in the order of the file; empty if it is not there.
    public func pronunciations(of word: String) -> [Pronunciation] {
        var found: [Pronunciation] = []
        visit(Array(word.utf8)[...]) { line in
            if let phones = phones(ofLineAt: line) { found.append(phones) }
            return true
        }
        return found
    }

    /// True if `word` has an entry.
    public func contains(_ word: String) -> Bool {
        let bytes = Array(word.utf8)[...]
        var found = false
        visit(bytes) { _ in
            found = true
            return false
        }
        return found
    }

    /// Whether a part of a text has an entry, for who has its hash from going through it letter by letter.
    func contains(_ part: Range<Int>, of text: [UInt8], hash: UInt64) -> Bool {
        var slot = Self.finish(hash) & mask
        let tag = Self.tag(hash)
        while slots[slot] != 0 {
            if slots[slot] & 0x3F == tag, matches(text[part], line(slots[slot])) { return true }
            slot = (slot + 1) & mask
        }
        return false
    }

    private func matches(_ word: ArraySlice<UInt8>, _ line: Int) -> Bool {
        guard line + word.count <= text.count else { return false }
        var position = line
        for byte in word {
            if text[position] != byte { return false }
            position += 1
        }
        guard position < text.count else { return true }
        let byte = text[position]
        return byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x28
    }

    func contains(utf8 bytes: ArraySlice<UInt8>) -> Bool {
        var found = false
        visit(bytes) { _ in
            found = true
            return false
        }
        return found
    }

    /// The phones of every pronunciation of a word as they stand in the text, each with a blank before it and the
    /// end of the line after it: for who writes another dictionary. Lines with stresses or tabs have to be read.
    func lines(utf8 word: ArraySlice<UInt8>, hash: UInt64) -> [ArraySlice<UInt8>] {
        var found: [ArraySlice<UInt8>] = []
        var slot = Self.finish(hash) & mask
        let tag = Self.tag(hash)
        while slots[slot] != 0 {
            let isCandidate = slots[slot] & 0x3F == tag
            let line = self.line(slots[slot])
            slot = (slot + 1) & mask
            guard isCandidate, matches(word, line) else { continue }
            var position = line + word.count
            while position < text.count, text[position] > 0x20 { position += 1 }
            var end = position
            while end < text.count, text[end] != 0x0A { end += 1 }
            guard end < text.count, end > position + 1, text[end - 1] > 0x20,
                text[position..<end].allSatisfy({ $0 == 0x20 || $0.isUpper })
            else { continue }
            found.append(text[position...end])
        }
        return found
    }

    /// Every word with its pronunciations' phones, for training; alternatives come as entries of their own.
    public func forEach(_ body: (_ word: String, _ phones: Pronunciation) -> Void) {
        var position = 0
        while position < text.count {
            let start = position
            while position < text.count, text[position] != 0x0A { position += 1 }
            let end = wordEnd(from: start)
            if end > start, let phones = phones(ofLineAt: start) {
                body(String(decoding: text[start..<end], as: UTF8.self), phones)
            }
            position += 1
        }
    }

    /// Calls `found` with every line of a word until it returns false, in the order of the file: of two lines with the
    /// same word the later one went to a later slot.
    func visit(_ word: ArraySlice<UInt8>, _ found: (Int) -> Bool) {
        guard !word.isEmpty else { return }
        var hash = Self.seed
        for byte in word { hash = Self.mix(hash, byte) }
        var slot = Self.finish(hash) & mask
        let tag = Self.tag(hash)
        while slots[slot] != 0 {
            let line = self.line(slots[slot])
            if slots[slot] & 0x3F == tag, matches(word, line), !found(line) { return }
            slot = (slot + 1) & mask
        }
    }

    private func wordEnd(from start: Int) -> Int {
        var position = start
        while position < text.count {
            let byte = text[position]
            if byte == 0x20 || byte == 0x09 || byte == 0x0A { break }
            if byte == 0x28, position > start { break }
            position += 1
        }
        return position
    }

    private func phones(ofLineAt start: Int) -> Pronunciation? {
        var phones: Pronunciation = []
        appendPhones(ofLineAt: start, to: &phones)
        return phones.isEmpty ? nil : phones
    }

    /// Appends the phones of a line; none if one of them is no phone.
    func appendPhones(ofLineAt start: Int, to phones: inout Pronunciation) {
        let begin = phones.count
        var position = start
        while position < text.count, text[position] > 0x20 { position += 1 }
        while position < text.count, text[position] != 0x0A {
            guard text[position] > 0x20 else {
                position += 1
                continue
            }
            let symbol = position
            while position < text.count, text[position] > 0x20 { position += 1 }
            guard let phone = Phone(utf8: text[symbol..<position]) else {
                phones.removeLast(phones.count - begin)
                return
            }
            phones.append(phone)
        }
    }

    // FNV-1a with a last stirring, because only low bits are used.
    static let seed: UInt64 = 0xCBF2_9CE4_8422_2325
    static func mix(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
        (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    private static func tag(_ hash: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: hash >> 58) }
    private func line(_ slot: UInt32) -> Int { Int(slot >> 6) - 1 }
    /// What lies behind is not indexed; offsets have 26 bits.
    private static let maximumSize = (1 << 26) - 1
    private static func finish(_ hash: UInt64) -> Int {
        Int(truncatingIfNeeded: (hash ^ (hash >> 29)) & 0x7FFF_FFFF)
    }
}
