import CPocketSphinx

/// The cepstral mean of a decoder at some instant, with what the next one is being made of.
struct MeanState {
    fileprivate var state = utter_ps_mean()

    init() {}

    /// Whether the library tells what has been heard since a mean was set, not only the mean.
    static var tellsSums: Bool { utter_ps_generation() == 0 }

    /// A mean that counts for so many frames against what is heard next; missing coefficients are 0.
    init(mean: [Float], frames: Int) {
        let count = Int(UTTER_PS_CEPSTRA)
        MeanState.copy(
            Array((mean + Array(repeating: 0, count: count)).prefix(count)), to: &state.mean)
        self = weighted(frames: frames)
    }

    /// The mean itself, one number for each coefficient.
    var mean: [Float] { MeanState.array(state.mean) }

    /// The same mean, counting for so many frames against what is heard next.
    func weighted(frames: Int) -> MeanState {
        var result = self
        MeanState.copy(mean.map { $0 * Float(frames) }, to: &result.state.sum)
        result.state.frames = Int32(frames)
        return result
    }

    /// This and what `other` has heard, together.
    func adding(_ other: MeanState) -> MeanState {
        var result = self
        let sums = zip(MeanState.array(state.sum), MeanState.array(other.state.sum)).map { $0 + $1 }
        result.state.frames += other.state.frames
        let frames = Float(result.state.frames)
        guard frames > 0 else { return other }
        MeanState.copy(sums, to: &result.state.sum)
        MeanState.copy(sums.map { $0 / frames }, to: &result.state.mean)
        // What was heard long ago counts for less and less, as in the library.
        return result.state.frames > MeanState.mostFrames
            ? result.weighted(frames: Decoder.rememberedFrames) : result
    }

    private static let mostFrames = 800

    fileprivate static func copy<Tuple>(_ numbers: [Float], to tuple: inout Tuple) {
        withUnsafeMutableBytes(of: &tuple) { bytes in
            numbers.withUnsafeBytes { bytes.copyMemory(from: $0) }
        }
    }

    private static func array<Tuple>(_ tuple: Tuple) -> [Float] {
        withUnsafeBytes(of: tuple) { Array($0.bindMemory(to: Float.self)) }
    }
}

extension Decoder {
    /// Frames (5 s) that a remembered mean counts for against what is heard next, as in the library.
    public static let rememberedFrames = 500

    var meanState: MeanState? {
        var state = MeanState()
        return utter_ps_get_mean(handle, &state.state) ? state : nil
    }

    func restore(_ state: MeanState?) {
        guard var state = state?.state else { return }
        _ = utter_ps_set_mean(handle, &state)
    }

    /// The live mean of the cepstra: what is known of microphone and voice, 13 numbers.
    public var cepstralMean: [Float]? { meanState?.mean }

    /// Sets the live mean.
    ///
    /// - Parameter frames: what it counts for: 0 and the next utterance replaces it at its end.
    public func setCepstralMean(_ mean: [Float], frames: Int = rememberedFrames) {
        guard mean.count == Int(UTTER_PS_CEPSTRA) else { return }
        restore(MeanState(mean: mean, frames: frames))
    }
}
