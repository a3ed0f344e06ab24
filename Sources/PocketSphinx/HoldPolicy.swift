internal import Audio

/// When a hold is cut into pieces, and when an unknown voice is heard a second time.
public struct HoldPolicy: Hashable, Sendable {
    /// From this length on the next pause ends a piece.
    public var pieceAtPause: Duration = .seconds(8)
    /// A piece without a pause ends here, between two words.
    public var longestPiece: Duration = .seconds(20)
    /// Words that began so shortly before a cut without a pause are heard again in the next piece.
    public var overlap: Duration = .milliseconds(1500)
    /// A voice is known when so much of it has been heard; the mean of less misleads more than it helps.
    public var unknownVoice: Duration = .seconds(5)
    /// Lengths of an unknown voice's hold at which it is heard from its beginning with the mean so far.
    public var rehearAt: [Duration] = [.seconds(1), .seconds(2), .seconds(4), .seconds(8)]
    /// An unknown voice's hold is heard a second time if it is no longer than this.
    public var longestSecondPass: Duration = .seconds(15)
    /// How far the mean that was used may be from the one of the whole hold; more, and it is heard again.
    public var toleratedDistance: Float = 3

    public init() {}

    enum Cut { case none, atPause, inSpeech }

    func cut(piece samples: Int, inSpeech: Bool) -> Cut {
        if samples >= longestPiece.samples { return .inSpeech }
        return !inSpeech && samples >= pieceAtPause.samples ? .atPause : .none
    }
}

extension Duration {
    /// Samples at 16 kHz.
    var samples: Int {
        let (seconds, attoseconds) = components
        let fraction = Double(attoseconds) / 1e18
        return Int((Double(seconds) + fraction) * Double(AudioFormat.sampleRate))
    }
}

/// A hold of a voice of which little or nothing is known.
///
/// Its own cepstral mean is known at its end only, and the words of a pass without it are wrong up to twice
/// as often. Hearing it all again at the end would make one wait a quarter of its length; so it is heard
/// again while the key is still down, each time with the mean of at least half of what it will be.
struct SecondPass {
    private let policy: HoldPolicy
    private var next = 0
    /// The mean with which the newest pass hears.
    var used: [Float]

    init(policy: HoldPolicy, used: [Float]) {
        self.policy = policy
        self.used = used
    }

    /// Whether it is time to hear the hold again; each length counts once.
    mutating func isDue(audio samples: Int) -> Bool {
        guard next < policy.rehearAt.count, samples >= policy.rehearAt[next].samples else {
            return false
        }
        next += 1
        return true
    }

    /// Whether the words must be heard again at the end, `mean` being that of the whole hold.
    func isNeeded(mean: [Float], audio samples: Int) -> Bool {
        guard samples <= policy.longestSecondPass.samples else { return false }
        return SecondPass.distance(used, mean) > policy.toleratedDistance
    }

    /// Euclidean distance of two means. The first coefficient is loudness and by far the largest.
    static func distance(_ left: [Float], _ right: [Float]) -> Float {
        zip(left, right).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
    }
}
