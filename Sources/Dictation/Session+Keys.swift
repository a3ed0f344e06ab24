internal import Gestures
public import Keyboard

// What the keys say: the talk gesture, and the keys that command.
extension Session {
    /// The instant with which something from the terminal counts that is read at `now`.
    ///
    /// Who has had no time for a while finds input and a deadline that has passed, and cannot tell which came first.
    /// Were it always the deadline, a tap whose release has waited would open the microphone, and a repeat that has
    /// waited would not prove any more that the key is down. So input counts as come just before the deadline, but
    /// for a press where releases are told: no time of before may count as a time in which that key was down.
    public func instant(of event: SessionEvent, readAt now: Duration) -> Duration {
        if case .key(let key) = event, key.kind == .press, tracker.source != .inferred {
            return now
        }
        guard let deadline = earlier(tracker.deadline, decidableKeyDeadline), deadline <= now
        else { return now }
        return deadline - .nanoseconds(1)
    }

    /// The key went down before the program ran. For tracker and gesture that is a press at the start of the
    /// program; what was before it nobody knows.
    mutating func adopt(at start: Duration) {
        adoptionStart = nil
        let press = KeyEvent(options.chord.key, options.chord.modifiers, .press)
        take(tracker.handle(press, at: start), at: start)
        if options.mode == .hold { proofDeadline = start + options.maximumInitialDelay }
    }

    mutating func handleKey(_ event: KeyEvent, at now: Duration) {
        var event = event
        // On a keyboard of another script the shell has taken Ctrl+п for the Ctrl+G that it is by its place.
        if event.isOf(options.chord.key) { event.key = options.chord.key }
        if event.key == options.chord.key, event.kind != .release {
            // Whatever the terminal calls it, a second report of an adopted key proves that it is down.
            proofDeadline = nil
        } else if event.kind == .press, !event.key.isModifier, !event.key.isLock {
            isProofSpoilt = true
        }
        if event.kind == .press, !options.chord.isPressed(by: event), command(event, at: now) {
            return
        }
        // Where releases are inferred, another key is no proof that the talk key was still down: it counts with the
        // last instant at which it was, or typing on after a short hold would open the microphone.
        let proved = tracker.source == .inferred ? tracker.undecidedSince : nil
        var transitions = tracker.handle(event, at: now)
        if let proved {
            for index in transitions.indices
            where transitions[index].event.key != options.chord.key {
                transitions[index].time = min(transitions[index].time, proved)
            }
        }
        take(transitions, at: now)
    }

    /// Breaks off whatever the talk key is doing. It goes on being down for the tracker, so that what it does until
    /// it comes up is not taken for a new press.
    mutating func breakOff(at time: Duration) {
        talk.cancel(at: time, isHeldBack: tracker.deadline != nil)
    }

    /// Gives what the fingers did to the gesture.
    mutating func take(_ transitions: [KeyTransition], at now: Duration) {
        for transition in transitions where !isOver {
            // The key was down until then: what was due until then has happened.
            advanceKey(to: transition.time)
            guard !isOver else { return }
            if transition.event.key == options.chord.key, transition.event.kind == .release {
                proofDeadline = nil
            }
            for phase in talk.handle(transition) { apply(phase, at: now) }
        }
    }

    /// - Parameter now: when the phase became certain; its own instant is in the phase.
    mutating func apply(_ phase: TalkPhase, at now: Duration) {
        guard leaving == nil else { return }
        switch phase {
        case .began(let time):
            isAdopting = false
            begin(at: time, now: now)
        case .ended(let time):
            finishRecording(at: time, early: nil, now: now)
        case .tapped(let time):
            tapped(at: time, now: now)
        case .cancelled:
            cancelRecording(.otherKey, at: now)
        case .failed:
            adoptionIsOver()
        }
    }

    /// A completed tap, by the first of these that fits: it ends a hands-free recording, keeps the text that
    /// waits, starts a recording in toggle mode, or does what `tap` says.
    private mutating func tapped(at time: Duration, now: Duration) {
        if let recording, recording.release == nil {
            talk.leaveHandsFree()
            return finishRecording(at: time, early: nil, now: now)
        }
        let wasAdopting = isAdopting
        isAdopting = false
        if !waiting.isEmpty { return keepWaiting(at: now) }
        if options.mode == .toggle {
            return begin(at: time, now: now)
        }
        switch options.tap {
        case .toggle:
            begin(at: time, now: now)
            if recording?.release == nil, recording != nil { talk.goHandsFree() }
            return
        case .hint: show(.holdToTalk, at: now)
        case .command: actions.append(.runTapCommand)
        }
        isAdopting = wasAdopting
        adoptionIsOver()
    }

    /// The press that the program was started with has come to something that records nothing: with `once` that
    /// is an outcome, or the widget would wait for a key that nobody has in mind.
    mutating func adoptionIsOver() {
        guard isAdopting else { return }
        isAdopting = false
        proofDeadline = nil
        if outcome == nil { outcome = .nothing }
    }

    /// Neither a repeat nor a release of the adopted key has come in the time in which a held key repeats: it came
    /// up before the terminal was asked to report it, or another key has ended its repeats. The two cannot be told
    /// apart, so both are cancelled, but only of the first may be said that the key came up.
    mutating func proofFailed(at time: Duration) {
        let reason = isProofSpoilt ? CancelReason.otherKey : .releaseLost
        proofDeadline = nil
        tracker.reset()
        breakOff(at: time)
        guard recording != nil else {
            if isAdopting { show(.cancelled(reason), at: time) }
            return adoptionIsOver()
        }
        cancelRecording(reason, at: time)
    }

    // MARK: Keys that command

    /// What a key commands.
    private enum Command {
        case escape
        case interrupt
        case suspend
        case quit
    }

    private func command(of event: KeyEvent) -> Command? {
        // With whatever is held: under a talk key that is or has a modifier Esc is Ctrl+Esc, and two of them in one
        // read are Alt+Esc. Asked to be alone, it would not cancel the very hold that it is pressed for.
        if event.key == .escape { return .escape }
        let modifiers = event.modifiers.subtracting(.locks)
            .subtracting(options.chord.modifiersHeld.subtracting(.control))
        if modifiers == .control {
            if event.isLetter("c") { return .interrupt }
            if event.isLetter("z") { return .suspend }
            return event.isLetter("d") && options.commandKeys ? .quit : nil
        }
        guard modifiers.isEmpty else { return nil }
        return event.isLetter("q") && options.commandKeys ? .quit : nil
    }

    /// Whether the key steers the session, whatever it is doing: such a key is nothing that was typed for somebody else.
    public func isCommand(_ event: KeyEvent) -> Bool { command(of: event) != nil }

    /// Carries out what a key commands; false if it commands nothing.
    private mutating func command(_ event: KeyEvent, at now: Duration) -> Bool {
        switch command(of: event) {
        case .escape: escape(at: now)
        case .interrupt: quit(.interrupt, at: now)
        case .suspend: suspend(at: now)
        case .quit: quit(.key, at: now)
        case nil:
            // For the gesture it is a key like any other.
            if options.commandKeys, event.isQuestionMark { view.showsHelp.toggle() }
            return false
        }
        return true
    }

    /// Esc cancels the recording that runs; where none runs, everything that is not delivered yet.
    private mutating func escape(at now: Duration) {
        view.showsHelp = false
        // What the key does until its next press means nothing: it is neither a release nor a tap.
        breakOff(at: now)
        if let recording, recording.release == nil {
            return cancelRecording(.escape, at: now)
        }
        cancelRecording(.escape, at: now)
        cancelDecoding(.escape, at: now)
        dropWaiting(.declined, at: now)
        adoptionIsOver()
    }
}

extension KeyEvent {
    /// Whether this is the key of a Latin letter, on a keyboard of another script by its place.
    func isLetter(_ letter: Unicode.Scalar) -> Bool {
        shortcutKey == Key(code: letter.value)
    }

    /// Whether the event gives a question mark, as far as the terminal tells.
    var isQuestionMark: Bool {
        let mark = Key(code: 63)
        if modifiers.subtracting(.locks).subtracting(.shift).isEmpty {
            return key == mark || shifted == mark || text == "?"
                || (key == Key(code: 47) && modifiers.contains(.shift) && shifted == nil)
        }
        return false
    }
}
