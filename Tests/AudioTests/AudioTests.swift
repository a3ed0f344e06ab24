import Audio
import Testing

@Suite("Level")
struct LevelTests {
    @Test(
        "the peak is the largest magnitude as a fraction of full scale",
        arguments: [
            ([], 0), ([0, 0], 0), ([100, -16_384, 3], 16_384.0 / 32_767), ([.max], 1), ([.min], 1),
        ] as [([Int16], Double)])
    func peak(_ block: [Int16], _ expected: Double) {
        #expect(Level.peak(of: block) == expected)
    }
}
