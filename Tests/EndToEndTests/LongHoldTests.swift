import Foundation
import Support
import Testing

/// What grows when one talks for long, or often.
///
/// UTTER_LONG_HOLD (seconds of speech in one hold) and UTTER_HOLDS (holds in a row) ask for more than a short trial.
@Suite(.serialized)
struct LongHoldTests {
    private static func number(_ name: String, or standard: Int) -> Int {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? standard
    }

    @Test func `holds in a row leave no memory, threads or descriptors behind`() async throws {
        let count = Self.number("UTTER_HOLDS", or: 40)
        // As short as holds can be, so that there are many.
        let listening = try Listening(
            dotfile: "[gesture]\nminimum-duration = 50ms\nminimum-clip = 0ms\ntail = 0ms\n")
        try await listening.ready()
        var early: ProcessState?
        for number in 1...count {
            listening.terminal.press(.space)
            try await eventually("hold \(number)", detail: { "\(listening)" }) {
                listening.microphone.events("start").count == number
            }
            listening.terminal.release(.space)
            try await eventually("the end of hold \(number)", detail: { "\(listening)" }) {
                listening.microphone.events("close").count == number
            }
            try await listening.pause()
            // The first holds warm everything up.
            if number == count / 2 { early = ProcessState(of: listening.process.pid) }
        }
        let first = try #require(early)
        let last = try #require(ProcessState(of: listening.process.pid))
        #expect(last.threads <= first.threads + 1, "\(first), then \(last)")
        #expect(last.descriptors.count <= first.descriptors.count + 1, "\(first), then \(last)")
        #expect(last.memory - first.memory < 2000 + count, "kilobytes: \(first), then \(last)")
        print("\(count) holds: \(first.memory) kB after half of them, \(last.memory) kB after all")
        listening.terminal.tap(.character("q"))
        try await listening.process.waitForEnd()
        try await listening.leavesNothing()
    }

    @Test
    func `a long hold loses nothing at its cuts, and its memory stays what it was after a minute`()
        async throws
    {
        let seconds = Self.number("UTTER_LONG_HOLD", or: 75)
        // A microphone whose clock is three times too fast: the same sound in a third of the time. What is to show
        // how long speech goes goes at its own pace.
        let speed = seconds > 100 ? 1.0 : 3.0
        let sound = try Program.samples()
        let listening = try Listening(
            sound: sound, fields: ["speed": "\(speed)", "loop": "1"],
            dotfile: "[gesture]\nmaximum-duration = 3600s\n")
        try await listening.ready()
        listening.terminal.press(.space)
        let start = try await eventually("capture") {
            listening.microphone.events("start").first?.time
        }
        try await listening.until(start + 60 / speed)
        let minute = try #require(ProcessState(of: listening.process.pid))
        // Whole sentences, and the quiet before the next.
        let sentence = Double(sound.count) / 16_000
        let sentences = Int(Double(seconds) / sentence)
        try await listening.until(start + (Double(sentences) * sentence + 0.1) / speed)
        let last = try #require(ProcessState(of: listening.process.pid))
        listening.terminal.release(.space)
        let released = monotonicNow()
        print("\(seconds) s: \(minute.memory) kB after a minute, \(last.memory) kB at the release")
        let text = try await listening.line()
        print("text after \(monotonicNow() - released)")
        #expect(last.memory - minute.memory < 4000, "\(minute), then \(last)")
        let said = Array(repeating: Program.words, count: sentences).joined(separator: " ")
        #expect(Program.overlap(said: said, heard: text) >= 0.9, "heard: \(text)")
        listening.terminal.tap(.character("q"))
        #expect(try await listening.process.waitForEnd() == .exited(0))
        try await listening.leavesNothing()
    }
}
