@testable import Speech

/// Any words and any replacements: some text, without anything that commands a terminal, and no
/// longer than the replacements can make it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
    let input = String(decoding: UnsafeBufferPointer(start: data, count: size), as: UTF8.self)
    let parts = input.split(separator: "|", maxSplits: 2).map(String.init)
    let spoken = parts.last ?? ""
    var form = WrittenForm(
        replacements: parts.count == 3 ? [(parts[0], parts[1]), (parts[1], parts[0])] : [])
    for capitalize in [false, true] {
        form.capitalize = capitalize
        form.numbers = capitalize ? .digits : .spoken
        let text = form.text(for: spoken)
        for scalar in text.unicodeScalars {
            precondition(scalar == "\n" || scalar.value >= 0x20, "a control character")
            precondition(!(0x7F..<0xA0).contains(scalar.value), "a control character")
            precondition(!(0x202A...0x202E).contains(scalar.value), "text turned round")
        }
        precondition(!SafeText.onOneLine(text).contains(where: \.isNewline))
        precondition(text.utf8.count <= 4 * (size + 8) * (size + 8))
    }
    return 0
}
