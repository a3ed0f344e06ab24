import Speech
import Testing

@Suite struct CepstralMeanTests {
    static let plausible: [Float] = [
        41, -5.29, -0.12, 5.09, 2.48, -4.07, -1.37, -1.78, -5.08, -2.05, -6.45, -1.42, 1.17,
    ]

    @Test func `What is written is read back`() throws {
        let mean = try #require(CepstralMean(Self.plausible))
        #expect(CepstralMean(text: mean.text) == mean)
    }

    @Test(arguments: [
        ("nothing", ""),
        ("no heading", "1 2 3\n"),
        ("another heading", "utter cepstral mean 2\n41 0 0 0 0 0 0 0 0 0 0 0 0\n"),
        ("too few numbers", "utter cepstral mean 1\n41 0 0\n"),
        ("too many numbers", "utter cepstral mean 1\n41 0 0 0 0 0 0 0 0 0 0 0 0 0\n"),
        ("cut short", "utter cepstral mean 1\n41 0 0 0 0 0 0 0 0 0 0 0 0"),
        ("a word", "utter cepstral mean 1\n41 0 0 0 0 0 x 0 0 0 0 0 0\n"),
        ("no number", "utter cepstral mean 1\n41 0 0 0 0 0 nan 0 0 0 0 0 0\n"),
        ("infinite", "utter cepstral mean 1\ninf 0 0 0 0 0 0 0 0 0 0 0 0\n"),
        ("silence", "utter cepstral mean 1\n-3 0 0 0 0 0 0 0 0 0 0 0 0\n"),
        ("absurdly loud", "utter cepstral mean 1\n1e9 0 0 0 0 0 0 0 0 0 0 0 0\n"),
        ("absurd otherwise", "utter cepstral mean 1\n41 0 0 0 99 0 0 0 0 0 0 0 0\n"),
        ("more lines", "utter cepstral mean 1\n41 0 0 0 0 0 0 0 0 0 0 0 0\nx\n"),
    ])
    func `What is not whole and plausible is ignored`(_ name: String, _ text: String) {
        #expect(CepstralMean(text: text) == nil)
    }
}
