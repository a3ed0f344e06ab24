import Glibc
import Keyboard
import Terminal

/// What `utter keys` prints: one line an event, on standard output.
struct KeyTable {
    let json: Bool
    /// Whether the dotfile allows to infer releases.
    let guesses: Bool
    /// Times are counted from here.
    let start: Duration
    /// The last repeat delay and interval that were measured.
    private var delay: Duration?
    private var interval: Duration?

    init(json: Bool, guesses: Bool, start: Duration) {
        self.json = json
        self.guesses = guesses
        self.start = start
    }

    /// Says what to do; false where it could not be written.
    func begin() -> Bool {
        json
            || write("Press keys, and hold one for a second; q or Ctrl-C ends.")
                && write("    time  event    key                   bytes")
    }

    mutating func show(_ outcome: Negotiation.Outcome) {
        guard !json else { return }
        _ = write("protocol: \(outcome.protocolWords): \(outcome.reasonWords)")
    }

    /// Shows one event with the bytes that it was made of; false where it could not be written.
    mutating func show(_ event: TerminalEvent, _ bytes: [UInt8], at time: Duration) -> Bool {
        if json { return write(EventLine.encode(event)) }
        let (kind, name) = KeyTable.words(event)
        return write(
            KeyTable.right(KeyTable.seconds(time - start), 8) + "  " + KeyTable.left(kind, 7) + "  "
                + KeyTable.left(name, 20) + "  " + KeyTable.escaped(bytes))
    }

    mutating func measured(_ tracker: KeyTracker) {
        delay = tracker.measuredInitialDelay ?? delay
        interval = tracker.measuredInterval ?? interval
    }

    mutating func end(_ outcome: Negotiation.Outcome?, _ tracker: KeyTracker?) {
        guard let outcome else { return }
        let verdict = KeyVerdict(outcome, hasRepeats: interval != nil, guesses: guesses)
        if json {
            _ = write(
                JSON.object([
                    "type": .string("verdict"), "verdict": .string(verdict.rawValue),
                    "protocol": .string(outcome.protocolWords),
                    "reason": .string(outcome.reasonWords),
                    "repeat_delay": delay.map(JSON.seconds) ?? .null,
                    "repeat_interval": interval.map(JSON.seconds) ?? .null,
                ]).text)
            return
        }
        _ = write("protocol: \(outcome.protocolWords): \(outcome.reasonWords)")
        let delayWords = delay.map { "after \(KeyTable.milliseconds($0))" }
        let intervalWords = interval.map { "every \(KeyTable.milliseconds($0))" }
        let words = [delayWords, intervalWords].compactMap { $0 }.joined(separator: ", ")
        _ = write("repeat: \(words.isEmpty ? "no key was held long enough" : words)")
        let explanation = verdict.explanation(outcome, hasRepeats: interval != nil)
        _ = write("verdict: \(verdict.rawValue): \(explanation)")
    }

    // MARK: - Words

    static func words(_ event: TerminalEvent) -> (kind: String, name: String) {
        switch event {
        case .key(let event):
            let kind =
                switch event.kind {
                case .press: "press"
                case .repeat: "repeat"
                case .release: "release"
                }
            return (kind, KeyChord(event.key, event.modifiers).description)
        case .focusIn: return ("focus", "gained")
        case .focusOut: return ("focus", "lost")
        case .pasteStart: return ("paste", "begins")
        case .pasteEnd: return ("paste", "ends")
        case .reply(let reply): return ("answer", words(reply))
        case .unknown: return ("unknown", "")
        }
    }

    private static func words(_ reply: TerminalReply) -> String {
        switch reply {
        case .primaryAttributes: "DA1"
        case .secondaryAttributes: "DA2"
        case .keyboardFlags(let flags): "flags \(flags)"
        case .version: "version"
        case .mode(let mode, let value, _): "mode \(mode): \(value)"
        case .cursorPosition(let row, let column): "cursor \(row),\(column)"
        }
    }

    /// Bytes as they are written in shells: printable ones as they are, `\e` for Esc, the rest in hexadecimal.
    static func escaped(_ bytes: [UInt8]) -> String {
        bytes.map { byte in
            switch byte {
            case 0x1b: "\\e"
            case 0x5c: "\\\\"
            case 0x21...0x7e: String(Unicode.Scalar(byte))
            default: "\\x" + EventLine.hex([byte])
            }
        }.joined()
    }

    private static func left(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - CellWidth.of(text)))
    }

    private static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }

    /// Seconds with three decimals.
    private static func seconds(_ duration: Duration) -> String {
        let milliseconds = milliseconds(of: duration)
        let fraction = String(milliseconds % 1000)
        return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - fraction.count)
            + fraction
    }

    private static func milliseconds(_ duration: Duration) -> String {
        "\(milliseconds(of: duration)) ms"
    }

    private static func milliseconds(of duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        return max(0, seconds * 1000 + (attoseconds + 500_000_000_000_000) / 1_000_000_000_000_000)
    }

    /// Writes a line; false where standard output takes no more.
    private func write(_ line: String) -> Bool {
        writeAll(line + "\n", to: STDOUT_FILENO)
    }
}
