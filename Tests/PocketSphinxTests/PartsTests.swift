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
    private let before = MeanState(mean: [40], frames: 500)

    @Test
    func `Each length of a hold is looked at once, and heard again only if the mean is far off`() {
        var pass = SecondPass(.unknown, before: before, tellsSums: true)
        // The loudness that is known after each second.
        let known: [Float] = [40, 50, 51, 52, 70, 70, 70, 70, 70]
        let again = known.indices.filter { index in
            let heard = MeanState(mean: [known[index]], frames: 100)
            return pass.mean(audio: (index + 1) * 16_000, heard: heard) != nil
        }
        // After two seconds, and after six: nobody looks at five, nor after eight again.
        #expect(again == [1, 5])
        #expect(pass.mean(audio: 20 * 16_000, heard: MeanState(mean: [10], frames: 100)) == nil)
    }

    @Test func `At the end only a short hold of an unknown voice is heard again`() {
        let heard = MeanState(mean: [60], frames: 100)
        var pass = SecondPass(.unknown, before: before, tellsSums: true)
        #expect(pass.meanAtEnd(audio: 6 * 16_000, heard: heard) == nil)
        #expect(pass.meanAtEnd(audio: 4 * 16_000, heard: heard)?.first == 60)
        #expect(pass.meanAtEnd(audio: 4 * 16_000, heard: heard) == nil)
        var known = SecondPass(.known, before: before, tellsSums: true)
        #expect(known.meanAtEnd(audio: 4 * 16_000, heard: heard) == nil)
    }

    @Test
    func `Where the library does not tell what it has heard, a short hold is always heard again`() {
        let same = MeanState(mean: [40], frames: 0)
        var pass = SecondPass(.unknown, before: before, tellsSums: false)
        #expect(pass.mean(audio: 2 * 16_000, heard: same) == nil)
        #expect(pass.meanAtEnd(audio: 4 * 16_000, heard: same) != nil)
        var known = SecondPass(.known, before: before, tellsSums: false)
        #expect(known.meanAtEnd(audio: 16_000, heard: same) == nil)
    }

    @Test func `What is known of a voice counts beside the first second of a hold`() {
        var pass = SecondPass(.known, before: before, tellsSums: true)
        let heard = MeanState(mean: [70], frames: 50)
        #expect(pass.mean(audio: 16_000, heard: heard)?.first == 50)
    }

    @Test func `Means are added by the frames that they count for, and what is old fades`() {
        let sum = before.adding(MeanState(mean: [50], frames: 250))
        #expect(abs((sum.mean.first ?? 0) - 43.333) < 0.01)
        let much = before.adding(MeanState(mean: [80], frames: 500))
        #expect(much.mean.first == 60)
        // Worth 500 frames again: as many others pull it half way.
        #expect(much.adding(MeanState(mean: [0], frames: 500)).mean.first == 30)
    }
}
