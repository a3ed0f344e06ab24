import Speech
import Testing

@Suite struct WordErrorsTests {
    @Test(arguments: [
        ("a b c", "a b c", 0, 0, 0),
        ("a b c", "a x c", 1, 0, 0),
        ("a b c", "a c", 0, 1, 0),
        ("a c", "a b c", 0, 0, 1),
        ("a b c d", "b c d e", 0, 1, 1),
        ("", "a b", 0, 0, 2),
        ("a b", "", 0, 2, 0),
        ("", "", 0, 0, 0),
    ])
    func `Errors are the fewest edits`(
        _ said: String, _ heard: String, _ substitutions: Int, _ deletions: Int, _ insertions: Int
    ) {
        let errors = WordErrors(
            reference: said.split(separator: " ").map(String.init),
            hypothesis: heard.split(separator: " ").map(String.init))
        #expect(errors.substitutions == substitutions)
        #expect(errors.deletions == deletions)
        #expect(errors.insertions == insertions)
    }

    @Test func `Words stand beside what was heard for them`() {
        let pairs = WordErrors.align(
            ["turn", "the", "light", "on"], with: ["turn", "light", "off"])
        #expect(
            pairs == [
                .init(said: "turn", heard: "turn"), .init(said: "the", heard: nil),
                .init(said: "light", heard: "light"), .init(said: "on", heard: "off"),
            ])
    }

    @Test func `The rate counts errors per word said`() {
        var sum = WordErrors(reference: ["a", "b", "c", "d"], hypothesis: ["a"])
        sum += WordErrors(reference: [], hypothesis: ["x"])
        #expect(sum.rate == 1)
        #expect(WordErrors().rate == 0)
        #expect(WordErrors(reference: [], hypothesis: ["x"]).rate == 1)
    }
}

@Suite struct ReferenceTextTests {
    @Test(arguments: [
        ("Hello, World!", "hello world"),
        ("it’s <sil> [NOISE] fine", "it's fine"),
        ("um, go (laughs) on", "go on"),
        ("'quoted' words’ end", "quoted words end"),
        ("the 21st of May", "the twenty first of may"),
        ("the 5th, 2nd and 30th", "the fifth second and thirtieth"),
        ("1,250 people", "one thousand two hundred fifty people"),
        ("50%", "fifty per cent"),
        ("call 5551234", "call five five five one two three four"),
        ("ok Mr. Smith", "okay mister smith"),
        ("mp3", "mp three"),
        ("12 st", "twelve st"),
        ("", ""),
    ])
    func `Both sides are spelled alike`(_ text: String, _ words: String) {
        #expect(ReferenceText.words(text).joined(separator: " ") == words)
    }

    @Test func `Digits are read as the speaker may have said them`() {
        for said in ["fourteen fifty five", "one four five five"] {
            #expect(ReferenceText.errors(in: "1455", reference: said).errors == 0)
        }
        #expect(ReferenceText.errors(in: "240", reference: "two forty").errors == 0)
        #expect(ReferenceText.errors(in: "1405", reference: "fourteen oh five").errors == 0)
    }
}
