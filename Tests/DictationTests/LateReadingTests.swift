import Dictation
import Keyboard
import Testing

/// Input that has waited unread, on a machine that had no time for the program, beside a deadline that has passed.
@Suite struct LateReadingTests {
    @Test func aTapWhoseReleaseHasWaitedOpensNothing() {
        var stage = Stage()
        stage.press(at: 0)
        stage.readLate(.release, at: 900)
        stage.wait(until: 3000)
        #expect(stage.actions == [])
        #expect(stage.view.notice == .holdToTalk)
    }

    @Test func aKeyThatIsStillDownRecordsAsSoonAsThereIsTime() {
        var stage = Stage()
        stage.press(at: 0)
        stage.readLate(.repeat, at: 900)
        #expect(stage.actions == [], "a release may be behind it")
        stage.wait(until: 900)
        #expect(stage.actions == [.openCapture(id(1))])
    }

    @Test func aPressBehindAReleaseIsALongPressOfItsOwn() {
        var stage = Stage()
        stage.press(at: 0)
        stage.release(at: 100)
        stage.readLate(.press, at: 700)
        stage.wait(until: 1049)
        #expect(stage.actions == [], "for all that is known it went down just now")
        stage.wait(until: 1050)
        #expect(stage.actions == [.openCapture(id(1))])
    }

    @Test func aReleaseAndAPressThatHaveWaitedBothAreTheEndOfOneTapAndTheBeginningOfAnother() {
        var stage = Stage()
        stage.press(at: 0)
        stage.readLate(.release, at: 700)
        stage.readLate(.press, at: 700)
        stage.readLate(.release, at: 700)
        stage.wait(until: 3000)
        #expect(stage.actions == [])
    }

    @Test func aRepeatThatTakesBackAReleaseIsNotTooLate() {
        var stage = Stage()
        stage.press(at: 0)
        stage.frame(at: 390)
        stage.release(at: 1000)
        stage.readLate(.repeat, at: 1300)
        stage.wait(until: 5000)
        #expect(stage.actions == [.openCapture(id(1))], "only a real release ends it")
    }

    @Test func aRepeatThatProvesAnAdoptedKeyIsNotTooLate() {
        var stage = Stage {
            $0.held = true
            $0.once = true
        }
        stage.frame(at: 400)
        stage.readLate(.repeat, at: 1900)
        stage.wait(until: 5000)
        #expect(stage.actions == [.openCapture(id(1))])
    }

    @Test func whereReleasesAreInferredTheRepeatsThatHaveWaitedKeepTheHold() {
        var stage = Stage(.autoRepeat)
        stage.press(at: 0)
        for time in stride(from: 500, through: 1100, by: 30) { stage.press(at: time) }
        for _ in stride(from: 1130, through: 2500, by: 30) { stage.readLate(.press, at: 2500) }
        stage.press(at: 2530)
        #expect(stage.actions == [.openCapture(id(1))])
    }

    @Test func aFocusThatWasLostMeanwhileOpensNothing() {
        var stage = Stage()
        stage.press(at: 0)
        stage.now = ms(900)
        stage.read(.focusOut)
        stage.wait(until: 3000)
        #expect(!stage.actions.contains(.openCapture(id(1))))
    }

    @Test func whatIsReadInTimeCountsAtItsTime() {
        var stage = Stage()
        stage.press(at: 0)
        let release = SessionEvent.key(KeyEvent(.space, [], .release))
        #expect(stage.session.instant(of: release, readAt: ms(349)) == ms(349))
        #expect(stage.session.instant(of: release, readAt: ms(350)) < ms(350))
    }
}

extension Stage {
    /// Reads something of the talk key while no deadline since the last event has been passed.
    fileprivate mutating func readLate(_ kind: KeyEventKind, at time: Int) {
        now = ms(time)
        read(.key(KeyEvent(.space, [], kind)))
    }
}
