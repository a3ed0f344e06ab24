import Gestures
import Keyboard
import Testing

/// What terminals send while a key is held, made anew: the traps of each, and what the gesture makes of it.
@Suite struct TerminalTimelineTests {
    struct Recording: Sendable, CustomTestStringConvertible {
        var name: String
        var source: ReleaseSource
        var isHeldAtStart: Bool
        var bytes: [(time: Int, text: String)]
        var outcomes: [Replay.Outcome]

        init(
            _ name: String, releases source: ReleaseSource = .reported, isHeldAtStart: Bool = false,
            _ bytes: [(Int, String)], _ outcomes: [Replay.Outcome]
        ) {
            self.name = name
            self.source = source
            self.isHeldAtStart = isHeldAtStart
            self.bytes = bytes.map { ($0, $1) }
            self.outcomes = outcomes
        }

        var testDescription: String { name }
    }

    /// The same text again and again, as a held key makes it.
    static func repeats(_ text: String, from start: Int, to end: Int, by interval: Int = 40)
        -> [(Int, String)]
    {
        stride(from: start, to: end, by: interval).map { ($0, text) }
    }

    static let recordings = [
        Recording(
            "kitty: press, repeats, release",
            [(100, "\u{1b}[32u")] + repeats("\u{1b}[32;1:2u", from: 760, to: 1500)
                + [(1510, "\u{1b}[32;1:3u")],
            [.began(450), .ended(1510)]),
        Recording(
            "foot: the press says that it is one",
            [(100, "\u{1b}[32;1:1u"), (900, "\u{1b}[32;1:3u")], [.began(450), .ended(900)]),
        Recording(
            "a fast tap in one read", [(100, "\u{1b}[32u\u{1b}[32;1:3u")], [.tapped(100)]),
        Recording(
            "a tap just before the minimum duration, certain only after it",
            [(100, "\u{1b}[32u"), (440, "\u{1b}[32;1:3u")], [.tapped(440)]),
        Recording(
            "only some events are reported: text keys are plain until the release",
            [(100, " ")] + repeats(" ", from: 760, to: 1500) + [(1520, "\u{1b}[32;1:3u")],
            [.began(450), .ended(1520)]),
        Recording(
            "WezTerm: repeats that look like presses",
            [(100, "\u{1b}[32;1u")] + repeats("\u{1b}[32;1u", from: 700, to: 1500)
                + [(1505, "\u{1b}[32;1:3u")],
            [.began(450), .ended(1505)]),
        Recording(
            "Konsole: a release and a repeat for each auto-repeat",
            [(100, "\u{1b}[32u")]
                + repeats("\u{1b}[32;1:3u\u{1b}[32;1:2u", from: 700, to: 1500)
                + [(1510, "\u{1b}[32;1:3u")],
            [.began(450), .ended(1510)]),
        Recording(
            "another key stops the repeats for good, and is not a release",
            [(100, "\u{1b}[32u")] + repeats("\u{1b}[32;1:2u", from: 760, to: 1000)
                + [(1010, "\u{1b}[120u"), (1100, "\u{1b}[120;1:3u"), (4000, "\u{1b}[32;1:3u")],
            [.began(450), .ended(4000)]),
        Recording(
            "typing through the key",
            [
                (100, "\u{1b}[32u"), (180, "\u{1b}[120u"), (200, "\u{1b}[32;1:3u"),
                (260, "\u{1b}[120;1:3u"),
            ], [.failed]),
        Recording(
            "focus lost in a hold, with a release made up for it and repeats afterwards",
            [(100, "\u{1b}[32u"), (900, "\u{1b}[O"), (903, "\u{1b}[32;1:3u"), (1600, "\u{1b}[I")]
                + repeats("\u{1b}[32;1:2u", from: 1610, to: 2200) + [(2210, "\u{1b}[32;1:3u")],
            [.began(450), .cancelled]),
        Recording(
            "focus lost and no release ever, then a new hold",
            [
                (100, "\u{1b}[32u"), (900, "\u{1b}[O"), (1600, "\u{1b}[I"), (3000, "\u{1b}[32u"),
                (4000, "\u{1b}[32;1:3u"),
            ], [.began(450), .cancelled, .began(3350), .ended(4000)]),
        Recording(
            "locks are reported with everything",
            [(100, "\u{1b}[32;193u"), (900, "\u{1b}[32;193:3u")], [.began(450), .ended(900)]),
        Recording(
            "held when the program starts: repeats, then the release", isHeldAtStart: true,
            repeats("\u{1b}[32;1:2u", from: 600, to: 900) + [(910, "\u{1b}[32;1:3u")],
            [.began(350), .ended(910)]),
        Recording(
            "held when the program starts: the release is the only event", isHeldAtStart: true,
            [(580, "\u{1b}[32;1:3u")], [.began(350), .ended(580)]),
        Recording(
            "held when the program starts, and up at once", isHeldAtStart: true,
            [(40, "\u{1b}[32;1:3u")], [.tapped(40)]),
        Recording(
            "win32-input-mode: key down, repeated, up",
            [
                (100, "\u{1b}[32;57;32;1;0;1_"), (600, "\u{1b}[32;57;32;1;0;1_"),
                (900, "\u{1b}[32;57;32;0;0;1_"),
            ],
            [.began(450), .ended(900)]),
        Recording(
            "no releases: the first repeat shows the hold, the last one its end",
            releases: .inferred,
            [(100, " ")] + repeats(" ", from: 760, to: 1500), [.began(760), .ended(1480)]),
        Recording(
            "no releases, a short delay: the minimum duration still counts", releases: .inferred,
            [(100, " ")] + repeats(" ", from: 350, to: 1200, by: 33), [.began(450), .ended(1175)]),
        Recording(
            "no releases: a tap is known when no repeat can come any more", releases: .inferred,
            [(100, " ")], [.tapped(100)]),
    ]

    @Test(arguments: recordings)
    func comesToTheRightPhasesAtTheRightInstants(_ recording: Recording) {
        var replay = Replay(recording.source)
        if recording.isHeldAtStart { replay.adopt(at: 0) }
        for (time, text) in recording.bytes { replay.feed(Array(text.utf8), at: time) }
        replay.run(until: (recording.bytes.last?.time ?? 0) + 3000)
        #expect(replay.outcomes == recording.outcomes)
    }
}
