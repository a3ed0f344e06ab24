import Gestures
import Keyboard
import Testing

/// What UIKit's states allow, held by every recogniser over every sequence of up to five inputs.
@Suite struct LegalTransitionTests {
    private static let inputs: [(input: GestureInput?, pause: Duration)] = [
        (.down(space), ms(10)), (.down(control), ms(10)), (.held(space), ms(10)),
        (.repeated(space), ms(40)), (.up(space), ms(10)), (.up(control), ms(10)),
        (.other(letter), ms(10)), (.cancelled, ms(10)), (nil, ms(360)),
    ]

    @Test func tap() { Self.check(Tap()) }
    @Test func doubleTap() { Self.check(Tap(count: 2)) }
    @Test func longPress() { Self.check(LongPress(minimumDuration: 0.35)) }
    @Test func tapThenPress() { Self.check(LongPress(minimumDuration: 0.35, tapsRequired: 1)) }
    @Test func pressOfTwoKeys() { Self.check(LongPress(minimumDuration: 0.35, keysRequired: 2)) }
    @Test func pressThatNeedsARepeat() {
        Self.check(LongPress(minimumDuration: .milliseconds(350), needsRepeat: true))
    }
    @Test func hold() { Self.check(Hold()) }
    @Test func holdThatOtherKeysCancel() { Self.check(Hold(otherKeys: .cancel)) }
    @Test func holdThatOtherKeysEnd() { Self.check(Hold(otherKeys: .end)) }
    @Test func sequence() {
        Self.check(LongPress(minimumDuration: 0.35).sequenced(before: Hold()))
        Self.check(Hold().sequenced(before: Tap()))
    }
    @Test func exclusive() {
        Self.check(Tap(count: 2).exclusively(before: Hold()))
        Self.check(
            LongPress(minimumDuration: 0.35).sequenced(before: Hold()).exclusively(before: Tap()))
    }
    @Test func simultaneous() {
        Self.check(Tap().simultaneously(with: Hold(otherKeys: .cancel)))
    }

    private static func check(_ gesture: some Gesture) {
        var path: [Int] = []
        let failure = explore(gesture, at: .zero, depth: 5, path: &path)
        #expect(failure == nil)
    }

    private static func explore<G: Gesture>(
        _ gesture: G, at time: Duration, depth: Int, path: inout [Int]
    ) -> String? {
        for (number, (input, pause)) in inputs.enumerated() {
            var next = gesture
            let now = time + pause
            path.append(number)
            var phases: [GesturePhase<G.Value>] = []
            var state = next.state
            func record(_ phase: GesturePhase<G.Value>?, of next: G) -> Bool {
                guard let phase else { return next.state == state }
                phases.append(phase)
                defer { state = next.state }
                return state.canBecome(phase.state) && next.state == phase.state
            }
            while let deadline = next.deadline, deadline <= now {
                guard record(next.deadlinePassed(at: deadline), of: next) else {
                    return fault(path)
                }
                if next.deadline == deadline { return fault(path, "keeps its deadline") }
            }
            let wasOver = next.state.isOver
            if let input, !record(next.handle(input, at: now), of: next) { return fault(path) }
            if input == .cancelled, !wasOver, next.state != .cancelled || phases.last != .cancelled
            {
                return fault(path, "is not cancelled")
            }
            if next.state.isOver, next.deadline != nil || next.isTracking {
                return fault(path, "is over and waits")
            }
            if depth > 1, let failure = explore(next, at: now, depth: depth - 1, path: &path) {
                return failure
            }
            path.removeLast()
        }
        return nil
    }

    private static func fault(_ path: [Int], _ what: String = "breaks a transition") -> String {
        let steps = path.map { inputs[$0].input.map { "\($0)" } ?? "wait" }
        return "\(what): \(steps.joined(separator: ", "))"
    }
}
