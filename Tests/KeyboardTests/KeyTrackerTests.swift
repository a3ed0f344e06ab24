import Keyboard
import Testing

private func ms(_ milliseconds: Int) -> Duration {
    .milliseconds(milliseconds)
}

/// A timeline of a terminal that reports releases, and what the fingers did.
struct Timeline: CustomTestStringConvertible {
    var name: String
    /// Milliseconds and the bytes that were read then.
    var reads: [(Int, String)]
    /// `press space 0`: kind, key and the instant in milliseconds.
    var expected: [String]

    var testDescription: String { name }

    init(_ name: String, _ reads: [(Int, String)], _ expected: [String]) {
        self.name = name
        self.reads = reads
        self.expected = expected
    }
}

extension TrackerRun {
    /// Everything that `reads` say, with focus changes as the program takes them.
    init(_ source: ReleaseSource, reads: [(Int, String)]) {
        self.init(source)
        var parser = KeyParser()
        for (time, text) in reads {
            for event in parser.feed(bytes(text), at: ms(time)) {
                switch event {
                case .key(let key): send(key, at: ms(time))
                case .focusOut:
                    advance(to: ms(time))
                    _ = tracker.reset()
                case .focusIn:
                    advance(to: ms(time))
                    tracker.focusReturned(at: ms(time))
                default: break
                }
            }
        }
        advance(to: ms((reads.last?.0 ?? 0) + 5000))
    }

    var described: [String] {
        transitions.map {
            let milliseconds = $0.time / .milliseconds(1)
            return "\($0.event.kind) \($0.event.key.name) \(Int(milliseconds.rounded()))"
        }
    }
}

@Suite struct KeyTrackerTests {
    static let timelines: [Timeline] = [
        Timeline(
            "a tap", [(0, "␛[32u"), (80, "␛[32;1:3u")], ["press space 0", "release space 80"]),
        Timeline(
            "press and release in one read", [(0, "␛[32u␛[32;1:3u")],
            ["press space 0", "release space 0"]),
        Timeline(
            "a hold", [(0, "␛[32u"), (660, "␛[32;1:2u"), (700, "␛[32;1:2u"), (710, "␛[32;1:3u")],
            ["press space 0", "repeat space 660", "repeat space 700", "release space 710"]),
        Timeline(
            "a hold without repeats, however long", [(0, "␛[32u"), (20_000, "␛[32;1:3u")],
            ["press space 0", "release space 20000"]),
        Timeline(
            "wezterm: repeats look like presses",
            [(0, "␛[32;1u"), (500, "␛[32;1u"), (530, "␛[32;1u"), (560, "␛[32;1:3u")],
            ["press space 0", "repeat space 500", "repeat space 530", "release space 560"]),
        Timeline(
            "konsole: each repeat is a release and a repeat",
            [
                (0, "␛[32u"), (600, "␛[32;1:3u␛[32;1:2u"), (640, "␛[32;1:3u"), (641, "␛[32;1:2u"),
                (690, "␛[32;1:3u"),
            ],
            [
                "press space 0", "repeat space 600", "repeat space 641",
                "release space 690",
            ]),
        Timeline(
            "X11: each repeat is a release and a press",
            [(0, "␛[32u"), (660, "␛[32;1:3u"), (685, "␛[32u"), (709, "␛[32;1:3u")],
            ["press space 0", "repeat space 685", "release space 709"]),
        Timeline(
            "a release that comes twice",
            [(0, "␛[32u"), (100, "␛[32;1:3u"), (101, "␛[32;1:3u"), (400, "␛[32;1:3u")],
            ["press space 0", "release space 100"]),
        Timeline(
            "two taps", [(0, "␛[32u"), (60, "␛[32;1:3u"), (130, "␛[32u"), (190, "␛[32;1:3u")],
            ["press space 0", "release space 60", "press space 130", "release space 190"]),
        Timeline(
            "the modifier is released first",
            [
                (0, "␛[57442u"), (10, "␛[32;5u"), (600, "␛[32;5:2u"), (700, "␛[57442;5:3u"),
                (720, "␛[32;1:2u"), (800, "␛[32;1:3u"),
            ],
            [
                "press left_control 0", "press space 10", "repeat space 600",
                "release left_control 700", "repeat space 720", "release space 800",
            ]),
        Timeline(
            "a second key during the hold",
            [
                (0, "␛[32u"), (660, "␛[32;1:2u"), (700, "␛[120u"), (760, "␛[120;1:3u"),
                (1500, "␛[32;1:3u"),
            ],
            [
                "press space 0", "repeat space 660", "press x 700", "release x 760",
                "release space 1500",
            ]),
        Timeline(
            "a key between a spurious release and its repeat",
            [
                (0, "␛[32u"), (600, "␛[32;1:3u"), (610, "␛[120u"), (620, "␛[32;1:2u"),
                (900, "␛[32;1:3u"),
            ],
            ["press space 0", "press x 610", "repeat space 620", "release space 900"]),
        Timeline(
            "a key after a true release waits for its turn",
            [(0, "␛[32u"), (600, "␛[32;1:3u"), (610, "␛[120u")],
            ["press space 0", "release space 600", "press x 610"]),
        Timeline(
            "the release of a key whose press went elsewhere",
            [(0, "␛[13;1:3u"), (50, "␛[32u"), (90, "␛[32;1:3u")],
            ["press space 50", "release space 90"]),
        Timeline(
            "a repeat after the focus came back starts nothing",
            [
                (0, "␛[32u"), (660, "␛[32;1:2u"), (700, "␛[O"), (1400, "␛[I"), (1410, "␛[32;1:2u"),
                (1450, "␛[32;1:2u"), (1500, "␛[32;1:3u"), (2000, "␛[32u"), (2050, "␛[32;1:3u"),
            ],
            ["press space 0", "repeat space 660", "press space 2000", "release space 2050"]),
        Timeline(
            "the release that kitty makes up for the loss of the focus",
            [(0, "␛[32u"), (700, "␛[O"), (703, "␛[32;1:3u"), (1400, "␛[I"), (1410, "␛[32;1:2u")],
            ["press space 0"]),
        Timeline(
            "a press after a long silence is no second start",
            [(0, "␛[32u"), (500, "␛[32;1:2u"), (4000, "␛[32u"), (4080, "␛[32;1:3u")],
            ["press space 0", "repeat space 500", "repeat space 4000", "release space 4080"]),
        Timeline(
            "a modifier as the key itself",
            [(0, "␛[57448;5u"), (600, "␛[57448;5:2u"), (900, "␛[57448;1:3u")],
            ["press right_control 0", "repeat right_control 600", "release right_control 900"]),
        Timeline(
            "win32-input-mode",
            [(0, "␛[32;57;32;1;0;1_"), (500, "␛[32;57;32;1;0;1_"), (640, "␛[32;57;32;0;0;1_")],
            ["press space 0", "repeat space 500", "release space 640"]),
    ]

    static let returns: [Timeline] = [
        Timeline(
            "wezterm: a key that is still held",
            [
                (0, "␛[32u"), (500, "␛[32u"), (540, "␛[O"), (1400, "␛[I"), (1410, "␛[32u"),
                (1440, "␛[32u"), (1470, "␛[32u"), (1500, "␛[32;1:3u"), (2000, "␛[32u"),
                (2050, "␛[32;1:3u"),
            ],
            [
                "press space 0", "repeat space 500", "press space 2000", "release space 2050",
            ]),
        Timeline(
            "win32-input-mode: a key that is still held",
            [
                (0, "␛[I"), (20, "␛[32;57;32;1;0;1_"), (53, "␛[32;57;32;1;0;1_"),
                (86, "␛[32;57;32;0;0;1_"),
            ], []),
        Timeline(
            "X11: a key that is still held, each repeat a release and a press",
            [(0, "␛[I")]
                + stride(from: 20, to: 900, by: 40).map { ($0, "␛[32;1:3u␛[32u") }
                + [(910, "␛[32;1:3u"), (1000, "␛[32u"), (1060, "␛[32;1:3u")],
            ["press space 1000", "release space 1060"]),
        Timeline(
            "a tap", [(0, "␛[I"), (100, "␛[32u"), (160, "␛[32;1:3u")],
            ["press space 100", "release space 160"]),
        Timeline(
            "two quick taps",
            [
                (0, "␛[I"), (50, "␛[32u"), (90, "␛[32;1:3u"), (160, "␛[32u"),
                (200, "␛[32;1:3u"),
            ],
            ["press space 50", "release space 90", "press space 160", "release space 200"]),
        Timeline(
            "a hold", [(0, "␛[I"), (100, "␛[32u"), (600, "␛[32u"), (700, "␛[32;1:3u")],
            ["press space 100", "repeat space 600", "release space 700"]),
        Timeline(
            "a held key whose release was not seen, and its next press",
            [(0, "␛[I"), (20, "␛[32u"), (60, "␛[32u"), (1000, "␛[32u"), (1050, "␛[32;1:3u")],
            ["press space 1000", "release space 1050"]),
        Timeline(
            "a key beside the held one",
            [(0, "␛[I"), (20, "␛[32u"), (40, "␛[120u"), (60, "␛[32u"), (100, "␛[120;1:3u")],
            ["press x 40", "release x 100"]),
        Timeline(
            "a tap before the held one's next repeat",
            [
                (0, "␛[I"), (20, "␛[32u"), (40, "␛[32;1:3u"), (120, "␛[32u"), (150, "␛[32u"),
                (180, "␛[32;1:3u"),
            ],
            ["press space 20", "release space 40"]),
    ]

    @Test(arguments: returns)
    func afterTheFocusReturnedARepeatThatIsCalledAPressStartsNothing(_ timeline: Timeline) {
        let run = TrackerRun(.reported, reads: timeline.reads)
        #expect(run.described == timeline.expected)
        #expect(run.tracker.undecidedSince == nil && run.tracker.deadline == nil)
        #expect(!run.tracker.isAnyKeyDown)
    }

    @Test(arguments: timelines)
    func whatTheTerminalSaysIsWhatTheFingersDid(_ timeline: Timeline) {
        let run = TrackerRun(.reported, reads: timeline.reads)
        #expect(run.described == timeline.expected)
        #expect(run.tracker.undecidedSince == nil)
    }

    @Test func aReleaseIsCertainAfterTheDebounceAndTellsWhenItHappened() {
        var tracker = KeyTracker(source: .reported)
        #expect(tracker.handle(KeyEvent(.space), at: ms(0)).count == 1)
        #expect(tracker.deadline == nil && tracker.undecidedSince == nil && tracker.isAnyKeyDown)
        #expect(tracker.handle(KeyEvent(.space, [], .release), at: ms(400)) == [])
        #expect(tracker.undecidedSince == ms(400))
        #expect(tracker.deadline == ms(450))
        #expect(tracker.isAnyKeyDown)
        #expect(tracker.deadlinePassed(at: ms(449)) == [])
        #expect(
            tracker.deadlinePassed(at: ms(450))
                == [KeyTransition(event: KeyEvent(.space, [], .release), time: ms(400))])
        #expect(tracker.deadline == nil && tracker.undecidedSince == nil && !tracker.isAnyKeyDown)
    }

    @Test func aKeyThatWasDownAtTheStartIsToldByItsPress() {
        // Nothing for the longest initial delay, then a repeat, then the release.
        var run = TrackerRun(.reported)
        run.send(KeyEvent(.function(9)), at: .zero)
        run.send(KeyEvent(.function(9), [], .repeat), at: ms(1200))
        run.send(KeyEvent(.function(9), [], .release), at: ms(1500))
        run.advance(to: ms(2000))
        #expect(run.described == ["press f9 0", "repeat f9 1200", "release f9 1500"])
        // The release is the first and only event.
        run = TrackerRun(.reported)
        run.send(KeyEvent(.function(9)), at: .zero)
        run.send(KeyEvent(.function(9), [], .release), at: ms(300))
        run.advance(to: ms(2000))
        #expect(run.described == ["press f9 0", "release f9 300"])
    }

    @Test func locksAreMaskedAndAModifierHasNoModifiers() {
        var run = TrackerRun(.reported)
        run.send(KeyEvent(.space, [.control, .capsLock, .numLock]), at: .zero)
        run.send(KeyEvent(.rightControl, [.control, .capsLock]), at: ms(1))
        run.send(KeyEvent(.capsLock, [.capsLock]), at: ms(2))
        #expect(run.transitions.map(\.event.modifiers) == [.control, [], []])
    }

    @Test func resettingGivesOutAReleaseThatHasHappened() {
        var tracker = KeyTracker(source: .reported)
        _ = tracker.handle(KeyEvent(.space), at: .zero)
        _ = tracker.handle(KeyEvent(.space, [], .release), at: ms(500))
        let release = KeyTransition(event: KeyEvent(.space, [], .release), time: ms(500))
        #expect(tracker.reset() == [release])
        #expect(!tracker.isAnyKeyDown && tracker.deadline == nil && tracker.undecidedSince == nil)
        #expect(tracker.reset() == [])
    }

    @Test(arguments: [ReleaseSource.reported, .inferred, .none])
    func delayAndIntervalAreMeasured(_ source: ReleaseSource) {
        var run = TrackerRun(source)
        #expect(run.tracker.measuredInitialDelay == nil && run.tracker.measuredInterval == nil)
        for time in [0, 660, 700, 742, 780] {
            let isRepeat = source == .reported && time > 0
            run.send(KeyEvent(.space, [], isRepeat ? .repeat : .press), at: ms(time))
        }
        #expect(run.tracker.measuredInitialDelay == ms(660))
        #expect(run.tracker.measuredInterval == ms(40))
    }

    @Test func manyKeysAtOnceAreBounded() {
        var run = TrackerRun(.reported)
        for code in UInt32(1000)..<2000 {
            run.send(KeyEvent(Key(code: code)), at: ms(Int(code)))
        }
        #expect(run.transitions.count == 1000)
        // Releases that are all undecided do not pile up either.
        for code in UInt32(1900)..<2000 {
            run.send(KeyEvent(Key(code: code), [], .release), at: ms(3000))
        }
        run.advance(to: ms(4000))
        #expect(run.transitions.last?.event.kind == .release)
    }
}
