import Gestures
import Testing

@Suite struct SimultaneousGestureTests {
    @Test(arguments: [
        Timeline(
            "It begins with the first and ends with the last",
            [.down(0), .wait(350), .up(900)], [.began, .changed, .ended]),
        Timeline("One that fails does not end the other", [.down(0), .up(100)], [.began, .ended]),
        Timeline(
            "The system cancels both, once", [.down(0), .cancel(10), .cancel(11)],
            [.began, .cancelled]),
        Timeline(
            "The system cancels where one is over already",
            [.down(0), .wait(350), .cancel(400)], [.began, .changed, .cancelled]),
        Timeline("The system cancels it at rest", [.cancel(0)], [.cancelled]),
    ])
    func holdAndPress(_ timeline: Timeline) {
        var both = Hold().simultaneously(with: LongPress(minimumDuration: 0.35))
        #expect(states(both.run(timeline.steps)) == timeline.states)
    }

    @Test func bothFailed() {
        var both = Tap().simultaneously(with: LongPress(minimumDuration: 0.35))
        #expect(states(both.run(.down(0), .other(5))) == [.failed])
    }

    @Test func valueHoldsTheLatestOfBoth() {
        var both = Tap().simultaneously(with: LongPress(minimumDuration: 0.35))
        let press = LongPress.Value(start: ms(0), time: ms(350))
        let phases = both.run(.down(0), .wait(350), .up(400))
        #expect(phases.map(\.value?.second) == [press, press])
        #expect(phases.map(\.value?.first) == [nil, Tap.Value(start: ms(0), end: ms(400))])
        #expect(states(phases) == [.began, .ended])
    }

    @Test func brokenOffByPolicyAfterItHasBegun() {
        var both = Hold(otherKeys: .cancel).simultaneously(with: Tap())
        #expect(states(both.run(.down(0), .other(5))) == [.began, .cancelled])
    }
}
