/// A failed operation of the recogniser.
public struct RecognizerError: Error, Hashable, Sendable {
    /// What was being done, for example `load acoustic model`.
    public var operation: String
    /// The file or value concerned.
    public var subject: String
    /// Why it failed.
    public var reason: String

    public init(operation: String, subject: String, reason: String) {
        self.operation = operation
        self.subject = subject
        self.reason = reason
    }
}
