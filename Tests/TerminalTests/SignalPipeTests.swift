import Glibc
import Terminal
import Testing

@Suite struct SignalPipeTests {
    private func action(of number: Int32) -> UInt {
        var action = sigaction()
        sigaction(number, nil, &action)
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: UInt.self)
    }

    @Test func `A signal that was ignored stays ignored, and the others get their default back`()
        throws
    {
        let ignored = unsafeBitCast(SIG_IGN, to: UInt.self)
        // As under nohup, which wants the program to outlive its terminal.
        signal(SIGHUP, SIG_IGN)
        defer { signal(SIGHUP, SIG_DFL) }
        let pipe = try SignalPipe([SIGHUP, SIGUSR2])
        #expect(action(of: SIGHUP) == ignored)
        #expect(action(of: SIGUSR2) != 0)
        pipe.close()
        #expect(action(of: SIGHUP) == ignored)
        #expect(action(of: SIGUSR2) == 0)
    }
}
