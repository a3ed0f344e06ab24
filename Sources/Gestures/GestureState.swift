/// The states of a gesture recogniser, with the names and the legal transitions of UIKit's
/// `UIGestureRecognizer.State`.
public enum GestureState: Hashable, Sendable {
    /// Nothing decided yet.
    case possible
    /// A continuous gesture has been recognised.
    case began
    /// A continuous gesture goes on.
    case changed
    /// The gesture has been recognised and is over.
    case ended
    /// A gesture that had begun was broken off by the system or by policy.
    case cancelled
    /// It was another gesture.
    case failed
}
