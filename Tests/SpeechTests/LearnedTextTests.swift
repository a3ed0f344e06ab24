import Testing

@testable import Speech

@Suite struct LearnedTextTests {
    private func learned(_ text: String) -> LearnedText {
        var learned = LearnedText()
        learned.add(Array(text.utf8))
        return learned
    }

    private func model(_ text: String, without unknown: Set<String> = []) throws -> NGramModel {
        try ARPAFile.read(
            String(decoding: learned(text).model { !unknown.contains($0) }, as: UTF8.self))
    }

    private func number(_ word: String, in model: NGramModel) -> Int? {
        model.words.firstIndex(of: word)
    }

    @Test func `What follows what is learned, and what never did is rarer`() throws {
        let model = try model("The valve opens. The valve shuts.\n\nOpens the pump?")
        let the = try #require(number("the", in: model))
        let valve = try #require(number("valve", in: model))
        let pump = try #require(number("pump", in: model))
        #expect(
            model.logProbability(of: valve, after: [Vocabulary.start, the])
                > model.logProbability(of: pump, after: [Vocabulary.start, the]))
        let opens = try #require(number("opens", in: model))
        // A sentence ends where its mark is: nothing goes across.
        let shut = try #require(number("shuts", in: model))
        #expect(
            model.logProbability(of: opens, after: [valve])
                > model.logProbability(of: opens, after: [shut]))
    }

    @Test(arguments: [
        ("code", "read\n```\nhidden words\n```\nread"),
        ("a password", "read\nthe password is hidden words\nread"),
        ("an address", "read https://hidden.words/x read"),
        ("a number", "read 4hidden words5 read"),
    ])
    func `Some things are not learned`(name: String, text: String) throws {
        let model = try model(text)
        #expect(number("read", in: model) != nil)
        #expect(number("hidden", in: model) == nil)
    }

    @Test func `New words come as they are written, the most frequent first`() {
        let text = learned(
            "Ask Kubernetes. Kubernetes is up. For kubernetes, use etcd or etcd or etcd. Once: zyx")
        let known: Set = ["ask", "is", "up", "for", "use", "or", "once"]
        let new = text.newWords { known.contains($0) }
        #expect(
            new.map(\.spelling) == ["etcd", "kubernetes"]
                || new.map(\.key) == ["etcd", "kubernetes"])
        #expect(new.map(\.key) == ["etcd", "kubernetes"])
        let named = learned("ask GitHub or GitHub now").newWords { $0 != "github" }
        #expect(named == [.init(key: "github", spelling: "GitHub")])
    }

    @Test func `Words that cannot be said are left out of the model`() throws {
        let model = try model("read the zyx now", without: ["zyx"])
        #expect(number("zyx", in: model) == nil)
        #expect(number("now", in: model) != nil)
    }

    @Test func `Nothing is learned from nothing`() {
        #expect(learned("").isEmpty)
        #expect(learned("12 34 !!! ///").isEmpty)
    }
}
