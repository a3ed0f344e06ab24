import Keyboard
import Support
import Testing

/// Runs a tracker over key events at given instants, calling its deadlines when they come.
struct TrackerRun {
    var tracker: KeyTracker
    var transitions: [KeyTransition] = []
    /// When each transition was given out.
    var announced: [Duration] = []

    init(_ source: ReleaseSource) {
        tracker = KeyTracker(source: source)
    }

    mutating func advance(to now: Duration) {
        while let deadline = tracker.deadline, deadline <= now {
            collect(tracker.deadlinePassed(at: deadline), at: deadline)
        }
    }

    mutating func send(_ event: KeyEvent, at now: Duration) {
        advance(to: now)
        collect(tracker.handle(event, at: now), at: now)
    }

    mutating func collect(_ new: [KeyTransition], at now: Duration) {
        transitions += new
        announced += new.map { _ in now }
    }

    /// The transitions as words: `press space`.
    var words: [String] {
        transitions.map { "\($0.event.kind) \($0.event.key.name)" }
    }
}

@Suite struct InferredReleaseTests {
    /// One hold as a terminal without releases shows it.
    struct Hold {
        var presses: [Duration]
        var end: Duration

        /// Intervals vary by ± 30 %, and one repeat may be lost.
        init(using random: inout Dice) {
            let interval = Double.random(in: 30...90, using: &random)
            let delay = Double.random(in: 250...1000, using: &random)
            let end = delay + Double.random(in: 0...4000, using: &random)
            var times = [0.0]
            var time = delay
            while time <= end {
                times.append(time)
                time += interval * Double.random(in: 0.7...1.3, using: &random)
            }
            if Bool.random(using: &random), times.count > 2 {
                times.remove(at: Int.random(in: 1..<times.count, using: &random))
            }
            presses = times.map { .microseconds(Int($0 * 1000)) }
            self.end = .microseconds(Int(end * 1000))
        }
    }

    @Test func noHoldOfTenThousandEndsBeforeTheKeyComesUp() {
        var random = Dice(seed: 1)
        for number in 0..<10_000 {
            let hold = Hold(using: &random)
            var run = TrackerRun(.inferred)
            for press in hold.presses {
                run.send(KeyEvent(.space), at: press)
            }
            let last = run.transitions.count
            #expect(
                run.transitions.allSatisfy { $0.event.kind != .release }, "hold \(number): \(hold)")
            run.advance(to: hold.end + .seconds(2))
            let release = run.transitions.last
            #expect(run.transitions.count == last + 1 && release?.event.kind == .release)
            if hold.presses.count > 1 {
                let error = hold.end - (release?.time ?? .zero)
                #expect(error >= .zero && error <= .milliseconds(400), "hold \(number): \(hold)")
                let lateness = (run.announced.last ?? .zero) - hold.end
                #expect(lateness <= .milliseconds(400), "hold \(number): \(hold)")
            }
        }
    }
}

@Suite struct RepeatingKeyTests {
    static let inferred: [Timeline] = [
        Timeline(
            "a tap is known when no repeat has come", [(0, " ")],
            ["press space 0", "release space 0"]),
        Timeline(
            "a hold ends where it was last seen",
            [(0, " "), (500, " "), (540, " "), (580, " "), (620, " ")],
            [
                "press space 0", "repeat space 500", "repeat space 540", "repeat space 580",
                "repeat space 620", "release space 620",
            ]),
        Timeline(
            "one repeat", [(0, " "), (500, " ")],
            ["press space 0", "repeat space 500", "release space 500"]),
        Timeline(
            "the longest initial delay", [(0, " "), (1199, " "), (1240, " ")],
            ["press space 0", "repeat space 1199", "repeat space 1240", "release space 1240"]),
        Timeline(
            "typing is no tap: the other press comes before the release", [(0, " "), (200, "h")],
            ["press space 0", "press h 200", "release space 0", "release h 200"]),
        Timeline(
            "another key ends a hold", [(0, " "), (500, " "), (540, " "), (600, "x")],
            [
                "press space 0", "repeat space 500", "repeat space 540", "press x 600",
                "release space 540", "release x 600",
            ]),
        Timeline(
            "a hold after a hold",
            [(0, " "), (500, " "), (540, " "), (2000, " "), (2500, " ")],
            [
                "press space 0", "repeat space 500", "repeat space 540", "release space 540",
                "press space 2000", "repeat space 2500", "release space 2500",
            ]),
        Timeline(
            "a terminal that reports releases after all",
            [(0, " "), (500, " "), (520, "␛[32;1:3u")],
            ["press space 0", "repeat space 500", "release space 520"]),
        Timeline("a repeat without a press starts nothing", [(0, "␛[32;1:2u")], []),
        Timeline(
            "slow repeats",
            [(0, " "), (900, " "), (1150, " "), (1400, " "), (1650, " "), (2200, " ")],
            [
                "press space 0", "repeat space 900", "repeat space 1150", "repeat space 1400",
                "repeat space 1650", "repeat space 2200", "release space 2200",
            ]),
    ]

    /// After the focus returned, in either mode without releases.
    static let returns: [Timeline] = [
        Timeline(
            "a key that is still held from another window means nothing",
            [(0, "␛[I"), (20, " "), (60, " "), (100, " "), (140, " "), (220, " ")], []),
        Timeline(
            "a tap right then is known a moment later", [(0, "␛[I"), (100, " "), (2000, "x")],
            ["press space 100", "release space 100", "press x 2000", "release x 2000"]),
        Timeline(
            "a hold from right then",
            [(0, "␛[I"), (100, " "), (600, " "), (640, " ")],
            [
                "press space 100", "repeat space 600", "repeat space 640", "release space 640",
            ]),
        Timeline(
            "the next press after such a key came up",
            [(0, "␛[I"), (20, " "), (60, " "), (1000, " ")],
            ["press space 1000", "release space 1000"]),
        Timeline(
            "typing right then", [(0, "␛[I"), (100, "a"), (180, "b"), (400, "c")],
            [
                "press a 100", "release a 100", "press b 180", "press c 400", "release b 180",
                "release c 400",
            ]),
        Timeline(
            "the focus was lost during a hold and came back",
            [
                (0, " "), (500, " "), (540, " "), (580, "␛[O"), (900, "␛[I"), (930, " "),
                (970, " "),
                (1010, " "),
            ],
            ["press space 0", "repeat space 500", "repeat space 540"]),
    ]

    @Test(arguments: returns)
    func afterTheFocusReturnedARepeatStartsNothing(_ timeline: Timeline) {
        #expect(TrackerRun(.inferred, reads: timeline.reads).described == timeline.expected)
        let presses = timeline.expected.filter { !$0.hasPrefix("release") }
        #expect(TrackerRun(.none, reads: timeline.reads).described == presses)
    }

    @Test(arguments: inferred)
    func releasesAreInferred(_ timeline: Timeline) {
        let run = TrackerRun(.inferred, reads: timeline.reads)
        #expect(run.described == timeline.expected)
        #expect(!run.tracker.isAnyKeyDown && run.tracker.undecidedSince == nil)
    }

    static let presses: [Timeline] = [
        Timeline("a tap", [(0, " ")], ["press space 0"]),
        Timeline(
            "two taps, soon after each other", [(0, " "), (700, " ")],
            ["press space 0", "press space 700"]),
        Timeline(
            "three taps", [(0, " "), (700, " "), (1300, " ")],
            ["press space 0", "press space 700", "press space 1300"]),
        Timeline(
            "two taps, long after each other", [(0, " "), (5000, " ")],
            ["press space 0", "press space 5000"]),
        Timeline(
            "a held key is one press", [(0, " "), (500, " "), (540, " "), (580, " "), (620, " ")],
            [
                "press space 0", "repeat space 500", "repeat space 540", "repeat space 580",
                "repeat space 620",
            ]),
        Timeline(
            "a tap after a held key",
            [(0, " "), (500, " "), (540, " "), (580, " "), (1500, " ")],
            [
                "press space 0", "repeat space 500", "repeat space 540", "repeat space 580",
                "press space 1500",
            ]),
        Timeline(
            "a second tap is not lost to another key", [(0, " "), (700, " "), (800, "x")],
            ["press space 0", "press space 700", "press x 800"]),
        Timeline(
            "a second tap is not lost to a release", [(0, " "), (700, " "), (760, "␛[32;1:3u")],
            ["press space 0", "press space 700"]),
        Timeline(
            "releases that are reported are not passed on, but tell presses apart",
            [(0, "␛[32u"), (60, "␛[32;1:3u"), (200, "␛[32u"), (260, "␛[32;1:3u")],
            ["press space 0", "press space 200"]),
        Timeline(
            "a spurious release is no second press",
            [(0, "␛[32u"), (600, "␛[32;1:3u␛[32u"), (640, "␛[32;1:3u␛[32;1:2u")],
            ["press space 0", "repeat space 600", "repeat space 640"]),
        Timeline(
            "repeats that are reported", [(0, "␛[32u"), (500, "␛[32;1:2u"), (540, "␛[32;1:2u")],
            ["press space 0", "repeat space 500", "repeat space 540"]),
    ]

    @Test(arguments: presses)
    func onlyPressesCount(_ timeline: Timeline) {
        let run = TrackerRun(.none, reads: timeline.reads)
        #expect(run.described == timeline.expected)
        #expect(run.tracker.undecidedSince == nil)
    }

    @Test func whatDependsOnTheKeyBeingDownMustWaitForEvidence() {
        var run = TrackerRun(.inferred)
        run.send(KeyEvent(.space), at: .zero)
        // Down at 0, and nobody knows about later.
        #expect(run.tracker.undecidedSince == .zero)
        #expect(run.tracker.deadline == .milliseconds(1200))
        run.send(KeyEvent(.space), at: .milliseconds(500))
        #expect(run.tracker.undecidedSince == .milliseconds(500))
        #expect(run.tracker.isAnyKeyDown)
    }

    @Test(arguments: [(30, 150), (40, 160), (60, 240), (90, 360)])
    func theGapIsFourTimesTheIntervalMeasuredAndNoLessThanAFixedOne(_ interval: Int, _ gap: Int) {
        var run = TrackerRun(.inferred)
        for number in 0..<10 {
            run.send(KeyEvent(.space), at: .milliseconds(number == 0 ? 0 : 500 + number * interval))
        }
        let last = Duration.milliseconds(500 + 9 * interval)
        #expect(run.tracker.deadline == last + .milliseconds(gap))
    }

    @Test func theLongestInitialDelayIsTheCallers() {
        var tracker = KeyTracker(source: .inferred, maximumInitialDelay: .milliseconds(700))
        _ = tracker.handle(KeyEvent(.space), at: .zero)
        #expect(tracker.deadline == .milliseconds(700))
    }
}
