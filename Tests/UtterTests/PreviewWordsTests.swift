import Configuration
import Dictation
import Keyboard
import Speech
import Terminal
import Testing

@testable import utter

/// What stands on the line, for everything that a session can show.
struct PreviewWordsTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var mode: TalkMode = .hold
        var lacksReleases = false
        var change: @Sendable (inout SessionView) -> Void
        var line: String

        init(
            _ name: String, mode: TalkMode = .hold, lacksReleases: Bool = false, line: String,
            change: @escaping @Sendable (inout SessionView) -> Void = { _ in }
        ) {
            testDescription = name
            self.mode = mode
            self.lacksReleases = lacksReleases
            self.change = change
            self.line = line
        }
    }

    static let cases = [
        Case("at rest", line: "hold Space to talk|· ? keys · q quit"),
        Case(
            "while the model loads",
            line: "hold Space to talk|(the recogniser is loading)|· ? keys · q quit",
            change: { $0.isLoading = true }),
        Case(
            "toggle by choice", mode: .toggle,
            line: "tap Space to talk, again to stop|· ? keys · q quit"),
        Case(
            "toggle for want of releases", mode: .toggle, lacksReleases: true,
            line: "this terminal reports no key releases:|tap Space to talk, again to stop"
                + "|· ? keys · q quit"),
        Case(
            "auto-repeat", mode: .autoRepeat, lacksReleases: true,
            line: "this terminal reports no key releases, they are guessed:|hold Space to talk"
                + "|· ? keys · q quit"),
        Case("key down", line: "keep holding…", change: { $0.activity = .keepHolding }),
        Case(
            "no frame yet", line: "opening the microphone…|(release to finish, Esc drops)",
            change: { $0.activity = .opening }),
        Case(
            "frames", line: "listening|0:07|the words so|far|(release to finish, Esc drops)",
            change: {
                $0.activity = .listening
                $0.startedAt = .seconds(3)
                $0.partial = PartialHypothesis(stable: "the words so", unstable: "far")
            }),
        Case(
            "hands-free", line: "listening|0:07|(tap Space to stop, Esc drops)",
            change: {
                $0.activity = .listening
                $0.startedAt = .seconds(3)
                $0.isHandsFree = true
            }),
        Case(
            "frames lost", line: "listening|(some sound was lost)|(release to finish, Esc drops)",
            change: {
                $0.activity = .listening
                $0.hasLostFrames = true
            }),
        Case(
            "no data", line: "waiting for the microphone…|(release to finish, Esc drops)",
            change: { $0.activity = .waitingForMicrophone }),
        Case("released", line: "finishing…", change: { $0.activity = .finishing }),
        Case(
            "a question after a loss of focus",
            line: "the window lost the focus:|tap Space keeps, Esc drops:|go forward",
            change: {
                $0.activity = .awaitingDecision(because: .focusLost)
                $0.waiting = [Hypothesis(text: "go forward")]
            }),
        Case(
            "a question by choice", line: "tap Space keeps, Esc drops:|go forward ten meters",
            change: {
                $0.activity = .awaitingDecision(because: nil)
                $0.waiting = [Hypothesis(text: "go forward"), Hypothesis(text: "ten meters")]
            }),
        Case(
            "a question because of doubt",
            line: "does not sound like a command:|tap Space keeps, Esc drops:|cd ..",
            change: {
                $0.activity = .awaitingDecision(because: nil)
                var hypothesis = Hypothesis(text: "cd ..")
                hypothesis.isDoubtful = true
                $0.waiting = [hypothesis]
            }),
        Case(
            "too short", line: "0.2 s: too short",
            change: { $0.notice = .dropped(.tooShort(clip: .milliseconds(289), started: true)) }),
        Case(
            "too short without a frame", line: "0.0 s: too short: the microphone had not started",
            change: { $0.notice = .dropped(.tooShort(clip: .zero, started: false)) }),
        Case(
            "nothing heard", line: "nothing heard", change: { $0.notice = .dropped(.nothingHeard) }),
        Case(
            "no microphone", line: "cannot open it",
            change: { $0.notice = .dropped(.microphone(message: "cannot open it")) }),
        Case("Esc", line: "dropped", change: { $0.notice = .cancelled(.escape) }),
        Case(
            "release lost", line: "dropped: the key came up unseen",
            change: { $0.notice = .cancelled(.releaseLost) }),
        Case(
            "repeats ended by another key", line: "dropped: another key was pressed",
            change: { $0.notice = .cancelled(.otherKey) }),
        Case(
            "a tap", line: "hold Space while you speak: a tap records nothing",
            change: { $0.notice = .holdToTalk }),
        Case(
            "delivered early", line: "the longest recording is full: delivered so far",
            change: { $0.notice = .delivered(Hypothesis(text: "x"), early: .maximumDuration) }),
        Case(
            "an earlier one", line: "still finishing the last one…|· ? keys · q quit",
            change: { $0.isDecodingEarlier = true }),
        Case(
            "the keys",
            line: "Space: hold, speak, let go · Esc: drop · q, Ctrl-C: quit · Ctrl-Z: suspend",
            change: { $0.showsHelp = true }),
        Case(
            "the keys, asked for while it listens",
            line: "listening|(release to finish, Esc drops)",
            change: {
                $0.activity = .listening
                $0.showsHelp = true
            }),
    ]

    @Test(arguments: cases)
    func `the line says what is going on`(example: Case) {
        let words = PreviewWords(
            key: "Space", mode: example.mode, lacksReleases: example.lacksReleases,
            showsMeter: false, showsDelivered: false, showsDoubt: true)
        var view = SessionView()
        view.isLoading = false
        example.change(&view)
        let line = words.spans(view, at: .seconds(10)).map(\.text).joined(separator: "|")
        #expect(line == example.line)
    }

    private func words(showsDelivered: Bool, showsDoubt: Bool) -> PreviewWords {
        PreviewWords(
            key: "Space", mode: .hold, lacksReleases: false, showsMeter: true,
            showsDelivered: showsDelivered, showsDoubt: showsDoubt)
    }

    private func delivered(_ words: [(text: String, confidence: Double)]) -> SessionView {
        var view = SessionView()
        view.isLoading = false
        let words = words.map {
            Word(text: $0.text, start: 0, duration: 0.2, confidence: $0.confidence)
        }
        view.notice = .delivered(
            Hypothesis(text: words.map(\.text).joined(separator: " "), words: words), early: nil)
        return view
    }

    @Test func `a text that is seen elsewhere is not repeated`() {
        let view = delivered([("go", 0.9), ("forward", 0.8)])
        var words = words(showsDelivered: true, showsDoubt: true)
        #expect(words.spans(view, at: .zero) == [PreviewSpan(.notice, "“go forward”")])
        words.showsDelivered = false
        #expect(
            words.spans(view, at: .zero).map(\.text) == ["hold Space to talk", "· ? keys · q quit"])
    }

    @Test func `doubtful words are marked in what was delivered, wherever it went`() {
        let view = delivered([
            ("go", 0.9), ("four", Word.doubtful - 0.01), ("word", 0.1), ("ten", Word.doubtful),
        ])
        let marked = [
            PreviewSpan(.notice, "“go"), PreviewSpan(.uncertain, "four word"),
            PreviewSpan(.notice, "ten”"),
        ]
        #expect(words(showsDelivered: true, showsDoubt: true).spans(view, at: .zero) == marked)
        #expect(words(showsDelivered: false, showsDoubt: true).spans(view, at: .zero) == marked)
        // Where nothing can be marked, there is nothing to show again.
        let plain = words(showsDelivered: false, showsDoubt: false)
        #expect(plain.spans(view, at: .zero).first?.text == "hold Space to talk")
    }

    @Test func `what is shown is what is written, doubts and questions included`() {
        var words = words(showsDelivered: true, showsDoubt: true)
        let form = TranscriptText(Configuration(), profile: .prose)
        words.written = { form.written($0).text }
        var view = delivered([("hello", 0.9), ("comma", 0.1), ("world", 0.2), ("period", 0.9)])
        #expect(
            words.spans(view, at: .zero) == [
                PreviewSpan(.notice, "“hello,"), PreviewSpan(.uncertain, "world.”"),
            ])
        view.activity = .awaitingDecision(because: nil)
        view.waiting = [Hypothesis(text: "hello comma world")]
        #expect(words.spans(view, at: .zero).last == PreviewSpan(.stable, "hello, world"))
    }

    @Test func `what a filter has rewritten is shown as it went out`() {
        var words = words(showsDelivered: true, showsDoubt: true)
        let view = delivered([("go", 0.9), ("forward", 0.1)])
        let heard = Hypothesis(
            text: "go forward",
            words: [("go", 0.9), ("forward", 0.1)].map {
                Word(text: $0, start: 0, duration: 0, confidence: $1)
            })
        words.delivered = (heard, "GO FORWARD!")
        #expect(
            words.spans(view, at: .zero) == [
                PreviewSpan(.notice, "“GO"), PreviewSpan(.uncertain, "FORWARD!”"),
            ])
        words.delivered = (Hypothesis(text: "another"), "ANOTHER")
        #expect(words.spans(view, at: .zero).map(\.text) == ["“go", "forward”"])
    }

    @Test func `texts that waited together are shown as the one that went out`() {
        var words = words(showsDelivered: true, showsDoubt: true)
        // The notice is of the last of them.
        let view = delivered([("ten", 0.9), ("meters", 0.9)])
        let heard = Hypothesis(
            text: "go forward ten meters",
            words: [("go", 0.9), ("forward", 0.1), ("ten", 0.9), ("meters", 0.9)].map {
                Word(text: $0, start: 0, duration: 0, confidence: $1)
            })
        words.delivered = (heard, "go forward ten meters")
        #expect(
            words.spans(view, at: .zero) == [
                PreviewSpan(.notice, "“go"), PreviewSpan(.uncertain, "forward"),
                PreviewSpan(.notice, "ten meters”"),
            ])
    }

    @Test(arguments: [TalkMode.hold, .toggle])
    func `the keys fit into a line of eighty columns`(mode: TalkMode) {
        var view = SessionView()
        view.showsHelp = true
        var words = words(showsDelivered: false, showsDoubt: true)
        words.mode = mode
        #expect(words.spans(view, at: .zero)[0].text.count <= 79)
    }

    @Test func `how to begin is said in one dim line`() {
        var view = SessionView()
        view.isLoading = false
        let spans = words(showsDelivered: false, showsDoubt: true).spans(view, at: .zero)
        #expect(spans.map(\.role) == [.quiet, .hint])
    }

    @Test(
        arguments: [
            ([], []),
            ([KeyEvent(.enter)], ["(left out: enter)"]),
            (
                [KeyEvent(.enter), KeyEvent(Key(code: 97), .control), KeyEvent(.enter)],
                ["(left out: enter, ctrl+a…)"]
            ),
            ([KeyEvent(Key(code: 97))], []),
        ] as [([KeyEvent], [String])])
    func `keys that do not come along to the shell are named`(
        events: [KeyEvent], line: [String]
    ) {
        let words = PreviewWords(
            key: "F9", mode: .hold, lacksReleases: false, showsMeter: false, showsDelivered: false,
            showsDoubt: false)
        var typed = TypeAhead()
        for event in events { typed.take(event) }
        #expect(words.leftOut(typed).map(\.text) == line)
        typed.take(.pasteStart)
        #expect(words.leftOut(typed).first?.text.contains("a paste") == true)
    }
}
