import Speech
import Testing

@Suite struct StabilityTests {
    @Test func `A word is settled when it has stayed the same for long enough`() {
        var stability = Stability(patience: .milliseconds(300))
        let first = stability.update("turn of", at: .milliseconds(100))
        #expect(first == PartialHypothesis(stable: "", unstable: "turn of"))
        let second = stability.update("turn off the", at: .milliseconds(200))
        #expect(second == PartialHypothesis(stable: "", unstable: "turn off the"))
        let third = stability.update("turn off the", at: .milliseconds(400))
        #expect(third == PartialHypothesis(stable: "turn", unstable: "off the"))
        let fourth = stability.update("turn off the light", at: .milliseconds(500))
        #expect(fourth == PartialHypothesis(stable: "turn off the", unstable: "light"))
    }

    @Test func `A change takes back every word behind it`() {
        var stability = Stability(patience: .milliseconds(100))
        _ = stability.update("one two three", at: .zero)
        let result = stability.update("one too three", at: .milliseconds(200))
        #expect(result == PartialHypothesis(stable: "one", unstable: "too three"))
    }

    @Test func `What is forgotten at the front leaves the rest as settled as it was`() {
        var stability = Stability(patience: .milliseconds(300))
        _ = stability.update("one two three four", at: .zero)
        _ = stability.update("one two three for", at: .milliseconds(200))
        stability.forget(first: 2)
        let rest = stability.update("three for", at: .milliseconds(350))
        #expect(rest == PartialHypothesis(stable: "three", unstable: "for"))
        stability.forget(first: 9)
        #expect(stability.update("", at: .milliseconds(400)) == PartialHypothesis())
    }

    @Test func `Nothing heard is nothing shown`() {
        var stability = Stability()
        _ = stability.update("a", at: .zero)
        #expect(stability.update("", at: .seconds(5)) == PartialHypothesis())
    }
}
