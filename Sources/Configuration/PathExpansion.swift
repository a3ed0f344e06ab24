/// Turns the paths people write in a dotfile into paths: `~/…`, `$HOME`, `$XDG_…`, and relative
/// ones.
public struct PathExpansion: Sendable {
    let environment: [String: String]

    public init(environment: [String: String]) {
        self.environment = environment
    }

    /// The value of `HOME`, if it is an absolute path.
    public var home: String? {
        environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }

    /// The value of an XDG directory variable, or what it stands for when unset.
    ///
    /// Source: XDG Base Directory Specification 0.8, "Environment variables"; relative values are
    /// ignored.
    public func directory(_ variable: String) -> String? {
        if let value = environment[variable], value.hasPrefix("/") { return value }
        let fallback: String
        switch variable {
        case "XDG_CONFIG_HOME": fallback = ".config"
        case "XDG_DATA_HOME": fallback = ".local/share"
        case "XDG_STATE_HOME": fallback = ".local/state"
        case "XDG_CACHE_HOME": fallback = ".cache"
        default: return nil
        }
        return home.map { joined($0, fallback) }
    }

    /// Expands one path; a relative one is taken from `base`, the directory of the file in which it
    /// stands.
    func expand(_ text: String, base: String?) throws(ValueError) -> String {
        guard !text.isEmpty else { throw ValueError("is empty") }
        guard !text.contains("\0") else { throw ValueError("contains a NUL character") }
        if text == "~" || text.hasPrefix("~/") {
            guard let home else { throw ValueError("cannot be expanded: HOME is not set") }
            return text == "~" ? home : joined(home, String(text.dropFirst(2)))
        }
        if text.hasPrefix("~") {
            throw ValueError("cannot be expanded: only ~/ is known, not ~name")
        }
        if text.hasPrefix("$") { return try expandVariable(text) }
        if text.hasPrefix("/") { return text }
        return base.map { joined($0, text) } ?? text
    }

    private func expandVariable(_ text: String) throws(ValueError) -> String {
        let path = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        var name = path[0].dropFirst()
        if name.hasPrefix("{"), name.hasSuffix("}") { name = name.dropFirst().dropLast() }
        let root: String?
        if name == "HOME" {
            root = home
        } else if name.hasPrefix("XDG_") {
            root = directory(String(name))
        } else {
            throw ValueError("cannot be expanded: only ~/, $HOME and $XDG_… are known")
        }
        guard let root else { throw ValueError("cannot be expanded: \(name) is not set") }
        return path.count == 2 ? joined(root, String(path[1])) : root
    }
}

/// Joins a directory and a relative path with exactly one slash.
func joined(_ directory: String, _ path: String) -> String {
    directory.hasSuffix("/") ? directory + path : "\(directory)/\(path)"
}

/// The directory in which a file lies, as the text before its last slash.
func directory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
}
