/// A failed operation on the terminal.
public struct TerminalError: Error, Hashable, Sendable {
    /// The operation that failed, for example `open /dev/tty`.
    public var operation: String
    /// The value of `errno`.
    public var code: Int32

    public init(operation: String, code: Int32) {
        self.operation = operation
        self.code = code
    }
}
