import Audio
import Testing

@Suite("Level and statistics")
struct LevelTests {
    @Test(
        "the peak is the largest magnitude as a fraction of full scale",
        arguments: [
            ([], 0), ([0, 0], 0), ([100, -16_384, 3], 16_384.0 / 32_767), ([.max], 1), ([.min], 1),
        ] as [([Int16], Double)])
    func peak(_ block: [Int16], _ expected: Double) {
        #expect(Level.peak(of: block) == expected)
    }

    @Test(
        "decibels are relative to full scale, and never less than silence",
        arguments: [
            (1, 0), (0.5, -6.0206), (0.1, -20), (0.001, -60), (1e-9, -100), (0, -100), (-1, -100),
            (2, 6.0206), (.nan, -100), (.infinity, -100),
        ] as [(Double, Double)])
    func decibels(_ fraction: Double, _ expected: Double) {
        #expect(abs(Level.decibels(fraction) - expected) < 1e-4)
    }

    private func statistics(_ blocks: [Int16]...) -> SoundStatistics {
        var statistics = SoundStatistics()
        for block in blocks { statistics.add(block) }
        return statistics
    }

    @Test("only zeros are digital silence, and no sound at all is not")
    func digitalSilence() {
        #expect(statistics([0, 0], [0]).isDigitalSilence)
        #expect(!statistics([0, 0], [1]).isDigitalSilence)
        #expect(!statistics().isDigitalSilence)
    }

    @Test("frames are clipped if they stay at full scale, also across blocks")
    func clipping() {
        #expect(statistics([0, 32_767, 0, -32_768, 0]).clipped == 0)
        #expect(statistics([32_767, 32_767, 32_767, 5]).clipped == 2)
        #expect(statistics([0, -32_768], [-32_768, 0]).clipped == 1)
        #expect(statistics([32_767, -32_768, 32_767, -32_768]).clipped == 0)
        #expect(statistics([32_767, 32_767]).isClipped)
        #expect(!statistics([Int16](repeating: 9, count: 5000), [32_767, 32_767]).isClipped)
    }

    @Test("the root mean square leaves the constant part out")
    func rms() {
        let square = (0..<1000).map { Int16($0 % 2 == 0 ? 8_192 + 1_000 : -8_192 + 1_000) }
        let all = statistics(square)
        #expect(abs(all.rms - 0.25) < 1e-9)
        #expect(abs(all.offset - 1_000.0 / 32_768) < 1e-9)
        #expect(statistics().rms == 0)
    }

    @Test(
        "quiet noise is the same for the same seed, within its peak, and hardly ever zero for long")
    func quietNoise() {
        var one = QuietNoise(seed: 7)
        var other = QuietNoise(seed: 7)
        let frames = one.frames(1600)
        #expect(frames == other.frames(800) + other.frames(800))
        #expect(frames.allSatisfy { (-8...8).contains($0) })
        #expect(Set(frames).count == 17)
        #expect(abs(frames.reduce(0) { $0 + Int($1) }) < 1600)
        var third = QuietNoise(seed: 8)
        #expect(third.frames(1600) != frames)
        var silent = QuietNoise(peak: 0)
        #expect(silent.frames(3) == [0, 0, 0])
    }
}
