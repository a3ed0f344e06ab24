/// Where and how the preview is shown.
public enum PreviewStyle: Hashable, Sendable {
    /// On the line of the cursor, which is the program's own (`utter listen`).
    case currentLine
    /// So many rows below the cursor, which stands in a shell's prompt and comes back to it after every frame.
    case below(rows: Int)
    /// In the title of the window; the title found is put back in the end.
    case title
    /// On a terminal without control sequences: a carriage return and blanks is all there is.
    case dumb
    case off
}

/// Draws one line on a terminal as bytes: never wraps, never scrolls the text away, takes away what it drew.
///
/// A value: what it returns is to be written to the terminal, all of it and in order. Time is an argument; a frame
/// that comes too soon after the last is kept, and `deadline` says when `deadlinePassed(at:)` will show it.
public struct PreviewLine: Sendable {
    /// Frames follow each other by at least this, 30 a second.
    public static let frameInterval = Duration.nanoseconds(33_333_334)

    public private(set) var style: PreviewStyle
    /// Whether pieces are told apart by SGR attributes.
    public let usesColor: Bool
    /// When a frame that is held back wants to be shown, or nil.
    public private(set) var deadline: Duration?

    private var size: TTYSize
    /// What was last asked for.
    private var wanted: [PreviewSpan] = []
    /// What stands on the terminal.
    private var shown = PreviewLayout([], width: 0)
    private var lastFrame: Duration?
    /// After a resize the terminal may have folded the line onto more rows than one.
    private var hasResized = false
    private var titleIsSaved = false
    /// Whether the cursor is known to be on a line of its own.
    private var hasOwnLine = false
    /// A cursor would stand on the first letter; it goes with the line and comes back with it.
    private var cursorIsHidden = false

    public init(style: PreviewStyle, usesColor: Bool, size: TTYSize) {
        self.style = style
        self.usesColor = usesColor
        self.size = size
    }

    /// The bytes that undo, at any moment, even in the middle of a frame, what a frame changes in the terminal.
    /// Harmless where nothing is changed. For the handler of a crash.
    public var restoringBytes: String {
        switch style {
        case .currentLine:
            DisplaySequence.autowrapOn + DisplaySequence.plain + "\r" + DisplaySequence.eraseToRight
                + DisplaySequence.showCursor
        case .below: DisplaySequence.autowrapOn + DisplaySequence.plain
        // Laid down before the title is saved: on an empty stack it does nothing.
        case .title: DisplaySequence.restoreTitle
        case .dumb, .off: ""
        }
    }

    /// Asks for a line. Returns the bytes to write: none if nothing would change, or if it is too soon.
    public mutating func show(_ spans: [PreviewSpan], at now: Duration) -> String {
        wanted = spans
        let layout = makeLayout()
        guard layout != shown || hasResized else {
            deadline = nil
            return ""
        }
        if let lastFrame, now < lastFrame + Self.frameInterval {
            deadline = lastFrame + Self.frameInterval
            return ""
        }
        return frame(layout, at: now)
    }

    /// `deadline` has come: shows what is held back.
    public mutating func deadlinePassed(at now: Duration) -> String {
        guard let deadline, now >= deadline else { return "" }
        self.deadline = nil
        return frame(makeLayout(), at: now)
    }

    /// Takes the line away, at once. What was asked for is remembered for `redraw`.
    public mutating func hide() -> String {
        deadline = nil
        defer {
            shown = PreviewLayout([], width: 0)
            lastFrame = nil
        }
        if shown.spans.isEmpty && !hasResized && !titleIsSaved { return "" }
        return erase()
    }

    /// Shows again what was asked for, after `hide` and whatever was written meanwhile.
    public mutating func redraw(at now: Duration) -> String {
        frame(makeLayout(), at: now)
    }

    /// The window has another size: the line is drawn anew with the next frame.
    ///
    /// - Parameter style: where it is drawn from now on, if the line above it takes other rows than before.
    public mutating func resize(
        to size: TTYSize, style: PreviewStyle? = nil, at now: Duration
    ) -> String {
        guard size != self.size else { return "" }
        self.size = size
        self.style = style ?? self.style
        hasResized = true
        return show(wanted, at: now)
    }

    /// The line is drawn in another place from now on: taken away here, shown there.
    public mutating func move(to style: PreviewStyle, at now: Duration) -> String {
        guard style != self.style else { return "" }
        let erasure = hide()
        self.style = style
        return erasure + redraw(at: now)
    }

    // MARK: - Frames

    private func makeLayout() -> PreviewLayout {
        switch style {
        case .off: return PreviewLayout([], width: 0)
        case .title: return PreviewLayout(wanted, width: 120)
        // The last column stays free: a cell there leaves terminals in two minds about where the cursor is.
        case .currentLine, .dumb: return PreviewLayout(wanted, width: max(0, size.columns - 1))
        case .below(let rows):
            let fits = size.rows > rows
            return PreviewLayout(fits ? wanted : [], width: max(0, size.columns - 1))
        }
    }

    private mutating func frame(_ layout: PreviewLayout, at now: Duration) -> String {
        deadline = nil
        guard layout != shown || hasResized else { return "" }
        let bytes = layout.spans.isEmpty ? erase() : draw(layout)
        shown = layout
        hasResized = false
        if !bytes.isEmpty { lastFrame = now }
        return bytes
    }

    private mutating func draw(_ layout: PreviewLayout) -> String {
        // Erased first where the terminal may have folded the old line; otherwise overwritten: no flicker. Characters
        // to which a terminal gives more cells than the table says must not wrap either.
        let erasure = hasResized ? DisplaySequence.eraseBelow : ""
        let line =
            DisplaySequence.autowrapOff + render(layout) + DisplaySequence.eraseToRight
            + DisplaySequence.autowrapOn
        switch style {
        case .off:
            return ""
        case .dumb:
            let plain = layout.spans.map(\.text).joined(separator: " ")
            let blanks = max(0, min(shown.width, size.columns - 1) - layout.width)
            return "\r" + plain + String(repeating: " ", count: blanks) + "\r"
        case .title:
            let save = titleIsSaved ? "" : DisplaySequence.saveTitle
            titleIsSaved = true
            return save + DisplaySequence.title(layout.spans.map(\.text).joined(separator: " "))
        case .currentLine:
            let hiding = cursorIsHidden ? "" : DisplaySequence.hideCursor
            defer { (hasOwnLine, cursorIsHidden) = (true, true) }
            return hiding + (hasOwnLine ? "" : ownLine) + "\r" + erasure + line + "\r"
        case .below(let rows):
            return below(rows, erasure + line)
        }
    }

    private mutating func erase() -> String {
        defer { hasResized = false }
        let erasure = hasResized ? DisplaySequence.eraseBelow : DisplaySequence.eraseToRight
        switch style {
        case .off: return ""
        case .dumb:
            let cells = min(shown.width, max(0, size.columns - 1))
            return cells == 0 ? "" : "\r" + String(repeating: " ", count: cells) + "\r"
        case .title:
            defer { titleIsSaved = false }
            return titleIsSaved ? DisplaySequence.restoreTitle : ""
        case .currentLine:
            defer { cursorIsHidden = false }
            return "\r" + erasure + (cursorIsHidden ? DisplaySequence.showCursor : "")
        case .below(let rows):
            guard size.rows > rows else { return "" }
            return below(rows, erasure)
        }
    }

    /// Goes to a line of its own if something without a line feed stands left of the cursor, and nowhere otherwise.
    ///
    /// As many blanks as leave one column free wrap only where they did not begin in the first column; where the
    /// cursor is need not be asked.
    private var ownLine: String {
        String(repeating: " ", count: max(0, size.columns - 1))
    }

    /// Paints in a row below the cursor and comes back.
    ///
    /// Room is made first (index, which scrolls on the last row and keeps the column, then up again) and the cursor
    /// is saved only then: a saved position is a place on the glass, and after scrolling the prompt is elsewhere, so
    /// that saving first would draw the next prompt one row too low. Done in every frame, because a resize may have
    /// taken the room away; where there is room it changes nothing.
    private func below(_ rows: Int, _ painting: String) -> String {
        String(repeating: DisplaySequence.index, count: rows) + DisplaySequence.up(rows)
            + DisplaySequence.saveCursor + DisplaySequence.down(rows) + "\r" + painting
            + DisplaySequence.restoreCursor
    }

    private func render(_ layout: PreviewLayout) -> String {
        guard usesColor else { return layout.spans.map(\.text).joined(separator: " ") }
        return layout.spans.map { span in
            DisplaySequence.attributes(Self.attributes(span.role)) + span.text
                + DisplaySequence.plain
        }.joined(separator: " ")
    }

    private static func attributes(_ role: PreviewSpan.Role) -> String {
        switch role {
        case .state: "1"
        case .recording: "1;31"
        case .meter: "32"
        case .elapsed, .unstable, .hint, .reason, .quiet: "2"
        case .stable: "1"
        case .uncertain: "4;33"
        case .notice: "33"
        }
    }
}
