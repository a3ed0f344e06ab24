import Audio
import Foundation
import PocketSphinx
import Speech

/// `bench noise`: in how many recordings without speech words are heard, as they are and changed in ways that leave
/// them without speech.
struct NoiseBench {
    let clips: [Clip]

    private static let changes: [(name: String, change: @Sendable ([Int16]) -> [Int16])] = [
        ("as recorded", { $0 }),
        ("first half", { Array($0.prefix($0.count / 2)) }),
        ("second half", { Array($0.suffix($0.count / 2)) }),
        ("backwards", { $0.reversed() }),
        ("a quarter as loud", { $0.map { $0 / 4 } }),
        ("three times as loud", { $0.map { Int16(clamping: Int($0) * 3) } }),
    ]

    func run() throws {
        let decoder = try Decoder()
        let hold = HoldDecoder(decoder: decoder)
        var whole: [String] = []
        var live: [String] = []
        for (name, change) in NoiseBench.changes {
            for clip in clips {
                let samples = change(try clip.samples())
                let label = "\(name), \((clip.path as NSString).lastPathComponent)"
                let text = try decoder.decode(recording: samples).text
                if !text.isEmpty { whole.append("\(label): \(text)") }
                hold.setMean(nil)
                let held = try PacedHold.decode(samples, with: hold).result.hypothesis.text
                if !held.isEmpty { live.append("\(label): \(held)") }
            }
            print(
                "\(name): words in \(whole.count { $0.hasPrefix(name) }) of \(clips.count) whole, "
                    + "\(live.count { $0.hasPrefix(name) }) live")
        }
        for line in whole { print("  whole, \(line)") }
        for line in live { print("  live, \(line)") }
    }
}
