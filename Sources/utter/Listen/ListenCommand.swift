import Configuration
import Dictation
import Glibc
import Keyboard
import Terminal

/// How the program is left.
enum Departure: Hashable {
    case status(Int32)
    /// By the default action of a signal, so that a shell sees why.
    case signal(Int32)
}

/// `utter listen`.
func runListen(
    _ options: ListenOptions, global: GlobalOptions, environment: [String: String], start: Duration
) throws(Failure) -> Departure {
    CoreDump.disable()
    let configuration = try ConfigurationLoader(global, environment: environment).loadForUse()
        .configuration
    let setup = ListenSetup(
        options, configuration, global: global, environment: environment, start: start)
    let listener: Listener
    do {
        let signals = try SignalPipe()
        let terminal = TerminalSession(try TTY(), terminal: setup.terminalName)
        if options.held { terminal.assumeDown(setup.chord.key) }
        try terminal.start(at: .now)
        listener = try Listener(setup: setup, terminal: terminal, signals: signals)
    } catch let error as TerminalError {
        throw Failure(
            "no terminal: \(error.operation): \(String(cString: strerror(error.code)))",
            remedy: "Run utter in a terminal, or use utter transcribe for recordings.",
            status: .terminal)
    } catch {
        throw Failure("\(error)", remedy: "Close some programs and try again.", status: .terminal)
    }
    return try listener.run()
}
