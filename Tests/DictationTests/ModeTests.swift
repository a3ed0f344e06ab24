import Dictation
import Keyboard
import Testing

/// What differs between the modes, and what a tap does.
@Suite struct ModeTests {
    // MARK: Toggle

    @Test func aTapStartsAndATapStops() {
        var stage = Stage(.toggle)
        stage.press(at: 0)
        #expect(stage.actions == [.openCapture(id(1))])
        #expect(stage.view.isHandsFree)
        stage.frame(at: 50)
        stage.press(at: 3000)
        stage.wait(until: 3400)
        #expect(stage.actions == [.openCapture(id(1)), .stopCapture(id(1))])
    }

    @Test func aHeldKeyIsOneTap() {
        var stage = Stage(.toggle)
        stage.press(at: 0)
        stage.frame(at: 50)
        for time in stride(from: 660, to: 3000, by: 40) { stage.press(at: time) }
        stage.wait(until: 4000)
        #expect(stage.actions == [.openCapture(id(1))])
        stage.press(at: 5000)
        for time in stride(from: 5660, to: 8000, by: 40) { stage.press(at: time) }
        stage.wait(until: 9000)
        #expect(stage.actions == [.openCapture(id(1)), .stopCapture(id(1))])
    }

    @Test func twoQuickTapsStartAndStop() {
        var stage = Stage(.toggle)
        stage.press(at: 0)
        stage.frame(at: 50)
        stage.press(at: 700)
        stage.wait(until: 1500)
        #expect(stage.actions == [.openCapture(id(1)), .stopCapture(id(1))])
    }

    @Test func aShortToggleIsDroppedByTheInstantOfTheSecondTap() {
        var stage = Stage(.toggle)
        stage.press(at: 0)
        stage.frame(at: 50)
        stage.press(at: 300)
        stage.wait(until: 1500)
        #expect(
            stage.actions.last == .dropped(id(1), .tooShort(clip: ms(250), started: true)))
    }

    @Test func theMaximumHoldsForToggleToo() {
        var stage = Stage(.toggle) { $0.maximumDuration = .seconds(5) }
        stage.press(at: 0)
        stage.frame(at: 50)
        stage.wait(until: 5000)
        #expect(stage.actions.last == .stopCapture(id(1)))
        stage.final(at: 5100)
        #expect(stage.actions.last == delivered(early: .maximumDuration))
    }

    @Test func escapeCancelsToggle() {
        var stage = Stage(.toggle)
        stage.press(at: 0)
        stage.frame(at: 50)
        stage.press(at: 3000, .escape)
        #expect(stage.actions.last == .cancelled(id(1), .escape))
    }

    // MARK: A tap in hold mode

    @Test func tapToggleDictatesHandsFreeUntilTheNextTap() {
        var stage = Stage { $0.tap = .toggle }
        stage.press(at: 0)
        stage.release(at: 100)
        stage.wait(until: 200)
        #expect(stage.actions == [.openCapture(id(1))])
        #expect(stage.view.isHandsFree)
        stage.frame(at: 250)
        stage.press(at: 3000)
        stage.wait(until: 3900)
        #expect(stage.actions == [.openCapture(id(1))], "a hold starts nothing now")
        stage.release(at: 4000)
        stage.wait(until: 4400)
        #expect(stage.actions == [.openCapture(id(1)), .stopCapture(id(1))])
        #expect(!stage.view.isHandsFree)
        stage.final(at: 4500)
        stage.hold(2, from: 5000, to: 7000)
        #expect(stage.actions.suffix(2) == [.openCapture(id(2)), .stopCapture(id(2))])
    }

    @Test func whereReleasesAreInferredThePressOfTheNextTapStops() {
        var stage = Stage(.autoRepeat) { $0.tap = .toggle }
        stage.press(at: 0)
        stage.wait(until: 1300)
        #expect(stage.actions == [.openCapture(id(1))], "a tap once no repeat can follow")
        stage.frame(at: 1350)
        stage.press(at: 4000)
        for time in stride(from: 4660, to: 6000, by: 40) { stage.press(at: time) }
        stage.wait(until: 9000)
        #expect(stage.actions == [.openCapture(id(1)), .stopCapture(id(1))])
        #expect(stage.time(of: .stopCapture(id(1))) == 4200)
    }

    // MARK: Auto-repeat

    @Test func inAutoRepeatTheFirstRepeatStartsAndTheGapEnds() {
        var stage = Stage(.autoRepeat)
        stage.press(at: 0)
        stage.wait(until: 650)
        #expect(stage.actions == [], "the minimum duration alone is no evidence")
        stage.press(at: 660)
        #expect(stage.actions == [.openCapture(id(1))])
        stage.frame(at: 690)
        for time in stride(from: 700, to: 3000, by: 40) { stage.press(at: time) }
        #expect(stage.actions == [.openCapture(id(1))], "repeats restart nothing")
        stage.wait(until: 4000)
        #expect(stage.actions == [.openCapture(id(1)), .stopCapture(id(1))])
    }

    @Test func inAutoRepeatTypingOnAfterAShortHoldRecordsNothing() {
        var stage = Stage(.autoRepeat)
        stage.press(at: 0)
        stage.press(at: 301)
        stage.press(at: 360, Key(code: 120))
        stage.wait(until: 3000)
        #expect(stage.actions == [], "the key is not known to have been down at 350")
    }

    @Test func tapCommandAsksForTheCommand() {
        var stage = Stage { $0.tap = .command }
        stage.press(at: 0)
        stage.release(at: 100)
        stage.wait(until: 200)
        #expect(stage.actions == [.runTapCommand])
    }
}
