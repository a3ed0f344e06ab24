import Foundation
import Support

/// The program as it was built with the tests.
enum Program {
    static let path = FakeMicrophone.library.replacing("libfakemic.so", with: "utter")
    static let directory = String(path.dropLast("/utter".count))

    /// The library that sets the clock of the program alone.
    static let steppedClock = FakeMicrophone.library.replacing(
        "libfakemic.so", with: "libsteppedclock.so")

    /// Recorded speech that every installation has, and what is said in it.
    static let data = "/usr/share/pocketsphinx/test/data"
    static let speech = "\(data)/goforward.raw"
    static let words = "go forward ten meters"

    /// `speech` as samples, with quiet noise around it.
    static func samples() throws -> [Int16] {
        let data = try Data(contentsOf: URL(fileURLWithPath: speech))
        let spoken = data.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
        return noise(0.3) + spoken + noise(0.3)
    }

    /// Quiet noise: digital silence is nothing that a microphone would ever give.
    static func noise(_ seconds: Double) -> [Int16] {
        var state: UInt32 = 1
        return (0..<Int(seconds * 16_000)).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return Int16(truncatingIfNeeded: Int32(state >> 28) - 8)
        }
    }

    /// White noise as loud as a microphone can be.
    static func loudNoise(_ seconds: Double) -> [Int16] {
        var dice = Dice(seed: 1)
        return (0..<Int(seconds * 16_000)).map { _ in Int16(truncatingIfNeeded: dice.next()) }
    }

    /// The share of the words said that were heard, in order: the longest common subsequence by words.
    static func overlap(said: String, heard: String) -> Double {
        let said = said.lowercased().split(separator: " ")
        let heard = heard.lowercased().split { " \n".contains($0) }
        var row = [Int](repeating: 0, count: heard.count + 1)
        for word in said {
            var diagonal = 0
            for column in heard.indices {
                let above = row[column + 1]
                row[column + 1] =
                    word == heard[column] ? diagonal + 1 : max(above, row[column])
                diagonal = above
            }
        }
        return said.isEmpty ? 1 : Double(row[heard.count]) / Double(said.count)
    }
}
