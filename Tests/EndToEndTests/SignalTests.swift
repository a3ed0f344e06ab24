import Foundation
import Glibc
import Support
import Testing

/// Every signal that can be caught, in each state of the program: it ends by the signal (or does what the signal asks
/// for), the microphone is closed and the terminal is as it was.
@Suite(.serialized)
struct SignalTests {
    enum State: CaseIterable, Sendable {
        case loading, idle, keepHolding, opening, listening, finishing
    }

    /// Signals that ask for the end, or whose default action it is.
    static let ending: [Int32] =
        [
            SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGIO,
            SIGPWR,
            SIGXCPU, 16 /* SIGSTKFLT */, 34 /* SIGRTMIN */, 64 /* SIGRTMAX */,
        ] + [SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS]
    /// Signals that change nothing.
    static let harmless: [Int32] = [SIGCHLD, SIGCONT, SIGURG, SIGWINCH, SIGPIPE, SIGXFSZ]

    @Test(arguments: State.allCases) func `a signal that ends it`(state: State) async {
        await someAtATime(Self.ending) { number in
            let listening = try await reach(state)
            listening.process.signal(number)
            let status = try await listening.process.waitForEnd()
            #expect(status == .signalled(number), "\(listening)")
            listening.terminal.release(.space)
            try await listening.leavesNothing()
            #expect(
                !listening.microphone.isOpen || state == .opening || Self.isCrash(number),
                "signal \(number)")
        }
    }

    /// The device of a program that crashes is closed by the kernel, and nobody tells. (So is one that is still being
    /// opened after a third of a second: a sound server that hangs is not waited for.)
    private static func isCrash(_ number: Int32) -> Bool {
        [SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS].contains(number)
    }

    @Test(arguments: State.allCases) func `a signal that changes nothing`(state: State) async {
        await someAtATime(Self.harmless) { number in
            let listening = try await reach(state)
            listening.process.signal(number)
            try await listening.pause()
            #expect(listening.process.status == nil, "signal \(number)")
            listening.terminal.release(.space)
            try await listening.pause()
            listening.terminal.tap(.character("c").control)
            #expect(try await listening.process.waitForEnd() == .exited(130), "signal \(number)")
            try await listening.leavesNothing()
            #expect(!listening.microphone.isOpen || state == .opening)
        }
    }

    /// SIGSTOP gives nobody the time to close the microphone, and the release of the key goes to the shell.
    @Test func `a hold during which another program had the terminal does not go on`() async throws
    {
        let listening = try await reach(.listening)
        let ours = listening.terminal.attributes
        listening.process.signal(SIGSTOP)
        let status = "/proc/\(listening.process.pid)/status"
        try await eventually("a stopped program") {
            try String(contentsOfFile: status, encoding: .utf8).contains("State:\tT")
        }
        var theirs = ours
        theirs.c_lflag |= tcflag_t(ICANON | ECHO | ISIG)
        listening.terminal.attributes = theirs
        listening.process.signal(SIGCONT)
        try await eventually("a closed microphone", detail: { listening.description }) {
            !listening.microphone.isOpen
        }
        #expect(listening.terminal.attributes.isLike(ours))
        listening.terminal.tap(.character("c").control)
        #expect(try await listening.process.waitForEnd() == .exited(130))
        // What was found last is what comes back.
        try await eventually("the settings of the other") {
            listening.terminal.attributes.isLike(theirs)
        }
        #expect(listening.terminal.keyboard.flags == 0)
        #expect(listening.output == "")
    }

    /// A program in that state, which it will not leave by itself for a while.
    private func reach(_ state: State) async throws -> Listening {
        switch state {
        case .loading:
            // A model that takes its time; the line is there at once.
            let listening = try Listening(environment: [
                "UTTER_RECOGNIZER_LANGUAGE_MODEL":
                    "/usr/share/pocketsphinx/model/en-us/en-us.lm.bin",
                "UTTER_RECOGNIZER_DICTIONARY":
                    "/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict",
            ])
            try await listening.terminal.waitForScreen("to talk")
            return listening
        case .idle:
            let listening = try Listening()
            try await listening.ready()
            return listening
        case .keepHolding:
            let listening = try Listening(dotfile: "[gesture]\nminimum-duration = 5s\n")
            try await listening.ready()
            listening.terminal.press(.space)
            try await listening.terminal.waitForScreen("keep holding")
            return listening
        case .opening:
            let listening = try Listening(fields: ["start-delay": "0.5"])
            try await listening.ready()
            listening.terminal.press(.space)
            try await listening.terminal.waitForScreen("opening the microphone")
            return listening
        case .listening:
            let listening = try Listening()
            try await listening.ready()
            listening.terminal.press(.space)
            try await listening.terminal.waitForScreen("listening")
            return listening
        case .finishing:
            let listening = try Listening(dotfile: "[gesture]\ntail = 1s\n")
            try await listening.ready()
            listening.terminal.press(.space)
            try await listening.untilHeard(0.5)
            listening.terminal.release(.space)
            try await listening.terminal.waitForScreen("finishing")
            return listening
        }
    }
}
