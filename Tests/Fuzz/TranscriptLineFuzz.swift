internal import Speech

/// Any file: its lines say nothing that commands a terminal, and what is kept comes back as it was.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: data, count: size))
    for line in TranscriptLine.split(input) {
        guard let entry = TranscriptLine(parsing: line) else { continue }
        for scalar in (entry.time + entry.text).unicodeScalars {
            precondition(scalar == "\n" || scalar.value >= 0x20, "a control character")
            precondition(!(0x7F..<0xA0).contains(scalar.value), "a control character")
            precondition(!(0x202A...0x202E).contains(scalar.value), "text turned round")
        }
    }
    let text = SafeText.stripped(String(decoding: input, as: UTF8.self))
    let line = TranscriptLine(time: "2026-11-30T02:26:42Z", text: text)
    let lines = TranscriptLine.split(Array(line.encoded.utf8))
    precondition(lines.count == 1, "an entry of several lines")
    guard let again = lines.first.flatMap(TranscriptLine.init(parsing:)) else {
        preconditionFailure("an entry that is not read")
    }
    precondition(again.text.unicodeScalars.elementsEqual(text.unicodeScalars), "another text")
    return 0
}
