import Gestures
import Testing

@Suite struct SequenceGestureTests {
    static let talk = LongPress(minimumDuration: 0.35).sequenced(before: Hold())

    @Test(arguments: [
        Timeline(
            "It begins when the press succeeds and ends with the release",
            [.down(0), .wait(350), .up(2000)], [.began, .ended]),
        Timeline("It has not begun before", [.down(0), .wait(349)], []),
        Timeline(
            "The end of the long press is not its end", [.down(0), .wait(350), .wait(9000)],
            [.began]),
        Timeline(
            "It begins once, whatever repeats", [.down(0), .again(250), .again(400), .again(430)],
            [.began, .changed, .changed]),
        Timeline("A tap fails it", [.down(0), .up(100)], [.failed]),
        Timeline("Typing through fails it", [.down(0), .other(100), .wait(900)], [.failed]),
        Timeline(
            "Another key later is ignored", [.down(0), .wait(350), .other(400), .up(500)],
            [.began, .changed, .ended]),
        Timeline(
            "The system cancels it in its first phase", [.down(0), .cancel(10)], [.cancelled]),
        Timeline(
            "The system cancels it in its second phase, once",
            [.down(0), .wait(350), .cancel(400), .cancel(401), .up(410)], [.began, .cancelled]),
        Timeline("The system cancels it at rest", [.cancel(400)], [.cancelled]),
    ])
    func pressThenHold(_ timeline: Timeline) {
        var talk = Self.talk
        #expect(states(talk.run(timeline.steps)) == timeline.states)
    }

    @Test func secondPhaseCarriesBothValues() {
        var talk = Self.talk
        let press = LongPress.Value(start: ms(0), time: ms(350))
        #expect(
            talk.run(.down(0), .again(400), .up(500)) == [
                .began(.second(press, Hold.Value(start: ms(350), time: ms(350), repeats: 0))),
                .changed(.second(press, Hold.Value(start: ms(350), time: ms(400), repeats: 1))),
                .ended(.second(press, Hold.Value(start: ms(350), time: ms(500), repeats: 1))),
            ])
    }

    @Test func continuousFirstGestureIsReportedAsFirst() {
        var sequence = Hold().sequenced(before: Tap())
        let hold = Hold.Value(start: ms(0), time: ms(0), repeats: 0)
        let held = Hold.Value(start: ms(0), time: ms(900), repeats: 0)
        #expect(
            sequence.run(.down(0), .up(900), .down(1000), .up(1100)) == [
                .began(.first(hold)), .changed(.second(held, nil)),
                .ended(.second(held, Tap.Value(start: ms(1000), end: ms(1100)))),
            ])
    }

    @Test func secondThatFailsCancelsWhatHasBegun() {
        var sequence = Tap().sequenced(before: LongPress(minimumDuration: 0.35))
        #expect(
            states(sequence.run(.down(0), .up(50), .down(200), .up(300))) == [.began, .cancelled])
    }

    @Test func firstThatIsBrokenOffCancelsWhatHasBegun() {
        var sequence = Hold(otherKeys: .cancel).sequenced(before: Tap())
        #expect(states(sequence.run(.down(0), .other(5), .up(9))) == [.began, .cancelled])
    }

    @Test func theHoldOfTwoKeysGetsBothHandedOver() {
        var talk = LongPress(minimumDuration: 0.35, keysRequired: 2).sequenced(before: Hold())
        #expect(
            states(talk.run(.down(0), .down(50, control), .wait(400), .up(900))) == [
                .began, .ended,
            ])
    }

    @Test func sequencesNest() {
        var nested = Tap().sequenced(before: Self.talk)
        #expect(
            states(nested.run(.down(0), .up(50), .down(200), .wait(550), .up(900))) == [
                .began, .changed, .ended,
            ])
    }

    @Test func lateDeadlineCountsWithItsOwnInstant() {
        var talk = Self.talk
        _ = talk.handle(.down(space), at: ms(0))
        let phase = talk.deadlinePassed(at: ms(470))
        #expect(
            phase
                == .began(
                    .second(
                        LongPress.Value(start: ms(0), time: ms(350)),
                        Hold.Value(start: ms(350), time: ms(350), repeats: 0))))
    }
}
