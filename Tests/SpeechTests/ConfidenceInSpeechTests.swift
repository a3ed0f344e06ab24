import Speech
import Testing

@Suite struct ConfidenceInSpeechTests {
    /// Words at given seconds in 3 s of quiet noise; `loud` marks the seconds that are louder.
    private func accepts(
        _ words: [(text: String, start: Double, duration: Double, confidence: Double)],
        loud: ClosedRange<Double>? = nil
    ) -> Bool {
        let samples = (0..<48_000).map { index in
            let isLoud = loud?.contains(Double(index) / 16_000) ?? false
            return Int16(index % 2 == 0 ? 1 : -1) * (isLoud ? 1000 : 100)
        }
        let list = words.map {
            Word(text: $0.text, start: $0.start, duration: $0.duration, confidence: $0.confidence)
        }
        return ConfidenceInSpeech.isSpeech(
            Hypothesis(text: "", words: list), samples: samples, rate: 16_000)
    }

    @Test func `A doubtful word that stands out is speech, one that does not is none`() {
        let word = [(text: "nine", start: 1.0, duration: 0.4, confidence: 0.05)]
        #expect(accepts(word, loud: 1...1.4))
        #expect(!accepts(word))
        #expect(!accepts(word, loud: 2...2.5))
    }

    @Test func `A short doubtful word in a long quiet must stand out far`() {
        let word = [(text: "but", start: 1.0, duration: 0.2, confidence: 0.1)]
        // 20 dB louder, and 0 dB.
        #expect(accepts(word, loud: 1...1.2))
        #expect(!accepts(word))
    }

    @Test func `A certain word is believed`() {
        #expect(accepts([(text: "nine", start: 1, duration: 0.4, confidence: 0.9)]))
    }

    @Test func `Words drawn out beyond their letters are none, however certain`() {
        #expect(
            !accepts([(text: "up", start: 1, duration: 1.1, confidence: 1)], loud: 1...2.1))
        #expect(
            accepts(
                [(text: "documentation", start: 1, duration: 1.2, confidence: 1)], loud: 1...2.2))
    }

    @Test func `One strange word does not cost a sentence`() {
        let sentence = (0..<6).map {
            (text: "word", start: Double($0) * 0.3, duration: 0.3, confidence: 0.2)
        }
        #expect(accepts(sentence + [(text: "a", start: 1.9, duration: 1, confidence: 0.2)]))
    }

    @Test func `No words are no speech, and a word that fills the recording has nothing around it`()
    {
        #expect(!accepts([]))
        #expect(
            accepts([(text: "counterproductiveness", start: 0, duration: 2.95, confidence: 0.1)]))
    }
}
