import Foundation
import PocketSphinx
import Speech
import Testing

/// The speech that Debian packages beside the recogniser (`pocketsphinx-testdata`).
enum Packaged {
    static let goForward = "/usr/share/pocketsphinx/test/data/goforward.raw"

    static func samples(_ path: String) throws -> [Int16] {
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        return data.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
    }
}

@Suite struct DecoderTests {
    @Test func `Hears the packaged sentence, whole and in pieces`() throws {
        let decoder = try Decoder()
        let samples = try Packaged.samples(Packaged.goForward)
        let whole = try decoder.decode(samples)
        #expect(whole.text == "go forward ten meters")
        try decoder.begin()
        try decoder.feed(samples)
        let live = try decoder.finish()
        #expect(live.text == "go forward ten meters")
    }
}

/// A model of single words (ARPA text), by the decimal logarithms of their probabilities.
private func unigrams(_ words: KeyValuePairs<String, Double>) -> DecoderVocabulary.Source {
    let lines = words.map { "\($0.value) \($0.key)\n" }.joined()
    return .text(
        Array(
            """
            \\data\\
            ngram 1=\(words.count + 2)

            \\1-grams:
            -1.0 <s> 0.0
            -1.0 </s>
            \(lines)
            \\end\\

            """.utf8))
}

private let sentence = "go G OW\nforward F AO R W ER D\nten T EH N\nmetres M IY T ER Z\n"

@Suite struct VocabularyTests {
    @Test func `Other words are used without loading the acoustic model again`() throws {
        let decoder = try Decoder()
        let model = unigrams(["go": -0.7, "forward": -0.7, "ten": -0.7, "metres": -0.7])
        try decoder.setVocabulary(
            DecoderVocabulary(
                dictionary: .text(Array(sentence.utf8)), models: [.init(model)]))
        let samples = try Packaged.samples(Packaged.goForward)
        #expect(try decoder.decode(samples).text == "go forward ten metres")
    }

    @Test(
        "A model has the share that it is given, however sharp it is",
        arguments: [(Float(0.1), "go forward ten meters"), (0.4, "go forward ten metres")])
    func share(of text: Float, heard: String) throws {
        // Two spellings of one sound: only the models decide. The general one is five to one for the first, the text
        // four to one for the other; a tenth of that is too little, and two fifths are enough.
        let general = unigrams([
            "go": -0.7, "forward": -0.7, "ten": -0.7, "meters": -1.0, "metres": -1.7,
        ])
        let learned = unigrams(["meters": -1.0, "metres": -0.4])
        let decoder = try Decoder()
        try decoder.setVocabulary(
            DecoderVocabulary(
                dictionary: .text(Array((sentence + "meters M IY T ER Z\n").utf8)),
                models: [.init(general, weight: 1 - text), .init(learned, weight: text)]))
        let samples = try Packaged.samples(Packaged.goForward)
        #expect(try decoder.decode(samples).text == heard)
    }
}
