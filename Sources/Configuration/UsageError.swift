internal import Keyboard

/// Arguments that cannot be followed: one line of what, which and why, and one of what to do.
public struct UsageError: Error, Hashable, Sendable {
    public var message: String
    public var remedy: String

    public init(_ message: String, remedy: String) {
        self.message = message
        self.remedy = remedy
    }
}

/// ` (did you mean NAME?)`, or nothing.
func suggestion(for name: String, among known: [String]) -> String {
    nearest(to: name, among: known).map { " (did you mean \($0)?)" } ?? ""
}
