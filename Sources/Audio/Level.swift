/// The loudness of sound, as a meter shows it.
public enum Level {
    /// The largest magnitude as a fraction of full scale, 0…1; 0 for no frames.
    public static func peak(of block: [Int16]) -> Double {
        var peak: UInt16 = 0
        for frame in block { peak = max(peak, frame.magnitude) }
        return min(1, Double(peak) / 32_767)
    }

    /// Decibels relative to full scale of a fraction of it; 0 dBFS for 1, and `silence` for 0.
    public static func decibels(_ fraction: Double) -> Double {
        guard fraction > 0, fraction.isFinite else { return silence }
        return max(silence, 20 * Arithmetic.log10(fraction))
    }

    /// What stands for no sound at all, in dBFS: below the last bit of 16.
    public static let silence = -100.0
}
