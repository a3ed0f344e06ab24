import Dictation
import Keyboard
import Support
import Testing

/// The properties over all short sequences, where random ones might miss a corner.
@Suite struct ExhaustiveTests {
    /// What a session can be told, each once, with the pauses that decide something.
    static let alphabet = [
        TrialStep(kind: .press, delay: 0), TrialStep(kind: .again, delay: 2),
        TrialStep(kind: .release, delay: 1), TrialStep(kind: .otherKey, delay: 1),
        TrialStep(kind: .escape, delay: 1), TrialStep(kind: .focusOut, delay: 1),
        TrialStep(kind: .suspend, delay: 1), TrialStep(kind: .terminate, delay: 1),
        TrialStep(kind: .frame, delay: 1), TrialStep(kind: .micIsLost, delay: 1),
        TrialStep(kind: .final, delay: 1), TrialStep(kind: .wait, delay: 5),
        TrialStep(kind: .wait, delay: 17), TrialStep(kind: .wait, delay: 33),
    ]

    /// A state to start from, by the steps that lead to it.
    struct Start: Sendable, CustomTestStringConvertible {
        var name: String
        var world: World
        var steps: [TrialStep]
        var depth: Int
        var testDescription: String { name }

        init(_ name: String, _ world: World, after steps: [TrialStep] = [], depth: Int) {
            self.name = name
            self.world = world
            self.steps = steps
            self.depth = depth
        }
    }

    /// Down, past the minimum duration, the first frame.
    static let recording = [
        TrialStep(kind: .press, delay: 0), TrialStep(kind: .wait, delay: 17),
        TrialStep(kind: .frame, delay: 1), TrialStep(kind: .wait, delay: 17),
    ]
    /// Up again, past the tail.
    static let decoding =
        recording + [TrialStep(kind: .release, delay: 1), TrialStep(kind: .wait, delay: 12)]

    static let hold = World("hold", .hold)
    static let confirm = World("confirm", .hold) { $0.confirm = true }
    static let starts = [
        Start("hold, from rest", hold, depth: 5),
        Start("auto-repeat, from rest", World("auto-repeat", .autoRepeat), depth: 5),
        Start("toggle, from rest", World("toggle", .toggle), depth: 5),
        Start("hold, while it records", hold, after: recording, depth: 4),
        Start("hold, while it decodes", hold, after: decoding, depth: 4),
        Start(
            "hold, while a text waits", confirm,
            after: decoding + [TrialStep(kind: .final, delay: 1)], depth: 4),
        Start(
            "hold, while it records and decodes", hold, after: decoding + recording, depth: 4),
        Start(
            "adopted hold", World("adopted", .hold) { $0.held = true },
            after: [TrialStep(kind: .wait, delay: 0)], depth: 4),
        Start("tap toggles", World("tap toggles", .hold) { $0.tap = .toggle }, depth: 4),
    ]

    @Test(arguments: starts)
    func everyShortSequenceKeepsEveryProperty(_ start: Start) {
        var trial = Trial(start.world.options)
        trial.run(start.steps)
        #expect(trial.firstFailure == nil)
        var path: [TrialStep] = []
        var count = 0
        // A sanitizer's run is as deep as it needs to come through all of the code.
        let depth = Patience.factor > 1 ? 2 : start.depth
        let failure = Self.explore(trial, depth: depth, path: &path, count: &count)
        #expect(failure == nil)
        print("exhaustive: \(start.name): \(count) sequences of up to \(depth)")
    }

    /// Depth first, so that each sequence costs one event; returns the first failure with its sequence.
    private static func explore(
        _ trial: Trial, depth: Int, path: inout [TrialStep], count: inout Int
    ) -> String? {
        for step in alphabet {
            var next = trial
            next.take(step)
            count += 1
            path.append(step)
            // Rest is looked for a step before the end: one more event reaches nothing new, and it is dear.
            let failure =
                next.firstFailure
                ?? (depth > 1 ? next.checkRest(by: RestBy.allCases[count % 3]) : nil)
            if let failure {
                return "\(failure): " + path.map(\.description).joined(separator: ", ")
            }
            if depth > 1, !next.hasExited,
                let failure = explore(next, depth: depth - 1, path: &path, count: &count)
            {
                return failure
            }
            path.removeLast()
        }
        return nil
    }
}
