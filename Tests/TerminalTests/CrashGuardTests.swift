import Glibc
import Support
import Terminal
import Testing

/// Whether two settings of a line discipline are the same in every field.
func same(_ one: termios, _ other: termios) -> Bool {
    withUnsafeBytes(of: one) { a in withUnsafeBytes(of: other) { a.elementsEqual($0) } }
}

@Suite("A crash", .timeLimit(.minutes(1)))
struct CrashGuardTests {
    @Test(
        "leaves the terminal as it was, and the signal takes its course",
        arguments: [
            ("segv", SIGSEGV), ("abort", SIGABRT), ("overflow", SIGSEGV), ("trap", 0),
            ("\(SIGBUS)", SIGBUS), ("\(SIGFPE)", SIGFPE), ("\(SIGILL)", SIGILL),
            ("\(SIGTRAP)", SIGTRAP), ("\(SIGSYS)", SIGSYS),
        ])
    func crash(kind: String, signal: Int32) async throws {
        let terminal = try PseudoTerminal()
        let before = terminal.attributes
        let probe = try terminal.spawn(
            BuiltProducts.path(of: "terminal-probe"), ["crash", kind], stderr: .null)
        try await terminal.waitForOutput("ready")
        #expect(terminal.keyboard.flags & 11 == 11)
        #expect(!same(terminal.attributes, before))
        terminal.send("x more bytes that nobody reads")
        let status = try await probe.waitForEnd()
        // A Swift trap is SIGILL on x86-64 and SIGTRAP on arm64.
        #expect(
            signal == 0
                ? [.signalled(SIGILL), .signalled(SIGTRAP)].contains(status)
                : status == .signalled(signal))
        try await eventually("the flags popped") { terminal.keyboard.isPristine }
        #expect(same(terminal.attributes, before))
        #expect(terminal.pendingInput == 0)
    }
}
