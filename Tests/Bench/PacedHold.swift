import Audio
import Foundation
import PocketSphinx

/// A hold whose audio arrives at the pace of speech, at a decoder that has a core for itself.
///
/// Nothing sleeps: the decoder's processor time is set against the time in which the audio would have come, so the
/// figures mean the same on a machine that does other things too.
enum PacedHold {
    /// Decodes a hold; with its result comes what is waited for after the last sample, in seconds.
    static func decode(
        _ samples: [Int16], with hold: HoldDecoder
    ) throws -> (result: HoldResult, wait: Double) {
        try hold.begin()
        // How far behind the newest sample the decoder is.
        var behind = 0.0
        for start in stride(from: 0, to: samples.count, by: AudioFormat.blockFrames) {
            let end = min(start + AudioFormat.blockFrames, samples.count)
            let length = Double(end - start) / Double(AudioFormat.sampleRate)
            let before = DecodeRun.processorTime()
            try hold.feed(Array(samples[start..<end]))
            _ = hold.partial()
            behind = max(0, behind - length) + DecodeRun.processorTime() - before
        }
        let before = DecodeRun.processorTime()
        let result = try hold.finish()
        return (result, behind + DecodeRun.processorTime() - before)
    }
}
