import Gestures
import Testing

@Suite struct ExclusiveGestureTests {
    @Test(arguments: [
        Timeline("A short press is a tap", [.down(0), .up(100)], [.ended]),
        Timeline("A long one is not", [.down(0), .wait(350), .up(900)], [.began, .ended]),
        Timeline("Typing through is neither", [.down(0), .other(100), .up(200)], [.failed]),
        Timeline(
            "The system cancels it while undecided", [.down(0), .cancel(10), .up(20)], [.cancelled]),
        Timeline("The system cancels it at rest, once", [.cancel(0), .cancel(1)], [.cancelled]),
        Timeline(
            "The system cancels it while active", [.down(0), .wait(350), .cancel(400), .up(500)],
            [.began, .cancelled]),
    ])
    func talkOrTap(_ timeline: Timeline) {
        var gesture = SequenceGestureTests.talk.exclusively(before: Tap())
        #expect(states(gesture.run(timeline.steps)) == timeline.states)
    }

    @Test func tapIsTheSecond() {
        var gesture = SequenceGestureTests.talk.exclusively(before: Tap())
        #expect(
            gesture.run(.down(0), .up(100)) == [
                .ended(.second(Tap.Value(start: ms(0), end: ms(100))))
            ])
    }

    @Test func secondIsHeldBackUntilTheFirstHasFailed() {
        var gesture = Tap(count: 2).exclusively(before: Tap())
        #expect(gesture.run(.down(0), .up(100), .wait(449)) == [])
        #expect(gesture.isTracking)
        #expect(
            gesture.run(.wait(450)) == [.ended(.second(Tap.Value(start: ms(0), end: ms(100))))])
    }

    @Test func secondIsForgottenWhenTheFirstEnds() {
        var gesture = Tap(count: 2).exclusively(before: Tap())
        #expect(
            gesture.run(.down(0), .up(100), .down(200), .up(250)) == [
                .ended(.first(Tap.Value(start: ms(200), end: ms(250))))
            ])
    }

    @Test func continuousSecondBeginsWhenTheFirstFails() {
        var gesture = LongPress(minimumDuration: 0.35, tapsRequired: 1).exclusively(before: Hold())
        #expect(
            states(gesture.run(.down(0), .again(300), .wait(350), .up(900))) == [.began, .ended])
    }

    @Test func whatTheSecondDoesWhileTheFirstIsActiveIsNothing() {
        var gesture = Hold().exclusively(before: LongPress(minimumDuration: 0.35))
        #expect(states(gesture.run(.down(0), .wait(350), .up(900))) == [.began, .ended])
    }
}
