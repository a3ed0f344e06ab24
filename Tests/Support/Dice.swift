/// Random numbers that are the same for the same seed on every machine, so that a printed seed is a test case
/// (SplitMix64; Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014).
public struct Dice: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) {
        state = seed
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    public mutating func pick<Element>(_ choices: [Element]) -> Element {
        choices[Int.random(in: choices.indices, using: &self)]
    }

    public mutating func happens(_ probability: Double) -> Bool {
        Double.random(in: 0..<1, using: &self) < probability
    }

    /// A number below `bound`, near enough to uniform for tests.
    public mutating func below(_ bound: Int) -> Int {
        Int(truncatingIfNeeded: (next() >> 33) % UInt64(bound))
    }
}
