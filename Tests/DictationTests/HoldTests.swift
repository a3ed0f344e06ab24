import Dictation
import Gestures
import Keyboard
import Speech
import Testing

/// The timeline of one utterance in hold mode, row by row.
@Suite struct HoldTests {
    @Test func aHoldDeliversWhatWasSaid() {
        var stage = Stage()
        stage.send(.recognizer(.ready), at: 0)
        stage.press(at: 100)
        #expect(stage.activity == .keepHolding)
        #expect(stage.actions == [], "nothing is recorded before the second phase")
        stage.wait(until: 449)
        #expect(stage.actions == [])
        stage.wait(until: 450)
        #expect(stage.actions == [.openCapture(id(1))])
        #expect(stage.activity == .opening, "listening is said with the first frame")
        stage.frame(at: 490)
        #expect(stage.activity == .listening)
        stage.again(at: 700)
        stage.again(at: 740)
        stage.send(.recognizer(.partial(id(1), PartialHypothesis(stable: "hel"))), at: 800)
        #expect(stage.view.partial.stable == "hel")
        stage.release(at: 2000)
        stage.wait(until: 2199)
        #expect(stage.actions == [.openCapture(id(1))], "the tail is captured")
        stage.wait(until: 2260)
        #expect(stage.actions == [.openCapture(id(1)), .stopCapture(id(1))])
        #expect(stage.activity == .finishing)
        stage.final(at: 2300)
        #expect(stage.actions.last == delivered())
        #expect(stage.activity == .idle)
        #expect(stage.view.notice == .delivered(Hypothesis(text: "hello"), early: nil))
    }

    @Test func theRecordingLivesAsLongAsTheKeyIsDown() {
        for held in [500, 1000, 3000, 8000, 60_000] {
            var stage = Stage()
            stage.press(at: 0)
            stage.frame(at: 360)
            stage.wait(until: held)
            #expect(
                stage.actions == [.openCapture(id(1))], "the key is still down after \(held) ms")
        }
    }

    @Test func aTapRecordsNothing() {
        var stage = Stage()
        stage.press(at: 0)
        stage.release(at: 200)
        stage.wait(until: 3000)
        #expect(stage.actions == [])
        #expect(stage.view.notice == .holdToTalk)
        stage.wait(until: 9000)
        #expect(stage.view.notice == nil)
        #expect(stage.session.deadline == nil, "no wake-ups at rest")
    }

    @Test func typingThroughTheKeyRecordsNothing() {
        var stage = Stage()
        stage.press(at: 0)
        stage.press(at: 100, Key(code: 120))
        #expect(stage.activity == .idle)
        stage.release(at: 2000)
        stage.wait(until: 3000)
        #expect(stage.actions == [])
    }

    @Test func aShortClipIsDroppedWithItsLength() {
        var stage = Stage()
        stage.press(at: 0)
        stage.frame(at: 400)
        stage.release(at: 500)
        stage.wait(until: 900)
        #expect(
            stage.actions == [
                .openCapture(id(1)), .discard(id(1)),
                .dropped(id(1), .tooShort(clip: ms(100), started: true)),
            ])
        #expect(stage.view.notice == .dropped(.tooShort(clip: ms(100), started: true)))
    }

    @Test func theClipEndsWithTheReleaseAndNotWithTheTail() {
        var short = Stage()
        short.hold(from: 0, to: 390 + 299)
        #expect(
            short.actions.last == .dropped(id(1), .tooShort(clip: ms(299), started: true)))
        var long = Stage()
        long.hold(from: 0, to: 390 + 300)
        #expect(long.actions.last == .stopCapture(id(1)))
    }

    @Test func aReleaseWhileTheMicrophoneOpensIsLatched() {
        var stage = Stage()
        stage.press(at: 0)
        stage.release(at: 600)
        stage.wait(until: 790)
        #expect(stage.actions == [.openCapture(id(1))])
        stage.wait(until: 900)
        #expect(
            stage.actions.suffix(2) == [
                .discard(id(1)), .dropped(id(1), .tooShort(clip: .zero, started: false)),
            ])
        stage.frame(at: 2000)
        stage.wait(until: 9000)
        #expect(stage.actions.count == 3, "a late frame revives nothing")
    }

    @Test func aFirstFrameReportedAfterTheReleaseStillCounts() {
        var stage = Stage()
        stage.press(at: 0)
        stage.release(at: 1000)
        stage.send(.capture(id(1), .firstFrame(time: ms(600))), at: 1050)
        stage.wait(until: 1400)
        #expect(stage.actions == [.openCapture(id(1)), .stopCapture(id(1))])
    }

    @Test func repeatsReportedAsPressesStartNothing() {
        var stage = Stage()
        stage.press(at: 0)
        stage.frame(at: 390)
        for time in stride(from: 660, to: 3000, by: 40) { stage.press(at: time) }
        #expect(stage.actions == [.openCapture(id(1))])
    }

    @Test func otherKeysDuringTheHoldDoWhatThePolicySays() {
        for (policy, last) in [
            (Hold.Movement.ignore, SessionAction.openCapture(id(1))),
            (.cancel, .cancelled(id(1), .otherKey)), (.end, .stopCapture(id(1))),
        ] {
            var stage = Stage { $0.otherKeys = policy }
            stage.press(at: 0)
            stage.frame(at: 390)
            stage.press(at: 1000, Key(code: 120))
            stage.wait(until: 1500)
            #expect(stage.actions.last == last)
        }
    }

    @Test func levelAndWaitingAreShown() {
        var stage = Stage()
        stage.press(at: 0)
        stage.send(.capture(id(1), .waiting), at: 900)
        #expect(stage.activity == .waitingForMicrophone)
        stage.frame(at: 1000)
        #expect(stage.activity == .listening)
        #expect(stage.view.startedAt == ms(1000))
        stage.send(.capture(id(1), .level(0.5)), at: 1100)
        #expect(stage.view.level == 0.5)
        stage.send(.capture(id(1), .waiting), at: 1600)
        #expect(stage.activity == .waitingForMicrophone)
        stage.send(.capture(id(1), .resumed), at: 1700)
        #expect(stage.activity == .listening)
        stage.send(.capture(id(1), .overrun), at: 1800)
        #expect(stage.view.hasLostFrames)
        stage.release(at: 2000)
        stage.wait(until: 2300)
        #expect(stage.actions.last == .stopCapture(id(1)))
    }
}
