/// The time of each frame of the search, given that the front end leaves silence out.
///
/// The search numbers the frames it was given. A pause that the front end removed is missing from that
/// count, so everything after it would seem to be earlier than it was: each run of frames remembers where
/// in the audio it began.
struct FrameClock {
    /// Seconds of one frame.
    static let frame = 0.01

    private struct Run {
        var decoded: Int
        var stream: Int
    }

    private var runs: [Run] = []
    private(set) var decodedFrames = 0

    /// Notes that `count` frames went to the search, the last of which is frame `newestFrame` of the audio.
    mutating func note(count: Int, newestFrame: Int) {
        guard count > 0 else { return }
        let first = newestFrame - count + 1
        if let last = runs.last, last.stream + (decodedFrames - last.decoded) == first {
            decodedFrames += count
            return
        }
        runs.append(Run(decoded: decodedFrames, stream: first))
        decodedFrames += count
    }

    /// The frame of the audio to which a frame of the search belongs.
    func streamFrame(of decoded: Int) -> Int {
        guard let run = runs.last(where: { $0.decoded <= decoded }) else { return decoded }
        return run.stream + decoded - run.decoded
    }
}
