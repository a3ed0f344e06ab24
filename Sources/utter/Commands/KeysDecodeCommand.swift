import Configuration
import Glibc
import Keyboard

/// Either of the parsers that `utter keys --decode` knows.
private enum KeyDecoder {
    case terminal(KeyParser)
    case linuxConsole(LinuxConsoleParser)

    init(_ keyProtocol: KeyProtocol) {
        switch keyProtocol {
        // The parser tells win32-input-mode by its sequences: it can stand among others.
        case .terminal, .win32: self = .terminal(KeyParser())
        case .linuxMediumRaw: self = .linuxConsole(LinuxConsoleParser())
        }
    }

    /// Time stands still: recorded bytes say nothing about when they came, so that only the end of the
    /// input resolves what waits, and a slow pipe reads like a fast one.
    mutating func feed(_ bytes: ArraySlice<UInt8>) -> [TerminalEvent] {
        switch self {
        case .terminal(var parser):
            // The state goes back into the case; until then nothing else may hold its buffers.
            self = .linuxConsole(LinuxConsoleParser())
            defer { self = .terminal(parser) }
            return parser.feed(bytes, at: .zero)
        case .linuxConsole(var parser):
            defer { self = .linuxConsole(parser) }
            return parser.feed(bytes)
        }
    }

    mutating func finish() -> [TerminalEvent] {
        switch self {
        case .terminal(var parser): parser.finish()
        case .linuxConsole(var parser): parser.finish()
        }
    }
}

/// `utter keys --decode`: bytes from `input`, one JSON event a line to `output`, as they come.
///
/// Ends at the end of the input, which resolves pending escapes, or when nobody reads `output` any more.
func decodeKeys(
    _ keyProtocol: KeyProtocol, input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO
) throws(Failure) -> ExitStatus {
    // A reader that has gone is the end of the work, not a death.
    signal(SIGPIPE, SIG_IGN)
    var decoder = KeyDecoder(keyProtocol)
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
        let count = readSome(input, into: &buffer)
        guard count >= 0 else {
            throw Failure(
                "cannot read standard input: \(systemMessage(errno))",
                remedy: "Give the bytes to decode on standard input.", status: .usage)
        }
        let events = count == 0 ? decoder.finish() : decoder.feed(buffer[..<count])
        let isOpen = try writeLines(events, to: output)
        if count == 0 || !isOpen {
            return .success
        }
    }
}

/// Writes the events whole, waiting for the reader; false where there is none any more.
private func writeLines(
    _ events: [TerminalEvent], to output: Int32
) throws(Failure) -> Bool {
    var bytes: [UInt8] = []
    for event in events {
        bytes += EventLine.encode(event).utf8
        bytes.append(UInt8(ascii: "\n"))
    }
    if writeWhole(bytes, to: output) { return true }
    guard errno == EPIPE else { throw Failure(output: errno) }
    return false
}
