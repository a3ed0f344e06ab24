/// Something wrong in a dotfile, an environment variable or an option, with its place.
public struct Diagnostic: Hashable, Sendable {
    public var path: String
    public var line: Int
    public var message: String

    public init(path: String, line: Int, message: String) {
        self.path = path
        self.line = line
        self.message = message
    }
}
