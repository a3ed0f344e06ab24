import Foundation
import Glibc
import Support

/// One run of the program in a soak: what was done to it, and what it was seen to do.
final class SoakSession: CustomStringConvertible {
    /// A time in which the microphone may be open, by what the fingers did.
    struct Span {
        var from: Duration
        var to: Duration?
    }

    private let listening: Listening
    private let number: Int
    private let fields: [String: String]
    private let toggles: Bool
    private var dice: Dice
    private var story: [String] = []
    private var spans: [Span] = []
    private var checkedOpens = 0
    private(set) var gestures = 0
    private(set) var problems: [String] = []

    /// The shortest press that may open the microphone: the default of `minimum-duration`.
    private static let minimum = Duration.milliseconds(350)
    /// For what comes after: the tail, a drop that takes its time, a machine that is busy elsewhere.
    private static let slack = Duration.seconds(4 * Patience.factor)

    init(number: Int, dice: Dice) throws {
        var dice = dice
        self.number = number
        toggles = dice.happens(0.2)
        fields = dice.pick([
            [:], [:], ["faults": "xrun@0.2 xrun@0.9 xrun@1"],
            ["faults": "suspend@0.5+0.2", "resume": "yes"],
            ["faults": "suspend@0.4"], ["faults": "stall@0.3+0.9"], ["faults": "enodev@0.8"],
            ["faults": "gone@0.6"], ["open-error": "EBUSY", "times": "2"], ["start-delay": "0.3"],
            ["stop-delay": "0.2"], ["open-delay": "0.4"], ["speed": "2"], ["speed": "0.5"],
            ["floor": "32000"], ["faults": "ready@0.3+0.5"], ["faults": "pollerr@0.3+0.4"],
        ])
        let sound = try dice.pick([
            Program.samples(), Program.samples(), Program.noise(2),
            [Int16](repeating: 0, count: 32_000),
            [Int16](repeating: .max, count: 16_000), [],
        ])
        listening = try Listening(
            ["--json"], persona: toggles ? .xterm : dice.pick([.kitty, .foot]), sound: sound,
            fields: fields,
            dotfile: "[gesture]\non-focus-loss = \(dice.pick(["cancel", "deliver"]))\n")
        self.dice = dice
    }

    var description: String {
        "session \(number)\(toggles ? " (toggle)" : ""), microphone \(fields)\n"
            + story.joined(separator: "\n") + "\n" + listening.description
    }

    var utterances: Int { records("began").count }

    // MARK: The run

    func run(until end: Duration) async throws {
        try await listening.ready()
        var first: ProcessState?
        while monotonicNow() < end, problems.isEmpty, listening.process.status == nil {
            gestures += 1
            toggles ? try await tapAndTalk() : try await gesture()
            if dice.happens(0.3) {
                try await listening.pause()
            } else {
                try await settle()
                // What an utterance leaves until the next one is there from the first on.
                if first == nil, utterances > 1 { first = ProcessState(of: listening.process.pid) }
            }
            check()
        }
        try await settle()
        check()
        checkGrowth(since: first)
        try await leave()
        check()
    }

    private func note(_ what: String) {
        story.append("\(monotonicNow()) \(what)")
    }

    private func wait(_ range: ClosedRange<Double>) async throws {
        let seconds = Double.random(in: range, using: &dice)
        try await Task.sleep(for: .seconds(seconds))
    }

    private func gesture() async throws {
        let terminal = listening.terminal
        switch Int.random(in: 0..<12, using: &dice) {
        case 0, 1: try await hold(0...0.3, "tap")
        case 2: try await hold(0.36...0.7, "short hold")
        case 3, 4, 5: try await hold(0.8...3, "hold")
        case 6:
            note("paste")
            terminal.paste("some words\nand \u{1b}[31m more")
        case 7: try await resize(Int.random(in: 2...30, using: &dice))
        case 8:
            note("replies that nobody asked for, and garbage")
            terminal.send(
                "\u{1b}[?62;c\u{1b}[?0u\u{1b}P>|x\u{1b}\\\u{1b}[99999;1u\u{1b}]11;rgb:0/0/0\u{7}")
            terminal.send([0x1B, 0x5B, 0xC3, 0x28, 0xFF, 0x1B, 0x4F, 0x41])
        case 9:
            note("other keys")
            for key in ["x", "y", "?", "?"] as [Unicode.Scalar] { terminal.tap(.character(key)) }
            terminal.tap(.up)
        case 10:
            note("focus")
            terminal.focus(false)
            terminal.focus(true)
        default:
            note("signals")
            for _ in 0..<Int.random(in: 1...20, using: &dice) {
                listening.process.signal(dice.pick([SIGWINCH, SIGCONT]))
            }
        }
    }

    /// Holds the key, and does something else meanwhile now and then.
    private func hold(_ range: ClosedRange<Double>, _ what: String) async throws {
        let terminal = listening.terminal
        note(what)
        spans.append(Span(from: monotonicNow() + Self.minimum))
        terminal.press(.space)
        try await wait(range)
        switch Int.random(in: 0..<8, using: &dice) {
        case 0:
            note("Esc")
            terminal.tap(.escape)
        case 1:
            note("another key")
            terminal.tap(.character("x"))
        case 2:
            for _ in 0..<20 { terminal.repeat(.space) }
        case 3: try await resize(5)
        case 4:
            note("focus lost")
            terminal.focus(false)
            terminal.focus(true)
        default: break
        }
        terminal.release(.space)
        note("released")
        spans[spans.count - 1].to = monotonicNow()
    }

    /// Two taps, and the time between.
    private func tapAndTalk() async throws {
        note("tap to start")
        let before = utterances
        spans.append(Span(from: monotonicNow()))
        listening.terminal.press(.space)
        try await wait(0.2...2.5)
        if dice.happens(0.2) { try await resize(10) }
        try await eventually("began or not", within: .seconds(20)) {
            utterances > before
        }
        note("Esc or tap to stop")
        listening.terminal.press(dice.happens(0.3) || isOver ? .escape : .space)
        try await listening.pause()
        listening.terminal.press(.escape)
        // Whatever follows an Esc at once makes another key of it.
        try await listening.pause()
        spans[spans.count - 1].to = monotonicNow()
    }

    private func resize(_ count: Int) async throws {
        note("\(count) resizes")
        for _ in 0..<count {
            listening.terminal.resize(
                rows: Int.random(in: 1...50, using: &dice),
                columns: Int.random(in: 1...200, using: &dice))
        }
        listening.terminal.resize(rows: 24, columns: 80)
    }

    // MARK: What it said

    private func records(_ type: String) -> [[String: Any]] {
        listening.output.split(separator: "\n").compactMap { line in
            let object = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            return object?["type"] as? String == type ? object : nil
        }
    }

    private func numbers(_ types: String...) -> [Int] {
        types.flatMap { records($0) }.compactMap { $0["utterance"] as? Int }
    }

    private var isOver: Bool {
        numbers("began").count == numbers("final", "dropped", "cancelled").count
    }

    /// Waits until the microphone is closed and every utterance has its outcome.
    private func settle() async throws {
        try await eventually(
            "an outcome for every utterance, and a closed microphone",
            within: .seconds(60),
            detail: {
                "began \(numbers("began")), ended \(numbers("final", "dropped", "cancelled"))"
            },
            { listening.process.status != nil || (isOver && !listening.microphone.isOpen) })
    }

    private func leave() async throws {
        let ending = dice.pick(["q", "Ctrl-C", "SIGTERM", "SIGHUP", "SIGINT while held", "closed"])
        note("the end: \(ending)")
        let terminal = listening.terminal
        switch ending {
        case "q": terminal.tap(.character("q"))
        case "Ctrl-C": terminal.tap(.character("c").control)
        case "SIGTERM": listening.process.signal(SIGTERM)
        case "SIGHUP": listening.process.signal(SIGHUP)
        case "SIGINT while held":
            try await hold(0.5...1, "hold to the end")
            listening.process.signal(SIGINT)
        default: terminal.hangUp()
        }
        let status = try await listening.process.waitForEnd(within: .seconds(60))
        let expected: [ChildStatus] =
            switch ending {
            case "q": [.exited(records("final").isEmpty ? 1 : 0)]
            case "Ctrl-C": [.exited(130)]
            case "SIGTERM": [.signalled(SIGTERM)]
            case "SIGINT while held": [.signalled(SIGINT)]
            default: [.signalled(SIGHUP)]
            }
        if !expected.contains(status) { problems.append("\(ending): \(status)") }
        // A device that takes its time to close may be closed by the kernel, and then nobody tells.
        if listening.microphone.isOpen, fields["stop-delay"] == nil {
            problems.append("the microphone is open at the end")
        }
        if !listening.errors.isEmpty { problems.append("errors: \(listening.errors)") }
        if ending != "closed" { try await listening.leavesNothing() }
    }

    // MARK: What must hold at any moment

    private func check() {
        let (began, outcomes) = (numbers("began"), numbers("final", "dropped", "cancelled"))
        if Set(began).count != began.count { problems.append("an utterance began twice: \(began)") }
        if Set(outcomes).count != outcomes.count { problems.append("two outcomes: \(outcomes)") }
        if !Set(outcomes).isSubset(of: began) {
            problems.append("an outcome of nothing: \(outcomes)")
        }
        if began.count > spans.count {
            problems.append("\(began.count) starts, \(spans.count) holds")
        }
        let events = listening.microphone.events
        let opens = events.filter { $0.what == "open" }
        for open in opens.dropFirst(checkedOpens)
        where !spans.contains(where: { span in
            .seconds(open.time) >= span.from
                && span.to.map { .seconds(open.time) <= $0 + Self.slack } ?? true
        }) {
            problems.append("the microphone was opened at \(open.time), outside of every hold")
        }
        checkedOpens = opens.count
        for close in events
        where close.what == "close"
            && !spans.contains(where: { span in
                .seconds(close.time) >= span.from
                    && span.to.map { .seconds(close.time) <= $0 + Self.slack } ?? true
            })
        {
            problems.append("the microphone was closed at \(close.time), outside of every hold")
        }
        if opens.count > spans.count {
            problems.append("\(opens.count) opens, \(spans.count) holds")
        }
    }

    private func checkGrowth(since first: ProcessState?) {
        guard let first, let last = ProcessState(of: listening.process.pid) else { return }
        if last.threads > first.threads + 1 {
            problems.append("threads: \(first.threads), then \(last.threads)")
        }
        if last.descriptors.count > first.descriptors.count + 2 {
            problems.append("descriptors: \(first.descriptors), then \(last.descriptors)")
        }
    }
}
