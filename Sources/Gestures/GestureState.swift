/// The states of a gesture recogniser, with the names and the legal transitions of UIKit's
/// `UIGestureRecognizer.State`.
///
/// Continuous gestures go possible → began → changed* → ended | cancelled, discrete ones possible → ended;
/// both go possible → failed, and possible → cancelled when the system breaks them off.
public enum GestureState: Hashable, Sendable {
    /// Nothing decided yet.
    case possible
    /// A continuous gesture has been recognised.
    case began
    /// A continuous gesture goes on.
    case changed
    /// The gesture has been recognised and is over.
    case ended
    /// The gesture was broken off by the system or by policy.
    case cancelled
    /// It was another gesture.
    case failed

    /// Nothing more comes before `reset()`.
    public var isOver: Bool {
        switch self {
        case .possible, .began, .changed: false
        case .ended, .cancelled, .failed: true
        }
    }

    /// A continuous gesture is in progress.
    public var isActive: Bool {
        self == .began || self == .changed
    }

    /// Whether a recogniser in this state may report `next`.
    public func canBecome(_ next: GestureState) -> Bool {
        switch self {
        case .possible: next == .began || next.isOver
        case .began, .changed: next == .changed || next == .ended || next == .cancelled
        case .ended, .cancelled, .failed: false
        }
    }
}
