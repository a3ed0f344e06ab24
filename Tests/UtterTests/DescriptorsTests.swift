import Glibc
import Support
import Testing
import Threads

@testable import utter

/// Pipes whose ends some other program of the pipeline has set not to wait.
@Suite(.timeLimit(.minutes(1))) struct DescriptorsTests {
    @Test func `An output that does not wait gets everything`() async throws {
        let pipe = try makePipe()
        let text = (0..<200_000).map { String($0 % 10) }.joined()
        let result = Locked<Bool?>(nil)
        let started = startThread {
            let isWhole = writeWhole(text, to: pipe.writing)
            close(pipe.writing)
            result.withLock { $0 = isWhole }
        }
        #expect(started == 0)
        // Full: the next write would have to wait.
        try await eventually("a full pipe") {
            var request = pollfd(fd: pipe.writing, events: Int16(POLLOUT), revents: 0)
            return poll(&request, 1, 0) == 0
        }
        var read: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 4096)
        while case let count = readSome(pipe.reading, into: &block), count > 0 {
            read += block[..<count]
        }
        close(pipe.reading)
        #expect(read == Array(text.utf8))
        #expect(try await eventually("the writer") { result.withLock { $0 } })
    }

    @Test func `An input that does not wait is read to its end`() async throws {
        let pipe = try makePipe()
        let counts = Locked<[Int]>([])
        let started = startThread {
            var block = [UInt8](repeating: 0, count: 16)
            var count = 1
            while count > 0 {
                count = readSome(pipe.reading, into: &block)
                counts.withLock { $0.append(count) }
            }
        }
        #expect(started == 0)
        for round in 1...200 {
            #expect(writeWhole("x", to: pipe.writing))
            try await eventually("byte \(round)") { counts.withLock { $0.count } == round }
        }
        close(pipe.writing)
        try await eventually("the end") { counts.withLock { $0.count } == 201 }
        close(pipe.reading)
        #expect(counts.withLock { $0 } == [Int](repeating: 1, count: 200) + [0])
    }

    @Test func `A reader that has gone is told from one that is slow`() throws {
        signal(SIGPIPE, SIG_IGN)
        let pipe = try makePipe()
        close(pipe.reading)
        #expect(!writeWhole("x", to: pipe.writing))
        #expect(errno == EPIPE)
        close(pipe.writing)
    }
}
