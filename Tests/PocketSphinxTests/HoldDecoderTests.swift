import Foundation
import PocketSphinx
import Speech
import Testing

@Suite struct HoldDecoderTests {
    let sentence: [Int16]
    let decoder: Decoder

    init() throws {
        sentence = try Packaged.samples(Packaged.goForward)
        decoder = try Decoder()
    }

    /// Quiet noise, as between words.
    private func quiet(seconds: Double) -> [Int16] {
        (0..<Int(seconds * 16_000)).map { Int16(($0 &* 7919) % 17 - 8) }
    }

    private func decode(_ samples: [Int16], policy: HoldPolicy) throws -> Hypothesis {
        let hold = HoldDecoder(decoder: decoder, policy: policy)
        let known = try #require(try CepstralMeanOfSentence.mean(decoder, sentence))
        hold.setMean(known)
        try hold.begin()
        for start in stride(from: 0, to: samples.count, by: 320) {
            try hold.feed(Array(samples[start..<min(start + 320, samples.count)]))
        }
        return try hold.finish().hypothesis
    }

    @Test func `Real speech with pauses keeps search and frames in step`() throws {
        // Fed with more frames at a time than the library can look back, the process ended at the first of these pauses.
        let directory = "/usr/share/pocketsphinx/test/data/librivox"
        let names = try FileManager.default.contentsOfDirectory(atPath: directory)
        let samples = try names.filter { $0.hasSuffix(".wav") }.sorted().flatMap {
            try Packaged.samples("\(directory)/\($0)").dropFirst(22)
        }
        let hold = HoldDecoder(decoder: decoder)
        try hold.begin()
        for start in stride(from: 0, to: samples.count, by: 320) {
            try hold.feed(Array(samples[start..<min(start + 320, samples.count)]))
        }
        let text = try hold.finish().hypothesis.text
        #expect(text.contains("to consider how much there might be"))
        #expect(text.contains("made still more respectable"))
    }

    @Test func `A long hold cut at pauses gives the words of all its pieces, in time`() throws {
        var policy = HoldPolicy()
        policy.pieceAtPause = .seconds(4)
        let samples = (0..<5).flatMap { _ in sentence + quiet(seconds: 1) }
        let hypothesis = try decode(samples, policy: policy)
        let expected = Array(repeating: "go forward ten meters", count: 5).joined(separator: " ")
        #expect(hypothesis.text == expected)
        #expect(hypothesis.words.count == 20)
        for (index, word) in hypothesis.words.enumerated() where index % 4 == 0 {
            let start = Double(index / 4) * (Double(sentence.count) / 16_000 + 1) + 0.46
            #expect(abs(word.start - start) < 0.2, "word \(index) at \(word.start), not \(start)")
        }
        #expect(abs(hypothesis.duration - Double(samples.count) / 16_000) < 0.01)
    }

    @Test func `A hold without a pause is cut between words, and none is lost or said twice`()
        throws
    {
        var policy = HoldPolicy()
        policy.longestPiece = .seconds(5)
        // The pauses of the sentence itself are too short to end a piece.
        let spoken = Array(sentence[6400..<36_800])
        let samples = (0..<5).flatMap { _ in spoken }
        let hypothesis = try decode(samples, policy: policy)
        let expected = Array(repeating: "go forward ten meters", count: 5).joined(separator: " ")
        let errors = ReferenceText.errors(in: hypothesis.text, reference: expected)
        #expect(errors.errors <= 2, "\(hypothesis.text)")
        let starts = hypothesis.words.map(\.start)
        #expect(starts == starts.sorted())
    }

    @Test func `Words behind a pause that the recogniser leaves out stand where they were said`()
        throws
    {
        let samples = sentence + quiet(seconds: 3) + sentence
        for hypothesis in [
            try decode(samples, policy: HoldPolicy()), try decoder.decode(samples),
        ] {
            let words = hypothesis.words.filter { $0.text == "meters" }
            #expect(words.count == 2)
            if let first = words.first, let last = words.last {
                let distance = Double(sentence.count) / 16_000 + 3
                #expect(abs(last.start - first.start - distance) < 0.15)
            }
        }
    }

    @Test func `An unknown voice is known after enough of it`() throws {
        var policy = HoldPolicy()
        policy.unknownVoice = .seconds(3)
        let hold = HoldDecoder(decoder: decoder, policy: policy)
        #expect(hold.mean == nil)
        var holds = 0
        while !hold.knowsVoice, holds < 10 {
            try hold.begin()
            try hold.feed(sentence)
            #expect(try hold.finish().hypothesis.text == "go forward ten meters")
            holds += 1
        }
        #expect(holds == 2)
        let mean = try #require(hold.mean.flatMap { CepstralMean($0) })
        #expect(mean.values.count == CepstralMean.count)
    }

    @Test func `A hold in which nothing was said teaches nothing`() throws {
        let hold = HoldDecoder(decoder: decoder)
        let before = decoder.cepstralMean
        for samples in [[], quiet(seconds: 1), [Int16](repeating: 0, count: 16_000)] {
            try hold.begin()
            try hold.feed(samples)
            #expect(try hold.finish().hypothesis.text == "")
            #expect(decoder.cepstralMean == before)
        }
        try hold.begin()
        try hold.feed(sentence)
        hold.cancel()
        #expect(decoder.cepstralMean == before)
        #expect(!hold.knowsVoice)
    }
}

/// What the sentence's own mean is, learned by hearing it.
enum CepstralMeanOfSentence {
    static func mean(_ decoder: Decoder, _ sentence: [Int16]) throws -> [Float]? {
        var policy = HoldPolicy()
        policy.unknownVoice = .zero
        let hold = HoldDecoder(decoder: decoder, policy: policy)
        try hold.begin()
        try hold.feed(sentence)
        _ = try hold.finish()
        return hold.mean
    }
}
