/// A pronouncing dictionary in the format of CMUdict and PocketSphinx: `word PH ONE S`, alternatives as `word(2)`.
///
/// The text is kept as it is and only its words are indexed, because of 130,000 words a command language needs
/// a few thousand: indexing takes milliseconds where parsing all of it takes a tenth of a second.
/// Lines that cannot be read are passed over. The order of lines is of no importance.
public struct PronouncingDictionary: Sendable {
    private let text: [UInt8]
    /// Offsets of lines by the hash of their word.
    private var slots: [Int32]
    /// Seven other bits of each slot's hash with the highest bit set; 0 is an empty slot. Most words that are looked for
    /// are not there, and these few bytes say so without a look at the text, which no cache holds.
    private var tags: [UInt8]
    private let mask: Int

    /// Indexes the contents of a dictionary file.
    public init(text: [UInt8]) {
        self.text = text
        var lines = 0
        for byte in text where byte == 0x0A { lines += 1 }
        var size = 1024
        while size < lines * 3 / 2 { size *= 2 }
        slots = [Int32](repeating: 0, count: size)
        tags = [UInt8](repeating: 0, count: size)
        mask = size - 1
        var position = 0
        let count = min(text.count, Int(Int32.max) - 1)
        while position < count {
            let start = position
            var hash = Self.seed
            var byte = text[position]
            while byte != 0x20, byte != 0x09, byte != 0x0A, byte != 0x28 || position == start {
                hash = Self.mix(hash, byte)
                position += 1
                if position == count { break }
                byte = text[position]
            }
            if position > start {
                var slot = Self.finish(hash) & mask
                while tags[slot] != 0 { slot = (slot + 1) & mask }
                slots[slot] = Int32(start)
                tags[slot] = Self.tag(hash)
            }
            while position < count, text[position] != 0x0A { position += 1 }
            position += 1
        }
    }

    /// A dictionary without words.
    public init() {
        self.init(text: [])
    }

    /// Every pronunciation of `word`, in the order of the file; empty if it is not there.
    public func pronunciations(of word: String) -> [Pronunciation] {
        pronunciations(utf8: Array(word.utf8)[...])
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

    /// Like `contains`, for who has the hash of the word from going through it letter by letter.
    func contains(utf8 bytes: ArraySlice<UInt8>, hash: UInt64) -> Bool {
        var slot = Self.finish(hash) & mask
        let tag = Self.tag(hash)
        while tags[slot] != 0 {
            if tags[slot] == tag, matches(bytes, Int(slots[slot])) { return true }
            slot = (slot + 1) & mask
        }
        return false
    }

    /// False of most words that are not there, at the cost of a look.
    func mayContain(hash: UInt64) -> Bool {
        var slot = Self.finish(hash) & mask
        let tag = Self.tag(hash)
        while tags[slot] != 0 {
            if tags[slot] == tag { return true }
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

    func pronunciations(utf8 bytes: ArraySlice<UInt8>) -> [Pronunciation] {
        var lines: [Int] = []
        visit(bytes) { line in
            lines.append(line)
            return true
        }
        if lines.count > 1 { lines.sort() }
        return lines.compactMap { phones(ofLineAt: $0) }
    }

    /// The phones of every pronunciation of a word as they stand in the text, each with a blank before it and the
    /// end of the line after it: for who writes another dictionary.
    func lines(utf8 word: ArraySlice<UInt8>, hash: UInt64) -> [ArraySlice<UInt8>] {
        var found: [ArraySlice<UInt8>] = []
        var slot = Self.finish(hash) & mask
        let tag = Self.tag(hash)
        while tags[slot] != 0 {
            let isCandidate = tags[slot] == tag
            let line = Int(slots[slot])
            slot = (slot + 1) & mask
            guard isCandidate, matches(word, line) else { continue }
            var position = line + word.count
            while position < text.count, text[position] > 0x20 { position += 1 }
            var end = position
            while end < text.count, text[end] != 0x0A { end += 1 }
            guard end < text.count, end > position + 1, text[end - 1] > 0x20 else { continue }
            found.append(text[position...end])
        }
        if found.count > 1 { found.sort { $0.startIndex < $1.startIndex } }
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

    private func visit(_ word: ArraySlice<UInt8>, _ found: (Int) -> Bool) {
        guard !word.isEmpty else { return }
        var hash = Self.seed
        for byte in word { hash = Self.mix(hash, byte) }
        var slot = Self.finish(hash) & mask
        let tag = Self.tag(hash)
        while tags[slot] != 0 {
            let line = Int(slots[slot])
            if tags[slot] == tag, matches(word, line), !found(line) { return }
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
        var position = start
        while position < text.count, text[position] > 0x20 { position += 1 }
        var phones: Pronunciation = []
        while position < text.count, text[position] != 0x0A {
            guard text[position] > 0x20 else {
                position += 1
                continue
            }
            let symbol = position
            while position < text.count, text[position] > 0x20 { position += 1 }
            guard let phone = Phone(utf8: text[symbol..<position]) else { return nil }
            phones.append(phone)
        }
        return phones.isEmpty ? nil : phones
    }

    // FNV-1a with a last stirring, because only low bits are used.
    static let seed: UInt64 = 0xCBF2_9CE4_8422_2325
    static func mix(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
        (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    private static func tag(_ hash: UInt64) -> UInt8 {
        0x80 | UInt8(truncatingIfNeeded: hash >> 57)
    }
    private static func finish(_ hash: UInt64) -> Int {
        Int(truncatingIfNeeded: (hash ^ (hash >> 29)) & 0x7FFF_FFFF)
    }
}
