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
    private var index: [String: Int] = [:]
    /// Hashes of the names, by which most other texts are told to be none of them.
    private(set) var hashes: Set<UInt64> = []

    public init() {}

    /// Reads a table; lines that are neither entry, section nor comment are passed over.
    public init(table text: String) {
        var section = ""
        for line in text.split(separator: "\n") {
            let line = line.trimmed
            if line.isEmpty || line.first == "#" { continue }
            if line.first == "[", line.last == "]" {
                section = String(line.dropFirst().dropLast().trimmed)
                continue
            }
            guard let equals = line.dropFirst().firstIndex(of: "=") else {
                add(String(line), section: section, forms: [])
                continue
            }
            let name = String(line[..<equals].trimmed)
            let forms = line[line.index(after: equals)...].split(separator: ",")
                .map { String($0.trimmed) }.filter { !$0.isEmpty }
            if !name.isEmpty { add(name, section: section, forms: forms) }
        }
    }

    /// Adds a name, or puts its forms before those it has.
    public mutating func add(_ name: String, section: String = "", forms: [String]) {
        if let known = index[name] {
            entries[known].forms = forms + entries[known].forms.filter { !forms.contains($0) }
            if entries[known].section.isEmpty { entries[known].section = section }
            return
        }
        index[name] = entries.count
        hashes.insert(name.utf8.reduce(PronouncingDictionary.seed, PronouncingDictionary.mix))
        entries.append(Entry(name: name, section: section, forms: forms))
    }

    /// Adds all of another table, whose forms come first.
    public mutating func merge(_ other: Lexicon) {
        for entry in other.entries {
            add(entry.name, section: entry.section, forms: entry.forms)
        }
    }

    /// The spoken forms of `name`, or of its lower-case self; empty if it is not known.
    public func forms(of name: String) -> [String] {
        if let found = index[name] { return entries[found].forms }
        let lower = name.lowercased()
        if lower != name, let found = index[lower] { return entries[found].forms }
        return []
    }

    /// Names of a section in the order of the table.
    public func names(in section: String) -> [String] {
        entries.filter { $0.section == section }.map(\.name)
    }
}

extension StringProtocol {
    /// Without blanks at either end.
    var trimmed: SubSequence {
        var rest = self[...]
        while let first = rest.first, first == " " || first == "\t" || first == "\r" {
            rest.removeFirst()
        }
        while let last = rest.last, last == " " || last == "\t" || last == "\r" {
            rest.removeLast()
        }
        return rest
    }
}
