/// Puts the preview line on the terminal, and lets everything else that wants to be on the screen past it.
///
/// A frame is drawn only when the terminal has taken the one before: where it is slow or has stopped, frames are
/// left out, and the newest is shown when there is room.
public final class PreviewPainter {
    private let tty: TTY
    private var line: PreviewLine
    private var held: (spans: [PreviewSpan], isSet: Bool) = ([], false)

    /// Bytes written for the preview so far.
    public private(set) var bytesWritten = 0

    public init(_ line: PreviewLine, on tty: TTY) {
        self.line = line
        self.tty = tty
    }

    /// When `deadlinePassed(at:)` wants to be called, or nil. While the terminal takes nothing there is no point in
    /// time, only `terminalIsReady`: a deadline that has passed would keep the loop awake.
    public var deadline: Duration? { tty.wantsToWrite ? nil : line.deadline }

    /// What a crash handler must write for the line's sake.
    public var restoringBytes: String { line.restoringBytes }

    public func show(_ spans: [PreviewSpan], at now: Duration) throws(TerminalError) {
        guard !tty.wantsToWrite else {
            held = (spans, true)
            return
        }
        held.isSet = false
        try write(line.show(spans, at: now))
    }

    public func deadlinePassed(at now: Duration) throws(TerminalError) {
        guard !tty.wantsToWrite else { return }
        try write(line.deadlinePassed(at: now))
    }

    /// The terminal takes bytes again (`POLLOUT` and `TTY.flush`): shows what was left out meanwhile.
    public func terminalIsReady(at now: Duration) throws(TerminalError) {
        guard held.isSet, !tty.wantsToWrite else { return }
        try show(held.spans, at: now)
    }

    /// Takes the line away, now.
    public func hide() throws(TerminalError) {
        try write(line.hide())
    }

    /// Takes the line away while `body` writes to the same terminal by another way (a transcript on standard output),
    /// and shows it again below. What `body` writes must end with a line feed.
    public func aside(at now: Duration, _ body: () -> Void) throws(TerminalError) {
        try hide()
        body()
        try write(line.redraw(at: now))
    }

    /// Shows a message without tearing the line: above it where the screen is the program's own, in its place where
    /// the line hangs below a shell's prompt, which nothing may push about.
    public func log(_ message: String, at now: Duration) throws(TerminalError) {
        let text = message.displayable()
        switch line.style {
        case .below:
            try show([PreviewSpan(.notice, text)], at: now)
        case .currentLine, .dumb, .title, .off:
            try write(line.hide() + text + "\r\n" + line.redraw(at: now))
        }
    }

    /// The window has another size.
    public func resize(
        to size: TTYSize, style: PreviewStyle? = nil, at now: Duration
    ) throws(TerminalError) {
        try write(line.resize(to: size, style: style, at: now))
    }

    /// The line is drawn in another place from now on.
    public func move(to style: PreviewStyle, at now: Duration) throws(TerminalError) {
        try write(line.move(to: style, at: now))
    }

    private func write(_ text: String) throws(TerminalError) {
        guard !text.isEmpty else { return }
        bytesWritten += text.utf8.count
        try tty.write(text)
    }
}
