import Glibc
import Support
import Testing

@Suite("The pseudo-terminal of the tests", .timeLimit(.minutes(1)))
struct PseudoTerminalTests {
    @Test("A program gets it as its controlling terminal, and its output is kept")
    func spawning() async throws {
        let terminal = try PseudoTerminal(rows: 10, columns: 40)
        let child = try terminal.spawn(
            "sh", ["-c", "echo out >/dev/tty; pwd; exit 7"], directory: "/usr", stdin: .null,
            stdout: .terminal)
        #expect(try await child.waitForEnd() == .exited(7))
        try await terminal.waitForScreen("/usr")
        #expect(terminal.screen.lines[0] == "out")
    }

    @Test("It answers like kitty, from the stack of the screen in use")
    func answering() async throws {
        let terminal = try PseudoTerminal()
        let child = try terminal.spawn(
            "sh",
            [
                "-c",
                #"stty raw -echo; printf '\033[>11u\033[?u\033[?1049h\033[?u\033[c'; "#
                    + "dd bs=1 count=16 2>/dev/null | od -An -c; stty sane",
            ])
        try await child.waitForEnd()
        #expect(terminal.outputText.contains("[   ?   1   1   u 033   [   ?   0"))
        #expect(terminal.keyboard.mainStack == [11])
        #expect(terminal.keyboard.isAlternate)
    }

    @Test(
        "Keys are encoded under the flags in force",
        arguments: [
            (0, TypedKey.space, TypedKey.Event.press, " "),
            (0, .space, .release, ""),
            (3, .space, .press, " "),
            (3, .space, .release, "\u{1b}[32;1:3u"),
            (11, .space, .press, "\u{1b}[32u"),
            (11, .space, .repeat, "\u{1b}[32;1:2u"),
            (11, .f9, .press, "\u{1b}[20~"),
            (11, .f9, .release, "\u{1b}[20;1:3~"),
            (11, .up, .repeat, "\u{1b}[1;1:2A"),
            (11, .rightControl, .press, "\u{1b}[57448;5u"),
            (11, .rightControl, .release, "\u{1b}[57448;1:3u"),
            (3, .rightControl, .press, ""),
            (0, .character("c").control, .press, "\u{3}"),
            (1, .character("c").control, .press, "\u{1b}[99;5u"),
        ])
    func encoding(flags: Int, key: TypedKey, event: TypedKey.Event, bytes: String) {
        var state = KeyboardProtocolState()
        state.apply(
            ControlFunction(
                prefix: UInt8(ascii: ">"), parameters: [[flags]], intermediates: [],
                final: UInt8(ascii: "u")))
        let encoded = key.encoded(event, state: state, keyboard: .kitty)
        #expect(String(decoding: encoded, as: UTF8.self) == bytes)
    }

    @Test("Closing it hangs up the session")
    func hangUp() async throws {
        let terminal = try PseudoTerminal()
        let child = try terminal.spawn("sleep", ["60"])
        try await eventually("the foreground") { terminal.foreground == child.pid }
        terminal.hangUp()
        #expect(try await child.waitForEnd() == .signalled(SIGHUP))
    }
}
