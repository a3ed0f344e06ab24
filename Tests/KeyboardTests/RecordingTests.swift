import Keyboard
import Testing

/// What a real terminal sent and when, while keys were held and released by a machine.
///
/// Made anew from timed recordings: the shapes and the times, not the bytes of every repeat.
struct Recording: CustomTestStringConvertible {
    var name: String
    var events: [(Duration, [UInt8])] = []
    var testDescription: String { name }

    /// - Parameter parts: an instant in milliseconds, bytes, and how often they repeat, and every how
    ///   many milliseconds.
    init(_ name: String, _ parts: [(start: Int, text: String, count: Int, interval: Int)]) {
        self.name = name
        for part in parts {
            for index in 0..<part.count {
                let time = Duration.milliseconds(part.start + index * part.interval)
                events.append((time, bytes(part.text)))
            }
        }
    }

    init(name: String, events: [(Duration, [UInt8])]) {
        self.name = name
        self.events = events
    }
}

/// What came of a recording.
struct Replay {
    var run: TrackerRun
    var replies: [TerminalReply] = []
    var unknown: [[UInt8]] = []

    init(_ recording: Recording, _ source: ReleaseSource, heldFrom start: Duration? = nil) {
        run = TrackerRun(source)
        if let start {
            run.send(KeyEvent(.space), at: start)
        }
        var parser = KeyParser()
        for (time, read) in recording.events where time >= start ?? .zero {
            for event in parser.feed(read, at: time) {
                switch event {
                case .key(let key): run.send(key, at: time)
                case .reply(let reply): replies.append(reply)
                case .unknown(let bytes): unknown.append(bytes)
                case .focusOut: run.tracker.reset()
                case .focusIn: run.tracker.focusReturned(at: time)
                case .pasteStart, .pasteEnd: break
                }
            }
        }
        run.advance(to: (recording.events.last?.0 ?? .zero) + .seconds(5))
    }

    /// Presses and releases of keys by name, without the repeats.
    var ends: [String] {
        run.words.filter { !$0.hasPrefix("repeat") }
    }
}

@Suite struct RecordingTests {
    static let kittyHold = Recording(
        "kitty, flags 11, a second key during the hold",
        [
            (1033, "␛[32u", 1, 0), (1682, "␛[32;1:2u", 7, 40), (1945, "␛[120u", 1, 0),
            (2063, "␛[120;1:3u", 1, 0), (2882, "␛[32;1:3u", 1, 0),
        ])
    static let footHeld = Recording(
        "foot, space held when the flags were pushed",
        [(1262, " ", 5, 180), (2022, "␛[32;1:2u", 24, 40), (2964, "␛[32;1:3u", 1, 0)])
    static let footExplicit = Recording(
        "foot, explicit press events",
        [
            (1078, "␛[97;1:1u", 1, 0), (1080, "␛[97;1:3u", 1, 0), (1283, "␛[32;1:1u", 1, 0),
            (1883, "␛[32;1:2u", 9, 40), (2220, "␛[32;1:3u", 1, 0),
        ])
    static let kittyFocus = Recording(
        "kitty 0.26.5, focus lost and found during the hold",
        [
            (2328, "␛[O", 1, 0), (3151, "␛[I", 1, 0), (3468, "␛[32u", 1, 0),
            (4116, "␛[32;1:2u", 9, 41), (4482, "␛[O", 1, 0), (4485, "␛[32;1:3u", 1, 0),
            (5202, "␛[I", 1, 0), (5209, "␛[32;1:2u", 13, 40), (5710, "␛[32;1:3u", 1, 0),
            (6027, "␛[98u", 1, 0), (6034, "␛[98;1:3u", 1, 0),
        ])
    static let kittyScreens = Recording(
        "kitty, space held across the change of screens",
        [
            (1134, " ", 1, 0), (1784, " ", 6, 40), (2025, "␛[32;1:2u", 26, 40),
            (3060, "␛[32;1:3u", 1, 0),
        ])
    static let noFlags = Recording(
        "kitty without flags: 620 ms and 40 ms", [(1167, " ", 1, 0), (1789, " ", 22, 40)])
    static let tmux = Recording(
        "tmux in kitty", [(1100, " ", 1, 0), (1760, " ", 14, 40), (2554, "\t", 1, 0)])

    @Test func theSecondKeyEndsNothing() {
        let replay = Replay(RecordingTests.kittyHold, .reported)
        #expect(replay.ends == ["press space", "press x", "release x", "release space"])
        #expect(replay.run.transitions.last?.time == .milliseconds(2882))
    }

    @Test func explicitPressesAreJustPresses() {
        let replay = Replay(RecordingTests.footExplicit, .reported)
        #expect(replay.ends == ["press a", "release a", "press space", "release space"])
    }

    @Test func aKeyHeldFromBeforeIsHeldUntilItsRelease() {
        // The program starts when the flags are pushed, knowing that the key is down.
        let replay = Replay(RecordingTests.footHeld, .reported, heldFrom: .milliseconds(2004))
        #expect(replay.ends == ["press space", "release space"])
        #expect(replay.run.transitions.count == 26)
        // Without that knowledge it is nothing.
        var unknown = RecordingTests.footHeld
        unknown.events.removeFirst(5)
        #expect(Replay(unknown, .reported).run.transitions.isEmpty)
    }

    @Test func afterTheFocusCameBackOnlyANewPressCounts() {
        let replay = Replay(RecordingTests.kittyFocus, .reported)
        #expect(replay.ends == ["press space", "press b", "release b"])
    }

    @Test func plainBytesThatTurnIntoEventsAreOneHold() {
        let replay = Replay(RecordingTests.kittyScreens, .reported)
        #expect(replay.ends == ["press space", "release space"])
    }

    @Test(arguments: [
        (noFlags, ["press space", "release space"]),
        (tmux, ["press space", "release space", "press tab", "release tab"]),
    ])
    func aHoldWithoutReleasesEndsWhereItWasLastSeen(_ recording: Recording, _ ends: [String]) {
        let replay = Replay(recording, .inferred)
        #expect(replay.ends == ends)
        let release = replay.run.transitions.first { $0.event.kind == .release }
        let last = recording.events.last { $0.1 == [0x20] }
        #expect(release?.event.key == .space && release?.time == last?.0)
    }

    /// The shared recordings: how releases are known, when a hold from before began in milliseconds,
    /// and the presses and releases that must come of it.
    static let shared: [(String, ReleaseSource, Int?, String)] = [
        ("E_second", .reported, nil, "+space +x -x -space"),
        ("B_heldpush", .reported, 1802, "+space -space +b -b"),
        ("f_heldpush", .reported, 2004, "+space -space"),
        ("F_alt", .reported, nil, "+space -space"),
        // The alternate screen had no flags: `a` came as plain text, without a release.
        ("f_alt", .reported, nil, "+a +space -space"),
        ("D_focus", .reported, nil, "+space +b -b"),
        ("C_noflags", .inferred, nil, "+space -space"),
        ("f_noflags", .inferred, nil, "+a +space -a -space"),
        // Flags 3: plain bytes for text keys and for Enter and Tab, which come again on release.
        ("A_flags3", .reported, nil, "+space -space +enter +tab +space -space +f5 -f5 +up -up"),
        // Popped while held: the plain spaces that go on are repeats of the same hold.
        ("G_popheld", .reported, nil, "+space"),
        ("G_popheld", .inferred, nil, "+space -space"),
        ("f_popheld", .inferred, nil, "+a -a +space -space"),
        ("T_tmux", .inferred, nil, "+space -space +tab -tab"),
    ]

    @Test func theSharedRecordingsAreWhatTheyAreCalled() throws {
        guard let recordings = try RecordingTests.sharedRecordings() else {
            return
        }
        for (name, source, start, ends) in RecordingTests.shared {
            let recording = try #require(recordings[name])
            let replay = Replay(recording, source, heldFrom: start.map { .milliseconds($0) })
            let words = replay.ends.map {
                $0.replacing("press ", with: "+").replacing("release ", with: "-")
            }
            #expect(words.joined(separator: " ") == ends, "\(name)")
            #expect(replay.unknown.isEmpty, "\(name)")
        }
    }

    @Test func theSharedRepliesAreReplies() throws {
        guard let recordings = try RecordingTests.sharedRecordings() else {
            return
        }
        let kitty = Replay(try #require(recordings["P_paste"]), .reported)
        #expect(
            kitty.replies == [
                .version("kitty(0.26.5)"), .mode(2004, value: 2, isPrivate: true),
                .mode(1004, value: 2, isPrivate: true), .mode(9001, value: 0, isPrivate: true),
                .primaryAttributes([62]),
            ])
        let tmux = Replay(try #require(recordings["T_tmux"]), .inferred)
        #expect(tmux.replies == [.version("tmux 3.3a"), .primaryAttributes([1, 2])])
        let screens = Replay(try #require(recordings["F_alt"]), .reported)
        #expect(screens.replies == [.keyboardFlags(0), .keyboardFlags(11)])
    }

    /// The recordings by name, or nil where they are not at hand.
    private static func sharedRecordings() throws -> [String: Recording]? {
        guard let rows = SharedData.lines("keys/captures.jsonl") else {
            return nil
        }
        var recordings: [String: Recording] = [:]
        for row in rows {
            let name = try #require(row["id"] as? String)
            var recording = Recording(name: name, events: [])
            for event in try #require(row["events"] as? [[String: Any]])
            where event["dir"] as? String == "from_term" {
                let seconds = try #require(event["t"] as? Double)
                let hex = try #require(event["hex"] as? String)
                recording.events.append(
                    (.milliseconds(Int((seconds * 1000).rounded())), bytes(hex: hex)))
            }
            recordings[name] = recording
        }
        return recordings
    }
}
