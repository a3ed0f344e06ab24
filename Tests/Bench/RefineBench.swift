import Audio
import Foundation
import Speech

/// `bench refine COMMAND`: what a `refine` command makes of the sentences, and how long after the release it is done
/// with a hold whose sound came at the pace of speech.
struct RefineBench {
    let command: String
    let clips: [Clip]

    func run() throws {
        var errors = WordErrors()
        for clip in clips {
            let (text, _) = try hear(try clip.samples(), isPaced: false)
            errors += ReferenceText.errors(in: text, reference: clip.text)
        }
        print(
            String(
                format: "%d sentences, %d words: %.1f %% wrong", clips.count, errors.words,
                errors.rate * 100))
        var waits: [Double] = []
        let five = try clips.map { try $0.samples() }.filter {
            (72_000...88_000).contains($0.count)
        }
        for samples in five.prefix(5) { waits.append(try hear(samples, isPaced: true).wait) }
        print(
            "text after the release, \(waits.count) holds of 4.5 to 5.5 s: "
                + waits.sorted().map { String(format: "%.2f s", $0) }.joined(separator: ", "))
    }

    /// The text, and seconds from the end of the sound until it was there.
    private func hear(_ samples: [Int16], isPaced: Bool) throws -> (text: String, wait: Double) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", command]
        let (input, output) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let start = ContinuousClock.now
        for first in stride(from: 0, to: samples.count, by: AudioFormat.blockFrames) {
            let end = min(first + AudioFormat.blockFrames, samples.count)
            if isPaced {
                let due = start + .seconds(Double(end) / Double(AudioFormat.sampleRate))
                while ContinuousClock.now < due { usleep(2000) }
            }
            let block = samples[first..<end].withUnsafeBytes { Data($0) }
            try input.fileHandleForWriting.write(contentsOf: block)
        }
        let released = ContinuousClock.now
        try input.fileHandleForWriting.close()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        let wait = (ContinuousClock.now - released) / .seconds(1)
        process.waitUntilExit()
        return (String(decoding: text, as: UTF8.self), wait)
    }
}
