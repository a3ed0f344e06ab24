import Dictation
import Keyboard
import Support
import Testing

/// A named set of options that the properties are checked under.
struct World: Sendable, CustomTestStringConvertible {
    var name: String
    var options: SessionOptions
    var testDescription: String { name }

    init(_ name: String, _ mode: TalkMode, _ change: (inout SessionOptions) -> Void = { _ in }) {
        self.name = name
        var options = SessionOptions(chord: KeyChord(.space), mode: mode)
        // Short enough to be reached.
        options.maximumDuration = .seconds(5)
        change(&options)
        self.options = options
    }

    static let all = [
        World("hold", .hold),
        World("hold, cancel on focus loss, other keys cancel", .hold) {
            $0.onFocusLoss = .cancel
            $0.otherKeys = .cancel
        },
        World("hold, deliver on focus loss, other keys end, no tail", .hold) {
            $0.onFocusLoss = .deliver
            $0.otherKeys = .end
            $0.tail = .zero
        },
        World("hold, confirm", .hold) { $0.confirm = true },
        World("hold, once", .hold) { $0.once = true },
        World("hold, adopted once", .hold) {
            $0.held = true
            $0.once = true
        },
        World("hold, tap toggles", .hold) { $0.tap = .toggle },
        World("hold, long tail", .hold) { $0.tail = .seconds(1) },
        World("auto-repeat", .autoRepeat),
        World("toggle", .toggle),
    ]
}

@Suite struct PropertyTests {
    static let sequencesPerWorld = Int(22_000 / Patience.factor / Patience.factor)

    /// Random sequences from every state; a failure is shrunk and printed with its seed.
    @Test(arguments: World.all)
    func randomSequencesKeepEveryProperty(_ world: World) {
        var seeds = SystemRandomNumberGenerator()
        let seed = UInt64.random(in: .min ... .max, using: &seeds)
        print("properties of \(world.name): seed \(seed), \(Self.sequencesPerWorld) sequences")
        Self.check(world, seed: seed, sequences: Self.sequencesPerWorld)
    }

    /// The same on every machine, and quick: what the mutants are tried on.
    @Test func sequencesOfAFixedSeedKeepEveryProperty() {
        Self.check(World("hold", .hold), seed: 1, sequences: 1000)
    }

    /// The other key comes at the instant at which the second phase begins, before a spurious release is known as one.
    @Test func aKeyThatCancelsMayComeWhileAReleaseIsUndecided() {
        let steps = [(TrialStep.Kind.press, 0), (.release, 349), (.otherKey, 1), (.press, 0)].map {
            TrialStep(kind: $0.0, delay: TrialStep.delays.firstIndex(of: $0.1) ?? 0)
        }
        #expect(Self.outcome(of: steps, in: World.all[1]) == nil)
    }

    static func check(_ world: World, seed: UInt64, sequences: Int) {
        var generator = Dice(seed: seed)
        for number in 0..<sequences {
            let length = 3 + generator.below(14)
            let steps = (0..<length).map { _ in TrialStep.random(&generator) }
            guard outcome(of: steps, in: world) != nil else { continue }
            let least = shrink(steps) { outcome(of: $0, in: world) != nil }
            Issue.record(
                """
                \(world.name), seed \(seed), sequence \(number): \(outcome(of: least, in: world) ?? "")
                \(least.map(\.description).joined(separator: ", "))
                """)
            return
        }
    }

    static func outcome(of steps: [TrialStep], in world: World) -> String? {
        var trial = Trial(world.options)
        trial.run(steps)
        return trial.firstFailure ?? trial.checkRest(by: RestBy.allCases[steps.count % 3])
    }
}
