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

@Suite struct VocabularyTests {
    @Test func `Other words are used without loading the acoustic model again`() throws {
        let decoder = try Decoder()
        let arpa = """
            \\data\\
            ngram 1=6

            \\1-grams:
            -1.0 <s> 0.0
            -1.0 </s>
            -0.7 go
            -0.7 forward
            -0.7 ten
            -0.7 metres

            \\end\\

            """
        let dictionary = """
            go G OW
            forward F AO R W ER D
            ten T EH N
            metres M IY T ER Z

            """
        try decoder.setVocabulary(
            DecoderVocabulary(
                dictionary: .text(Array(dictionary.utf8)),
                models: [.init(.text(Array(arpa.utf8)))]))
        let samples = try Packaged.samples(Packaged.goForward)
        #expect(try decoder.decode(samples).text == "go forward ten metres")
    }

    @Test(
        "A model has the share that it is given, however sharp it is",
        arguments: [(Float(0.1), "go forward ten meters"), (0.4, "go forward ten metres")])
    func share(of text: Float, heard: String) throws {
        // Two spellings of one sound: only the models decide. The general one is five to one for the first, the text
        // four to one for the other; a tenth of that is too little, and two fifths are enough.
        let general = """
            \\data\\
            ngram 1=7

            \\1-grams:
            -1.0 <s> 0.0
            -1.0 </s>
            -0.7 go
            -0.7 forward
            -0.7 ten
            -1.0 meters
            -1.7 metres

            \\end\\

            """
        let learned = """
            \\data\\
            ngram 1=4

            \\1-grams:
            -1.0 <s> 0.0
            -1.0 </s>
            -1.0 meters
            -0.4 metres

            \\end\\

            """
        let dictionary = """
            go G OW
            forward F AO R W ER D
            ten T EH N
            meters M IY T ER Z
            metres M IY T ER Z

            """
        let decoder = try Decoder()
        try decoder.setVocabulary(
            DecoderVocabulary(
                dictionary: .text(Array(dictionary.utf8)),
                models: [
                    .init(.text(Array(general.utf8)), weight: 1 - text),
                    .init(.text(Array(learned.utf8)), weight: text),
                ]))
        let samples = try Packaged.samples(Packaged.goForward)
        #expect(try decoder.decode(samples).text == heard)
    }
}
