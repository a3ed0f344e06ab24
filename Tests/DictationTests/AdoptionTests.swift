import Dictation
import Keyboard
import Testing

/// A key that went down before the program ran: the hotkey of a shell.
@Suite struct AdoptionTests {
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

    @Test func onAKeyboardOfAnotherScriptTheHotkeyIsKnownByItsPlace() {
        var stage = Stage(.hold, chord: KeyChord(Key(code: 103), .control)) {
            $0.held = true
            $0.once = true
        }
        stage.frame(at: 400)
        let place = Key(code: 103)
        let letter = Key(code: 1087)
        stage.send(.key(KeyEvent(letter, .control, .repeat, base: place)), at: 600)
        stage.wait(until: 3000)
        #expect(stage.actions == [.openCapture(id(1))])
        stage.send(.key(KeyEvent(letter, [], .release, base: place)), at: 3000)
        stage.wait(until: 3300)
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
}
