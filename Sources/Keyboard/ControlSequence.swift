/// Every control sequence that is written to ask for key events, to ask questions, or to clean up.
public enum ControlSequence {
    private static func csi(_ rest: String) -> [UInt8] {
        [0x1B, 0x5B] + rest.utf8
    }

    /// The progressive enhancement flags that are asked for: 1 disambiguate, 2 event types, 8 all
    /// keys.
    ///
    /// Without 8 a text key comes as plain text and its repeats cannot be told from presses; 16
    /// (text) is left out because some terminals stop telling repeats apart with it.
    public static let keyboardFlags = 11

    /// Pushes flags 1+2+8 on the keyboard stack of the screen that is shown: the main and the
    /// alternate screen have one each, so it must be popped on the screen where it was pushed.
    public static let pushKeyboardFlags = csi(">11u")
    /// Pops what was pushed. Once: another pop takes the flags of the program before.
    public static let popKeyboardFlags = csi("<u")
    /// Adds flag 4, alternate keys, to what was pushed: what a key gives with Shift, and what stands at its place on a
    /// US keyboard. Without it nobody can tell Ctrl+C on a Cyrillic keyboard.
    ///
    /// Asked for only once the flags that matter are known to be there: it decides nothing about releases.
    public static let addAlternateKeys = csi("=4;2u")
    /// Sets all of these flags without pushing: for a program whose push may still be there.
    public static let setKeyboardFlags = csi("=\(keyboardFlags | 4)u")
    /// Takes all flags off without popping: what a program that was killed has pushed would stay for ever.
    public static let clearKeyboardFlags = csi("=0u")
    public static let queryKeyboardFlags = csi("?u")

    public static let enableFocusReports = csi("?1004h")
    public static let disableFocusReports = csi("?1004l")

    public static let enableBracketedPaste = csi("?2004h")
    public static let disableBracketedPaste = csi("?2004l")

    public static let queryWin32InputMode = csi("?9001$p")
    public static let enableWin32InputMode = csi("?9001h")
    public static let disableWin32InputMode = csi("?9001l")

    /// XTVERSION.
    public static let queryVersion = csi(">q")
    /// DA1: every terminal answers, in order, so that what was not answered before it will not be.
    public static let queryPrimaryAttributes = csi("c")
    /// DSR 6, answered by CPR.
    public static let queryCursorPosition = csi("6n")

    /// What a terminal sends before and after a paste.
    static let pasteStart = csi("200~")
    static let pasteEnd = csi("201~")
}
