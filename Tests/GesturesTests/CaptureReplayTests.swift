import Foundation
import Gestures
import Keyboard
import Testing

/// Recordings of real terminals, where they are at hand: in the directory `UTTER_TEST_DATA`, or beside the package.
@Suite struct CaptureReplayTests {
    /// What a recording must come to.
    struct Expected: Sendable, CustomTestStringConvertible {
        var recording: String
        var source: ReleaseSource
        /// When the program starts, where the key is held already; until then bytes go to somebody else.
        var start: Int?
        var outcomes: [Replay.Outcome]

        init(
            _ recording: String, _ source: ReleaseSource, start: Int? = nil,
            _ outcomes: [Replay.Outcome]
        ) {
            self.recording = recording
            self.source = source
            self.start = start
            self.outcomes = outcomes
        }

        var testDescription: String { "\(recording), releases \(source)" }
    }

    static let expected = [
        Expected("A_flags3", .reported, [.began(1472), .ended(2329)]),
        Expected("B_heldpush", .reported, start: 1802, [.began(2152), .ended(2577)]),
        // The release is the last repeat: when it was after that, nobody can know.
        Expected("C_noflags", .inferred, [.began(1789), .ended(2630)]),
        Expected("D_focus", .reported, [.cancelled, .began(3818), .cancelled]),
        Expected("E_second", .reported, [.began(1383), .ended(2882)]),
        Expected("F_alt", .reported, [.began(1484), .ended(3042)]),
        // Somebody took the flags away: no release can come, and none is made up.
        Expected("G_popheld", .reported, [.began(1274)]),
        Expected("P_paste", .reported, []),
        Expected("T_tmux", .inferred, [.began(1760), .ended(2282)]),
        Expected("f_flags3", .reported, [.began(1840), .ended(2691)]),
        Expected("f_heldpush", .reported, start: 2004, [.began(2354), .ended(2964)]),
        Expected("f_popheld", .reported, [.began(1633)]),
        Expected("f_alt", .reported, [.began(1716), .ended(3066)]),
        Expected("f_noflags", .inferred, [.began(1862), .ended(2941)]),
    ]

    struct Capture: Decodable {
        struct Event: Decodable {
            var t: Double
            var dir: String
            var hex: String

            var time: Int { Int((t * 1000).rounded()) }
            var bytes: [UInt8] {
                stride(from: 0, to: hex.count, by: 2).compactMap { offset in
                    let start = hex.index(hex.startIndex, offsetBy: offset)
                    return UInt8(hex[start..<hex.index(start, offsetBy: 2)], radix: 16)
                }
            }
        }

        var id: String
        var events: [Event]
    }

    static let captures: [String: Capture]? = {
        let environment = ProcessInfo.processInfo.environment["UTTER_TEST_DATA"]
        let package = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let directory =
            environment.map { URL(filePath: $0) } ?? package.appending(path: "../shared")
        guard
            let data = try? Data(contentsOf: directory.appending(path: "keys/captures.jsonl"))
        else {
            print("skipped: no keys/captures.jsonl in UTTER_TEST_DATA or ../shared")
            return nil
        }
        let captures = data.split(separator: UInt8(ascii: "\n")).compactMap {
            try? JSONDecoder().decode(Capture.self, from: Data($0))
        }
        return Dictionary(captures.map { ($0.id, $0) }) { first, _ in first }
    }()

    // Where the recordings are absent this says so and leaves the rest to TerminalTimelineTests.
    @Test(.enabled(if: captures != nil, "no recordings at hand"), arguments: expected)
    func aRecordingComesToTheRightPhasesAtTheRightInstants(_ expected: Expected) throws {
        let capture = try #require(Self.captures?[expected.recording])
        var replay = Replay(expected.source)
        if let start = expected.start { replay.adopt(at: start) }
        for event in capture.events
        where event.dir == "from_term" && event.time >= expected.start ?? 0 {
            replay.feed(event.bytes, at: event.time)
        }
        replay.run(until: (capture.events.last?.time ?? 0) + 3000)
        #expect(replay.outcomes == expected.outcomes)
    }

    @Test(.enabled(if: captures != nil, "no recordings at hand"))
    func everyRecordingIsReplayed() {
        #expect(Set(Self.captures?.keys.map(\.self) ?? []) == Set(Self.expected.map(\.recording)))
    }
}
