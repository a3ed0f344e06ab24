extension KeyParser {
    /// Where in a sequence the next byte stands.
    enum State {
        /// Between events.
        case ground
        /// `pending` is one Esc, or two.
        case escape
        /// `pending` ends in the beginning of a character of UTF-8.
        case character
        /// After `ESC O`: an SS3 sequence, which takes digits and semicolons before its final byte.
        case singleShift
        /// After `ESC [`: parameters, intermediates, a final byte.
        case control
        /// After `ESC [ [`: a function key of the Linux console.
        case linuxFunction
        /// After `ESC [ M`: three bytes of a mouse report.
        case mouse
        /// Inside OSC, DCS or APC.
        case string
        /// Inside OSC, DCS or APC, after an Esc that may be the first half of ST.
        case stringEscape
        /// Inside a paste, `matched` bytes into its end marker.
        case paste(matched: Int)
    }
}
