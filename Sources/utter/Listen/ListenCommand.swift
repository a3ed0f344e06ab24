import Configuration
import Dictation
import Glibc
import Keyboard
import Terminal
import Threads

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
    var editor: EditorDisplay?
    do throws(Failure) {
        let listener: Listener
        do throws(Failure) {
            listener = try makeListener(
                options, global: global, environment: environment, start: start, editor: &editor)
        } catch {
            if global.json {
                signal(SIGPIPE, SIG_IGN)
                printLine(ListenRecord.error(error).json(at: .now, utterance: nil).text)
            }
            throw error
        }
        return try listener.run()
    } catch {
        // At a shell's prompt standard error is nobody's: it is said under the line, for a moment.
        if options.below {
            let line = EditorLine(fields: editor == nil && options.context ? readContext() : [])
            showBelow(
                [PreviewSpan(.notice, "utter: \(error.message)")],
                on: editor ?? EditorDisplay(line, size: (try? TTY())?.size),
                for: .milliseconds(2500))
        }
        throw error
    }
}

/// Looks at what is asked for, and takes the terminal.
private func makeListener(
    _ options: ListenOptions, global: GlobalOptions, environment: [String: String],
    start: Duration, editor: inout EditorDisplay?
) throws(Failure) -> Listener {
    // Looked at first: one of the program's own descriptors could have that number in a moment.
    if let descriptor = options.restDescriptor, !isWritable(descriptor) {
        throw Failure(
            "--rest-fd \(descriptor): is not open",
            remedy: "Open it before: utter listen --rest-fd \(descriptor) \(descriptor)>FILE.",
            status: .usage)
    }
    let configuration = try ConfigurationLoader(global, environment: environment).loadForUse()
        .configuration
    var setup = ListenSetup(
        options, configuration, global: global, environment: environment, start: start)
    do {
        let signals = try SignalPipe()
        let terminal = TerminalSession(
            try TTY(), terminal: setup.terminalName,
            // At a shell's prompt pastes are the shell's business.
            negotiation: Negotiation(bracketsPastes: !options.below))
        if options.held { terminal.assumeDown(setup.chord.key, since: start) }
        try terminal.start(at: .now)
        // After the flags: the sooner they are up, the surer the release of a tap is seen.
        if options.context {
            editor = EditorDisplay(EditorLine(fields: readContext()), size: terminal.tty.size)
            setup.editor = editor
        }
        return try Listener(setup: setup, terminal: terminal, signals: signals)
    } catch let error as TerminalError {
        throw Failure(
            "no terminal: \(error.operation): \(systemMessage(error.code))",
            remedy: "Run utter in a terminal, or use utter transcribe for recordings.",
            status: .terminal)
    } catch {
        throw Failure("\(error)", remedy: "Close some programs and try again.", status: .terminal)
    }
}
