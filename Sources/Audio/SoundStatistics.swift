/// What can be said of some sound without understanding it, gathered block by block.
public struct SoundStatistics: Hashable, Sendable {
    /// Frames seen.
    public private(set) var frames = 0
    /// Frames that are exactly 0.
    public private(set) var zeros = 0
    /// Frames at full scale next to another of the same sign: one alone may be a peak that just
    /// fits.
    public private(set) var clipped = 0
    /// Largest magnitude as a fraction of full scale, 0…1.
    public private(set) var peak = 0.0
    private var sum = 0.0
    private var squares = 0.0
    private var last: Int16 = 0

    public init() {}

    /// Takes the next block, mono 16-bit.
    public mutating func add(_ block: [Int16]) {
        frames += block.count
        peak = max(peak, Level.peak(of: block))
        for frame in block {
            if frame == 0 { zeros += 1 }
            let full = frame >= 32_767 || frame <= -32_767
            if full, last >= 32_767 && frame > 0 || last <= -32_767 && frame < 0 { clipped += 1 }
            let value = Double(frame) / 32_768
            sum += value
            squares += value * value
            last = frame
        }
    }

    /// Root mean square as a fraction of full scale, the constant part taken out: a sine at full
    /// scale has 0.71.
    public var rms: Double {
        guard frames > 0 else { return 0 }
        let mean = sum / Double(frames)
        return max(0, squares / Double(frames) - mean * mean).squareRoot()
    }

    /// The constant part as a fraction of full scale, -1…1.
    public var offset: Double {
        frames > 0 ? sum / Double(frames) : 0
    }

    /// Not one frame differs from 0: a muted or unconnected microphone. A working one always has
    /// noise.
    public var isDigitalSilence: Bool {
        frames > 0 && zeros == frames
    }

    /// More than one frame in a thousand is cut off: the gain is too high for the recogniser's
    /// good.
    public var isClipped: Bool {
        clipped * 1000 > frames
    }
}
