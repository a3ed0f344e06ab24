import Support
import Testing

@testable import Speech

@Suite struct NGramModelTests {
    /// "a b" and "a c", the figures below worked out by hand.
    private func small(_ smoothing: Smoothing = .wittenBell) -> (NGramModel, Vocabulary) {
        var vocabulary = Vocabulary()
        let words = ["a", "b", "c"].compactMap { vocabulary.intern($0) }
        var counts = NGramCounts()
        counts.add([words[0], words[1]])
        counts.add([words[0], words[2]])
        return (
            NGramModel(counts: counts, words: vocabulary.words, smoothing: smoothing), vocabulary
        )
    }

    @Test(arguments: [
        // 6 words of 4 kinds over 4 that there are: (2 + 4/4) / (6 + 4).
        ("a", "", 0.3), ("b", "", 0.2), ("</s>", "", 0.3),
        // <s> is followed twice by one kind: (2 + 0.3) / 3.
        ("a", "<s>", 0.766667),
        // a is followed by two kinds in two cases: (1 + 2 * 0.2) / 4.
        ("b", "a", 0.35),
        // (1 + 2 * 0.35) / 4.
        ("b", "<s> a", 0.425),
        // (1 + 0.65) / 2.
        ("</s>", "a b", 0.825),
        // b after b was never seen: half of what b has by itself.
        ("b", "b", 0.1),
    ]) func `Witten-Bell gives what pencil and paper give`(
        word: String, history: String, expected: Double
    ) throws {
        let (model, vocabulary) = small()
        let number = try #require(vocabulary.number(of: word))
        let before = history.split(separator: " ").compactMap { vocabulary.number(of: String($0)) }
        let probability = decimalPower(model.logProbability(of: number, after: before))
        #expect(abs(probability - expected) < 1e-5)
    }

    @Test func `Perplexity is the inverse geometric mean of the words' probabilities`() throws {
        let (model, vocabulary) = small()
        let sentence = ["a", "b"].compactMap { vocabulary.number(of: $0) }
        // (0.766667 * 0.425 * 0.825) ^ (-1/3)
        #expect(abs(model.perplexity(of: [sentence]) - 1.5495) < 1e-3)
        #expect(model.perplexity(of: []) == 1)
    }

    @Test func `Kneser-Ney with discount one half gives what pencil and paper give`() throws {
        let (model, vocabulary) = small(.kneserNey(discount: 0.5))
        let a = try #require(vocabulary.number(of: "a"))
        let b = try #require(vocabulary.number(of: "b"))
        // Kinds before: a 1 (<s>), b 1, c 1, </s> 2; 5 in all. b: (1 - 0.5)/5 + (4 * 0.5 / 5) / 4.
        let single = decimalPower(model.logProbability(of: b, after: []))
        #expect(abs(single - 0.2) < 1e-5)
        // a before b and before c, each kind once: (1 - 0.5)/2 + 0.5 * 0.2.
        let pair = decimalPower(model.logProbability(of: b, after: [a]))
        #expect(abs(pair - 0.35) < 1e-5)
    }

    @Test func `The three discounts of modified Kneser-Ney come from the counts of counts`() {
        // Four of one, three of two, two of three, one of four: Y = 4 / (4 + 2 * 3) = 0.4.
        let counts: [Float] = [1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 9, 0]
        guard
            case .absolute(let one, let two, let more) =
                Smoothing.modifiedKneserNey.discounting(counts)
        else {
            Issue.record("no absolute discounts")
            return
        }
        #expect(abs(one - (1 - 2 * 0.4 * 3 / 4)) < 1e-6)
        #expect(abs(two - (2 - 3 * 0.4 * 2 / 3)) < 1e-6)
        #expect(abs(more - (3 - 4 * 0.4 * 1 / 2)) < 1e-6)
        let discounting = Discounting.absolute(0.4, 1.2, 2.2)
        #expect(abs(discounting.split(0.5).given - 0.2) < 1e-6)
        #expect(abs(discounting.split(1.5).given - 0.8) < 1e-6)
        #expect(abs(discounting.split(7).given - 2.2) < 1e-6)
        #expect(abs(discounting.split(7).kept - 4.8) < 1e-6)
    }

    @Test func `Modified Kneser-Ney gives what pencil and paper give`() throws {
        let (model, vocabulary) = small(.modifiedKneserNey)
        let a = try #require(vocabulary.number(of: "a"))
        let b = try #require(vocabulary.number(of: "b"))
        // Kinds before: a 1, b 1, c 1, </s> 2: Y = 3 / (3 + 2) = 0.6; discounts 1 - 2 * 0.6 / 3 = 0.6 of one and,
        // as nothing was counted three times, 1.5 of two. b: (1 - 0.6) / 5 + (3 * 0.6 + 1.5) / 5 / 4.
        let single = decimalPower(model.logProbability(of: b, after: []))
        #expect(abs(single - 0.245) < 1e-5)
        // Of pairs four have one and "<s> a" two: Y = 4 / 6, discount 1 - 2 * Y / 4 = 2/3.
        // b after a: (1 - 2/3) / 2 + (2 * 2/3 / 2) * 0.245.
        let pair = decimalPower(model.logProbability(of: b, after: [a]))
        #expect(abs(pair - 0.33) < 1e-5)
    }

    @Test(arguments: [
        ("Witten-Bell", Smoothing.wittenBell), ("Kneser-Ney", Smoothing.kneserNey(discount: 0.7)),
        ("modified Kneser-Ney", .modifiedKneserNey),
    ]) func `After every history the words add up to one`(name: String, smoothing: Smoothing) {
        var vocabulary = Vocabulary()
        let words = (0..<12).compactMap { vocabulary.intern("w\($0)") }
        var generator = Dice(seed: 7)
        var trusted = NGramCounts()
        var general = NGramCounts()
        for _ in 0..<60 {
            let sentence = (0..<Int.random(in: 1...6, using: &generator)).map { _ in
                words[Int.random(in: 0..<8, using: &generator)]
            }
            trusted.add(sentence, weight: Float.random(in: 0.2...3, using: &generator))
            general.add(sentence.map { $0 + Int.random(in: 0...4, using: &generator) })
            general.add(fragment: sentence, weight: 0.5)
        }
        let model = NGramModel(
            layers: [trusted, general], words: vocabulary.words, smoothing: smoothing)
        for first in [Vocabulary.none, Vocabulary.start] + words {
            for second in [Vocabulary.start] + words {
                var sum = 0.0
                for word in [Vocabulary.end] + words {
                    sum += decimalPower(model.logProbability(of: word, after: [first, second]))
                }
                #expect(abs(sum - 1) < 1e-3, "after \(first) \(second)")
            }
        }
    }

    @Test func `General knowledge speaks only where the trusted layer is silent`() throws {
        var vocabulary = Vocabulary()
        let words = ["a", "b", "c", "d"].compactMap { vocabulary.intern($0) }
        var trusted = NGramCounts()
        var general = NGramCounts()
        for _ in 0..<8 { trusted.add([words[0], words[1]]) }
        for _ in 0..<1000 { general.add([words[0], words[2]]) }
        for _ in 0..<1000 { general.add([words[3], words[2]]) }
        let model = NGramModel(layers: [trusted, general], words: vocabulary.words)
        let known = decimalPower(model.logProbability(of: words[1], after: [1, words[0]]))
        #expect(known > 0.85)
        let silent = decimalPower(model.logProbability(of: words[2], after: [1, words[3]]))
        #expect(silent > 0.85)
    }

    @Test func `A model written and read again says the same`() throws {
        let (model, vocabulary) = small()
        let text = String(decoding: ARPAFile.write(model), as: UTF8.self)
        #expect(text.hasPrefix("\\data\\\nngram 1=5\nngram 2=5\nngram 3=4\n"))
        let again = try ARPAFile.read(text)
        #expect(again.words == model.words)
        for word in 2..<6 {
            for history in [[], [1], [1, 3], [3, 4], [5, 5]] {
                let difference =
                    again.logProbability(of: word, after: history)
                    - model.logProbability(of: word, after: history)
                #expect(abs(difference) < 2e-4)
            }
        }
        #expect(vocabulary.words.count == 6)
    }

    @Test(arguments: [
        ("\\data\\\n\\1-grams:\nx a\n\\end\\\n", 3, "not a probability and 1 words"),
        ("\\data\\\n\\1-grams:\n-1 a b\n\\end\\\n", 3, "not a back-off weight"),
        ("\\data\\\n\\4-grams:\n", 2, "order \\4-grams: is not one to three"),
        ("\\data\\\n\\1-grams:\n-1 a\n", 4, "the end mark \\end\\ is missing"),
    ]) func `A broken file is told by its line`(text: String, line: Int, reason: String) {
        #expect(throws: ARPAFile.Failure(line: line, reason: reason)) { try ARPAFile.read(text) }
    }

    @Test(arguments: [(3, 0), (3, 1), (3, 2000), (2, 2000)])
    func `N-grams sorted word by word are in the order of their keys`(words: Int, count: Int) {
        var dice = Dice(seed: 7)
        var entries: [(key: UInt64, count: Float)] = (0..<count).map { index in
            let key = NGramCounts.key(
                words == 3 ? dice.below(50) : 0, dice.below(300), dice.below(Vocabulary.capacity))
            return (key, Float(index))
        }
        let expected = entries.sorted { $0.key < $1.key }
        NGramCounts.sort(&entries, words: words)
        #expect(entries.map(\.key) == expected.map(\.key))
        #expect(entries.map(\.count) == expected.map(\.count))
    }
}
