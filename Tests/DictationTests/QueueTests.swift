import Dictation
import Keyboard
import Speech
import Testing

/// Several utterances, what is decoded late, and how the session ends with them.
@Suite struct QueueTests {
    /// One hold that is released and still being decoded.
    private static func decoding(
        _ change: (inout SessionOptions) -> Void = { _ in }
    ) -> Stage {
        var stage = Stage(.hold, change)
        stage.hold(from: 0, to: 2000)
        return stage
    }

    @Test func aHoldDuringDecodingRecordsAndResultsComeInOrder() {
        var stage = Self.decoding()
        stage.press(at: 3000)
        stage.frame(2, at: 3400)
        #expect(stage.activity == .listening)
        #expect(stage.view.isDecodingEarlier)
        stage.release(at: 5000)
        stage.wait(until: 5400)
        stage.final(2, "world", at: 5500)
        #expect(stage.actions.last == .stopCapture(id(2)), "what was said first comes first")
        stage.final(1, "hello", at: 5600)
        #expect(stage.actions.suffix(2) == [delivered(1, "hello"), delivered(2, "world")])
    }

    @Test func textsOfTwoHoldsStayApartWhereNobodyJoinedThem() {
        var stage = Self.decoding()
        stage.hold(2, from: 3000, to: 5000)
        stage.final(2, "world", at: 5500)
        let actions = stage.session.handle(
            .recognizer(.final(id(1), Hypothesis(text: "hello"))), at: ms(5600))
        let first = actions.firstIndex(of: delivered(1, "hello"))
        let second = actions.firstIndex(of: delivered(2, "world"))
        #expect(first.map { $0 + 2 } == second, "something lies between them")
    }

    @Test func aLateResultLandsInItsOwnUtterance() {
        var stage = Self.decoding()
        stage.press(at: 3000)
        stage.frame(2, at: 3400)
        stage.send(.recognizer(.partial(id(1), PartialHypothesis(stable: "old"))), at: 3500)
        #expect(stage.view.partial.stable == "")
        stage.final(1, at: 3600)
        #expect(stage.actions.last == delivered(1))
        #expect(stage.activity == .listening)
    }

    @Test func aHoldWithinTheTailCutsTheTail() {
        var stage = Stage { $0.tail = .seconds(2) }
        stage.press(at: 0)
        stage.frame(at: 400)
        stage.release(at: 1500)
        stage.press(at: 2000)
        stage.wait(until: 2350)
        #expect(stage.actions == [.openCapture(id(1)), .stopCapture(id(1)), .openCapture(id(2))])
    }

    @Test func nothingHeardIsSaid() {
        var stage = Self.decoding()
        stage.final(1, "", at: 2500)
        #expect(stage.actions.last == .dropped(id(1), .nothingHeard))
    }

    @Test func aResultThatComesTwiceCountsOnce() {
        var stage = Self.decoding()
        stage.final(at: 2500)
        stage.final(at: 2600)
        #expect(stage.actions.filter { $0 == delivered() }.count == 1)
    }

    @Test func anUtteranceThatCannotBeDecodedIsSaidAndHoldsNothingUp() {
        var stage = Self.decoding()
        stage.hold(2, from: 3000, to: 5000)
        stage.send(.recognizer(.utteranceFailed(id(1), message: "lattice")), at: 5500)
        stage.final(2, at: 5600)
        #expect(
            stage.actions.suffix(2) == [
                .dropped(id(1), .recognizer(message: "lattice")), delivered(2),
            ])
    }

    @Test func withoutARecogniserEverythingEndsAndTheSessionToo() {
        var stage = Self.decoding()
        stage.press(at: 3000)
        stage.frame(2, at: 3400)
        stage.send(.recognizer(.failed(message: "no model")), at: 3500)
        #expect(
            stage.actions.suffix(5) == [
                .discard(id(2)), .dropped(id(2), .recognizer(message: "no model")),
                .discard(id(1)), .dropped(id(1), .recognizer(message: "no model")),
                .exit(.recognizer(message: "no model")),
            ])
    }

    @Test func aTextThatWaitsOutlivesTheRecogniser() {
        var stage = Self.decoding { $0.confirm = true }
        stage.final(at: 2500)
        stage.send(.recognizer(.failed(message: "broken")), at: 3000)
        #expect(stage.activity == .awaitingDecision(because: nil))
        stage.press(at: 4000)
        stage.release(at: 4100)
        stage.wait(until: 4300)
        #expect(stage.actions.suffix(2) == [delivered(), .exit(.recognizer(message: "broken"))])
    }

    @Test func escapeCancelsWhatIsBeingDecoded() {
        var stage = Self.decoding()
        stage.press(at: 2500, .escape)
        stage.final(at: 2600)
        #expect(stage.actions.suffix(2) == [.discard(id(1)), .cancelled(id(1), .escape)])
    }

    @Test func escapeDuringTheNextHoldCancelsOnlyThat() {
        var stage = Self.decoding()
        stage.press(at: 3000)
        stage.frame(2, at: 3400)
        stage.press(at: 4000, .escape)
        stage.final(1, at: 4100)
        #expect(stage.actions.suffix(2) == [.cancelled(id(2), .escape), delivered(1)])
    }

    // MARK: The end

    @Test(arguments: [
        (QuitReason.key, ExitReason.quit(delivered: true)), (.signal(15), .signal(15)),
        (.hangup, .hangup),
    ])
    func anEndWaitsForWhatIsBeingDecoded(_ quit: QuitReason, _ exit: ExitReason) {
        var stage = Self.decoding()
        stage.send(.quit(quit), at: 2500)
        #expect(stage.actions.last == .stopCapture(id(1)))
        stage.final(at: 3400)
        #expect(stage.actions.suffix(2) == [delivered(), .exit(exit)])
    }

    @Test func aSignalWaitsOneSecondAtMost() {
        var stage = Self.decoding()
        stage.send(.quit(.signal(15)), at: 2500)
        stage.wait(until: 3499)
        #expect(stage.actions.last == .stopCapture(id(1)))
        stage.wait(until: 3500)
        #expect(
            stage.actions.suffix(3) == [
                .discard(id(1)), .cancelled(id(1), .signal(15)), .exit(.signal(15)),
            ])
    }

    @Test func theQuitKeyWaitsForTheWordsHoweverSlowTheyCome() {
        var stage = Self.decoding()
        stage.press(at: 2500, Key(code: 113))
        stage.wait(until: 60_000)
        #expect(stage.actions.last == .stopCapture(id(1)))
        stage.final(at: 60_001)
        #expect(stage.actions.suffix(2) == [delivered(), .exit(.quit(delivered: true))])
    }

    @Test func wordsThatWaitedForOthersAreDeliveredWhereThoseAreGivenUp() {
        var stage = Stage()
        stage.press(at: 0)
        stage.frame(at: 400)
        stage.send(.focusOut, at: 2000)
        stage.hold(2, from: 3000, to: 5000)
        stage.final(2, "second", at: 5500)
        #expect(stage.actions.last == .stopCapture(id(2)), "the first is still being decoded")
        stage.press(at: 6000, Key(code: 113))
        #expect(
            stage.actions.suffix(4) == [
                .discard(id(1)), .cancelled(id(1), .quit), delivered(2, "second"),
                .exit(.quit(delivered: true)),
            ])
    }

    @Test func afterTheQuitKeyEscapeAndAnotherQuitKeyDoNotWait() {
        for key in [Key.escape, Key(code: 113)] {
            var stage = Self.decoding()
            stage.press(at: 2500, Key(code: 113))
            stage.press(at: 2600, key)
            #expect(stage.actions.last == .exit(.quit(delivered: false)), "\(key)")
        }
    }

    @Test func aSecondRequestDoesNotWait() {
        var stage = Self.decoding()
        stage.send(.quit(.key), at: 2500)
        stage.send(.quit(.signal(2)), at: 2600)
        #expect(
            stage.actions.suffix(2) == [.cancelled(id(1), .signal(2)), .exit(.signal(2))])
    }

    @Test func controlCDoesNotWait() {
        var stage = Self.decoding()
        stage.press(at: 2500, Key(code: 99), .control)
        #expect(
            stage.actions.suffix(2) == [.cancelled(id(1), .interrupt), .exit(.interrupted)])
    }

    @Test func anEndInTheTailKeepsWhatWasSaid() {
        var stage = Stage()
        stage.press(at: 0)
        stage.frame(at: 400)
        stage.release(at: 2000)
        stage.wait(until: 2100)
        stage.send(.quit(.key), at: 2100)
        stage.final(at: 2300)
        #expect(stage.actions.suffix(2) == [delivered(), .exit(.quit(delivered: true))])
    }

    @Test func afterTheExitNothingHappens() {
        var stage = Self.decoding()
        stage.send(.quit(.interrupt), at: 2500)
        let count = stage.actions.count
        stage.hold(2, from: 3000, to: 5000)
        #expect(stage.actions.count == count)
        #expect(stage.session.deadline == nil)
    }

    // MARK: once

    @Test func onceEndsAfterTheFirstOutcome() {
        var stage = Self.decoding { $0.once = true }
        stage.final(at: 2500)
        #expect(stage.actions.suffix(2) == [delivered(), .exit(.finished(delivered: true))])
        var nothing = Self.decoding { $0.once = true }
        nothing.final(1, "", at: 2500)
        #expect(
            nothing.actions.suffix(2) == [
                .dropped(id(1), .nothingHeard), .exit(.finished(delivered: false)),
            ])
    }

    @Test func forOnceATapIsNoOutcome() {
        var stage = Stage { $0.once = true }
        stage.press(at: 0)
        stage.release(at: 100)
        stage.wait(until: 5000)
        #expect(stage.actions == [])
    }

    @Test func onceTellsWhoFailed() {
        var stage = Stage { $0.once = true }
        stage.press(at: 0)
        stage.send(.capture(id(1), .failed(message: "busy")), at: 400)
        #expect(stage.actions.last == .exit(.microphone(message: "busy")))
    }

    @Test func onceStartsNoSecondUtteranceThatItsEndWouldCancel() {
        var stage = Self.decoding { $0.once = true }
        stage.press(at: 2500)
        stage.wait(until: 3500)
        stage.final(at: 3600)
        #expect(
            stage.actions == [
                .openCapture(id(1)), .stopCapture(id(1)), delivered(),
                .exit(.finished(delivered: true)),
            ])
    }

    @Test func onceWaitsForTheDecision() {
        var stage = Self.decoding {
            $0.once = true
            $0.confirm = true
        }
        stage.final(at: 2500)
        #expect(stage.activity == .awaitingDecision(because: nil))
        stage.press(at: 3000)
        stage.release(at: 3100)
        stage.wait(until: 3300)
        #expect(stage.actions.suffix(2) == [delivered(), .exit(.finished(delivered: true))])
    }
}
