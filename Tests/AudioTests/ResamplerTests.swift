import Foundation
import Testing

@testable import Audio

@Suite("Resampler")
struct ResamplerTests {
    static let rates = [
        8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 44_101, 47_999, 48_000,
        88_200, 96_000, 192_000,
    ]

    private func sine(_ frequency: Double, rate: Int, seconds: Double = 0.12) -> [Float] {
        (0..<Int(Double(rate) * seconds)).map {
            Float(0.5 * sin(2 * .pi * frequency * Double($0) / Double(rate)))
        }
    }

    private func resample(_ input: [Float], from rate: Int, pieces: Int = 1) -> [Float] {
        var resampler = Resampler(from: rate)
        var result: [Float] = []
        let size = (input.count + pieces - 1) / pieces
        for start in stride(from: 0, to: input.count, by: max(1, size)) {
            result += resampler.process(Array(input[start..<min(start + size, input.count)]))
        }
        return result + resampler.finish()
    }

    /// Decibels of the difference between two sounds below the first, their ends left out.
    private func difference(_ wanted: [Float], _ found: [Float]) -> Double {
        let inner = 400..<min(wanted.count, found.count) - 400
        var error = 0.0
        var power = 0.0
        for index in inner {
            error += pow(Double(wanted[index] - found[index]), 2)
            power += pow(Double(wanted[index]), 2)
        }
        return 10 * log10(error / power)
    }

    @Test("a tone comes out as the same tone, in time", arguments: rates)
    func tone(_ rate: Int) {
        for frequency in [100.0, 1_000, 3_300] {
            let found = resample(sine(frequency, rate: rate), from: rate)
            #expect(difference(sine(frequency, rate: 16_000), found) < -80, "\(frequency) Hz")
        }
    }

    @Test(
        "what the recogniser hears of the band comes through", arguments: [44_100, 48_000, 96_000])
    func passband(_ rate: Int) {
        let found = resample(sine(6_800, rate: rate), from: rate)
        #expect(difference(sine(6_800, rate: 16_000), found) < -60)
    }

    @Test(
        "what cannot be had at 16 kHz is taken out, not folded back",
        arguments: [24_000, 44_100, 48_000, 96_000, 192_000])
    func aliases(_ rate: Int) {
        for frequency in [8_100.0, 9_000, 11_900, 20_000, 40_000] {
            guard frequency < Double(rate) / 2 else { continue }
            let found = resample(sine(frequency, rate: rate), from: rate)
            let inner = found[400..<found.count - 400]
            let power = inner.reduce(0.0) { $0 + Double($1 * $1) } / Double(inner.count)
            #expect(10 * log10(power / 0.125) < -80, "\(frequency) Hz")
        }
    }

    @Test("a tone that is brought up has no images above its own half rate")
    func images() {
        let found = resample(sine(3_000, rate: 8_000, seconds: 0.25), from: 8_000)
        #expect(difference(sine(3_000, rate: 16_000, seconds: 0.25), found) < -80)
    }

    @Test("a constant stays constant", arguments: rates)
    func constant(_ rate: Int) {
        let found = resample([Float](repeating: 0.25, count: rate / 10), from: rate)
        #expect(found[300..<found.count - 300].allSatisfy { abs($0 - 0.25) < 1e-5 })
    }

    @Test("the length is that of the input, rounded up", arguments: rates)
    func length(_ rate: Int) {
        for count in [0, 1, 2, 3, 159, 160, 161, 1_000, 4_411] {
            let found = resample([Float](repeating: 0, count: count), from: rate)
            #expect(found.count == (count * 16_000 + rate - 1) / rate)
        }
    }

    @Test("how the input is cut makes no difference", arguments: [8_000, 44_100, 48_000])
    func pieces(_ rate: Int) {
        let input = (0..<2_000).map { Float(($0 * 7_919) % 1_000) / 1_000 - 0.5 }
        let whole = resample(input, from: rate)
        #expect(resample(input, from: rate, pieces: 7) == whole)
        #expect(resample(input, from: rate, pieces: 2_000) == whole)
    }

    @Test("the functions without a C library are those of the C library")
    func arithmetic() {
        for step in -400...400 {
            let x = Double(step) * 0.0371
            #expect(abs(Arithmetic.sinPi(x) - sin(.pi * x)) < 1e-13)
            let y = pow(10, Double(step) / 40)
            #expect(abs(Arithmetic.log10(y) - log10(y)) < 1e-12)
        }
        #expect(Arithmetic.sinPi(3) == 0)
        #expect(abs(Arithmetic.besselI0(8.96) - 1053.0) < 60)
        #expect(abs(Arithmetic.besselI0(1) - 1.266_065_877_752_008) < 1e-14)
        #expect(abs(Arithmetic.besselI0(5) - 27.239_871_823_604_442) < 1e-12)
    }
}
