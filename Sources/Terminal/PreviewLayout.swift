import Glibc

/// One piece of the preview line.
public struct PreviewSpan: Hashable, Sendable {
    /// What a piece is, which decides how it looks and what gives way in a narrow window.
    public enum Role: Hashable, Sendable {
        /// What is going on: "keep holding", "finishing".
        case state
        /// That nothing is going on, and how to begin.
        case quiet
        /// What is going on while the microphone is open.
        case recording
        case meter
        case elapsed
        /// Words that will not change any more.
        case stable
        /// Words still changing.
        case unstable
        /// A final word of which the recogniser is not sure.
        case uncertain
        /// An outcome or a fault: "0.2 s: too short".
        case notice
        /// Why it is so, ahead of what one can do about it: gives way before that does.
        case reason
        /// How to go on: the first to give way.
        case hint
    }

    public var role: Role
    public var text: String

    public init(_ role: Role, _ text: String) {
        self.role = role
        self.text = text
    }

    /// A level meter, six cells wide whatever the level, so that nothing beside it moves.
    ///
    /// - Parameter level: peak as a fraction of full scale, 0…1; shown from -48 dB to 0 dB, in half cells, because
    ///   a finer picture only means more redrawing.
    public static func meter(level: Double) -> PreviewSpan {
        let decibels = level > 0 ? 20 * log10(level) : -.infinity
        let halves = Int((max(0, min(1, 1 + decibels / 48)) * 12).rounded())
        let bar =
            String(repeating: "█", count: halves / 2) + (halves % 2 == 1 ? "▌" : "")
        return PreviewSpan(
            .meter, bar + String(repeating: "·", count: 6 - halves / 2 - halves % 2))
    }

    /// Elapsed time as minutes and seconds, `0:07`.
    public static func elapsed(_ time: Duration) -> PreviewSpan {
        let seconds = max(0, time.components.seconds)
        let rest = seconds % 60
        return PreviewSpan(.elapsed, "\(seconds / 60):\(rest < 10 ? "0" : "")\(rest)")
    }
}

/// The pieces of one line as they fit into a window: never wider, and never cut inside a character.
///
/// What gives way, in order: the beginning of the words (the latest are what one watches), then the hint, the reason, the
/// meter, the elapsed time, and at last the end of the state or notice.
public struct PreviewLayout: Hashable, Sendable {
    /// What is shown, one blank between two pieces.
    public private(set) var spans: [PreviewSpan]

    /// The cells that the pieces and the blanks between them take.
    public var width: Int {
        Self.width(spans)
    }

    /// Below this many cells the words are not worth a meter beside them.
    private static let worthwhile = 16
    private static let words: Set<PreviewSpan.Role> = [.stable, .unstable, .uncertain]

    /// - Parameters:
    ///   - spans: the pieces in the order shown; those without anything to show are left out.
    ///   - width: the cells there are.
    public init(_ spans: [PreviewSpan], width: Int) {
        self.spans = spans.compactMap { span in
            // Of minutes of speech only the end is looked at: the line would cost more with every word.
            let isWords = Self.words.contains(span.role)
            let text = (isWords ? Self.end(of: span.text, past: width) : span.text[...])
                .displayable()
            return text.isEmpty ? nil : PreviewSpan(span.role, text)
        }
        for role in [nil, PreviewSpan.Role.hint, .reason, .meter, .elapsed] {
            if let role { self.spans.removeAll { $0.role == role } }
            if Self.width(self.spans) <= width { return }
            // A hint is worth no word.
            if self.spans.contains(where: { $0.role == .hint }) { continue }
            let shortened = Self.shortenWords(self.spans, to: width)
            let shown = Self.width(shortened.filter { Self.words.contains($0.role) })
            let all = Self.width(self.spans.filter { Self.words.contains($0.role) })
            if Self.width(shortened) <= width && shown >= min(all, Self.worthwhile) {
                self.spans = shortened
                return
            }
        }
        shortenAll(to: width)
    }

    private static func width(_ spans: [PreviewSpan]) -> Int {
        spans.reduce(max(0, spans.count - 1)) { $0 + CellWidth.of($1.text) }
    }

    /// Takes words away from the front until the line fits, and puts an ellipsis in their place.
    private static func shortenWords(_ spans: [PreviewSpan], to width: Int) -> [PreviewSpan] {
        var spans = spans
        while let first = spans.firstIndex(where: { words.contains($0.role) }),
            Self.width(spans) > width
        {
            let rest = Self.width(spans) - CellWidth.of(spans[first].text)
            let tail = suffix(spans[first].text, cells: width - rest - 1)
            if tail.isEmpty {
                spans.remove(at: first)
                // The ellipsis moves on to the next piece.
                guard let next = spans.firstIndex(where: { words.contains($0.role) }) else { break }
                spans[next].text = "…" + spans[next].text
            } else {
                spans[first].text = "…" + tail
            }
        }
        return spans
    }

    /// The last resort: the words get a third of the window at most, everything else is cut at its end.
    private mutating func shortenAll(to width: Int) {
        let others = spans.filter { !Self.words.contains($0.role) }
        var words = spans.filter { Self.words.contains($0.role) }
        let reserved = others.isEmpty ? width : max(width / 3, width - 1 - Self.width(others))
        words = Self.shortenWords(words, to: max(0, reserved))
        var room = width - (words.isEmpty ? 0 : Self.width(words) + 1)
        var result: [PreviewSpan] = []
        for span in others {
            if CellWidth.of(span.text) > room {
                let head = Self.prefix(span.text, cells: room - 1)
                if !head.isEmpty { result.append(PreviewSpan(span.role, head + "…")) }
                break
            }
            room -= CellWidth.of(span.text) + 1
            result.append(span)
        }
        spans = result + words
    }

    /// As much of the end of a text as takes more cells than `width`, so that it still has to be shortened.
    private static func end(of text: String, past width: Int) -> Substring {
        var cells = 0
        var start = text.endIndex
        while start > text.startIndex, cells <= width {
            start = text.index(before: start)
            // Control characters become blanks, others are left out.
            cells += CellWidth.of(String(text[start]).displayable())
        }
        return text[start...]
    }

    private static func prefix(_ text: String, cells: Int) -> String {
        var left = cells
        return String(
            text.prefix { character in
                left -= CellWidth.of(character)
                return left >= 0
            })
    }

    private static func suffix(_ text: String, cells: Int) -> String {
        var left = cells
        var start = text.endIndex
        while start > text.startIndex {
            let before = text.index(before: start)
            left -= CellWidth.of(text[before])
            if left < 0 { break }
            start = before
        }
        return String(text[start...])
    }
}
