/// The loudness of sound, as the meter shows it.
public enum Level {
    /// The largest magnitude as a fraction of full scale, 0…1; 0 for no frames.
    public static func peak(of block: [Int16]) -> Double {
        var peak: UInt16 = 0
        for frame in block { peak = max(peak, frame.magnitude) }
        return min(1, Double(peak) / 32_767)
    }
}
