import Dictation
import Keyboard
import Speech
import Testing

/// What differs between the modes, and what a tap, a decision and the commanding keys do.
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

    // MARK: Adoption

    private static func adopted(_ change: (inout SessionOptions) -> Void = { _ in }) -> Stage {
        Stage(.hold) {
            $0.held = true
            $0.once = true
            change(&$0)
        }
    }

    @Test func anAdoptedHoldCountsFromTheStartOfTheProgram() {
        var stage = Self.adopted()
        stage.wait(until: 349)
        #expect(stage.activity == .keepHolding)
        #expect(stage.actions == [])
        stage.wait(until: 350)
        #expect(stage.actions == [.openCapture(id(1))])
        stage.frame(at: 400)
        stage.again(at: 600)
        stage.wait(until: 5000)
        stage.release(at: 5000)
        stage.wait(until: 5300)
        #expect(stage.actions == [.openCapture(id(1)), .stopCapture(id(1))])
    }

    @Test func withoutRepeatOrReleaseTheReleaseWasLost() {
        var stage = Self.adopted()
        stage.frame(at: 400)
        stage.wait(until: 1199)
        #expect(stage.actions == [.openCapture(id(1))])
        stage.wait(until: 1200)
        #expect(
            stage.actions == [
                .openCapture(id(1)), .discard(id(1)), .cancelled(id(1), .releaseLost),
                .exit(.finished(delivered: false)),
            ])
    }

    @Test func anotherKeyThatEndsTheRepeatsIsSaidToHaveDoneSo() {
        var stage = Self.adopted()
        stage.frame(at: 400)
        stage.press(at: 500, Key(code: 120))
        stage.release(at: 560, Key(code: 120))
        stage.wait(until: 1199)
        #expect(stage.actions == [.openCapture(id(1))])
        stage.wait(until: 1200)
        #expect(
            stage.actions == [
                .openCapture(id(1)), .discard(id(1)), .cancelled(id(1), .otherKey),
                .exit(.finished(delivered: false)),
            ])
        #expect(stage.view.notice == .cancelled(.otherKey))
    }

    @Test func aModifierEndsNoRepeats() {
        var stage = Self.adopted()
        stage.frame(at: 400)
        stage.press(at: 500, .leftShift)
        stage.wait(until: 1200)
        #expect(stage.actions.contains(.cancelled(id(1), .releaseLost)))
    }

    @Test func anotherKeyAfterTheProofEndsNothing() {
        var stage = Self.adopted()
        stage.frame(at: 400)
        stage.again(at: 600)
        stage.press(at: 700, Key(code: 120))
        stage.release(at: 760, Key(code: 120))
        stage.wait(until: 5000)
        #expect(stage.actions == [.openCapture(id(1))])
    }

    @Test func aReleaseIsProofOfAnAdoptedHold() {
        var stage = Self.adopted()
        stage.frame(at: 400)
        stage.release(at: 1100)
        stage.wait(until: 1400)
        #expect(stage.actions == [.openCapture(id(1)), .stopCapture(id(1))])
    }

    @Test func anAdoptedTapIsAnOutcome() {
        var stage = Self.adopted()
        stage.release(at: 100)
        stage.wait(until: 300)
        #expect(stage.actions == [.exit(.finished(delivered: false))])
        #expect(stage.view.notice == .holdToTalk)
    }

    @Test func anAdoptedTapDoesWhatTapSays() {
        var command = Self.adopted { $0.tap = .command }
        command.release(at: 100)
        command.wait(until: 300)
        #expect(command.actions == [.runTapCommand, .exit(.finished(delivered: false))])
        var toggle = Self.adopted { $0.tap = .toggle }
        toggle.release(at: 100)
        toggle.wait(until: 5000)
        #expect(toggle.actions == [.openCapture(id(1))])
    }

    @Test func typingThroughAnAdoptedKeyIsAnOutcome() {
        var stage = Self.adopted()
        stage.press(at: 100, Key(code: 120))
        #expect(stage.actions == [.exit(.finished(delivered: false))])
    }

    @Test func anAdoptedTapStartsToggleMode() {
        var stage = Stage(.toggle) { $0.held = true }
        #expect(stage.session.deadline == .zero)
        stage.wait(until: 0)
        #expect(stage.actions == [.openCapture(id(1))])
        stage.frame(at: 50)
        // Its repeats, where the terminal calls them presses.
        for time in stride(from: 600, to: 2000, by: 40) { stage.press(at: time) }
        stage.wait(until: 3000)
        #expect(stage.actions == [.openCapture(id(1))])
    }

    // MARK: confirm

    @Test func confirmedTextWaitsForATap() {
        var stage = Stage { $0.confirm = true }
        stage.hold(from: 0, to: 2000)
        stage.final(at: 2500)
        #expect(stage.activity == .awaitingDecision(because: nil))
        stage.wait(until: 60_000)
        #expect(stage.actions.last == .stopCapture(id(1)))
        stage.press(at: 60_000)
        stage.release(at: 60_100)
        stage.wait(until: 60_300)
        #expect(stage.actions.last == delivered())
        #expect(stage.activity == .idle)
    }

    @Test func holdingAgainAddsToTheText() {
        var stage = Stage { $0.confirm = true }
        stage.hold(from: 0, to: 2000)
        stage.final(at: 2500)
        stage.hold(2, from: 3000, to: 5000)
        stage.final(2, "world", at: 5500)
        stage.press(at: 6000)
        stage.release(at: 6100)
        stage.wait(until: 6300)
        #expect(stage.actions.suffix(2) == [delivered(), delivered(2, "world")])
    }

    @Test func escapeDropsTheText() {
        var stage = Stage { $0.confirm = true }
        stage.hold(from: 0, to: 2000)
        stage.final(at: 2500)
        stage.press(at: 3000, .escape)
        #expect(stage.actions.last == .cancelled(id(1), .declined))
    }

    @Test func quittingReportsTheTextThatWaited() {
        var stage = Stage { $0.confirm = true }
        stage.hold(from: 0, to: 2000)
        stage.final(at: 2500)
        stage.press(at: 3000, Key(code: 113))
        #expect(
            stage.actions.suffix(2) == [.cancelled(id(1), .quit), .exit(.quit(delivered: false))])
    }

    // MARK: doubt

    /// What was not said like a command: a hypothesis that its language doubts.
    private static let doubtful: Hypothesis = {
        var hypothesis = Hypothesis(text: "rm -r")
        hypothesis.isDoubtful = true
        return hypothesis
    }()

    @Test(arguments: [false, true])
    func doubtfulTextIsNeverDeliveredUnasked(once: Bool) {
        var stage = Stage { $0.once = once }
        stage.hold(from: 0, to: 2000)
        stage.send(.capture(id(1), .stopped), at: 2500)
        stage.send(.recognizer(.final(id(1), Self.doubtful)), at: 2500)
        #expect(stage.activity == .awaitingDecision(because: nil))
        #expect(stage.view.waiting == [Self.doubtful])
        stage.wait(until: 60_000)
        #expect(stage.actions.last == .stopCapture(id(1)), "neither delivered nor over")
        stage.press(at: 60_000)
        stage.release(at: 60_100)
        stage.wait(until: 60_300)
        #expect(stage.actions.contains(.deliver(id(1), Self.doubtful, early: nil)))
        #expect(stage.actions.contains(.exit(.finished(delivered: true))) == once)
    }

    @Test func escapeDropsDoubtfulTextAndSaysSo() {
        var stage = Stage { $0.once = true }
        stage.hold(from: 0, to: 2000)
        stage.send(.capture(id(1), .stopped), at: 2500)
        stage.send(.recognizer(.final(id(1), Self.doubtful)), at: 2500)
        stage.press(at: 3000, .escape)
        #expect(
            stage.actions.suffix(2) == [
                .cancelled(id(1), .declined), .exit(.finished(delivered: false)),
            ])
    }

    @Test func doubtfulTextThatComesAfterTheEndWasAskedForIsReportedAndNotDelivered() {
        var stage = Stage()
        stage.hold(from: 0, to: 2000)
        stage.press(at: 2450, Key(code: 113))
        stage.send(.capture(id(1), .stopped), at: 2500)
        stage.send(.recognizer(.final(id(1), Self.doubtful)), at: 2550)
        #expect(
            stage.actions.suffix(2) == [.cancelled(id(1), .quit), .exit(.quit(delivered: false))])
    }

    @Test func aSureTextAfterADoubtfulOneIsDecidedWithIt() {
        var stage = Stage()
        stage.hold(from: 0, to: 2000)
        stage.send(.capture(id(1), .stopped), at: 2500)
        stage.send(.recognizer(.final(id(1), Self.doubtful)), at: 2500)
        stage.hold(2, from: 3000, to: 5000)
        stage.final(2, "world", at: 5500)
        #expect(stage.view.waiting.map(\.text) == ["rm -r", "world"])
        stage.press(at: 6000)
        stage.release(at: 6100)
        stage.wait(until: 6300)
        #expect(
            stage.actions.suffix(2) == [
                .deliver(id(1), Self.doubtful, early: nil), delivered(2, "world"),
            ])
    }

    // MARK: Commanding keys

    @Test(arguments: [
        ("q", KeyEvent(Key(code: 113)), ExitReason.quit(delivered: false)),
        ("q with caps lock", KeyEvent(Key(code: 113), .capsLock), .quit(delivered: false)),
        ("Ctrl-D", KeyEvent(Key(code: 100), .control), .quit(delivered: false)),
        ("Ctrl-C", KeyEvent(Key(code: 99), .control), .interrupted),
        (
            "Ctrl-C on a Cyrillic keyboard",
            KeyEvent(Key(code: 1089), .control, base: Key(code: 99)), .interrupted
        ),
    ])
    func keysThatEnd(_ name: String, _ event: KeyEvent, _ reason: ExitReason) {
        var stage = Stage()
        stage.send(.key(event), at: 0)
        #expect(stage.actions == [.exit(reason)], "\(name)")
    }

    @Test func whereTextIsTypedAheadPrintableKeysCommandNothing() {
        var stage = Stage { $0.commandKeys = false }
        stage.press(at: 0, Key(code: 113))
        stage.press(at: 10, Key(code: 63))
        stage.press(at: 20, Key(code: 100), .control)
        #expect(stage.actions == [])
        #expect(!stage.view.showsHelp)
        stage.press(at: 30, Key(code: 99), .control)
        #expect(stage.actions == [.exit(.interrupted)])
    }

    @Test func aQuestionMarkShowsAndHidesTheKeys() {
        var stage = Stage()
        stage.send(.key(KeyEvent(Key(code: 47), .shift, shifted: Key(code: 63))), at: 0)
        #expect(stage.view.showsHelp)
        stage.send(.key(KeyEvent(Key(code: 63))), at: 10)
        #expect(!stage.view.showsHelp)
    }

    @Test func aTalkKeyCommandsNothing() {
        var stage = Stage(.hold, chord: KeyChord(Key(code: 113)))
        stage.press(at: 0, Key(code: 113))
        stage.wait(until: 400)
        #expect(stage.actions == [.openCapture(id(1))])
        stage.press(at: 500, Key(code: 99), .control)
        #expect(stage.actions.last == .exit(.interrupted))
    }
}
