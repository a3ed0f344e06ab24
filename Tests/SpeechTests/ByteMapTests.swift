import Testing

@testable import Speech

@Suite struct ByteMapTests {
    @Test func `Keys keep their numbers and values while the map grows`() {
        var map = ByteMap<Int>()
        for value in 0..<5000 { #expect(map.insert(key("key \(value)"), value) == value) }
        #expect(map.count == 5000)
        for value in 0..<5000 {
            #expect(map.index(of: key("key \(value)")) == value)
            #expect(map[key("key \(value)")] == value)
            #expect(map.key(value) == key("key \(value)"))
        }
        #expect(map[key("key 5000")] == nil)
    }

    @Test func `A key that is there keeps its value when inserted, and takes a new one when set`() {
        var map = ByteMap<Int>()
        #expect(map.insert(key("a"), 1) == 0)
        #expect(map.insert(key("a"), 2) == 0)
        #expect(map[key("a")] == 1)
        map.set(key("a"), 3)
        #expect(map[key("a")] == 3)
        #expect(map.count == 1)
    }

    @Test(arguments: ["", "a", "aa", "ab", "b", "\0", "é"])
    func `Keys are told apart by every byte, and a part of a longer text is a key like any`(
        text: String
    ) {
        var map = ByteMap<Int>()
        let others = ["", "a", "aa", "ab", "b", "\0", "é"].filter { $0 != text }
        for (value, other) in others.enumerated() { map.set(key(other), value) }
        #expect(map[key(text)] == nil)
        map.set(key(text), 99)
        let inside = Array("x\(text)y".utf8)[1..<(1 + text.utf8.count)]
        #expect(map[inside] == 99)
        for (value, other) in others.enumerated() { #expect(map[key(other)] == value) }
    }

    private func key(_ text: String) -> ArraySlice<UInt8> { Array(text.utf8)[...] }
}
