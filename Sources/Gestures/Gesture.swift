/// A recogniser of one gesture of one or more keys, as a value: inputs and time in, phases out.
///
/// No recogniser reads a clock. Where time alone decides, `deadline` says when `deadlinePassed(at:)` wants to be
/// called. Inputs and deadlines must be given in the order of their instants: a deadline that lies at or before
/// an input goes first (`KeyRecognizer` sees to it).
public protocol Gesture: Hashable, Sendable {
    /// What is known of the gesture in its phases.
    associatedtype Value: Hashable, Sendable

    var state: GestureState { get }

    /// Something has happened that may become the gesture, and nothing is decided yet.
    var isTracking: Bool { get }

    /// When `deadlinePassed(at:)` must be called next, or nil.
    var deadline: Duration? { get }

    /// Takes one input in; returns the transition that it causes, if it causes one.
    ///
    /// `GestureInput.cancelled` ends every gesture that is not over in `.cancelled`; what is over stays as it is.
    ///
    /// - Parameter time: the instant at which it physically happened, on the caller's monotonic clock.
    mutating func handle(_ input: GestureInput, at time: Duration) -> GesturePhase<Value>?

    /// Tells that `deadline` has passed; returns the transition that it causes, if it causes one.
    ///
    /// - Parameter time: the deadline itself or later. The gesture counts with the deadline.
    mutating func deadlinePassed(at time: Duration) -> GesturePhase<Value>?

    /// Back to `possible`, with no memory of the last attempt.
    mutating func reset()
}
