/// One thing that a terminal said.
public enum TerminalEvent: Hashable, Sendable {
    case key(KeyEvent)
    /// The window got the keyboard focus (`CSI I`).
    case focusIn
    /// The window lost the keyboard focus (`CSI O`).
    case focusOut
    /// Pasted text begins. It is never keys, and is not delivered.
    case pasteStart
    case pasteEnd
    /// The answer to a question; never a key, however late it comes.
    case reply(TerminalReply)
    /// Bytes that say nothing known: an unknown sequence whole, a sequence that was cut short,
    /// invalid UTF-8.
    case unknown([UInt8])
}

/// The answer of a terminal to a question.
public enum TerminalReply: Hashable, Sendable {
    /// DA1, `CSI ? params c`.
    case primaryAttributes([Int])
    /// DA2, `CSI > params c`.
    case secondaryAttributes([Int])
    /// The progressive enhancement flags in force, `CSI ? flags u`.
    case keyboardFlags(Int)
    /// XTVERSION, `DCS > | name(version) ST`.
    case version(String)
    /// DECRPM: 0 not recognised, 1 set, 2 reset, 3 permanently set, 4 permanently reset.
    /// `isPrivate` where the mode is one of `CSI ? mode h`.
    case mode(Int, value: Int, isPrivate: Bool)
    /// CPR, one-based.
    case cursorPosition(row: Int, column: Int)
}
