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
        (
            "q on a Cyrillic keyboard", KeyEvent(Key(code: 1081), base: Key(code: 113)),
            .quit(delivered: false)
        ),
    ])
    func keysThatEnd(_ name: String, _ event: KeyEvent, _ reason: ExitReason) {
        var stage = Stage()
        stage.send(.key(event), at: 0)
        #expect(stage.actions == [.exit(reason)], "\(name)")
    }

    @Test(arguments: [
        ("a on a French keyboard", KeyEvent(Key(code: 97), base: Key(code: 113))),
        ("Ctrl+J on a Dvorak keyboard", KeyEvent(Key(code: 106), .control, base: Key(code: 99))),
        ("Ctrl+Ö", KeyEvent(Key(code: 0xF6), .control, base: Key(code: 99))),
        ("Ctrl+Q", KeyEvent(Key(code: 113), .control)),
    ])
    func aLetterThatStandsElsewhereIsItself(_ name: String, _ event: KeyEvent) {
        var stage = Stage(.hold, chord: KeyChord(.space, .control))
        stage.send(.key(event), at: 0)
        #expect(stage.actions == [], "\(name)")
    }

    @Test(
        arguments: [
            ("a modifier as the talk key", KeyChord(.rightControl), Modifiers.control),
            ("a modifier and a key", KeyChord(.space, .control), Modifiers.control),
            ("two modifiers", KeyChord(.function(5), [.shift, .super]), [.shift, .super]),
            ("a level shift", KeyChord(.altGr), []),
            ("two in one read", KeyChord(.space), Modifiers.alt),
            ("Shift was down by chance", KeyChord(.space), [.shift, .numLock]),
        ] as [(String, KeyChord, Modifiers)])
    func escapeCancelsWhateverIsHeldWithIt(
        _ name: String, _ chord: KeyChord, _ modifiers: Modifiers
    ) {
        var stage = Stage(.hold, chord: chord)
        stage.press(at: 0, chord.key, chord.modifiers)
        stage.frame(at: 400)
        stage.press(at: 2000, .escape, modifiers)
        #expect(
            stage.actions == [.openCapture(id(1)), .discard(id(1)), .cancelled(id(1), .escape)],
            "\(name)")
    }

    /// A keyboard with a third level has AltGr where others have Right Alt, and tells it by another name.
    @Test(arguments: [Key.rightAlt, .altGr])
    func rightAltIsATalkKeyOnEveryKeyboard(_ key: Key) {
        var stage = Stage(.hold, chord: KeyChord(.rightAlt))
        stage.press(at: 0, key)
        stage.frame(at: 400)
        stage.again(at: 600, key)
        stage.release(at: 2000, key)
        stage.wait(until: 2300)
        #expect(stage.actions == [.openCapture(id(1)), .stopCapture(id(1))])
    }

    @Test(arguments: [
        KeyChord(.rightAlt), KeyChord(.rightShift), KeyChord(.rightControl),
        KeyChord(.space, [.control, .alt]), KeyChord(.function(5), .shift),
    ])
    func interruptEndsWhateverTheTalkKeyHoldsDown(_ chord: KeyChord) {
        let own: [Key: Modifiers] = [.rightAlt: .alt, .rightShift: .shift]
        var stage = Stage(.hold, chord: chord)
        stage.press(at: 0, chord.key, chord.modifiers)
        stage.frame(at: 400)
        let held = chord.modifiers.union(own[chord.key] ?? [])
        stage.press(at: 2000, Key(code: 99), held.union(.control))
        #expect(
            stage.actions.suffix(2) == [.cancelled(id(1), .interrupt), .exit(.interrupted)],
            "\(chord)")
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
