import Foundation
import Support
import Testing
import Threads

@testable import utter

struct TextFilterTests {
    @Test(
        "The command gets the text and its answer is used",
        arguments: [
            ("tr a-z A-Z", "hello", "HELLO"), ("cat", "one\ntwo", "one\ntwo"),
            ("rev", "abc", "cba"),
            ("echo \"$(cat)!\"", "x", "x!"), ("printf 'a\\033[31mb\\n\\n'", "x", "a[31mb"),
            ("head -c 1; echo", "xyz", "x"),
            ("echo early; exec >&-; cat > /dev/null", "x", "early"),
        ])
    func answers(_ command: String, _ text: String, _ answer: String) throws {
        #expect(try TextFilter(command: command).run(text) == answer)
    }

    @Test("A text larger than any buffer passes both ways")
    func large() throws {
        let text = String(repeating: "word ", count: 60_000)
        #expect(try TextFilter(command: "cat").run(text) == text)
    }

    @Test("A command that does not read its input is none the worse")
    func unread() throws {
        let text = String(repeating: "word ", count: 60_000)
        #expect(try TextFilter(command: "echo done").run(text) == "done")
    }

    @Test(
        "A command that fails is told by how it failed",
        arguments: [
            ("false", "failed with status 1"),
            ("echo oops >&2; exit 3", "failed with status 3: oops"),
            ("echo x; exit 1", "failed with status 1"),
            ("kill -9 $$", "failed with status 137"),
            ("true", "printed nothing"), ("printf '\\n'", "printed nothing"),
            ("printf '\\377'", "printed what is not UTF-8"),
            ("head -c 3000000 /dev/zero", "printed too much"),
        ])
    func failures(_ command: String, _ reason: String) {
        let error = #expect(throws: CommandFailure.self) {
            try TextFilter(command: command).run("x")
        }
        #expect(error?.description == reason)
    }

    @Test("A command that is not found says so")
    func notFound() {
        let error = #expect(throws: CommandFailure.self) {
            try TextFilter(command: "/nonexistent/program").run("x")
        }
        #expect(error?.description.contains("not found") == true)
    }

    @Test("A command that nobody waits for any more is ended, and no other is started")
    func abandoned() async throws {
        let folder = try TemporaryFolder()
        let filter = TextFilter(
            command: "echo $$ >> \(folder.path)/runs; exec sleep 600", limit: .seconds(600))
        let result = Locked<Result<String, any Error>?>(nil)
        let started = startThread {
            let answer = Result { try filter.run("x") }
            result.withLock { $0 = answer }
        }
        #expect(started == 0)
        try await eventually("the command") {
            (try? folder.text("runs").hasSuffix("\n")) == true
        }
        filter.abandon()
        let answer = try await eventually("the end of the wait") { result.withLock { $0 } }
        #expect(throws: CommandFailure.abandoned) { try answer.get() }
        #expect(throws: CommandFailure.abandoned) { try filter.run("y") }
        let runs = try folder.text("runs").split(separator: "\n")
        #expect(runs.count == 1)
        #expect(!isRunning(try #require(pid_t(runs[0]))))
    }

    @Test("A command that takes too long is ended with all that it started")
    func tooSlow() async throws {
        let folder = try TemporaryFolder()
        let pids = folder.path + "/pids"
        let command = "sleep 1000 & echo $! > \(pids); echo $$ >> \(pids); wait"
        let error = #expect(throws: CommandFailure.self) {
            try TextFilter(command: command, limit: .milliseconds(500)).run("x")
        }
        #expect(error == .tooSlow(.milliseconds(500)))
        let started = try folder.text("pids").split(separator: "\n").compactMap { pid_t($0) }
        #expect(started.count == 2)
        try await eventually("the end of all of them") { !started.contains(where: isRunning) }
    }

    @Test("What a command leaves in the background does not outlive it, nor holds up the answer")
    func background() async throws {
        let folder = try TemporaryFolder()
        let command = "sleep 1000 & echo $! > \(folder.path)/pid; cat"
        #expect(try TextFilter(command: command).run("x") == "x")
        let pid = try #require(pid_t(try folder.text("pid").trimmingCharacters(in: .newlines)))
        try await eventually("the end of what was left") { !isRunning(pid) }
    }

    @Test("The command has no terminal")
    func noTerminal() throws {
        #expect(
            try TextFilter(command: "(: < /dev/tty) 2>/dev/null || echo none").run("x") == "none")
    }

    /// Whether a process is there and no zombie.
    private func isRunning(_ pid: pid_t) -> Bool {
        guard let status = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8) else {
            return false
        }
        return !status.contains(") Z ")
    }
}
