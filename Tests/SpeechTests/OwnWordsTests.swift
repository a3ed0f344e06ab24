import Speech
import Testing

@Suite struct OwnWordsTests {
    private func merged(_ entries: [OwnWords.Entry], into dictionary: String) -> String {
        String(decoding: OwnWords(entries).merged(into: Array(dictionary.utf8)), as: UTF8.self)
    }

    @Test func `New words follow the dictionary`() {
        let text = merged(
            [.init(word: "kubectl", pronunciations: ["K Y UW B", "K UW B"])], into: "go G OW")
        #expect(text == "go G OW\nkubectl K Y UW B\nkubectl(2) K UW B\n")
    }

    @Test func `Pronunciations of a known word are counted on`() {
        let text = merged(
            [
                .init(word: "read", pronunciations: ["R IY D IH"]),
                .init(word: "Read", pronunciations: ["R IY D IH", "R EH D IH"]),
            ], into: "read R IY D\nread(2) R EH D\nreader R IY D ER\n")
        #expect(
            text
                == "read R IY D\nread(2) R EH D\nreader R IY D ER\nread(3) R IY D IH\nread(4) R EH D IH\n"
        )
    }

    @Test func `A word is written as its owner writes it`() {
        let words = OwnWords([
            .init(word: "GitHub", pronunciations: ["G"]),
            .init(word: "New York", pronunciations: ["N"]),
            .init(word: "docker", pronunciations: ["D"]),
        ])
        #expect(words.spellings == ["github": "GitHub", "new_york": "New York"])
        #expect(
            merged([.init(word: "New York", pronunciations: ["N"])], into: "") == "new_york N\n")
    }

    @Test func `The model gives every word the same share`() {
        let words = OwnWords(
            ["a", "b", "a"].map { OwnWords.Entry(word: $0, pronunciations: ["AH"]) })
        let text = String(decoding: words.model, as: UTF8.self)
        #expect(text.contains("ngram 1=4\n"))
        #expect(text.contains("-0.3468 a\n-0.3468 b\n"))
        #expect(text.hasSuffix("\\end\\\n"))
    }

    @Test func `Entries without a word or phones count for nothing`() {
        #expect(
            OwnWords([
                .init(word: "", pronunciations: ["G"]), .init(word: "x", pronunciations: []),
            ]).isEmpty)
    }
}
