import Foundation
import Support
import Testing
import Threads

@testable import utter

/// A `refine` command as a test sees it: what it is fed, and what comes of it.
private final class RefinerUnderTest: Sendable {
    let refiner: Refiner
    private let outcomes = Locked<[Int: RefineOutcome]>([:])

    init(_ command: String, deadline: Duration = .seconds(20)) {
        let outcomes = outcomes
        refiner = Refiner(command: command, deadline: deadline) { utterance, outcome in
            outcomes.withLock { $0[utterance] = outcome }
        }
    }

    var reported: [Int: RefineOutcome] { outcomes.withLock { $0 } }

    func outcome(of utterance: Int) async throws -> RefineOutcome {
        try await eventually("an outcome", within: .seconds(60)) { reported[utterance] }
    }

    /// One whole utterance of `blocks` blocks.
    func hear(blocks: Int) async throws -> RefineOutcome {
        refiner.begin(1)
        for _ in 0..<blocks { refiner.audio(1, [Int16](repeating: 0x0102, count: 320)) }
        refiner.finish(1)
        return try await outcome(of: 1)
    }
}

@Suite struct RefinerTests {
    @Test func `The command hears every sample and then the end`() async throws {
        let refiner = RefinerUnderTest("wc -c | tr -d ' \\n'; printf ' bytes'")
        #expect(try await refiner.hear(blocks: 500) == .text("320000 bytes"))
    }

    @Test func `Samples are little endian`() async throws {
        let refiner = RefinerUnderTest("head -c 4 | od -An -tx1")
        #expect(try await refiner.hear(blocks: 1) == .text("02 01 02 01"))
    }

    @Test(arguments: [
        ("printf '  Hello,\\n world. \\n\\n'", RefineOutcome.text("Hello, world.")),
        ("cat >/dev/null; echo late", .text("late")),
        ("echo early; exec <&-; true", .text("early")),
        ("cat >/dev/null; echo no >&2; exit 3", .failed(.failed(status: 3, message: "no"))),
        ("cat >/dev/null", .failed(.printedNothing)),
        ("cat >/dev/null; printf '\\377\\376'", .failed(.notUTF8)),
        ("cat >/dev/null; printf ' \\007 '", .failed(.printedNothing)),
        ("cat >/dev/null; yes", .failed(.tooMuch)),
    ])
    func `What it prints is the text, or a reason`(
        _ command: String, _ expected: RefineOutcome
    ) async throws {
        let outcome = try await RefinerUnderTest(command).hear(blocks: 5)
        #expect(outcome == expected)
    }

    @Test func `A command that does not exist is said to be missing`() async throws {
        let outcome = try await RefinerUnderTest("/nonexistent/recogniser").hear(blocks: 1)
        guard case .failed(.failed(status: 127, _)) = outcome else {
            Issue.record("\(outcome)")
            return
        }
    }

    @Test func `A command that ends while the key is held is told of at once, and only once`()
        async throws
    {
        let refiner = RefinerUnderTest("echo no >&2; exit 3")
        refiner.refiner.begin(1)
        let expected = RefineOutcome.failed(.failed(status: 3, message: "no"))
        #expect(try await refiner.outcome(of: 1) == expected)
        refiner.refiner.audio(1, [Int16](repeating: 1, count: 320))
        refiner.refiner.finish(1)
        refiner.refiner.discardAll()
        #expect(refiner.reported == [1: expected])
    }

    @Test func `The deadline counts from the release`() async throws {
        let refiner = RefinerUnderTest("cat >/dev/null; sleep 600", deadline: .milliseconds(100))
        #expect(try await refiner.hear(blocks: 1) == .failed(.tooSlow(.milliseconds(100))))
    }

    @Test func `A cancelled utterance ends the command with all it has started`() async throws {
        let file = FileManager.default.temporaryDirectory.appending(
            path: "utter-refine-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        let refiner = RefinerUnderTest("sleep 600 & echo $! > \(file.path); wait")
        refiner.refiner.begin(4)
        let pid = try await eventually("the command") {
            let text = try? String(contentsOf: file, encoding: .utf8)
            return text.flatMap { pid_t($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
        }
        refiner.refiner.discard(4)
        refiner.refiner.discardAll()
        // A zombie of another parent may stay for a moment; a running process may not.
        try await eventually("the end of what it started") {
            let status = (try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)) ?? ""
            return kill(pid, 0) != 0 || status.contains(") Z ")
        }
        #expect(refiner.reported.isEmpty)
    }

    @Test func `A command that reads nothing holds nobody up`() async throws {
        let refiner = RefinerUnderTest("sleep 0.2; echo done")
        #expect(try await refiner.hear(blocks: 2000) == .text("done"))
    }
}
