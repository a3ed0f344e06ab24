import Support
import Testing

@testable import Speech

@Suite struct PronunciationTests {
    @Test(arguments: [
        (
            "8080",
            [
                "eighty eighty", "eight thousand eighty", "eight thousand and eighty",
                "eight zero eight zero", "eight oh eight oh",
            ]
        ),
        ("9000", ["nine thousand", "nine zero zero zero", "nine oh oh oh"]),
        (
            "1234",
            [
                "twelve thirty four", "one thousand two hundred thirty four",
                "one thousand two hundred and thirty four", "one two three four",
            ]
        ),
        (
            "127",
            [
                "one twenty seven", "one hundred twenty seven", "one hundred and twenty seven",
                "one two seven",
            ]
        ),
        ("500", ["five hundred", "five zero zero", "five oh oh"]),
        ("1905", ["nineteen oh five", "one thousand nine hundred five"]),
        ("1900", ["nineteen hundred"]),
        ("20", ["twenty", "two zero"]), ("0", ["zero", "oh"]), ("7", ["seven"]),
        ("007", ["zero zero seven", "oh oh seven"]),
        ("1000000", ["one million", "one zero zero zero zero zero zero"]),
        ("2500000", ["two million five hundred thousand"]),
        ("1234567", ["one two three four five six seven"]),
        ("65535", ["sixty five thousand five hundred thirty five", "six five five three five"]),
    ]) func `Numbers are said as people say them`(digits: String, expected: [String]) {
        let forms = SpokenNumbers.forms(of: digits).map { $0.joined(separator: " ") }
        for form in expected { #expect(forms.contains(form)) }
        #expect(forms.first == expected.first)
        #expect(Set(forms).count == forms.count)
    }

    @Test func `What is no number has no spoken digits`() {
        #expect(SpokenNumbers.forms(of: "").isEmpty)
        #expect(SpokenNumbers.forms(of: "12a").isEmpty)
        #expect(SpokenNumbers.forms(of: "99999999999999999999").count >= 1)
    }

    static let words = PronouncingDictionary(
        text: Array(
            """
            a AH
            a(2) EY
            add AE D
            dash D AE SH
            dot D AA T
            eight EY T
            file F AY L
            fix F IH K S
            four F AO R
            host HH OW S T
            local L OW K AH L
            make M EY K
            minus M AY N AH S
            read R EH D
            read(2) R IY D
            swift S W IH F T
            two T UW

            """.utf8))

    @Test(arguments: [
        ("read", ["R EH D", "R IY D"]), ("a", ["AH", "EY"]), ("swift", ["S W IH F T"]),
        ("rea", []), ("reads", []), ("", []),
    ]) func `A dictionary gives every pronunciation of a word in its order`(
        word: String, expected: [String]
    ) {
        #expect(Self.words.pronunciations(of: word).map(\.arpabet) == expected)
        #expect(Self.words.contains(word) == !expected.isEmpty)
    }

    @Test(arguments: [
        "", "\n\n", "(2) A", "word", "word ", "wörd W ER D", " AA", "x QQ\n", "a(", "(",
    ])
    func `A broken dictionary has no such words and breaks nothing`(text: String) {
        let dictionary = PronouncingDictionary(text: Array(text.utf8))
        #expect(dictionary.pronunciations(of: "word").isEmpty)
        dictionary.forEach { word, _ in #expect(!word.isEmpty) }
    }

    @Test(arguments: [0, 1, 7, 300, 5000])
    func `A dictionary of short lines, whose last one has no end, has every word`(count: Int) {
        let lines = (0..<count).map { "w\($0) K" }
        let dictionary = PronouncingDictionary(text: Array(lines.joined(separator: "\n").utf8))
        for index in 0..<count { #expect(dictionary.contains("w\(index)")) }
        #expect(!dictionary.contains("w\(count)"))
    }

    @Test func `Words run together are cut where that is cheapest, as trying every way finds`() {
        let pronouncer = Pronouncer(
            lexicon: Lexicon(table: "ctl = control\nfixlo = fix"), dictionary: Self.words)
        let known: Set<String> = [
            "add", "dash", "dot", "eight", "file", "fix", "four", "host", "local", "make", "minus",
            "read", "swift", "two", "ctl", "fixlo",
        ]
        func price(_ part: String) -> Int? {
            switch part.count {
            case 1: 25
            case 2: ["do", "as", "at", "in", "it"].contains(part) ? 28 : nil
            case 3: known.contains(part) ? 26 : nil
            default: known.contains(part) && part.count <= 14 ? 20 : nil
            }
        }
        /// All ways of cutting, each with its price.
        func ways(_ name: Substring) -> [(parts: [String], price: Int)] {
            if name.isEmpty { return [([], 0)] }
            var all: [(parts: [String], price: Int)] = []
            for length in 1...name.count {
                let head = String(name.prefix(length))
                guard let price = price(head) else { continue }
                for rest in ways(name.dropFirst(length)) {
                    all.append(([head] + rest.parts, price + rest.price))
                }
            }
            return all
        }
        var dice = Dice(seed: 3)
        let parts = Array(known).sorted() + ["x", "q", "as", "do"]
        for _ in 0..<300 {
            let name = (0..<(1 + dice.below(3))).map { _ in dice.pick(parts) }.joined().prefix(11)
            let cuts = pronouncer.words(in: Array(name.utf8))
            let found = cuts.map { String(Array(name)[$0]) }
            let all = ways(name)
            let least = all.map(\.price).min()
            #expect(found.joined() == name)
            #expect(all.first { $0.parts == found }?.price == least, "\(name) \(found)")
            // Of equals the one with the longest last word, and so on from the end.
            let best = all.filter { $0.price == least }.map { $0.parts.reversed().map(\.count) }
                .max { $0.lexicographicallyPrecedes($1) }
            #expect(found.reversed().map(\.count) == best, "\(name)")
        }
    }

    @Test(arguments: [
        "plain P L EY N\n", "plain P L EY1 N\r\n", "plain\tP L EY1 N", "plain  P L EY1 N  ",
    ])
    func `A word is written out in bare phones, however its dictionary is written`(text: String) {
        var pronouncer = Pronouncer(
            lexicon: Lexicon(), dictionary: PronouncingDictionary(text: Array(text.utf8)))
        let ways = pronouncer.ways(ofPiece: Array("plain".utf8)[...])
        #expect(
            ways.map { String(decoding: pronouncer.ways[$0], as: UTF8.self) } == [" P L EY N\n"])
    }

    private func said(_ piece: String, _ lexicon: String = "") -> [String] {
        var pronouncer = Pronouncer(lexicon: Lexicon(table: lexicon), dictionary: Self.words)
        return pronouncer.pronunciations(ofPiece: piece).map(\.arpabet)
    }

    @Test func `Letters are said by name, never as the article`() {
        #expect(said("a") == ["EY"])
        #expect(said("-a").first == "D AE SH EY")
        #expect(said("-a").contains("M AY N AH S EY"))
    }

    @Test func `Names are cut at dots, dashes, digits and capitals`() {
        #expect(said("fix-file").first == "F IH K S D AE SH F AY L")
        #expect(said("fixFile").first == "F IH K S F AY L")
        #expect(said(".swift").first == "D AA T S W IH F T")
        #expect(said("swift4").first == "S W IH F T F AO R")
    }

    @Test(arguments: [
        ("fix-file", "F IH K S F AY L"), ("fix_file", "F IH K S F AY L"),
        ("--fix-file", "D AE SH D AE SH F IH K S F AY L"),
        ("fix-file_local.swift", "F IH K S F AY L L OW K AH L D AA T S W IH F T"),
    ]) func `Dashes and underscores between words may be left out`(piece: String, phones: String) {
        #expect(said(piece).contains(phones))
    }

    @Test(arguments: ["-", "_", "fix-", "-fix", "fix-4", "4-4"])
    func `Other dashes and underscores are said`(piece: String) {
        #expect(!said(piece).isEmpty)
        #expect(said(piece).allSatisfy { !["F IH K S", "F IH K S F AO R"].contains($0) })
    }

    @Test(arguments: [
        // A letter and a word, as in -mtime and -Wall.
        ("-mfile", "D AE SH EH M F AY L"), ("-mfile", "D AE SH EH M EH F AY EH L IY"),
        ("-Wadd", "D AE SH D AH B AH L Y UW AE D"), ("-mlocal", "D AE SH EH M L OW K AH L"),
        ("-fFIX", "D AE SH EH F F IH K S"), ("-fFIX", "D AE SH EH F EH F AY EH K S"),
        // Many letters and no word in them.
        ("-rlptgo", "D AE SH AA R EH L P IY T IY JH IY OW"),
    ]) func `Options are said letter by letter, and as the words in them`(
        option: String, phones: String
    ) {
        #expect(said(option).contains(phones), "\(said(option))")
    }

    @Test func `Words run together are heard apart, and consonants left over are spelled`() {
        #expect(said("localhost").first == "L OW K AH L HH OW S T")
        #expect(said("makefile").first == "M EY K F AY L")
        #expect(said("localrc").first == "L OW K AH L AA R S IY")
    }

    @Test func `The user's form comes first, then the lexicon's, then the dictionary's`() {
        var lexicon = Lexicon(table: "swift = fix\nkubectl = K Y UW B, make file")
        #expect(said("swift", "swift = fix") == ["F IH K S"])
        lexicon.add("kubectl", forms: ["local host"])
        var pronouncer = Pronouncer(lexicon: lexicon, dictionary: Self.words)
        #expect(
            pronouncer.pronunciations(ofPiece: "kubectl").map(\.arpabet)
                == ["L OW K AH L HH OW S T", "K Y UW B", "M EY K F AY L"])
    }

    @Test func `A form of names that explain each other ends`() {
        _ = said("ab", "ab = ba\nba = ab")
        #expect(said("abcd", "abcd = abcd") == ["EY B IY S IY D IY"])
        #expect(said("abcd", "abcd = abcd fix") == ["EY B IY S IY D IY F IH K S"])
    }

    @Test func `Letter-to-sound learns what its examples have in common`() throws {
        var training = LetterToSoundTraining()
        for (word, phones) in [
            ("cat", "K AE T"), ("cap", "K AE P"), ("cot", "K AA T"), ("cit", "S IH T"),
            ("cell", "S EH L"), ("cent", "S EH N T"), ("pit", "P IH T"), ("pat", "P AE T"),
            ("tip", "T IH P"), ("top", "T AA P"), ("net", "N EH T"), ("pen", "P EH N"),
        ] {
            training.add(word, try #require(Pronunciation(arpabet: phones)))
        }
        let model = training.train(minimum: 2)
        #expect(model.pronunciation(of: "can")?.arpabet == "K AE N")
        #expect(model.pronunciation(of: "cet")?.arpabet == "S EH T")
        #expect(model.pronunciation(of: "Pott")?.arpabet == "P AA T")
        #expect(model.pronunciation(of: "42") == nil)
        let again = try #require(LetterToSound(table: model.table))
        for word in ["cat", "cent", "nap", "tin"] {
            #expect(again.pronunciation(of: word) == model.pronunciation(of: word))
        }
    }

    @Test(arguments: [
        "", "letter-to-sound 1", "letter-to-sound 1\nK\n#9", "letter-to-sound 1\nK\n#0(0:2)a0",
        "letter-to-sound 1\nXX\n#0", "letter-to-sound 1\nK\n#0(99:0)",
        "letter-to-sound 1\nK\n#0(0:1)", "letter-to-sound 1\nK\n#0(0:2)b0a0",
        "letter-to-sound 1\nK\n#0(0:2)a0a0", "letter-to-sound 1\nK\n#0(0:1)!0",
    ])
    func `A broken table is no letter-to-sound`(table: String) {
        #expect(LetterToSound(table: Array(table.utf8)) == nil)
    }
}
