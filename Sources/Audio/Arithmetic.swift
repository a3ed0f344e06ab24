/// The few transcendental functions that filters and meters need, without a C library.
enum Arithmetic {
    /// 1 / 2n(2n + 1), from n = 10 down to 1.
    private static let sineReciprocals: [Double] = (1...10).reversed().map { (n: Int) -> Double in
        1 / Double(2 * n * (2 * n + 1))
    }
    /// 1 / (2n)², from n = 1 up.
    private static let besselReciprocals: [Double] = (1...60).map { (n: Int) -> Double in
        1 / Double(4 * n * n)
    }

    /// The sine of π·x. Exact at the whole numbers; elsewhere to about 1e-15.
    static func sinPi(_ x: Double) -> Double {
        let whole = x.rounded()
        let angle = (x - whole) * .pi
        // Taylor's series by Horner's rule: at π/2 the term in x^21 is below 1e-15.
        let square = angle * angle
        var sum = 1.0
        for reciprocal in sineReciprocals { sum = 1 - square * reciprocal * sum }
        sum *= angle
        return whole.truncatingRemainder(dividingBy: 2) == 0 ? sum : -sum
    }

    /// sin(πx) / πx, and 1 at 0.
    static func sinc(_ x: Double) -> Double {
        x == 0 ? 1 : sinPi(x) / (.pi * x)
    }

    /// The modified Bessel function of the first kind, order 0, for the arguments of a Kaiser
    /// window (0…20).
    static func besselI0(_ x: Double) -> Double {
        let square = x * x
        var term = 1.0
        var sum = 1.0
        for reciprocal in besselReciprocals {
            term *= square * reciprocal
            sum += term
            if term < sum * 1e-17 { break }
        }
        return sum
    }

    /// The decimal logarithm of a positive finite number, to about 1e-14.
    static func log10(_ x: Double) -> Double {
        // x = 2^e · m with m in [1, 2); ln m = 2 artanh((m - 1) / (m + 1)).
        let z = (x.significand - 1) / (x.significand + 1)
        var power = z
        var sum = 0.0
        for n in 0..<16 {
            sum += power / Double(2 * n + 1)
            power *= z * z
        }
        let ln = 2 * sum + Double(x.exponent) * 0.693_147_180_559_945_3
        return ln / 2.302_585_092_994_045_7
    }
}
