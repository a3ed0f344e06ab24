import ALSA
import Configuration
import Dictation
import Glibc
import Keyboard
import PocketSphinx
import Speech
import Terminal
import Threads

// What comes in: bytes of the terminal, signals, the other threads.
extension Listener {
    func readTerminal(at time: Duration) {
        using {
            try terminal.tty.flush()
            switch try terminal.read(at: time) {
            case .events(let events): take(events, at: time)
            case .hangup: hungUp()
            }
        }
        terminalMoved(at: time)
        using { try painter.terminalIsReady(at: .now) }
    }

    func hungUp() {
        guard !isHungUp else { return }
        isHungUp = true
        hangUp(.hangup, at: .now)
    }

    /// The window was closed. SIGHUP and the end of the terminal say so both, in either order: taken for two requests, the
    /// second would mean *at once*, and take the words of a hold that was over.
    private func hangUp(_ reason: QuitReason, at now: Duration) {
        guard !isToldOfHangup else { return }
        isToldOfHangup = true
        quit(reason, at: now)
    }

    /// A request to end by somebody who may not wait.
    private func quit(_ reason: QuitReason, at now: Duration) {
        handle(.quit(reason), at: now)
        abandonRefining(at: now)
    }

    func take(_ events: [TerminalEvent], at time: Duration) {
        for event in events {
            switch event {
            case .key(let key):
                stopScope = .job
                handleTyped(.key(key), at: time)
            case .focusIn: handleTyped(.focusIn, at: time)
            case .focusOut: handleTyped(.focusOut, at: time)
            case .reply(.cursorPosition(_, let column)): editorCursor(at: column - 1, now: time)
            case .reply, .pasteStart, .pasteEnd, .unknown: break
            }
            keepTypeAhead(event, at: time)
        }
    }

    private func handleTyped(_ event: SessionEvent, at now: Duration) {
        handle(event, at: session?.instant(of: event, readAt: now) ?? now)
    }

    /// What the shell's line editor would have got, had we not been there.
    func keepTypeAhead(_ event: TerminalEvent, at now: Duration) {
        guard setup.options.restDescriptor != nil else { return }
        if case .key(let key) = event, session?.isCommand(key) ?? (key.key == .escape) { return }
        let before = typeAhead.discarded
        typeAhead.take(event, at: now)
        guard typeAhead.discarded > before else { return }
        leftOutAt = now
        draw(at: now)
    }

    /// The terminal may have said how keys arrive.
    func terminalMoved(at time: Duration) {
        guard let outcome = terminal.outcome else { return }
        guard let session else { return beginSession(at: time) }
        // An answer that came late over a slow link: keys mean something else from now on, unless something is being
        // said just now.
        guard session.view.activity == .idle,
            session.options.mode != setup.options(for: outcome).mode
        else { return }
        if !session.view.isLoading { early.append((.recognizer(.ready), time)) }
        beginSession(at: time)
    }

    func readSignals(at now: Duration) {
        for number in signals.read() {
            switch number {
            case SIGWINCH:
                resize(at: now)
            case SIGTSTP:
                stopScope = .process
                handle(.suspend, at: now)
            case SIGCONT:
                using {
                    // The release of a held key went to whoever had the terminal: to go on would be to record on unseen.
                    guard try terminal.continued() else { return }
                    handle(.focusOut, at: now)
                    // One that is still held repeats here, and is no press.
                    handle(.focusIn, at: now)
                }
                draw(at: now)
            case SIGHUP: hangUp(.signal(number), at: now)
            default: quit(.signal(number), at: now)
            }
        }
    }

    func resize(at now: Duration) {
        guard let size = terminal.tty.size else { return }
        setup.editor?.resize(to: size)
        using {
            try painter.resize(to: size, style: setup.previewStyle, at: now)
            if setup.editor?.isAsFound == true { try terminal.askCursorPosition() }
        }
    }

    func readMailbox(at now: Duration) {
        for message in mailbox.drain() {
            switch message {
            case .microphone(let utterance, let event):
                if event.isLast {
                    endedCapture = utterance
                    if capturing == utterance { capturing = nil }
                }
                if event.isLast { Log.write(.debug, "utterance \(utterance): \(event)") }
                if case .stopped = event { endUtterance(utterance) }
                handle(.capture(id(utterance), captureEvent(event)), at: now)
            case .recognizer(let output):
                if let event = recognizerEvent(output, at: now) {
                    handle(.recognizer(event), at: now)
                }
            case .filtered(let text): filtered(text, at: now)
            case .log(let line): show(line: line, at: now)
            case .refined(let utterance, let outcome): refined(utterance, outcome, at: now)
            }
        }
    }
}

// What other threads say, in the session's words.
extension Listener {
    private func captureEvent(_ event: MicrophoneEvent) -> CaptureEvent {
        switch event {
        case .opened: .opened
        case .firstFrame(let time): .firstFrame(time: time)
        case .level(let level): .level(level)
        case .waiting: .waiting
        case .resumed: .resumed
        case .overrun: .overrun
        case .failed(let error): .failed(message: remember(Failure(error)))
        case .lost(let error): .lost(message: remember(Failure(error)))
        case .stopped: .stopped
        }
    }

    /// Nil where the session need not know, or not yet.
    private func recognizerEvent(
        _ output: RecognizerOutput, at now: Duration
    ) -> RecognizerEvent? {
        switch output {
        case .ready: return .ready
        case .partial(let utterance, let partial):
            tell(.partial(partial), utterance: utterance, at: now)
            return .partial(id(utterance), partial)
        case .final(let utterance, let result, let mean):
            if let mean = mean.flatMap({ CepstralMean($0) }) {
                setup.voices?.save(mean, device: setup.device)
            }
            return heard(result.hypothesis, utterance: utterance, at: now)
                .map { .final(id(utterance), $0) }
        case .utteranceFailed(let utterance, let error):
            discardRefining(utterance)
            return .utteranceFailed(id(utterance), message: remember(Failure(recognizer: error)))
        case .failed(let error): return .failed(message: remember(Failure(recognizer: error)))
        }
    }

    /// Keeps what to do about a failure for when it turns out to be the end.
    private func remember(_ failure: Failure) -> String {
        lastFailure = failure
        return failure.message
    }
}
