import Glibc
import Support
import Testing

@testable import utter

struct TranscriptOutputTests {
    /// The two ends of a pipe or socket pair, closed with the test.
    final class Ends {
        let reading: Int32
        let writing: Int32
        private var isReading = true

        init(socket: Bool) {
            var ends: [Int32] = [-1, -1]
            if socket {
                socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
            } else {
                pipe(&ends)
            }
            (reading, writing) = (ends[0], ends[1])
        }

        deinit {
            closeReader()
            close(writing)
        }

        func closeReader() {
            if isReading { close(reading) }
            isReading = false
        }

        /// Takes what is there, `limit` bytes at most.
        func take(_ limit: Int = 1 << 20) -> String {
            var bytes = [UInt8](repeating: 0, count: limit)
            let count = read(reading, &bytes, limit)
            return String(decoding: bytes[..<max(0, count)], as: UTF8.self)
        }
    }

    @Test(arguments: [false, true])
    func `a line goes out whole, with its line feed`(socket: Bool) {
        let ends = Ends(socket: socket)
        var output = TranscriptOutput(ends.writing)
        #expect(output.write(line: "go forward") == .flushed)
        #expect(output.write(line: "ten meters") == .flushed)
        #expect(ends.take() == "go forward\nten meters\n")
    }

    @Test(arguments: [false, true])
    func `a reader that does not read is not waited for, and loses nothing`(socket: Bool) {
        let ends = Ends(socket: socket)
        var output = TranscriptOutput(ends.writing)
        let line = String(repeating: "word ", count: 2000)
        var lines = 0
        while output.write(line: "\(lines) \(line)") == .flushed { lines += 1 }
        lines += 1
        _ = output.write(line: "the last line")
        let condition = output.condition
        #expect(condition == .pending)

        var read = ""
        while output.condition == .pending {
            read += ends.take()
            _ = output.flush()
        }
        read += ends.take(1 << 22)
        let expected = (0..<lines).map { "\($0) \(line)" } + ["the last line"]
        #expect(read == expected.joined(separator: "\n") + "\n")
    }

    @Test(arguments: [false, true])
    func `standard output itself stays as it was`(socket: Bool) {
        let ends = Ends(socket: socket)
        let flags = fcntl(ends.writing, F_GETFL)
        var output = TranscriptOutput(ends.writing)
        _ = output.write(line: "x")
        #expect(fcntl(ends.writing, F_GETFL) == flags)
    }

    @Test(arguments: [false, true])
    func `a reader that has gone is noticed`(socket: Bool) {
        signal(SIGPIPE, SIG_IGN)
        let ends = Ends(socket: socket)
        var output = TranscriptOutput(ends.writing)
        ends.closeReader()
        let tells = output.tellsOfReader
        #expect(tells)
        var request = pollfd(fd: output.descriptor, events: 0, revents: 0)
        #expect(poll(&request, 1, 0) == 1)
        #expect(output.write(line: "x") == .closed)
        #expect(output.write(line: "y") == .closed)
    }

    @Test func `a full disk is told`() throws {
        let full = open("/dev/full", O_WRONLY)
        defer { close(full) }
        var output = TranscriptOutput(full)
        #expect(output.write(line: "x") == .failed(ENOSPC))
    }

    @Test func `a closed standard output is told`() {
        var output = TranscriptOutput(999)
        #expect(output.write(line: "x") == .closed)
    }
}
