import Foundation
import Support
import Testing

/// Random gestures, faults and resizes against the real program, for as long as one likes.
///
/// `make soak MINUTES=…` runs it; UTTER_SOAK_SEED repeats a run.
@Suite(.serialized, .enabled(if: Soak.seconds > 0, "make soak runs it"))
struct SoakTests {
    @Test(.timeLimit(.minutes(600)))
    func `whatever is done to it, it keeps its promises`() async throws {
        let seed =
            Soak.environment["UTTER_SOAK_SEED"].flatMap { UInt64($0) }
            ?? UInt64.random(in: 1..<1_000_000)
        print("soak: seed \(seed), \(Soak.seconds) s")
        var dice = Dice(seed: seed)
        let end = monotonicNow() + .seconds(Soak.seconds)
        var (sessions, gestures, utterances) = (0, 0, 0)
        while monotonicNow() < end {
            let session = try SoakSession(number: sessions + 1, dice: Dice(seed: dice.next()))
            do {
                try await session.run(until: min(end, monotonicNow() + .seconds(25)))
            } catch {
                Issue.record("\(error)\nseed \(seed), \(session)")
                return
            }
            for problem in session.problems {
                Issue.record("\(problem)\nseed \(seed), \(session)")
            }
            guard session.problems.isEmpty else { return }
            sessions += 1
            gestures += session.gestures
            utterances += session.utterances
        }
        #expect(gestures > 0)
        print("soak: \(sessions) sessions, \(gestures) gestures, \(utterances) utterances: clean")
    }
}

enum Soak {
    static let environment = ProcessInfo.processInfo.environment
    static let seconds = Double(environment["UTTER_SOAK_SECONDS"] ?? "") ?? 0
}
