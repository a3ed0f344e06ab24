public import Speech

/// What the preview shows of a hold.
///
/// Only the piece in hand is looked at word by word. What is over is settled and carried along as it is, so that the
/// tenth minute of a hold costs what the first does.
public struct HoldPreview {
    private var stability: Stability
    /// Words of the hold's earlier pieces when it was last looked at.
    private var settledWords = 0

    /// - Parameter patience: how long a word must have stayed the same to be shown as settled.
    public init(patience: Duration = Stability.measuredPatience) {
        stability = Stability(patience: patience)
    }

    /// The words so far.
    public mutating func update(_ hold: HoldDecoder) -> PartialHypothesis {
        let (before, count) = hold.settled
        // After a cut in the middle of speech the last words go on in the next piece, as settled as they were.
        if count != settledWords { stability.forget(first: count - settledWords) }
        settledWords = count
        var partial = stability.update(hold.openPartial(), at: hold.audio)
        partial.stable = PieceJoiner.join(before, partial.stable)
        return partial
    }
}
