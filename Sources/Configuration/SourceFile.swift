/// The content of a dotfile, with what decides whether it may name programs to run.
public struct SourceFile: Hashable, Sendable {
    public var bytes: [UInt8]
    /// The same for two paths that lead to the same file, for example device and inode.
    public var identity: String
    /// The user id of the file's owner.
    public var owner: UInt32
    /// The permission bits.
    public var mode: UInt32

    public init(bytes: [UInt8], identity: String, owner: UInt32, mode: UInt32) {
        self.bytes = bytes
        self.identity = identity
        self.owner = owner
        self.mode = mode
    }

    /// No dotfile is larger than this many bytes.
    public static let maximumSize = 1 << 20

    /// Why no program may be named in this file, or nil where one may.
    ///
    /// Whoever can write the file could otherwise run programs as the person who starts `utter`.
    func programRefusal(user: UInt32) -> String? {
        if owner != user {
            return
                "runs a program, but the file belongs to another user; it is accepted only from your own"
        }
        if mode & 0o022 != 0 {
            return "runs a program, but others can write the file; make it yours alone: chmod go-w"
        }
        return nil
    }
}

/// A file that cannot be read, and why in words.
public struct SourceFailure: Error, Hashable, Sendable {
    public var reason: String

    public init(_ reason: String) {
        self.reason = reason
    }
}

/// Where values come from, besides the defaults.
public struct ConfigurationSources: Sendable {
    /// The dotfile that is read, or nil for none.
    public var path: String?
    public var environment: [String: String]
    /// The arguments of `-o`, each `section.key=value`.
    public var overrides: [String]
    /// The user id of the person who runs the program.
    public var user: UInt32

    public init(
        path: String?, environment: [String: String] = [:], overrides: [String] = [],
        user: UInt32 = 0
    ) {
        self.path = path
        self.environment = environment
        self.overrides = overrides
        self.user = user
    }

    /// Where a dotfile is looked for: the first one that exists is read, and only that one.
    public static func candidates(environment: [String: String]) -> [String] {
        let paths = PathExpansion(environment: environment)
        let xdg = paths.directory("XDG_CONFIG_HOME").map { joined($0, "utter/utter.conf") }
        return [xdg, paths.home.map { joined($0, ".utterrc") }].compactMap { $0 }
    }
}

/// The values in force, where each came from, and everything that was wrong on the way.
public struct LoadedConfiguration: Hashable, Sendable {
    public var configuration = Configuration()
    /// By `section.name`; an option that is not here has its default.
    public var origins: [String: Origin] = [:]
    public var diagnostics: [Diagnostic] = []
    /// The dotfiles read, in order, by path.
    public var files: [String] = []

    public init() {}

    public func origin(of option: OptionDefinition) -> Origin {
        origins[option.id] ?? .builtIn
    }
}
