import Keyboard

/// Replies, focus, pastes, and what is none of these.
let replyCases: [KeyCase] = [
    KeyCase("focus in", "␛[I", [.focusIn]),
    KeyCase("focus out", "␛[O", [.focusOut]),
    KeyCase("DA1", "␛[?62;4;22c", [.reply(.primaryAttributes([62, 4, 22]))]),
    KeyCase("DA1 without parameters", "␛[?c", [.reply(.primaryAttributes([]))]),
    KeyCase("DA1 with a semicolon at its end", "␛[?1;2;c", [.reply(.primaryAttributes([1, 2]))]),
    KeyCase("DA1 with an empty parameter", "␛[?1;;2c", [.reply(.primaryAttributes([1, 0, 2]))]),
    KeyCase("no attribute", "␛[?99999999c", [.unknown(bytes("␛[?99999999c"))]),
    KeyCase("DA2", "␛[>1;4000;29c", [.reply(.secondaryAttributes([1, 4000, 29]))]),
    KeyCase("flags", "␛[?11u", [.reply(.keyboardFlags(11))]),
    KeyCase("flags without a number", "␛[?u", [.reply(.keyboardFlags(0))]),
    KeyCase("DECRPM", "␛[?9001;2$y", [.reply(.mode(9001, value: 2, isPrivate: true))]),
    KeyCase("DECRPM of ANSI", "␛[4;1$y", [.reply(.mode(4, value: 1, isPrivate: false))]),
    KeyCase(
        "DECRPM without a value", "␛[?1049;$y", [.reply(.mode(1049, value: 0, isPrivate: true))]),
    KeyCase("XTVERSION", "␛P>|kitty(0.26.5)␛\\", [.reply(.version("kitty(0.26.5)"))]),
    KeyCase("XTVERSION ended by BEL", "␛P>|tmux 3.3a\u{7}", [.reply(.version("tmux 3.3a"))]),
    KeyCase("XTVERSION without text", "␛P>|␛\\", [.reply(.version(""))]),
    KeyCase("CPR", "␛[24;80R", [.reply(.cursorPosition(row: 24, column: 80))]),
    KeyCase("CPR of the first column", "␛[1;1R", [.reply(.cursorPosition(row: 1, column: 1))]),
    KeyCase("DECXCPR", "␛[?12;34R", [.reply(.cursorPosition(row: 12, column: 34))]),
    KeyCase("DECXCPR with a page", "␛[?12;34;1R", [.reply(.cursorPosition(row: 12, column: 34))]),
    KeyCase(
        "two replies in one read", "␛[?11u␛[?62;c",
        [.reply(.keyboardFlags(11)), .reply(.primaryAttributes([62]))]),
    KeyCase(
        "a key between replies", "␛[?0u ␛[?62c",
        [.reply(.keyboardFlags(0)), .key(KeyEvent(.space)), .reply(.primaryAttributes([62]))]),
    KeyCase(
        "escape, then a reply", "␛␛[?2004;1$y",
        [.key(KeyEvent(.escape)), .reply(.mode(2004, value: 1, isPrivate: true))]),
    KeyCase("paste", "␛[200~rm -rf\r\u{3}␛[A␛[201~", [.pasteStart, .pasteEnd]),
    KeyCase("an empty paste", "␛[200~␛[201~", [.pasteStart, .pasteEnd]),
    KeyCase("half an end within a paste", "␛[200~␛[201␛[201~", [.pasteStart, .pasteEnd]),
    KeyCase(
        "a key after a paste", "␛[200~a␛[201~b",
        [.pasteStart, .pasteEnd, .key(KeyEvent(key("b")))]),
    KeyCase("a paste without an end", "␛[200~a␛b", [.pasteStart]),
    KeyCase("the end of no paste", "␛[201~", [.pasteEnd]),
    // Whole sequences that say nothing here.
    KeyCase("CSI without a meaning", "␛[z", [.unknown(bytes("␛[z"))]),
    KeyCase("CSI with intermediates", "␛[----X", [.unknown(bytes("␛[----X"))]),
    KeyCase("SS3 without a meaning", "␛Oz", [.unknown(bytes("␛Oz"))]),
    KeyCase("a mouse", "␛[<0;33;17M", [.unknown(bytes("␛[<0;33;17M"))]),
    KeyCase("colour scheme", "␛[?997;1n", [.unknown(bytes("␛[?997;1n"))]),
    KeyCase("OSC ended by BEL", "␛]11;rgb:0/0/0\u{7}", [.unknown(bytes("␛]11;rgb:0/0/0\u{7}"))]),
    KeyCase("OSC ended by ST", "␛]52;c;aGk=␛\\", [.unknown(bytes("␛]52;c;aGk=␛\\"))]),
    KeyCase("APC", "␛_Ga=t;OK␛\\", [.unknown(bytes("␛_Ga=t;OK␛\\"))]),
    KeyCase("another DCS", "␛P!|00000000␛\\", [.unknown(bytes("␛P!|00000000␛\\"))]),
    KeyCase("focus with a parameter", "␛[1I", [.unknown(bytes("␛[1I"))]),
    KeyCase("flags twice", "␛[?1;2u", [.unknown(bytes("␛[?1;2u"))]),
    // Sequences that are cut short swallow nothing that follows.
    KeyCase("CSI cut short by the end", "␛[1;5", [.unknown(bytes("␛[1;5"))]),
    KeyCase(
        "CSI cut short by Ctrl-C", "␛[1;5\u{3}",
        [.unknown(bytes("␛[1;5")), .key(KeyEvent(key("c"), .control))]),
    KeyCase(
        "CSI cut short by a sequence", "␛[1;5␛[A",
        [.unknown(bytes("␛[1;5")), .key(KeyEvent(.up))]),
    KeyCase(
        "CSI cut short by text", "␛[1;5é",
        [.unknown(bytes("␛[1;5")), .key(KeyEvent(key("é")))]),
    KeyCase(
        "an introducer and a sequence", "␛[␛[A",
        [.key(KeyEvent(key("["), .alt)), .key(KeyEvent(.up))]),
    KeyCase(
        "SS3 cut short by a space", "␛O2 ", [.unknown(bytes("␛O2")), .key(KeyEvent(.space))]),
    KeyCase(
        "OSC cut short by Ctrl-C", "␛]0;abc\u{3}",
        [.unknown(bytes("␛]0;abc")), .key(KeyEvent(key("c"), .control))]),
    KeyCase(
        "OSC cut short by a sequence", "␛]0;abc␛[A",
        [.unknown(bytes("␛]0;abc")), .key(KeyEvent(.up))]),
    KeyCase(
        "OSC cut short by escape", "␛]0;abc␛",
        [.unknown(bytes("␛]0;abc")), .key(KeyEvent(.escape))]),
    KeyCase(
        "a Linux function key that is none", "␛[[Z",
        [.unknown(bytes("␛[[")), .key(KeyEvent(key("z"), .shift))]),
    // UTF-8 that is none.
    KeyCase(
        "a lone continuation byte", bytes: [0x80, 0x61],
        [.unknown([0x80]), .key(KeyEvent(key("a")))]),
    KeyCase("a byte that is in no UTF-8", bytes: [0xFF], [.unknown([0xFF])]),
    KeyCase(
        "a character cut short", bytes: [0xC3, 0x28],
        [.unknown([0xC3]), .key(KeyEvent(key("(")))]),
    KeyCase(
        "three of four bytes", bytes: [0xF0, 0x9F, 0x98, 0x1B, 0x5B, 0x41],
        [.unknown([0xF0, 0x9F, 0x98]), .key(KeyEvent(.up))]),
    KeyCase(
        "an overlong form", bytes: [0xE0, 0x80, 0x80],
        [.unknown([0xE0]), .unknown([0x80]), .unknown([0x80])]),
    KeyCase(
        "a surrogate", bytes: [0xED, 0xA0, 0x80],
        [.unknown([0xED]), .unknown([0xA0]), .unknown([0x80])]),
    KeyCase("a control character of C1", bytes: [0xC2, 0x9B], [.unknown([0xC2, 0x9B])]),
    KeyCase(
        "alt with half a character", bytes: [0x1B, 0xC3, 0x28],
        [.key(KeyEvent(.escape)), .unknown([0xC3]), .key(KeyEvent(key("(")))]),
]
