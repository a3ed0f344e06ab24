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
