/// Where a value came from.
public enum Origin: Hashable, Sendable {
    /// Nobody set it.
    case builtIn
    /// A line of a dotfile, counted from 1; line 0 is the file as a whole.
    case file(path: String, line: Int)
    /// An environment variable, by its name.
    case environment(String)
    /// `-o` on the command line, with its argument.
    case commandLine(String)
}

extension Origin: CustomStringConvertible {
    /// `default`, `path:line`, the variable's name, or `-o argument`.
    public var description: String {
        switch self {
        case .builtIn: "default"
        case .file(let path, 0): printable(path)
        case .file(let path, let line): "\(printable(path)):\(line)"
        case .environment(let name): name
        case .commandLine(let argument): "-o \(printable(argument))"
        }
    }
}
