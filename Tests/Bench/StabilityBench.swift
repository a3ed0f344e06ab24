import Audio
import Foundation
import PocketSphinx
import Speech

/// `bench stability`: how often words that the preview shows as settled are rewritten, against how late they settle.
struct StabilityBench {
    let clips: [Clip]

    /// What the preview had at some time of the audio.
    private struct Look {
        var time: Duration
        var text: String
    }

    private struct Counts {
        var rewritten = 0
        var lags: [Double] = []
    }

    func run() throws {
        let decoder = try Decoder()
        let hold = HoldDecoder(decoder: decoder)
        let patiences = [0, 100, 200, 300, 400, 500, 600, 800, 1000, 1500]
        var counts = patiences.map { _ in [Counts(), Counts()] }
        var minutes = 0.0
        for clip in clips {
            let samples = try clip.samples()
            minutes += Double(samples.count) / Double(AudioFormat.sampleRate) / 60
            hold.setMean(nil)
            // Unknown at first, and then known.
            for column in 0...1 {
                let (looks, hypothesis) = try look(at: samples, hold)
                if column == 0, let mean = decoder.cepstralMean { hold.setMean(mean) }
                for (index, patience) in patiences.enumerated() {
                    count(
                        looks, hypothesis, patience: .milliseconds(patience),
                        into: &counts[index][column])
                }
            }
        }
        print("patience   voice unknown              voice known")
        print("           rewritten/min   lag        rewritten/min   lag")
        for (patience, columns) in zip(patiences, counts) {
            let cells = columns.map { column in
                let sorted = column.lags.sorted()
                let lag = sorted.isEmpty ? 0 : sorted[sorted.count / 2]
                return String(
                    format: "%13.1f %6.0f ms", Double(column.rewritten) / minutes, lag * 1000)
            }
            print(String(format: "%5d ms", patience) + "  " + cells.joined(separator: "   "))
        }
    }

    private func look(
        at samples: [Int16], _ hold: HoldDecoder
    ) throws -> (looks: [Look], hypothesis: Hypothesis) {
        var looks: [Look] = []
        try hold.begin()
        for start in stride(from: 0, to: samples.count, by: AudioFormat.blockFrames) {
            let end = min(start + AudioFormat.blockFrames, samples.count)
            try hold.feed(Array(samples[start..<end]))
            // Every 60 ms.
            if start / AudioFormat.blockFrames % 3 == 2 {
                looks.append(Look(time: hold.audio, text: hold.partial()))
            }
        }
        return (looks, try hold.finish().hypothesis)
    }

    /// Counts settled words that changed, and how long after its end each word of the result settled.
    private func count(
        _ looks: [Look], _ hypothesis: Hypothesis, patience: Duration, into counts: inout Counts
    ) {
        var stability = Stability(patience: patience)
        var settled: [Substring] = []
        var since: [Duration] = []
        for look in looks {
            let now = stability.update(look.text, at: look.time).stable.split(separator: " ")
            let same = zip(settled, now).prefix { $0 == $1 }.count
            counts.rewritten += settled.count - same
            since = since.prefix(same) + now.dropFirst(same).map { _ in look.time }
            settled = now
        }
        let final = hypothesis.words.map { Substring($0.text) }
        let same = zip(settled, final).prefix { $0 == $1 }.count
        counts.rewritten += settled.count - same
        for (word, time) in zip(hypothesis.words, since).prefix(same) {
            counts.lags.append(time / .seconds(1) - word.start - word.duration)
        }
    }
}
