/// A transition that a recogniser reports, with the value of the gesture at that instant.
///
/// It is what SwiftUI hands to `onChanged` (`began`, `changed`) and `onEnded` (`ended`), returned instead of
/// called back: the caller sees in which event, and so at which physical instant, a phase arose.
public enum GesturePhase<Value: Hashable & Sendable>: Hashable, Sendable {
    case began(Value)
    case changed(Value)
    case ended(Value)
    case cancelled
    case failed

    /// The state that the recogniser has entered.
    public var state: GestureState {
        switch self {
        case .began: .began
        case .changed: .changed
        case .ended: .ended
        case .cancelled: .cancelled
        case .failed: .failed
        }
    }

    /// The value, where the gesture has one.
    public var value: Value? {
        switch self {
        case .began(let value), .changed(let value), .ended(let value): value
        case .cancelled, .failed: nil
        }
    }

    /// The same phase with another value.
    func map<Other>(_ transform: (Value) -> Other) -> GesturePhase<Other> {
        switch self {
        case .began(let value): .began(transform(value))
        case .changed(let value): .changed(transform(value))
        case .ended(let value): .ended(transform(value))
        case .cancelled: .cancelled
        case .failed: .failed
        }
    }
}
