import Gestures
import Testing

@Suite struct LongPressTests {
    @Test(arguments: [
        Timeline(
            "It ends at the minimum duration, under the finger", [.down(0), .wait(350)], [.ended]),
        Timeline("It is undecided just before", [.down(0), .wait(349)], []),
        Timeline("Up before the minimum duration fails it", [.down(0), .up(349)], [.failed]),
        Timeline(
            "Up at the minimum duration is too late to fail it", [.down(0), .up(350)], [.ended]),
        Timeline("Nothing tells of the release", [.down(0), .wait(350), .up(2000)], [.ended]),
        Timeline(
            "Repeats are nothing", [.down(0), .again(250), .again(283), .wait(350)], [.ended]),
        Timeline("Another key fails it at once", [.down(0), .other(20)], [.failed]),
        Timeline("Another key before it is nothing", [.other(0), .down(20), .wait(370)], [.ended]),
        Timeline("A repeat without a press is nothing", [.again(0), .wait(1000)], []),
        Timeline("A second key is one too many", [.down(0), .down(10, control)], [.failed]),
        Timeline("A key handed over counts from then on", [.held(100), .wait(450)], [.ended]),
        Timeline("The system cancels it while undecided", [.down(0), .cancel(20)], [.cancelled]),
        Timeline("The system cancels it at rest", [.cancel(20)], [.cancelled]),
        Timeline("The system cancels once", [.down(0), .cancel(20), .cancel(21)], [.cancelled]),
        Timeline(
            "A cancelled press does not come back", [.down(0), .cancel(20), .wait(900)],
            [.cancelled]),
        Timeline(
            "Once it has ended it cannot be cancelled", [.down(0), .wait(350), .cancel(400)],
            [.ended]),
    ])
    func press(_ timeline: Timeline) {
        var press = LongPress(minimumDuration: 0.35)
        #expect(states(press.run(timeline.steps)) == timeline.states)
    }

    @Test(arguments: [
        Timeline("Tap, then hold", [.down(0), .up(80), .down(200), .wait(550)], [.ended]),
        Timeline("Without the tap it is not", [.down(0), .wait(350)], [.failed]),
        Timeline("The second press must come in time", [.down(0), .up(80), .wait(430)], [.failed]),
        Timeline(
            "The second press may not be a tap", [.down(0), .up(80), .down(200), .up(300)],
            [.failed]),
        Timeline("Another key between them fails it", [.down(0), .up(80), .other(100)], [.failed]),
        Timeline(
            "The system cancels between them", [.down(0), .up(80), .cancel(100)], [.cancelled]),
    ])
    func tapThenPress(_ timeline: Timeline) {
        var press = LongPress(minimumDuration: 0.35, tapsRequired: 1)
        #expect(states(press.run(timeline.steps)) == timeline.states)
    }

    @Test(arguments: [
        Timeline(
            "Both keys down for the duration", [.down(0), .down(100, control), .wait(450)], [.ended]
        ),
        Timeline(
            "The duration counts from the last", [.down(0), .down(100, control), .wait(449)], []),
        Timeline("One key alone never is", [.down(0), .wait(5000)], []),
        Timeline("One up again before the other", [.down(0), .up(50)], [.failed]),
        Timeline("One up before the duration", [.down(0), .down(9, control), .up(99)], [.failed]),
        Timeline(
            "A third key is one too many", [.down(0), .down(9, control), .down(99, letter)],
            [.failed]),
    ])
    func twoKeys(_ timeline: Timeline) {
        var press = LongPress(minimumDuration: 0.35, keysRequired: 2)
        #expect(states(press.run(timeline.steps)) == timeline.states)
    }

    @Test func tapOfTwoKeysThenBothHeld() {
        var press = LongPress(minimumDuration: 0.35, tapsRequired: 1, keysRequired: 2)
        let phases = press.run(
            .down(0), .down(5, control), .up(60), .up(70, control), .down(200), .down(210, control),
            .wait(560))
        #expect(phases == [.ended(LongPress.Value(start: ms(210), time: ms(560)))])
    }

    @Test(arguments: [
        Timeline("The duration alone proves nothing", [.down(0), .wait(350), .wait(5000)], []),
        Timeline("A repeat after the duration proves it", [.down(0), .again(660)], [.ended]),
        Timeline("A repeat before it waits for it", [.down(0), .again(250), .wait(349)], []),
        Timeline("Both together", [.down(0), .again(250), .wait(350)], [.ended]),
        Timeline(
            "A release without a repeat fails it", [.down(0), .wait(600), .up(610)], [.failed]),
    ])
    func withoutReleases(_ timeline: Timeline) {
        var press = LongPress(minimumDuration: .milliseconds(350), needsRepeat: true)
        #expect(states(press.run(timeline.steps)) == timeline.states)
    }

    @Test func valueTellsWhenItSucceeded() {
        var press = LongPress(minimumDuration: 0.35)
        #expect(
            press.run(.down(10), .wait(900)) == [
                .ended(LongPress.Value(start: ms(10), time: ms(360)))
            ])
        var repeated = LongPress(minimumDuration: .milliseconds(350), needsRepeat: true)
        #expect(
            repeated.run(.down(10), .again(670)) == [
                .ended(LongPress.Value(start: ms(10), time: ms(670)))
            ])
    }

    @Test func trackingEndsWithSuccessAndNotWithTheRelease() {
        var press = LongPress(minimumDuration: 0.35)
        _ = press.run(.down(0), .wait(349))
        #expect(press.isTracking)
        _ = press.run(.wait(350))
        #expect(!press.isTracking, "the key is still down: this is not a release")
    }
}
