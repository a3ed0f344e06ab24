internal import Audio

/// When a hold is cut into pieces, and when an unknown voice is heard a second time.
public struct HoldPolicy: Sendable {
    /// From this length on the next pause ends a piece.
    public var pieceAtPause: Duration = .seconds(8)
    /// A piece without a pause ends here, between two words.
    public var longestPiece: Duration = .seconds(20)
    /// Words that began so shortly before a cut without a pause are heard again in the next piece.
    public var overlap: Duration = .milliseconds(1500)
    /// A voice is known when so much of it has been heard; the mean of less misleads more than it helps.
    public var unknownVoice: Duration = .seconds(5)
    /// When a hold is heard again, by whether its voice is known.
    public var rehearing = (unknown: Rehearing.unknown, known: Rehearing.known)

    public init() {}

    enum Cut { case none, atPause, inSpeech }

    func cut(piece samples: Int, inSpeech: Bool) -> Cut {
        if samples >= longestPiece.samples { return .inSpeech }
        return !inSpeech && samples >= pieceAtPause.samples ? .atPause : .none
    }
}

/// When a hold is heard again from its beginning.
public struct Rehearing: Sendable {
    /// Lengths of the hold at which it may be, while the key is still down.
    public var lengths: [Duration]
    /// At its end it may be if it is no longer than this: whoever has let go waits for it.
    public var longestAtEnd: Duration
    /// It is if the mean that was used is so far from the one that is known by then.
    public var toleratedDistance: Float
    /// Frames of what has been heard that the mean of before counts for.
    public var remembered: Int

    /// Nothing is known, so the mean may be anything, and the first words depend on it most.
    ///
    /// On 70 recordings a tolerated distance of 3 makes 41.5 % of the words wrong and hears 53 again at
    /// the end, 6 makes it 41.0 % and 40, and never at the end 43.0 %: short ones lose most. The mean of
    /// longer ones is known by then.
    public static let unknown = Rehearing(
        lengths: [.seconds(1), .seconds(2), .seconds(3), .seconds(4), .seconds(6), .seconds(8)],
        longestAtEnd: .seconds(5), toleratedDistance: 6, remembered: 0)
    /// The mean is that of this voice, but rooms and distances differ. Only early, so that nobody waits for it.
    ///
    /// On 75 sentences, each speaker's one after the other, 35.8 % of the words are wrong; 36.3 % with
    /// one look at 1 s, and 35.2 % with looks at 1 and 2 s, for which short holds would have to wait.
    public static let known = Rehearing(
        lengths: [.milliseconds(800), .milliseconds(1600)], longestAtEnd: .zero,
        toleratedDistance: 8,
        remembered: 100)
}

extension Duration {
    /// Samples at 16 kHz.
    var samples: Int {
        let (seconds, attoseconds) = components
        let fraction = Double(attoseconds) / 1e18
        return Int((Double(seconds) + fraction) * Double(AudioFormat.sampleRate))
    }
}

/// When the hold in hand is heard again.
///
/// Its own cepstral mean is known at its end only, and the words of a pass with a wrong one are wrong up to twice as
/// often. Hearing it all again at the end would make one wait a quarter of its length; so it is heard again while
/// the key is still down, each time with the mean of at least half of what it will be.
struct SecondPass {
    private let rehearing: Rehearing
    private let before: MeanState
    private var next = 0
    /// The mean with which the newest pass hears.
    private var used: [Float]

    /// Whether what has been heard is told while it is heard.
    private let tellsSums: Bool

    init(_ rehearing: Rehearing, before: MeanState, tellsSums: Bool = MeanState.tellsSums) {
        self.rehearing = rehearing
        self.tellsSums = tellsSums
        self.before = before
        used = before.mean
    }

    /// The mean with which to hear the hold again now, or nil; each length counts once.
    ///
    /// - Parameter heard: what has been heard of the hold.
    mutating func mean(
        audio samples: Int, heard: @autoclosure () -> MeanState?
    ) -> [Float]? {
        guard next < rehearing.lengths.count, samples >= rehearing.lengths[next].samples else {
            return nil
        }
        next += 1
        return tellsSums ? heard().flatMap { mean(heard: $0) } : nil
    }

    /// The mean with which to hear all of it again at its end, or nil.
    mutating func meanAtEnd(audio samples: Int, heard: MeanState) -> [Float]? {
        samples <= rehearing.longestAtEnd.samples ? mean(heard: heard) : nil
    }

    private mutating func mean(heard: MeanState) -> [Float]? {
        // A library that does not tell what the hold alone comes to: all that can be known is that it was not known.
        guard tellsSums else { return rehearing.remembered == 0 ? before.mean : nil }
        let mean = before.weighted(frames: rehearing.remembered).adding(heard).mean
        guard SecondPass.distance(used, mean) > rehearing.toleratedDistance else { return nil }
        used = mean
        return mean
    }

    /// Euclidean distance of two means. The first coefficient is loudness and by far the largest.
    static func distance(_ left: [Float], _ right: [Float]) -> Float {
        zip(left, right).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
    }
}
