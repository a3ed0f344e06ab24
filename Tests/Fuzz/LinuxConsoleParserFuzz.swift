@testable import Keyboard

/// Any bytes in any split: the events are the same, and every byte is in one of them.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: data, count: size))
    var parser = LinuxConsoleParser()
    let whole = parser.feed(input) + parser.finish()
    var single = LinuxConsoleParser()
    precondition(whole == input.flatMap { single.feed([$0]) } + single.finish(), "one byte a read")
    var length = 0
    for event in whole {
        switch event {
        case .key(let key):
            guard case .linux(let keycode) = key.native else {
                preconditionFailure("a key without its keycode")
            }
            precondition(keycode < 1 << 14)
            precondition(!key.key.name.isEmpty)
            length += 1
        case .unknown(let bytes):
            length += bytes.count
        default:
            preconditionFailure("the console says nothing else")
        }
    }
    precondition(length <= size && length * 3 >= size, "bytes are lost")
    return 0
}
