internal import Audio
public import Speech

/// What a hold came to.
public struct HoldResult: Sendable {
    public var hypothesis: Hypothesis
    /// Whether the words came from a second pass, because nothing was known of the voice before.
    public var tookSecondPass: Bool
}

/// Decodes one hold after the other as their audio arrives, however long they are.
///
/// A long hold is cut into pieces while the key is still down, so that the search over the lattice at its end
/// is one over the last piece only. The first hold of an unknown voice is decoded again once its own cepstral
/// mean is known. Like `Decoder` it belongs to one thread.
public final class HoldDecoder {
    private let decoder: Decoder
    private var policy: HoldPolicy
    private var pieces = PieceJoiner()
    /// Audio of the piece being decoded, for what must be heard again in the next one.
    private var piece: [Int16] = []
    private var secondPass: SecondPass?
    /// The mean at the start of the hold, which comes back if nothing was said.
    private var meanBefore: MeanState?
    /// The mean that the model itself starts from.
    private let initialMean: MeanState?
    private var isOpen = false

    /// Seconds of words heard since nothing was known.
    private var learned = 0.0

    /// Whether the mean of this voice and microphone is known: restored, or learned from holds with words.
    public private(set) var knowsVoice = false

    public init(decoder: Decoder, policy: HoldPolicy = HoldPolicy()) {
        self.decoder = decoder
        self.policy = policy
        initialMean = decoder.meanState
    }

    /// Uses a mean that was learned earlier; nil forgets what is known.
    public func setMean(_ mean: [Float]?) {
        if let mean { decoder.setCepstralMean(mean) } else { decoder.restore(initialMean) }
        knowsVoice = mean != nil
        learned = 0
    }

    /// The mean to keep for this voice and microphone, once it is known.
    public var mean: [Float]? { knowsVoice ? decoder.cepstralMean : nil }

    public func begin() throws(RecognizerError) {
        pieces = PieceJoiner()
        piece = []
        meanBefore = decoder.meanState
        secondPass = nil
        if let before = meanBefore {
            secondPass = SecondPass(
                knowsVoice ? policy.rehearing.known : policy.rehearing.unknown, before: before)
            // It counts for nothing, so that the mean after the hold is that of the hold alone.
            decoder.restore(before.weighted(frames: 0))
        }
        try decoder.begin()
        isOpen = true
    }

    /// Takes what was captured, in blocks of any length.
    public func feed(_ samples: [Int16]) throws(RecognizerError) {
        guard isOpen else { return }
        var rest = samples[...]
        while !rest.isEmpty {
            let block = rest.prefix(AudioFormat.blockFrames)
            rest = rest.dropFirst(block.count)
            try decoder.feed(block)
            piece += block
            if pieces.isEmpty,
                let mean = secondPass?.mean(audio: piece.count, heard: decoder.meanState)
            {
                try again(with: mean)
            }
            try cutIfDue(after: block)
        }
    }

    /// The words so far, of all pieces.
    public func partial() -> String {
        guard isOpen else { return "" }
        return PieceJoiner.join(pieces.text, decoder.partial())
    }

    /// The words of the pieces that are over, which will not change, and how many they are.
    var settled: (text: String, count: Int) { (pieces.text, pieces.wordCount) }

    /// The words of the piece in hand: however long the hold is, they are those of some seconds.
    func openPartial() -> String { isOpen ? decoder.partial() : "" }

    /// Seconds of audio taken since `begin`.
    public var audio: Duration {
        .milliseconds((pieces.samples + piece.count) * 1000 / AudioFormat.sampleRate)
    }

    /// Ends the hold and gives its words.
    public func finish() throws(RecognizerError) -> HoldResult {
        guard isOpen else {
            return HoldResult(hypothesis: Hypothesis(text: ""), tookSecondPass: false)
        }
        isOpen = false
        var last = try decoder.finish()
        var tookSecondPass = false
        if let own = decoder.meanState {
            // The mean of this hold alone. If the words were heard with a very different one, they are heard again.
            if pieces.isEmpty, secondPass?.meanAtEnd(audio: piece.count, heard: own) != nil {
                last = try decoder.decode(piece)
                tookSecondPass = true
            }
            decoder.restore(meanBefore?.adding(own))
        }
        pieces.append(decoder.judged(last, of: piece), samples: piece.count)
        piece = []
        let hypothesis = pieces.hypothesis
        if hypothesis.text.isEmpty {
            // What a cough or a fan left in the mean would cost the next words dearly.
            decoder.restore(meanBefore)
        } else {
            learned += hypothesis.words.reduce(0) { $0 + $1.duration }
            if .seconds(learned) >= policy.unknownVoice { knowsVoice = true }
        }
        return HoldResult(hypothesis: hypothesis, tookSecondPass: tookSecondPass)
    }

    /// Ends the hold and forgets it, the mean included.
    public func cancel() {
        guard isOpen else { return }
        isOpen = false
        decoder.cancel()
        decoder.restore(meanBefore)
        piece = []
    }

    /// Hears the hold from its beginning with a better mean, while more of it is still being said.
    private func again(with mean: [Float]) throws(RecognizerError) {
        decoder.cancel()
        decoder.setCepstralMean(mean, frames: 0)
        try decoder.begin()
        try decoder.feed(piece)
    }

    private func cutIfDue(after block: ArraySlice<Int16>) throws(RecognizerError) {
        switch policy.cut(piece: piece.count, inSpeech: decoder.isInSpeech) {
        case .none:
            return
        case .atPause:
            let hypothesis = decoder.judged(try decoder.finish(), of: piece)
            pieces.append(hypothesis, samples: piece.count)
            piece = []
            try decoder.begin(continuing: true)
        case .inSpeech:
            // There was no pause: the newest words may be incomplete, so they belong to the next piece.
            let hypothesis = try decoder.finish()
            let (kept, samples) = PieceJoiner.complete(
                hypothesis, samples: piece.count, policy: policy)
            pieces.append(kept, samples: samples)
            piece = Array(piece[samples...])
            try decoder.begin(continuing: true)
            try decoder.feed(piece)
        }
    }
}
