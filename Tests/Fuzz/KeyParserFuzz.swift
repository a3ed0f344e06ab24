@testable import Keyboard

/// Any bytes in any split: the events are the same, nothing crashes, and a key after them is a key.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: data, count: size))
    let whole = eventsOf([input])
    precondition(whole == eventsOf(input.map { [$0] }), "one byte a read")
    if let first = input.first {
        let cut = Int(first) % size
        precondition(whole == eventsOf([Array(input[..<cut]), Array(input[cut...])]), "two reads")
    }
    precondition(whole.count <= 2 * size, "more events than bytes can say")
    precondition(whole.allSatisfy { EventLine.encode($0).utf8.count < 64 + 8 * (size + 8) })

    var parser = KeyParser()
    var now = Duration.zero
    _ = parser.feed(input, at: now)
    var rounds = 0
    while let deadline = parser.deadline {
        precondition(deadline >= now, "a deadline in the past")
        now = deadline
        _ = parser.deadlinePassed(at: now)
        rounds += 1
        precondition(rounds <= 2, "a deadline that changes nothing")
    }
    let key = TerminalEvent.key(KeyEvent(Key(code: 0x61)))
    precondition(parser.feed([0x61], at: now) == [key], "a key is swallowed")
    return 0
}

private func eventsOf(_ reads: [[UInt8]]) -> [TerminalEvent] {
    var parser = KeyParser()
    return reads.flatMap { parser.feed($0, at: .zero) } + parser.finish()
}
