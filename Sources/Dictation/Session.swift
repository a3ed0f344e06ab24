/// The session of push-to-talk as a value: events in, actions out, time an argument.
public struct Session: Sendable {
    public let options: SessionOptions
    public private(set) var view = SessionView()
    /// When `.deadline` must be handled next, or nil.
    public private(set) var deadline: Duration?

    /// - Parameter start: the instant at which the program started, from which an adopted hold counts.
    public init(options: SessionOptions, start: Duration) {
        self.options = options
    }

    public mutating func handle(_ event: SessionEvent, at now: Duration) -> [SessionAction] {
        []
    }
}
