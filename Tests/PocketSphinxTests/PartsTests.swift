import Testing

@testable import PocketSphinx

@Suite struct DecoderWordsTests {
    @Test(
        arguments: [
            ("word", "word"), ("read(2)", "read"), ("read(12)", "read"), ("it's", "it's"),
            ("<s>", nil), ("</s>", nil), ("<sil>", nil), ("[NOISE]", nil), ("[SPEECH]", nil),
            ("++COUGH++", nil), ("(2)", "(2)"), ("f(x)", "f(x)"), ("a()", "a()"), ("c++", "c++"),
            ("<", "<"), ("[]", "[]"), ("++", "++"),
        ] as [(String, String?)])
    func `Words are told from sounds, and pronunciations from spellings`(
        _ name: String, _ word: String?
    ) {
        #expect(DecoderWords.spokenWord(name) == word)
    }
}

@Suite struct FrameClockTests {
    @Test func `Frames behind a removed pause keep their time`() {
        var clock = FrameClock()
        clock.note(count: 10, newestFrame: 9)
        clock.note(count: 10, newestFrame: 19)
        // Frames 20 to 99 were silence; speech comes back with 20 frames of lead.
        clock.note(count: 22, newestFrame: 121)
        clock.note(count: 2, newestFrame: 123)
        #expect(clock.decodedFrames == 44)
        #expect(clock.streamFrame(of: 0) == 0)
        #expect(clock.streamFrame(of: 19) == 19)
        #expect(clock.streamFrame(of: 20) == 100)
        #expect(clock.streamFrame(of: 43) == 123)
    }

    @Test func `Without a frame every number is its own`() {
        #expect(FrameClock().streamFrame(of: 7) == 7)
    }
}

@Suite struct SecondPassTests {
    let policy = HoldPolicy()

    @Test func `Each length of an unknown hold comes due once`() {
        var pass = SecondPass(policy: policy, used: [0])
        let due = (1...10).filter { pass.isDue(audio: $0 * 16_000) }
        #expect(due == [1, 2, 4, 8])
    }

    @Test func `Only a mean that was far off asks for a second pass, and only of a short hold`() {
        let pass = SecondPass(policy: policy, used: [40, 0])
        #expect(!pass.isNeeded(mean: [41, 1], audio: 16_000))
        #expect(pass.isNeeded(mean: [50, 0], audio: 16_000))
        #expect(!pass.isNeeded(mean: [50, 0], audio: 16 * 16_000))
    }
}
