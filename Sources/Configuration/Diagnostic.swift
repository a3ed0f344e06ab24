/// Something wrong in a dotfile, an environment variable or a `-o` option, with its place.
public struct Diagnostic: Hashable, Sendable {
    public var origin: Origin
    /// `[section].key: value: what is wrong`, without the place and without a full stop.
    public var message: String

    public init(_ origin: Origin, _ message: String) {
        self.origin = origin
        self.message = message
    }

    /// True for what stands on the command line: the program must not start with it, whereas a
    /// dotfile's bad value only leaves its default in force.
    public var isUsageError: Bool {
        if case .commandLine = origin { true } else { false }
    }
}

extension Diagnostic: CustomStringConvertible {
    /// `path:line: message`, the form that editors and compilers use.
    public var description: String { "\(origin): \(message)" }
}
