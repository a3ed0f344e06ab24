import CGlibc
import Glibc

/// How many cells of a terminal a text takes.
///
/// Terminals disagree about clusters (an emoji joined of three is drawn in two cells by one and in six by another),
/// so a width here is the largest that any of them gives: a line that fits by this measure wraps nowhere.
public enum CellWidth {
    /// The cells of one grapheme cluster: the sum of what its scalars take on their own.
    public static func of(_ character: Character) -> Int {
        if let ascii = character.asciiValue { return ascii < 0x20 || ascii == 0x7f ? 0 : 1 }
        let scalars = character.unicodeScalars
        let width = scalars.reduce(0) { $0 + of($1) }
        // The emoji variant of a narrow sign is wide where variation selectors are honoured.
        return width == 1 && scalars.contains("\u{fe0f}") ? 2 : width
    }

    public static func of(_ text: some StringProtocol) -> Int {
        text.reduce(0) { $0 + of($1) }
    }

    /// The cells of one scalar by the C library's table of the C.UTF-8 locale, whatever the locale in force; 0 for
    /// control and combining characters. The corresponding C function is `wcwidth`.
    public static func of(_ scalar: Unicode.Scalar) -> Int {
        if scalar.value < 0x80 { return scalar.value < 0x20 || scalar.value == 0x7f ? 0 : 1 }
        guard let locale = table.locale else { return 1 }
        let previous = uselocale(locale)
        defer { _ = uselocale(previous) }
        return max(0, Int(wcwidth(wchar_t(bitPattern: scalar.value))))
    }

    /// A locale object is never changed after it is made, so threads may share it.
    private struct Table: @unchecked Sendable {
        let locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", nil)
    }

    private static let table = Table()
}

extension StringProtocol {
    /// The text as it may be shown: control characters become blanks, and characters that would reorder, hide or
    /// move what follows them (bidirectional overrides and isolates, zero-width and tag characters) are left out.
    ///
    /// Joiners and variation selectors stay: scripts and emoji need them.
    public func displayable() -> String {
        var result = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar.value {
            case 0x00..<0x20, 0x7f..<0xa0, 0x2028, 0x2029:
                result.append(" ")
            case 0x061c, 0x200b, 0x200e, 0x200f, 0x202a...0x202e, 0x2060...0x206f, 0xfeff,
                0xfff9...0xfffb, 0xe0000...0xe007f:
                continue
            default:
                result.append(scalar)
            }
        }
        return String(result)
    }
}
