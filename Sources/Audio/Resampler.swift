/// Changes the rate of mono sound, block by block, with a windowed-sinc filter.
///
/// The passband reaches to 86 % of the lower of the two half rates, and what is above the half rate
/// is at least 80 dB down. The result does not depend on how the input is cut into blocks, is not
/// delayed, and has ⌈frames · output / input⌉ frames in all. Source: J. O. Smith, Digital Audio
/// Resampling (CCRMA, 2002); Kaiser's window.
public struct Resampler: Sendable {
    /// Zero crossings of the sinc on either side: the longer, the steeper.
    private static let crossings = 40.0
    /// Kaiser's β for 90 dB.
    private static let beta = 8.96
    /// Phases of a filter as wide as the input's band; between them it is interpolated (error below
    /// -100 dB).
    private static let mostPhases = 512.0

    /// Input frames on either side of a position that its value depends on.
    private let reach: Int
    /// In cycles per input frame: the middle of the transition.
    private let cutoff: Double
    /// Each phase's coefficients, `2 * reach` of them, and one phase more for the interpolation;
    /// empty until needed, because a short clip needs few.
    private var filters: [[Float]]
    private let phases: Int
    /// The rates in lowest terms: output frame n lies at n · step / unit of the input.
    private let step: Int
    private let unit: Int

    /// Input not yet done with. Index 0 is `reach - 1` frames before the next output's whole
    /// position.
    private var input: [Float]
    /// The fraction of the next output's position, in 1 / `unit`.
    private var fraction = 0
    private var taken = 0
    private var given = 0

    /// From `input` to `output` frames a second; both positive.
    public init(from input: Int, to output: Int = AudioFormat.sampleRate) {
        precondition(input > 0 && output > 0)
        var (a, b) = (input, output)
        while b != 0 { (a, b) = (b, a % b) }
        step = input / a
        unit = output / a
        let ratio = min(1, Double(output) / Double(input))
        // A lower cutoff makes a smoother filter, which needs fewer.
        phases = min(unit, max(32, Int(Self.mostPhases * ratio)))
        // The transition's upper end is the lower half rate.
        let cutoff = 0.5 * ratio * 0.93
        reach = Int((Self.crossings / (2 * cutoff)).rounded(.up))
        self.cutoff = cutoff
        filters = [[Float]](repeating: [], count: phases + 1)
        self.input = [Float](repeating: 0, count: reach - 1)
    }

    /// Takes the next frames and returns what can be given by now.
    public mutating func process(_ block: [Float]) -> [Float] {
        input += block
        taken += block.count
        return produce(limit: .max)
    }

    /// Returns the rest, as if silence followed.
    public mutating func finish() -> [Float] {
        input += [Float](repeating: 0, count: reach + 1)
        let (whole, rest) = taken.quotientAndRemainder(dividingBy: step)
        let total = whole * unit + (rest * unit + step - 1) / step
        return produce(limit: total - given)
    }

    private mutating func produce(limit: Int) -> [Float] {
        var result: [Float] = []
        result.reserveCapacity(min(limit, input.count / step * unit + unit))
        var start = 0
        while result.count < limit, start + 2 * reach <= input.count {
            result.append(value(at: start))
            fraction += step
            start += fraction / unit
            fraction %= unit
        }
        given += result.count
        // A step never goes past the end: the filter is some forty steps long on either side.
        input.removeFirst(start)
        return result
    }

    private mutating func value(at start: Int) -> Float {
        let position = fraction * phases
        let (phase, rest) = position.quotientAndRemainder(dividingBy: unit)
        let first = sum(phase, at: start)
        if rest == 0 { return first }
        let second = sum(phase + 1, at: start)
        return first + (second - first) * (Float(rest) / Float(unit))
    }

    private mutating func sum(_ phase: Int, at start: Int) -> Float {
        if filters[phase].isEmpty { filters[phase] = filter(phase) }
        let taps = filters[phase]
        var sum: Float = 0
        for index in taps.indices { sum += taps[index] * input[start + index] }
        return sum
    }

    /// The coefficients for a position that lies `phase / phases` behind a whole one.
    private func filter(_ phase: Int) -> [Float] {
        let offset = Double(phase) / Double(phases)
        let width = Double(reach)
        let scale = Arithmetic.besselI0(Self.beta)
        var taps: [Double] = (0..<2 * reach).map { index in
            let x = Double(index - reach + 1) - offset
            let edge = 1 - (x / width) * (x / width)
            guard edge > 0 else { return 0 }
            let window = Arithmetic.besselI0(Self.beta * edge.squareRoot()) / scale
            return 2 * cutoff * Arithmetic.sinc(2 * cutoff * x) * window
        }
        // A constant stays what it is in every phase.
        let sum = taps.reduce(0, +)
        for index in taps.indices { taps[index] /= sum }
        return taps.map { Float($0) }
    }
}
