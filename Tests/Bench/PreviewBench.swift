import Audio
import Foundation
import Glibc
import PocketSphinx
import Speech
import Terminal

/// `bench preview`: what the preview of a hold of ten minutes costs, minute by minute, beside the recogniser.
struct PreviewBench {
    let clips: [Clip]

    private struct Minute {
        var decoding = 0.0
        var preview = 0.0
        var bytes = 0
        var looks = 0
    }

    func run() throws {
        let speakers = Dictionary(grouping: clips, by: \.speaker).values
        let lengths = try speakers.map { clips in
            (clips, try clips.reduce(0) { $0 + (try $1.samples().count) })
        }
        guard let speech = lengths.max(by: { $0.1 < $1.1 })?.0 else { return }
        var samples: [Int16] = []
        while samples.count < 600 * AudioFormat.sampleRate {
            for clip in speech { samples += try clip.samples() }
        }
        print("a second of   recogniser   preview   drawn      looked at")
        for (number, minute) in try hold(samples).enumerated() {
            print(
                String(
                    format: "minute %2d %11.1f ms %6.2f ms %6d bytes %6.1f times", number + 1,
                    minute.decoding / 60 * 1000, minute.preview / 60 * 1000, minute.bytes / 60,
                    Double(minute.looks) / 60))
        }
    }

    private func hold(_ samples: [Int16]) throws -> [Minute] {
        let hold = HoldDecoder(decoder: try Decoder())
        var preview = HoldPreview()
        var line = PreviewLine(
            style: .currentLine, usesColor: true, size: TTYSize(rows: 24, columns: 80))
        var minutes = [Minute](repeating: Minute(), count: 10)
        try hold.begin()
        for block in 0..<600 * 50 {
            let number = block / 3000
            let start = block * AudioFormat.blockFrames
            let before = PreviewBench.seconds()
            try hold.feed(Array(samples[start..<start + AudioFormat.blockFrames]))
            let decoded = PreviewBench.seconds()
            minutes[number].decoding += decoded - before
            // No closer than 50 ms, as the program has it.
            guard block % 3 == 2 else { continue }
            let partial = preview.update(hold)
            let bytes = line.show(
                [
                    PreviewSpan(.recording, "listening"), .meter(level: 0.2), .elapsed(hold.audio),
                    PreviewSpan(.stable, partial.stable), PreviewSpan(.unstable, partial.unstable),
                    PreviewSpan(.hint, "(release to finish, Esc drops)"),
                ], at: hold.audio)
            minutes[number].bytes += bytes.utf8.count
            minutes[number].looks += 1
            minutes[number].preview += PreviewBench.seconds() - decoded
        }
        hold.cancel()
        return minutes
    }

    /// Seconds of this thread's processor time, to the microsecond and better.
    private static func seconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
