import Gestures
import Testing

@Suite struct TapTests {
    @Test(arguments: [
        Timeline("A press and a release are a tap", [.down(0), .up(80)], [.ended]),
        Timeline(
            "A tap may last as long as it likes", [.down(0), .again(700), .up(9000)], [.ended]),
        Timeline("Another key in between fails it at once", [.down(0), .other(10)], [.failed]),
        Timeline("Another key before it is nothing", [.other(0), .down(10), .up(90)], [.ended]),
        Timeline("A release without a press is nothing", [.up(0)], []),
        Timeline("A key handed over counts as pressed", [.held(0), .up(50)], [.ended]),
        Timeline("A second key is not a tap", [.down(0), .down(10, control)], [.failed]),
        Timeline("What comes after the end is nothing", [.down(0), .up(80), .down(100)], [.ended]),
        Timeline("The system cancels it while down", [.down(0), .cancel(1), .up(2)], [.cancelled]),
        Timeline("The system cancels it once", [.cancel(0), .cancel(1)], [.cancelled]),
        Timeline(
            "Once it has ended it cannot be cancelled", [.down(0), .up(1), .cancel(2)], [.ended]),
    ])
    func singleTap(_ timeline: Timeline) {
        var tap = Tap()
        #expect(states(tap.run(timeline.steps)) == timeline.states)
    }

    @Test(arguments: [
        Timeline("Two in time", [.down(0), .up(80), .down(300), .up(350)], [.ended]),
        Timeline(
            "One alone fails when the interval is over", [.down(0), .up(80), .wait(430)], [.failed]),
        Timeline("One alone is undecided until then", [.down(0), .up(80), .wait(429)], []),
        Timeline("Too late is failed", [.down(0), .up(80), .down(500), .up(600)], [.failed]),
        Timeline("Another key between the taps fails", [.down(0), .up(80), .other(90)], [.failed]),
        Timeline(
            "The system cancels between the taps", [.down(0), .up(80), .cancel(90)], [.cancelled]),
    ])
    func doubleTap(_ timeline: Timeline) {
        var tap = Tap(count: 2)
        #expect(states(tap.run(timeline.steps)) == timeline.states)
    }

    @Test func valueTellsWhenTheLastTapWas() {
        var tap = Tap(count: 2)
        #expect(
            tap.run(.down(0), .up(80), .down(300), .up(350))
                == [.ended(Tap.Value(start: ms(300), end: ms(350)))])
    }

    @Test func resetForgetsTheAttempt() {
        var tap = Tap(count: 2)
        _ = tap.run(.down(0), .up(80))
        tap.reset()
        #expect(tap == Tap(count: 2))
        #expect(tap.deadline == nil)
        #expect(!tap.isTracking)
    }
}
