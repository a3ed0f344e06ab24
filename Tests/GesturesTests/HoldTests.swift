import Gestures
import Testing

@Suite struct HoldTests {
    @Test(arguments: [
        Timeline("From the press to the release", [.down(0), .up(5000)], [.began, .ended]),
        Timeline("From a key handed over to the release", [.held(0), .up(1)], [.began, .ended]),
        Timeline(
            "Repeats change it and restart nothing",
            [.down(0), .again(600), .again(640), .up(650)],
            [.began, .changed, .changed, .ended]),
        Timeline(
            "A repeat proves a key that was pressed before", [.again(0), .up(9)], [.began, .ended]),
        Timeline("Silence is not a release", [.down(0), .wait(600_000)], [.began]),
        Timeline("Another key before it is nothing", [.other(0), .down(1)], [.began]),
        Timeline("A release without a press is nothing", [.up(0)], []),
        Timeline("The system cancels it", [.down(0), .cancel(10), .up(20)], [.began, .cancelled]),
        Timeline(
            "The system cancels it after a change, once",
            [.down(0), .again(9), .cancel(10), .cancel(11)], [.began, .changed, .cancelled]),
        Timeline("The system cancels it at rest", [.cancel(0), .down(1)], [.cancelled]),
        Timeline(
            "Once ended it cannot be cancelled", [.down(0), .up(1), .cancel(2)], [.began, .ended]),
        Timeline(
            "The first key up ends a hold of two",
            [.down(0), .down(1, control), .up(2), .up(3, control)], [.began, .changed, .ended]),
    ])
    func hold(_ timeline: Timeline) {
        var hold = Hold()
        #expect(states(hold.run(timeline.steps)) == timeline.states)
    }

    @Test(arguments: [
        (Hold.Movement.ignore, [GestureState.began, .changed, .ended]),
        (.cancel, [.began, .cancelled]),
        (.end, [.began, .ended]),
    ])
    func anotherKeyDoesWhatThePolicySays(_ policy: Hold.Movement, _ expected: [GestureState]) {
        var hold = Hold(otherKeys: policy)
        #expect(states(hold.run(.down(0), .other(10), .up(20))) == expected)
    }

    @Test func valueTellsOfStartReleaseAndRepeats() {
        var hold = Hold()
        let phases = hold.run(.down(0), .again(600), .again(640), .up(700))
        #expect(phases.last == .ended(Hold.Value(start: ms(0), time: ms(700), repeats: 2)))
    }
}
