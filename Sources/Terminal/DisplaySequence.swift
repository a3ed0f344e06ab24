/// The control sequences that paint (ECMA-48, DEC private modes, XTerm's window operations).
enum DisplaySequence {
    /// ED 0: to the end of the screen.
    static let eraseBelow = "\u{1b}[J"
    /// EL 0: to the end of the line.
    static let eraseToRight = "\u{1b}[K"
    /// IND: down one row in the same column, scrolling on the last row.
    static let index = "\u{1b}D"
    /// DECSC and DECRC.
    static let saveCursor = "\u{1b}7"
    static let restoreCursor = "\u{1b}8"
    /// DECAWM.
    static let autowrapOff = "\u{1b}[?7l"
    static let autowrapOn = "\u{1b}[?7h"
    /// DECTCEM.
    static let hideCursor = "\u{1b}[?25l"
    static let showCursor = "\u{1b}[?25h"
    /// XTWINOPS 22 and 23: the title onto the terminal's stack and back.
    static let saveTitle = "\u{1b}[22;2t"
    static let restoreTitle = "\u{1b}[23;2t"
    static let plain = "\u{1b}[m"

    /// CUU and CUD.
    static func up(_ rows: Int) -> String { "\u{1b}[\(rows)A" }
    static func down(_ rows: Int) -> String { "\u{1b}[\(rows)B" }
    /// SGR.
    static func attributes(_ list: String) -> String { "\u{1b}[\(list)m" }
    /// OSC 2.
    static func title(_ text: String) -> String { "\u{1b}]2;\(text)\u{1b}\\" }
}
