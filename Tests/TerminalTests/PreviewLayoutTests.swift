import Terminal
import Testing

@Suite("The layout of the preview line")
struct PreviewLayoutTests {
    static let full = [
        PreviewSpan(.recording, "● listening"), .meter(level: 0.5), .elapsed(.seconds(7)),
        PreviewSpan(.stable, "the quick brown fox jumps over"),
        PreviewSpan(.unstable, "the lazy dog"),
    ]

    private func text(_ spans: [PreviewSpan], _ width: Int) -> String {
        PreviewLayout(spans, width: width).spans.map(\.text).joined(separator: " ")
    }

    @Test(
        "What gives way in a narrow window, in order",
        arguments: [
            (80, "● listening █████· 0:07 the quick brown fox jumps over the lazy dog"),
            (60, "● listening █████· 0:07 …k brown fox jumps over the lazy dog"),
            (45, "● listening █████· 0:07 …ps over the lazy dog"),
            (40, "● listening █████· 0:07 …er the lazy dog"),
            (36, "● listening 0:07 … over the lazy dog"),
            (30, "● listening …over the lazy dog"),
            (19, "● listening …zy dog"),
            (10, "● lis… …og"),
            (3, "● …"),
            (1, ""),
            (0, ""),
        ])
    func narrow(width: Int, line: String) {
        #expect(text(Self.full, width) == line)
    }

    @Test(
        "A state or notice too long for the window is cut at its end",
        arguments: [
            (19, "waiting for the mi…"), (26, "waiting for the microphone"), (2, "w…"),
        ])
    func longState(width: Int, line: String) {
        #expect(text([PreviewSpan(.state, "waiting for the microphone")], width) == line)
    }

    @Test("A hint goes before the words do")
    func hint() {
        let spans = [PreviewSpan(.stable, "one two three"), PreviewSpan(.hint, "tap to insert")]
        #expect(text(spans, 40) == "one two three tap to insert")
        #expect(text(spans, 20) == "one two three")
    }

    @Test(
        "The reason of a question goes before the keys that answer it do",
        arguments: [
            (70, "the window lost the focus: tap Space keeps, Esc drops: one two three"),
            (60, "tap Space keeps, Esc drops: one two three"),
            (40, "tap Space keeps, Esc drop… one two three"),
            (20, "tap Space ke… …three"),
        ])
    func reason(width: Int, line: String) {
        let spans = [
            PreviewSpan(.reason, "the window lost the focus:"),
            PreviewSpan(.notice, "tap Space keeps, Esc drops:"),
            PreviewSpan(.stable, "one two three"),
        ]
        #expect(text(spans, width) == line)
    }

    @Test(
        "Nothing is ever wider than the window, nor cut inside a character",
        arguments: [
            "日本語を話しています", "שלום עולם מה שלומך", "e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}",
            "👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧", "a日b本c語d", String(repeating: "word ", count: 400),
        ])
    func neverWider(words: String) {
        let characters = Set(words + "…· █▌▏0:7listening")
        for width in 0...60 {
            let layout = PreviewLayout(
                [
                    PreviewSpan(.recording, "listening"), .meter(level: 0.2), .elapsed(.seconds(7)),
                    PreviewSpan(.stable, words), PreviewSpan(.unstable, words),
                ], width: width)
            #expect(layout.width <= width)
            let shown = layout.spans.map(\.text).joined(separator: " ")
            #expect(shown.allSatisfy { characters.contains($0) }, "width \(width): \(shown)")
        }
    }

    @Test(
        "Of a long text only the end is looked at, and the line is the same",
        arguments: ["word ", "日本 ", "e\u{301} ", "\u{202e}a\u{200b}b\u{7}", "👨‍👩‍👧 "])
    func long(part: String) {
        let tail = String(repeating: part, count: 300)
        let texts = [tail, String(repeating: "x", count: 1 << 20) + tail]
        for width in 0...200 {
            let lines = texts.map { words in
                PreviewLayout(
                    [PreviewSpan(.recording, "listening"), PreviewSpan(.stable, words)],
                    width: width)
            }
            #expect(lines[0] == lines[1])
        }
    }

    @Test("Control characters and bidirectional overrides never reach the line")
    func hostile() {
        let layout = PreviewLayout(
            [PreviewSpan(.stable, "a\u{1b}[2J\u{7}\u{202e}b\r\nc")], width: 40)
        #expect(layout.spans.map(\.text) == ["a [2J b  c"])
    }

    @Test("The meter is as wide whatever the level", arguments: [0, 0.001, 0.01, 0.1, 0.5, 1, 7])
    func meter(level: Double) {
        #expect(CellWidth.of(PreviewSpan.meter(level: level).text) == 6)
    }

    @Test(
        "Elapsed time in minutes and seconds", arguments: [(0, "0:00"), (7, "0:07"), (119, "1:59")])
    func elapsed(seconds: Int, text: String) {
        #expect(PreviewSpan.elapsed(.seconds(seconds)).text == text)
    }
}
