import Gestures
import Keyboard
import Testing

@Suite struct KeyRecognizerTests {
    typealias Talk = ExclusiveGesture<SequenceGesture<LongPress, Hold>, Tap>

    static func recognizer(_ chord: KeyChord = KeyChord(space)) -> KeyRecognizer<Talk> {
        KeyRecognizer(SequenceGestureTests.talk.exclusively(before: Tap()), on: chord)
    }

    static func states(
        _ recognizer: inout KeyRecognizer<Talk>, _ events: (Int, KeyEvent)...
    ) -> [GestureState] {
        events.flatMap { time, event in
            recognizer.handle(KeyTransition(event: event, time: ms(time))).map(\.state)
        }
    }

    @Test func releaseIsJudgedByWhenItHappened() {
        var recognizer = Self.recognizer()
        #expect(
            Self.states(&recognizer, (0, KeyEvent(space)), (349, KeyEvent(space, [], .release)))
                == [.ended])
        #expect(
            Self.states(
                &recognizer, (1000, KeyEvent(space)), (1351, KeyEvent(space, [], .release)))
                == [.began, .ended])
    }

    @Test func aReleaseThatBecameCertainLateCountsWithItsOwnInstant() {
        var recognizer = Self.recognizer()
        _ = recognizer.handle(KeyTransition(event: KeyEvent(space), time: ms(0)))
        // Read at 400, happened at 340; nobody has called for the deadline at 350.
        let phases = recognizer.handle(
            KeyTransition(event: KeyEvent(space, [], .release), time: ms(340)))
        #expect(phases == [.ended(.second(Tap.Value(start: ms(0), end: ms(340))))])
    }

    @Test func startsOverWithTheNextPress() {
        var recognizer = Self.recognizer()
        for start in [0, 1000, 2000] {
            #expect(
                Self.states(
                    &recognizer, (start, KeyEvent(space)),
                    (start + 50, KeyEvent(space, [], .release))) == [.ended])
        }
    }

    @Test func releaseMatchesByKeyAlone() {
        var recognizer = Self.recognizer(KeyChord(space, .control))
        #expect(
            Self.states(
                &recognizer, (0, KeyEvent(control, .control)), (10, KeyEvent(space, .control)),
                (700, KeyEvent(space, .control, .repeat)),
                (710, KeyEvent(control, .control, .release)),
                (720, KeyEvent(space, [], .repeat)), (730, KeyEvent(space, [], .release)))
                == [.began, .changed, .changed, .ended])
    }

    @Test(arguments: [Modifiers.capsLock, .numLock, [.capsLock, .numLock]])
    func locksDoNotCount(_ locks: Modifiers) {
        var recognizer = Self.recognizer()
        #expect(
            Self.states(
                &recognizer, (0, KeyEvent(space, locks)), (9, KeyEvent(space, [], .release)))
                == [.ended])
    }

    @Test(arguments: [Modifiers.shift, .control, .alt])
    func theKeyWithAnotherModifierIsAnotherKey(_ modifier: Modifiers) {
        var recognizer = Self.recognizer()
        #expect(
            Self.states(
                &recognizer, (0, KeyEvent(space, modifier)),
                (9, KeyEvent(space, modifier, .release))) == [])
        #expect(!recognizer.isTracking)
    }

    @Test(arguments: [Modifiers(), .control])
    func aModifierKeyIsItselfWhateverItReports(_ modifiers: Modifiers) {
        let rightControl = Key(code: 57448)
        var recognizer = Self.recognizer(KeyChord(rightControl))
        #expect(
            Self.states(
                &recognizer, (0, KeyEvent(rightControl, modifiers)),
                (9, KeyEvent(rightControl, [], .release))) == [.ended])
    }

    @Test(arguments: [57453, 57454, 57441, 57358])
    func aModifierThatTheChordDoesNotNeedIsAnotherKey(_ code: UInt32) {
        var recognizer = Self.recognizer(KeyChord(space, .control))
        #expect(
            Self.states(
                &recognizer, (0, KeyEvent(space, .control)), (100, KeyEvent(Key(code: code))))
                == [.failed])
    }

    @Test func aBareRepeatBeginsNothing() {
        var recognizer = Self.recognizer()
        #expect(
            Self.states(
                &recognizer, (0, KeyEvent(space, [], .repeat)), (40, KeyEvent(space, [], .repeat)),
                (900, KeyEvent(space, [], .release))) == [])
        #expect(recognizer.deadline == nil)
    }

    @Test func repeatsReportedAsPressesRestartNothing() {
        var recognizer = Self.recognizer()
        #expect(
            Self.states(
                &recognizer, (0, KeyEvent(space)), (600, KeyEvent(space)), (640, KeyEvent(space)),
                (700, KeyEvent(space, [], .release))) == [.began, .changed, .changed, .ended])
    }

    @Test func afterCancellationTheRestOfThePressMeansNothing() {
        var recognizer = Self.recognizer()
        _ = recognizer.handle(KeyTransition(event: KeyEvent(space), time: ms(0)))
        #expect(recognizer.cancel(at: ms(10)) == .cancelled)
        #expect(recognizer.cancel(at: ms(11)) == nil)
        #expect(
            Self.states(
                &recognizer, (20, KeyEvent(space, [], .repeat)),
                (600, KeyEvent(space, [], .release))) == [])
        #expect(
            Self.states(&recognizer, (700, KeyEvent(space)), (800, KeyEvent(space, [], .release)))
                == [.ended])
    }

    @Test func anyOfSeveralKeysWillDo() {
        let f9 = Key(code: 57372)
        var recognizer = KeyRecognizer(Tap(), on: KeyChord(space), KeyChord(f9))
        for key in [space, f9] {
            let phases =
                recognizer.handle(KeyTransition(event: KeyEvent(key), time: ms(0)))
                + recognizer.handle(
                    KeyTransition(event: KeyEvent(key, [], .release), time: ms(10)))
            #expect(phases.map(\.state) == [.ended])
        }
    }
}
