public import Keyboard

/// What a recogniser is told, already sorted by whether the key belongs to the gesture.
public enum GestureInput: Hashable, Sendable {
    /// A key of the gesture went down.
    case down(Key)
    /// A key of the gesture is down that went down before the recogniser looked: the first gesture of a sequence
    /// hands it over.
    case held(Key)
    /// A key of the gesture is reported again while down.
    case repeated(Key)
    /// A key of the gesture really came up.
    case up(Key)
    /// Another key went down: the movement of this keyboard's gestures.
    case other(Key)
    /// The system breaks the gesture off: focus lost, suspend, hang-up.
    case cancelled
}
