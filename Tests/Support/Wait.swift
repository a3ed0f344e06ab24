/// The end of a wait for a state that never came.
public struct TimedOut: Error, CustomStringConvertible {
    public var description: String
}
