import Audio
import PocketSphinx
import Speech

/// `bench lead-in`: first and last words, by how much quiet there is around the sentence.
struct LeadInBench {
    let directory: String

    func run() throws {
        let sentences = try SyntheticSpeech.sentences("plain", in: directory)
        let spoken = try SyntheticSpeech.voices.flatMap { voice in
            try sentences.map { (text: $0, samples: try SyntheticSpeech.say($0, voice: voice)) }
        }
        let decoder = try Decoder()
        let hold = HoldDecoder(decoder: decoder)
        print("quiet before   wrong first words     wrong last words       word error rate")
        print("               whole  live           whole  live            whole  live")
        for lead in [0, 50, 300] {
            var first = [0, 0]
            var last = [0, 0]
            var errors = [WordErrors(), WordErrors()]
            for (text, samples) in spoken {
                var noise = QuietNoise(seed: UInt64(lead + 1))
                let padded =
                    noise.frames(lead * 16) + samples + noise.frames(AudioFormat.sampleRate / 5)
                // The second of two holds, as one whose voice is known.
                hold.setMean(nil)
                _ = try PacedHold.decode(padded, with: hold)
                if let mean = decoder.cepstralMean { hold.setMean(mean) }
                let live = try PacedHold.decode(padded, with: hold).result.hypothesis.text
                let whole = try decoder.decode(recording: padded).text
                for (index, heard) in [whole, live].enumerated() {
                    errors[index] += ReferenceText.errors(in: heard, reference: text)
                    let pairs = WordErrors.align(
                        ReferenceText.words(text), with: ReferenceText.words(heard)
                    ).filter { $0.said != nil }
                    if pairs.first?.heard != pairs.first?.said { first[index] += 1 }
                    if pairs.last?.heard != pairs.last?.said { last[index] += 1 }
                }
            }
            print(
                "\(lead) ms: first \(first), last \(last) of \(spoken.count); errors "
                    + errors.map { "\(Int(($0.rate * 1000).rounded()))" }.joined(separator: " ")
                    + " in 1000")
        }
    }
}
