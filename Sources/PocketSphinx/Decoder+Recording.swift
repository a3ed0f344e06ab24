internal import Audio
public import Speech

extension Decoder {
    /// The longest audio that is searched in one piece; the lattice of more would take long and much memory.
    private static let longestPiece = 40 * AudioFormat.sampleRate
    /// Pieces of a longer recording are at least this long.
    private static let shortestPiece = 15 * AudioFormat.sampleRate

    /// Decodes a whole recording of any length; a long one is cut where it is quietest.
    public func decode(recording samples: [Int16]) throws(RecognizerError) -> Hypothesis {
        guard samples.count > Decoder.longestPiece else {
            return judged(try decode(samples), of: samples)
        }
        var pieces = PieceJoiner()
        var rest = samples[...]
        while !rest.isEmpty {
            let length =
                rest.count <= Decoder.longestPiece
                ? rest.count : Decoder.quietest(in: rest.prefix(Decoder.longestPiece))
            let piece = Array(rest.prefix(length))
            pieces.append(judged(try decode(piece), of: piece), samples: length)
            rest = rest.dropFirst(length)
        }
        return pieces.hypothesis
    }

    /// A hypothesis, or an empty one if what was heard cannot have been speech. A command language judges itself.
    func judged(_ hypothesis: Hypothesis, of samples: [Int16]) -> Hypothesis {
        guard isProse, !hypothesis.words.isEmpty,
            !ConfidenceInSpeech.isSpeech(
                hypothesis, samples: samples, rate: AudioFormat.sampleRate)
        else { return hypothesis }
        return Hypothesis(text: "", duration: hypothesis.duration)
    }

    /// The middle of the quietest 300 ms behind the shortest piece, as a length from the beginning.
    private static func quietest(in samples: ArraySlice<Int16>) -> Int {
        let step = AudioFormat.blockFrames
        let energies = stride(from: shortestPiece, to: samples.count - step, by: step).map {
            start in
            let first = samples.startIndex + start
            return samples[first..<first + step].reduce(0) { $0 + Int($1) * Int($1) }
        }
        let window = 15
        guard energies.count > window else { return samples.count }
        var sum = energies[..<window].reduce(0, +)
        var best = (sum: sum, index: 0)
        for index in 1...(energies.count - window) {
            sum += energies[index + window - 1] - energies[index - 1]
            if sum < best.sum { best = (sum, index) }
        }
        return shortestPiece + (best.index + window / 2) * step
    }
}
