import Dictation
import Keyboard
import Speech
import Testing

/// What ends an utterance other than its release.
@Suite struct EarlyEndTests {
    private static func holding(
        _ change: (inout SessionOptions) -> Void = { _ in }
    ) -> Stage {
        var stage = Stage(.hold, change)
        stage.press(at: 0)
        stage.frame(at: 400)
        stage.wait(until: 2000)
        return stage
    }

    private static func broken(off reason: CancelReason) -> [SessionAction] {
        [.openCapture(id(1)), .discard(id(1)), .cancelled(id(1), reason)]
    }

    @Test func escapeCancels() {
        var stage = Self.holding()
        stage.press(at: 2000, .escape)
        stage.release(at: 2500)
        stage.wait(until: 3000)
        #expect(stage.actions == Self.broken(off: .escape))
    }

    @Test func escapeBeforeTheSecondPhaseRecordsNothing() {
        var stage = Stage()
        stage.press(at: 0)
        stage.press(at: 100, .escape)
        stage.wait(until: 900)
        stage.release(at: 1000)
        stage.wait(until: 2000)
        #expect(stage.actions == [])
        #expect(stage.view.notice == nil)
    }

    @Test func controlCEndsAtOnce() {
        var stage = Self.holding()
        stage.press(at: 2000, Key(code: 99), .control)
        #expect(stage.actions == Self.broken(off: .interrupt) + [.exit(.interrupted)])
    }

    @Test(arguments: [
        (QuitReason.signal(15), CancelReason.signal(15), ExitReason.signal(15)),
        (.hangup, .hangup, .hangup), (.key, .quit, .quit(delivered: false)),
    ])
    func aRequestToEndCancels(_ quit: QuitReason, _ cancel: CancelReason, _ exit: ExitReason) {
        var stage = Self.holding()
        stage.send(.quit(quit), at: 2000)
        #expect(stage.actions == Self.broken(off: cancel) + [.exit(exit)])
    }

    /// A release is certain after 50 ms only; whoever ends the program in that time has let go all the same.
    @Test(arguments: [
        ("q", SessionEvent.quit(.key), SessionAction.exit(.quit(delivered: true))),
        ("SIGTERM", .quit(.signal(15)), .exit(.signal(15))),
        ("terminal gone", .quit(.hangup), .exit(.hangup)), ("suspend", .suspend, .suspend),
    ])
    func anEndJustAfterTheReleaseKeepsTheWords(
        _ name: String, _ event: SessionEvent, _ end: SessionAction
    ) {
        var stage = Self.holding()
        stage.release(at: 2000)
        stage.send(event, at: 2020)
        stage.final(at: 2300)
        #expect(stage.actions.contains(delivered()))
        #expect(stage.actions.contains(end))
        #expect(stage.time(of: .stopCapture(id(1))) == 2020)
    }

    @Test func anEndJustAfterATapOpensNoMicrophone() {
        var stage = Stage { $0.tap = .toggle }
        stage.press(at: 0)
        stage.release(at: 100)
        stage.send(.quit(.key), at: 120)
        #expect(stage.actions == [.exit(.quit(delivered: false))])
    }

    @Test func suspendCancelsAndTheNextHoldWorks() {
        var stage = Self.holding()
        stage.send(.suspend, at: 2000)
        #expect(stage.actions == Self.broken(off: .suspended) + [.suspend])
        stage.send(.resume, at: 60_000)
        stage.hold(2, from: 61_000, to: 63_000)
        #expect(stage.actions.suffix(2) == [.openCapture(id(2)), .stopCapture(id(2))])
    }

    @Test func controlZSuspends() {
        var stage = Stage()
        stage.press(at: 0, Key(code: 122), .control)
        #expect(stage.actions == [.suspend])
    }

    @Test func suspendCancelsWhereNobodyCouldContinue() {
        for change: (inout SessionOptions) -> Void in [
            { $0.once = true }, { $0.canSuspend = false },
        ] {
            var stage = Self.holding(change)
            stage.press(at: 2000, Key(code: 122), .control)
            #expect(
                stage.actions == Self.broken(off: .suspended) + [.exit(.finished(delivered: false))]
            )
        }
    }

    @Test func afterTheMaximumTheWordsAreDelivered() {
        var stage = Stage { $0.maximumDuration = .seconds(5) }
        stage.press(at: 0)
        stage.frame(at: 400)
        stage.wait(until: 5349)
        #expect(stage.actions == [.openCapture(id(1))])
        stage.wait(until: 5350)
        #expect(stage.actions.last == .stopCapture(id(1)))
        stage.again(at: 5400)
        stage.final(at: 5500)
        stage.release(at: 6000)
        stage.wait(until: 7000)
        #expect(stage.actions.last == delivered(early: .maximumDuration))
        #expect(stage.actions.count == 3)
    }

    @Test func aLostMicrophoneDeliversTheWordsSoFar() {
        var stage = Self.holding()
        stage.send(.capture(id(1), .lost(message: "gone")), at: 2000)
        #expect(stage.actions.last == .stopCapture(id(1)))
        stage.final(at: 2300)
        stage.release(at: 2400)
        stage.wait(until: 3000)
        #expect(stage.actions.last == delivered(early: .microphoneLost(message: "gone")))
    }

    @Test func aMicrophoneLostBeforeAnythingWasHeardIsSaid() {
        var stage = Stage()
        stage.press(at: 0)
        stage.send(.capture(id(1), .lost(message: "gone")), at: 5400)
        #expect(stage.actions.last == .dropped(id(1), .microphone(message: "gone")))
    }

    @Test func aMicrophoneThatCannotBeOpenedIsSaidAndTheNextHoldTriesAgain() {
        var stage = Stage()
        stage.press(at: 0)
        stage.send(.capture(id(1), .failed(message: "busy")), at: 400)
        #expect(
            stage.actions == [
                .openCapture(id(1)), .discard(id(1)),
                .dropped(id(1), .microphone(message: "busy")),
            ])
        stage.release(at: 1000)
        stage.hold(2, from: 2000, to: 4000)
        #expect(stage.actions.suffix(2) == [.openCapture(id(2)), .stopCapture(id(2))])
    }

    // MARK: Focus

    @Test func wordsHeardBeforeTheFocusWasLostWaitAndATapKeepsThem() {
        var stage = Self.holding()
        stage.send(.focusOut, at: 2000)
        #expect(stage.actions == [.openCapture(id(1)), .stopCapture(id(1))])
        stage.final(at: 2200)
        #expect(stage.activity == .awaitingDecision(because: .focusLost))
        #expect(stage.view.waiting == [Hypothesis(text: "hello")])
        stage.send(.focusIn, at: 4000)
        stage.again(at: 4010)
        stage.release(at: 4100)
        stage.wait(until: 9000)
        #expect(stage.actions.count == 2, "the rest of the press is not a tap")
        stage.press(at: 10_000)
        stage.release(at: 10_100)
        stage.wait(until: 10_300)
        #expect(stage.actions.last == delivered(early: .focusLost))
    }

    /// Windows and WezTerm report the repeats of a held key as presses.
    @Test(arguments: [SessionEvent.focusOut, .suspend])
    func aKeyThatIsStillHeldAfterwardsStartsNothing(_ event: SessionEvent) {
        var stage = Self.holding { $0.onFocusLoss = .cancel }
        stage.send(event, at: 2000)
        stage.send(event == .focusOut ? .focusIn : .resume, at: 3000)
        for time in stride(from: 3020, to: 5000, by: 33) { stage.press(at: time) }
        stage.release(at: 5000)
        stage.wait(until: 6000)
        #expect(stage.actions.filter { $0 == .openCapture(id(1)) }.count == 1)
        #expect(!stage.actions.contains(.openCapture(id(2))))
        stage.press(at: 7000)
        stage.wait(until: 7350)
        #expect(stage.actions.last == .openCapture(id(2)))
    }

    @Test func escapeDropsWhatWaits() {
        var stage = Self.holding()
        stage.send(.focusOut, at: 2000)
        stage.final(at: 2200)
        stage.press(at: 3000, .escape)
        #expect(stage.actions.last == .cancelled(id(1), .declined))
        #expect(stage.activity == .idle)
    }

    @Test func aNewHoldAddsToWhatWaits() {
        var stage = Self.holding()
        stage.send(.focusOut, at: 2000)
        stage.final(at: 2200)
        stage.hold(2, from: 3000, to: 5000)
        stage.final(2, "world", at: 5500)
        #expect(stage.view.waiting.map(\.text) == ["hello", "world"])
        stage.press(at: 6000)
        stage.release(at: 6100)
        stage.wait(until: 6300)
        #expect(
            stage.actions.suffix(2) == [delivered(early: .focusLost), delivered(2, "world")])
    }

    @Test func onFocusLossCancelCancels() {
        var stage = Self.holding { $0.onFocusLoss = .cancel }
        stage.send(.focusOut, at: 2000)
        #expect(stage.actions == Self.broken(off: .focusLost))
    }

    @Test func onFocusLossDeliverDelivers() {
        var stage = Self.holding { $0.onFocusLoss = .deliver }
        stage.send(.focusOut, at: 2000)
        stage.final(at: 2200)
        #expect(
            stage.actions == [
                .openCapture(id(1)), .stopCapture(id(1)), delivered(early: .focusLost),
            ])
    }

    @Test func aShortClipDoesNotWait() {
        var stage = Stage()
        stage.press(at: 0)
        stage.frame(at: 400)
        stage.send(.focusOut, at: 600)
        #expect(stage.actions == Self.broken(off: .focusLost))
    }

    @Test func focusLostInTheTailStopsCaptureAndKeepsTheWords() {
        var stage = Self.holding()
        stage.release(at: 2000)
        stage.wait(until: 2100)
        stage.send(.focusOut, at: 2100)
        #expect(stage.time(of: .stopCapture(id(1))) == 2100)
        stage.final(at: 2300)
        #expect(stage.actions.last == delivered())
    }

    @Test func focusLostBeforeTheSecondPhaseRecordsNothing() {
        var stage = Stage()
        stage.press(at: 0)
        stage.send(.focusOut, at: 100)
        stage.send(.focusIn, at: 300)
        for time in stride(from: 340, to: 3000, by: 40) { stage.again(at: time) }
        stage.release(at: 3000)
        stage.wait(until: 4000)
        #expect(stage.actions == [])
    }
}
