/// Readers of the files in which a project or a person keeps names that are typed at a prompt.
///
/// Each takes whatever it is given and returns the names that it finds, in order and once each.
public enum NameLists {
    /// The targets of a makefile: what stands before a colon at the start of a line, patterns and variables left out.
    public static func makeTargets(in makefile: [UInt8]) -> [String] {
        var names = OrderedNames()
        for line in makefile.split(separator: 0x0A) {
            guard let first = line.first, first != 0x09, first != 0x23, first != 0x20,
                first != 0x2E,
                let colon = line.firstIndex(of: 0x3A)
            else { continue }
            let after = line[line.index(after: colon)...]
            if after.first == 0x3D || after.starts(with: [0x3A, 0x3D]) { continue }
            let head = line[..<colon]
            if head.contains(0x3D) || head.contains(0x24) || head.contains(0x25) { continue }
            for name in head.split(whereSeparator: { $0 == 0x20 || $0 == 0x09 }) {
                if !name.contains(0x2F) { names.add(name) }
            }
        }
        return names.list
    }

    /// The scripts of a `package.json`: the keys of its object `scripts`.
    public static func npmScripts(in json: [UInt8]) -> [String] {
        var names = OrderedNames()
        var depth = 0
        var scriptsDepth = -1
        var position = 0
        var lastString: ArraySlice<UInt8> = []
        while position < json.count {
            let byte = json[position]
            switch byte {
            case 0x22:
                let start = position + 1
                position = start
                while position < json.count, json[position] != 0x22 {
                    position += json[position] == 0x5C ? 2 : 1
                }
                lastString = json[start..<min(position, json.count)]
            case 0x3A:
                if scriptsDepth == depth {
                    names.add(lastString)
                } else if depth == 1, lastString.elementsEqual("scripts".utf8) {
                    scriptsDepth = 2
                }
            case 0x7B, 0x5B: depth += 1
            case 0x7D, 0x5D:
                depth -= 1
                if depth < scriptsDepth { scriptsDepth = -1 }
            case 0x2C where depth == 1: scriptsDepth = -1
            default: break
            }
            position += 1
        }
        return names.list
    }

    /// The hosts of an `ssh_config(5)`, patterns left out.
    public static func sshHosts(in config: [UInt8]) -> [String] {
        var names = OrderedNames()
        for line in config.split(separator: 0x0A) {
            let words = line.split { $0 == 0x20 || $0 == 0x09 || $0 == 0x3D || $0 == 0x0D }
            guard let keyword = words.first,
                String(decoding: keyword, as: UTF8.self).lowercased() == "host"
            else { continue }
            for word in words.dropFirst() {
                if word.contains(0x2A) || word.contains(0x3F) || word.contains(0x21) { continue }
                names.add(word)
            }
        }
        return names.list
    }

    /// The short names under `prefix`, as `refs/heads/`, in a file `packed-refs` of git.
    public static func packedReferences(_ prefix: String, in packed: [UInt8]) -> [String] {
        var names = OrderedNames()
        for line in packed.split(separator: 0x0A) {
            guard let space = line.firstIndex(of: 0x20) else { continue }
            let name = line[line.index(after: space)...]
            if name.starts(with: prefix.utf8) { names.add(name.dropFirst(prefix.utf8.count)) }
        }
        return names.list
    }

    /// The remotes in a repository's `config` of git.
    public static func gitRemotes(in config: [UInt8]) -> [String] {
        var names = OrderedNames()
        let head = Array("[remote \"".utf8)
        for line in config.split(separator: 0x0A) {
            let line = line.drop { $0 == 0x20 || $0 == 0x09 }
            guard line.starts(with: head) else { continue }
            let rest = line.dropFirst(head.count)
            if let end = rest.firstIndex(of: 0x22) { names.add(rest[..<end]) }
        }
        return names.list
    }
}

/// Names in the order of their first appearance.
private struct OrderedNames {
    private(set) var list: [String] = []
    private var seen: Set<String> = []

    mutating func add(_ bytes: ArraySlice<UInt8>) {
        guard let name = String(validating: bytes, as: UTF8.self), !name.isEmpty,
            bytes.allSatisfy({ $0 > 0x20 && $0 != 0x7F }), seen.insert(name).inserted
        else { return }
        list.append(name)
    }
}
