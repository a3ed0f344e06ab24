import Dictation
import Keyboard
import Testing

/// The keys that steer the session.
@Suite struct CommandKeyTests {
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

    @Test func whatHappensIsShownInsteadOfTheKeys() {
        let mark = KeyEvent(Key(code: 63))
        // Pressed, read, and then talked.
        var stage = Stage()
        stage.send(.key(mark), at: 0)
        stage.hold(from: 100, to: 2000)
        #expect(!stage.view.showsHelp)
        // The outcome of what is being decoded.
        stage.send(.key(mark), at: 2500)
        #expect(stage.view.showsHelp)
        stage.final(at: 2600)
        #expect(!stage.view.showsHelp)
        // A tap.
        stage.send(.key(mark), at: 3000)
        stage.press(at: 3100)
        stage.release(at: 3200)
        stage.wait(until: 3300)
        #expect(stage.view.notice == .holdToTalk)
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
