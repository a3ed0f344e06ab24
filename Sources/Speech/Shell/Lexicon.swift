/// What people call the names of a command line, as read from a table: `kubectl = kube control, kube cuddle`.
///
/// One name to a line, its spoken forms after `=`, separated by commas. A spoken form is words and single letters
/// ("kube c t l") or, all in capitals, phones of the ARPABET ("K Y UW B"). `[section]` lines sort the
/// names into kinds: `commands`, `names`, `extensions`, `variables` and so on. `#` starts a comment on a
/// line of its own. Names are compared in lower case if they are written so.
public struct Lexicon: Sendable {
    /// One name with its spoken forms.
    public struct Entry: Hashable, Sendable {
        public var name: String
        /// The section it stood in; empty before the first.
        public var section: String
        /// The first is the most usual.
        public var forms: [String]
    }

    public private(set) var entries: [Entry] = []
    private var index = ByteMap<Int>()
    /// Hashes of the names, by which most other texts are told to be none of them.
    private(set) var hashes = HashSet()

    public init() {}

    /// Reads a table; lines that are neither entry, section nor comment are passed over.
    public init(table text: String) { self.init(table: Array(text.utf8)) }

    /// The same of the table's bytes.
    public init(table bytes: [UInt8]) {
        func string(_ part: ArraySlice<UInt8>) -> String { String(decoding: part, as: UTF8.self) }
        var section = ""
        for line in bytes.lines {
            let line = line.trimmed
            guard let first = line.first, first != UInt8(ascii: "#") else { continue }
            if first == UInt8(ascii: "["), line.last == UInt8(ascii: "]") {
                section = string(line.dropFirst().dropLast().trimmed)
                continue
            }
            guard let equals = line.dropFirst().firstIndex(of: UInt8(ascii: "=")) else {
                add(string(line), section: section, forms: [])
                continue
            }
            let name = line[..<equals].trimmed
            let forms = line[(equals + 1)...].split(separator: UInt8(ascii: ","))
                .map(\.trimmed).filter { !$0.isEmpty }
            if !name.isEmpty { add(string(name), section: section, forms: forms.map(string)) }
        }
    }

    /// Adds a name, or puts its forms before those it has.
    public mutating func add(_ name: String, section: String = "", forms: [String]) {
        let key = Array(name.utf8)[...]
        let known = index.insert(key, entries.count)
        if known < entries.count {
            entries[known].forms = forms + entries[known].forms.filter { !forms.contains($0) }
            if entries[known].section.isEmpty { entries[known].section = section }
            return
        }
        hashes.insert(key.reduce(PronouncingDictionary.seed, PronouncingDictionary.mix))
        entries.append(Entry(name: name, section: section, forms: forms))
    }

    /// Adds all of another table, whose forms come first.
    public mutating func merge(_ other: Lexicon) {
        for entry in other.entries {
            add(entry.name, section: entry.section, forms: entry.forms)
        }
    }

    /// The spoken forms of `name`, or of its lower-case self; empty if it is not known.
    public func forms(of name: String) -> [String] { forms(utf8: Array(name.utf8)[...]) }

    func forms(utf8 name: ArraySlice<UInt8>) -> [String] {
        if let found = index.index(of: name) { return entries[found].forms }
        // Letters of other scripts have lower cases that only a string knows.
        guard name.contains(where: { $0.isUpper || $0 >= 0x80 }) else { return [] }
        return index.index(of: lowercased(name)).map { entries[$0].forms } ?? []
    }

    /// Names of a section in the order of the table.
    public func names(in section: String) -> [String] {
        entries.filter { $0.section == section }.map(\.name)
    }
}

/// A set of numbers that are hashes already, and need none of their own.
struct HashSet: Sendable {
    private var slots = [UInt64](repeating: 0, count: 1 << 10)
    private var used = 0

    func contains(_ hash: UInt64) -> Bool {
        let key = max(1, hash)
        var slot = Int(truncatingIfNeeded: hash ^ (hash >> 29)) & (slots.count - 1)
        while slots[slot] != 0 {
            if slots[slot] == key { return true }
            slot = (slot + 1) & (slots.count - 1)
        }
        return false
    }

    mutating func insert(_ hash: UInt64) {
        if contains(hash) { return }
        if used * 2 >= slots.count {
            let old = slots
            slots = [UInt64](repeating: 0, count: old.count * 2)
            used = 0
            for key in old where key != 0 { insert(key) }
        }
        var slot = Int(truncatingIfNeeded: hash ^ (hash >> 29)) & (slots.count - 1)
        while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = max(1, hash)
        used += 1
    }
}

/// Text in lower case; letters that only a string knows as such take longer.
func lowercased(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    if text.allSatisfy({ $0 < 0x80 }) {
        return text.contains(where: { $0.isUpper })
            ? text.map { $0.isUpper ? $0 + 32 : $0 }[...] : text
    }
    return Array(String(decoding: text, as: UTF8.self).lowercased().utf8)[...]
}

extension ArraySlice<UInt8> {
    /// What `split(separator:)` gives, in half the time.
    func parts(between separator: UInt8) -> [ArraySlice<UInt8>] {
        var parts: [ArraySlice<UInt8>] = []
        var start = startIndex
        for index in indices where self[index] == separator {
            if index > start { parts.append(self[start..<index]) }
            start = index + 1
        }
        if start < endIndex { parts.append(self[start...]) }
        return parts
    }

    /// Without blanks at either end.
    var trimmed: ArraySlice<UInt8> {
        var rest = self
        while let first = rest.first, first == 0x20 || first == 0x09 || first == 0x0D {
            rest = rest.dropFirst()
        }
        while let last = rest.last, last == 0x20 || last == 0x09 || last == 0x0D {
            rest = rest.dropLast()
        }
        return rest
    }
}

extension [UInt8] {
    /// The parts between line breaks that are not empty.
    var lines: [ArraySlice<UInt8>] { self[...].parts(between: 0x0A) }
}
