import Foundation

@testable import Keyboard

/// Any keys: each line that tells of one is a JSON object without control characters.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: data, count: size))
    var parser = KeyParser()
    var console = LinuxConsoleParser()
    var events = parser.feed(input, at: .zero) + parser.finish()
    events += console.feed(input) + console.finish()
    for event in events {
        let line = EventLine.encode(event)
        for byte in line.utf8 { precondition(byte >= 0x20 && byte != 0x7F, "a control character") }
        let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        precondition(object?["type"] is String, line)
    }
    return 0
}
