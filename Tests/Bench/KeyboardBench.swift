import Keyboard

/// How long the parser takes for an input and for sixteen times as much: the cost must be linear.
enum KeyboardBench {
    /// One line of the table: an input, the time for it, and the growth from 1× to 16×.
    struct Row {
        var what: String
        var value: String
    }

    /// The best of `rounds` for each kind of input.
    static func rows(size: Int = 1 << 18, rounds: Int = 5) -> [Row] {
        inputs.map { name, unit in
            let once = best(of: rounds, input(unit, size))
            let sixteen = best(of: rounds, input(unit, size * 16))
            let speed = Double(size * 16) / 1e6 / (sixteen / .seconds(1))
            let growth = sixteen / once
            return Row(
                what: "keys, \(name)",
                value:
                    "\(rounded(once / .milliseconds(1))) ms for \(size >> 10) KiB, "
                    + "×\(rounded(growth)) for 16×, \(rounded(speed)) MB/s")
        }
    }

    /// What is repeated to make an input; the last two never end the sequence that they begin.
    private static let inputs: [(String, String)] = [
        ("text", "git commit -m \"fix the parser\"\r"),
        ("kitty", "\u{1B}[97;1:1u\u{1B}[97;1:2u\u{1B}[97:65;2:3u\u{1B}[57448;5u"),
        ("legacy", "\u{1B}[A\u{1B}OP\u{1B}[15~\u{1B}a\u{1}é你"),
        ("escapes", "\u{1B}"),
        ("a string without end", "\u{1B}]0;aaaaaaaaaaaaaaaa"),
        ("parameters without end", "\u{1B}[1;1;1;1;1;1;1;1;1"),
    ]

    private static func input(_ unit: String, _ size: Int) -> [UInt8] {
        let unit = Array(unit.utf8)
        let head = unit.prefix(4)
        // Of the endless ones the introducer stands only once, and the rest of the unit is repeated.
        let isEndless =
            unit.starts(with: [0x1B, 0x5D]) || unit.starts(with: Array("\u{1B}[1;".utf8))
        let body = isEndless ? Array(unit.dropFirst(4)) : unit
        var bytes = isEndless ? Array(head) : []
        bytes.reserveCapacity(size)
        while bytes.count < size {
            bytes += body.prefix(size - bytes.count)
        }
        return bytes
    }

    private static func best(of rounds: Int, _ bytes: [UInt8]) -> Duration {
        let clock = ContinuousClock()
        return (0..<rounds).map { _ in
            clock.measure {
                var parser = KeyParser()
                var count = 0
                // As much at a time as a read gives.
                for start in stride(from: 0, to: bytes.count, by: 4096) {
                    count +=
                        parser.feed(bytes[start..<min(start + 4096, bytes.count)], at: .zero).count
                }
                count += parser.finish().count
                precondition(count > 0)
            }
        }.min() ?? .zero
    }

    private static func rounded(_ value: Double) -> Double {
        (value * 10).rounded() / 10
    }
}
