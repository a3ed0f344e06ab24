import CGlibc
import Glibc

/// The cells that a terminal gives to one scalar, by the C library's table of a UTF-8 locale.
func cellWidth(of scalar: Unicode.Scalar) -> Int {
    guard scalar.value >= 0x80 else { return scalar.value < 0x20 || scalar.value == 0x7f ? 0 : 1 }
    let previous = uselocale(utf8Locale.handle)
    defer { _ = uselocale(previous) }
    return max(0, Int(wcwidth(wchar_t(bitPattern: scalar.value))))
}

private struct LocaleHandle: @unchecked Sendable {
    let handle: locale_t?
}

private let utf8Locale = LocaleHandle(handle: newlocale(LC_CTYPE_MASK, "C.UTF-8", nil))
