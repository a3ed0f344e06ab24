@testable import Keyboard

/// Any events at any time: tracker, negotiation and restoration keep their promises.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: data, count: size))
    for source in [ReleaseSource.reported, .inferred, .none] {
        track(input, source)
    }
    negotiate(input)
    return 0
}

/// Two bytes are an event: which key and what of it, and how long after the event before.
private func track(_ input: [UInt8], _ source: ReleaseSource) {
    var tracker = KeyTracker(source: source)
    var now = Duration.zero
    var down: Set<Key> = []

    func check(_ transitions: [KeyTransition]) {
        for transition in transitions {
            precondition(transition.time <= now, "a transition in the future")
            let event = transition.event
            precondition(event.modifiers.isDisjoint(with: .locks))
            switch event.kind {
            case .press:
                precondition(source == .none || down.insert(event.key).inserted, "pressed twice")
            case .repeat:
                precondition(
                    source == .none || down.contains(event.key), "repeated without a press")
            case .release:
                precondition(source != .none, "a release out of nothing")
                precondition(down.remove(event.key) != nil, "released without a press")
            }
        }
    }

    for index in stride(from: 0, to: input.count - 1, by: 2) {
        let (what, wait) = (input[index], input[index + 1])
        now += .milliseconds(Int(wait) * Int(wait) / 32)
        // Whether the deadline was kept or missed must make no difference to what is promised.
        while wait % 2 == 0, let deadline = tracker.deadline, deadline <= now {
            let before = tracker.deadline
            check(tracker.deadlinePassed(at: deadline))
            precondition(tracker.deadline != before, "a deadline that changes nothing")
        }
        let key = [Key.space, .leftControl, .function(9), Key(code: 0x78)][Int(what & 3)]
        let kind = [KeyEventKind.press, .repeat, .release, .press][Int(what >> 2 & 3)]
        switch what >> 4 {
        case 15:
            check(tracker.reset())
            down = []
            precondition(!tracker.isAnyKeyDown && tracker.deadline == nil)
        case 14:
            tracker.focusReturned(at: now)
        default:
            check(tracker.handle(KeyEvent(key, Modifiers(rawValue: what), kind), at: now))
        }
        if let since = tracker.undecidedSince {
            precondition(since <= now && tracker.isAnyKeyDown)
        }
    }
}

private func negotiate(_ input: [UInt8]) {
    let bracketsPastes = input.last ?? 0 > 127
    var negotiation = Negotiation(
        patience: .milliseconds(300), bracketsPastes: bracketsPastes)
    let terminals: [String?] = ["xterm-kitty", nil, "st-256color", "linux"]
    var written = negotiation.start(
        terminal: terminals[Int(input.first ?? 0) & 3], at: .zero)
    var now = Duration.zero
    for byte in input.dropFirst() {
        now += .milliseconds(Int(byte >> 4) * 10)
        if let deadline = negotiation.deadline, deadline <= now {
            written += negotiation.deadlinePassed(at: now)
            precondition(negotiation.outcome != nil && negotiation.deadline == nil)
        }
        let reply: TerminalReply =
            switch byte & 15 {
            case 0...2: .primaryAttributes([[62, 4], [1, 2], [1, 0]][Int(byte & 15)])
            case 3...6: .keyboardFlags([11, 1, 0, 31][Int(byte & 15) - 3])
            case 7...10: .mode(9001, value: Int(byte & 15) - 7, isPrivate: true)
            case 11: .version("tmux 3.3a")
            case 12: .version("kitty(0.26.5)")
            case 13: .cursorPosition(row: 1, column: 5)
            case 14: .mode(1004, value: 1, isPrivate: true)
            default: .secondaryAttributes([])
            }
        written += negotiation.handle(reply, at: now)
        // At every moment: what was turned on is turned off, once, by now or by what is ready to be
        // written.
        let all = written + negotiation.restoreBytes
        let pushes = count(ControlSequence.pushKeyboardFlags, in: written)
        let pops = count(ControlSequence.popKeyboardFlags, in: all)
        precondition(pushes <= 1 && pops <= pushes, "popped what is another's")
        precondition(
            count(ControlSequence.enableWin32InputMode, in: written)
                == count(ControlSequence.disableWin32InputMode, in: all))
        precondition(
            count(ControlSequence.enableFocusReports, in: written)
                == count(ControlSequence.disableFocusReports, in: all))
        precondition(
            count(ControlSequence.enableBracketedPaste, in: written)
                == count(ControlSequence.disableBracketedPaste, in: all))
        // A suspension that writes the one and then the other leaves the same behind.
        let resumed = negotiation.resumeBytes
        precondition(
            count(ControlSequence.pushKeyboardFlags, in: resumed)
                == count(ControlSequence.popKeyboardFlags, in: negotiation.restoreBytes))
        if negotiation.outcome?.releases == .reported, negotiation.outcome?.keyboard != .win32 {
            precondition(pushes == 1 && pops == 1, "flags are left behind")
        }
    }
}

private func count(_ needle: [UInt8], in bytes: [UInt8]) -> Int {
    bytes.indices.count { bytes[$0...].starts(with: needle) }
}
