import Audio
import Foundation
import PocketSphinx
import Speech

/// What a recogniser made of a clip.
struct Outcome {
    var text = ""
    /// What is waited for after the last sample, in milliseconds.
    var wait = 0.0
    var voiceWasKnown = false
    var words: [Word] = []
}

/// Decoding in a process of its own, so that its processor time and memory can be told from the rest.
///
/// A clip a line on standard input (path, tab, speaker); a line for each on standard output.
enum DecodeRun {
    enum Mode: String {
        /// The whole recording with its own mean, as `utter transcribe` does.
        case whole
        /// Blocks of a hold, nothing known of the voice, the second pass included.
        case cold
        /// The same without the second pass.
        case coldFirstPass = "cold-first-pass"
        /// Blocks of a hold, one speaker's clips one after the other.
        case speaker
        /// Blocks with the library's own settings, its mean carried on from clip to clip of a speaker.
        /// Its batch program cannot show that: given a whole utterance it uses that utterance's mean,
        /// whatever `-cmn` says.
        case library
    }

    static func run(
        _ mode: Mode, settings: RecognizerSettings, policy given: HoldPolicy = HoldPolicy()
    ) throws {
        var settings = settings
        if mode == .library {
            settings.others = ["maxhmmpf": "30000", "topn": "4", "fwdflat": "yes"]
        }
        let decoder = try Decoder(settings: settings)
        let initialMean = decoder.cepstralMean
        var policy = given
        if mode == .coldFirstPass {
            policy.rehearing.unknown.lengths = []
            policy.rehearing.unknown.longestAtEnd = .zero
        }
        let hold = HoldDecoder(decoder: decoder, policy: policy)
        var speaker: String?
        while let line = readLine() {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            let path = String(fields[0])
            let data = try Data(contentsOf: URL(fileURLWithPath: path))
            let (samples, _) = try AudioReader.read(Array(data))
            var outcome = Outcome()
            if mode == .whole {
                let hypothesis = try decoder.decode(recording: samples)
                outcome.text = hypothesis.text
                outcome.words = hypothesis.words
            } else if mode == .library {
                let owner = fields.count > 1 ? String(fields[1]) : ""
                if owner != speaker, let initialMean {
                    decoder.setCepstralMean(initialMean, frames: 0)
                }
                speaker = owner
                try decoder.begin()
                try decoder.feed(samples)
                outcome.text = try decoder.finish().text
            } else {
                let owner = fields.count > 1 ? String(fields[1]) : ""
                if mode != .speaker || owner != speaker { hold.setMean(nil) }
                speaker = owner
                outcome.voiceWasKnown = hold.knowsVoice
                let (result, wait) = try PacedHold.decode(samples, with: hold)
                outcome.wait = wait * 1000
                outcome.text = result.hypothesis.text
                outcome.words = result.hypothesis.words
            }
            print(
                path, outcome.text, String(format: "%.1f", outcome.wait),
                outcome.voiceWasKnown ? "known" : "unknown",
                outcome.words.map {
                    String(
                        format: "%@:%.2f:%.2f:%.3f", $0.text, $0.start, $0.duration, $0.confidence)
                }.joined(separator: " "), separator: "\t")
        }
        let usage = processUsage()
        FileHandle.standardError.write(
            Data(String(format: "cpu %.1f memory %d\n", usage.seconds, usage.kilobytes).utf8))
    }

    /// A word as it is printed.
    static func word(_ text: Substring) -> Word? {
        let fields = text.split(separator: ":")
        let numbers = fields.suffix(3).compactMap { Double($0) }
        guard fields.count >= 4, numbers.count == 3 else { return nil }
        return Word(
            text: fields.dropLast(3).joined(separator: ":"), start: numbers[0],
            duration: numbers[1], confidence: numbers[2])
    }

    /// Seconds, separated by commas.
    static func lengths(_ text: String) -> [Duration] {
        text.split(separator: ",").compactMap { Double($0) }.map { .seconds($0) }
    }

    /// Seconds of processor time of this process.
    static func processorTime() -> Double { processUsage().seconds }

    private static func processUsage() -> (seconds: Double, kilobytes: Int) {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        let seconds =
            Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
            + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
        return (seconds, usage.ru_maxrss)
    }
}
