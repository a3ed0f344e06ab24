import Audio
import Foundation
import PocketSphinx
import Speech

/// `bench waits`: from the end of the tail to the transcript, by the length of the hold, and whether words are lost
/// where a long hold is cut.
struct WaitBench {
    let clips: [Clip]
    /// The parts to measure; all if empty.
    let parts: [String]
    private let decoder: Decoder
    private let hold: HoldDecoder

    init(clips: [Clip], parts: [String]) throws {
        self.clips = clips
        self.parts = parts
        decoder = try Decoder()
        hold = HoldDecoder(decoder: decoder)
    }

    func run() throws {
        print("| what | median | 95 in 100 | worst | of |\n|---|---|---|---|---|")
        if isWanted("short") { try short() }
        let speakers = Dictionary(grouping: clips, by: \.speaker).values
            .filter { $0.allSatisfy { $0.kind == "sentence" } || $0.count > 4 }
            .map { $0.filter { $0.kind == "sentence" } }
        let long = try speakers.map { try Speech(clips: $0) }.filter { $0.seconds >= 40 }
            .sorted { $0.seconds > $1.seconds }
        if isWanted("minute") { try minutes(long) }
        if isWanted("ten-minutes"), let longest = long.first { try tenMinutes(longest) }
    }

    private func isWanted(_ part: String) -> Bool { parts.isEmpty || parts.contains(part) }

    /// What a speaker said, one sentence after the other.
    private struct Speech {
        var samples: [Int16] = []
        var text = ""

        init(clips: [Clip]) throws {
            for clip in clips {
                samples += try clip.samples()
                text += clip.text + " "
            }
        }

        var seconds: Double { Double(samples.count) / Double(AudioFormat.sampleRate) }

        /// Said again and again, for so long at least.
        func repeated(seconds: Double) -> Speech {
            var result = self
            while result.seconds < seconds {
                result.samples += samples
                result.text += text
            }
            return result
        }
    }

    private func short() throws {
        var known: [Double] = []
        var unknown: [String: [Double]] = [:]
        for clip in clips {
            let samples = try clip.samples()
            let seconds = Double(samples.count) / Double(AudioFormat.sampleRate)
            guard seconds >= 1 else { continue }
            hold.setMean(nil)
            let wait = try PacedHold.decode(samples, with: hold).wait
            let range = seconds < 2 ? "1 to 2 s" : seconds < 5 ? "2 to 5 s" : "5 to 15 s"
            unknown[range, default: []].append(wait)
            guard (2...10).contains(seconds) else { continue }
            try know(samples)
            known.append(try PacedHold.decode(samples, with: hold).wait)
        }
        row("2 to 10 s, voice known", known)
        for (range, waits) in unknown.sorted(by: { $0.key < $1.key }) {
            row("\(range), voice unknown", waits)
        }
    }

    private func minutes(_ speakers: [Speech]) throws {
        var waits: [Double] = []
        var pieces = WordErrors()
        var whole = WordErrors()
        for speaker in speakers {
            let minute = speaker.repeated(seconds: 60)
            try know(speaker.samples)
            let (result, wait) = try PacedHold.decode(minute.samples, with: hold)
            waits.append(wait)
            pieces += ReferenceText.errors(in: result.hypothesis.text, reference: minute.text)
            try know(speaker.samples)
            try decoder.begin()
            try decoder.feed(minute.samples)
            whole += ReferenceText.errors(in: try decoder.finish().text, reference: minute.text)
        }
        row("60 s and more, voice known", waits)
        print(
            String(
                format:
                    "| errors in %d words of these: cut into pieces %.1f %%, in one piece %.1f %% |||||",
                whole.words, pieces.rate * 100, whole.rate * 100))
    }

    private func tenMinutes(_ speaker: Speech) throws {
        let speech = speaker.repeated(seconds: 600)
        try know(speaker.samples)
        let (result, wait) = try PacedHold.decode(speech.samples, with: hold)
        row("10 minutes, voice known", [wait])
        let errors = ReferenceText.errors(in: result.hypothesis.text, reference: speech.text)
        print(
            String(
                format: "| errors in its %d words: %.1f %% |||||", errors.words, errors.rate * 100))
    }

    /// Makes the voice of some speech a known one.
    private func know(_ samples: [Int16]) throws {
        var policy = HoldPolicy()
        policy.unknownVoice = .zero
        let learner = HoldDecoder(decoder: decoder, policy: policy)
        hold.setMean(nil)
        try learner.begin()
        try learner.feed(Array(samples.prefix(30 * AudioFormat.sampleRate)))
        _ = try learner.finish()
        // A clip in which nothing was heard teaches nothing: what the model starts with is as good.
        if let mean = learner.mean ?? decoder.cepstralMean { hold.setMean(mean) }
    }

    private func row(_ what: String, _ seconds: [Double]) {
        let sorted = seconds.map { $0 * 1000 }.sorted()
        guard let worst = sorted.last else { return }
        defer { fflush(nil) }
        print(
            String(
                format: "| %@ | %.0f ms | %.0f ms | %.0f ms | %d |", what, sorted[sorted.count / 2],
                sorted[min(sorted.count - 1, sorted.count * 95 / 100)], worst, sorted.count))
    }
}
