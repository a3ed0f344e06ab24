import ALSA
import Configuration
import Dictation
import Glibc
import Keyboard
import Terminal
import Threads

// Giving the terminal back: for good, or for as long as the program is stopped.
extension Listener {
    /// Leaves the terminal as it was found: nothing drawn, no flags, no late key for the shell.
    func giveBackTerminal() {
        guard !isHungUp else { return }
        using { try painter.hide() }
        closeEditorLine()
        let shown = typeAhead.discarded
        for event in terminal.giveBack(isRepeating: isRepeating) {
            keepTypeAhead(event, at: .now)
        }
        leftOutUnseen = typeAhead.discarded > shown
    }

    /// What nobody has seen below a shell's prompt: keys that were left out while the terminal was being given back, and
    /// what was complained of, for which standard error would be the place elsewhere.
    func sayLate() {
        let complaint = lastComplaint.map { [PreviewSpan(.notice, $0.displayable())] } ?? []
        let spans = complaint + (leftOutUnseen ? words.leftOut(typeAhead) : [])
        guard setup.options.below, !spans.isEmpty, !isHungUp else { return }
        showBelow(
            spans, on: setup.editor ?? EditorDisplay(EditorLine(), size: nil),
            for: lastComplaint == nil ? Self.leftOutDuration : Self.noticeDuration)
    }

    /// Whether the talk key repeats, although nothing will tell that it came up.
    private var isRepeating: Bool {
        guard let session, session.options.mode == .autoRepeat else { return false }
        return capturing != nil || session.view.activity == .keepHolding
    }

    /// Stops the program until somebody continues it. The microphone is closed by now.
    func suspend() {
        guard !isHungUp else { return }
        using {
            try painter.hide()
            closeEditorLine()
            for event in try terminal.suspend(stopScope) { keepTypeAhead(event, at: .now) }
        }
        resize(at: .now)
        handle(.resume, at: .now)
    }

    /// Lets the filter command finish what has been delivered to it: it has a limit of its own. Whoever has sent a
    /// signal waits for a second at most, and whoever sends one now no longer: then the words go out as they are.
    func waitForFilter() {
        var patience = isHurried ? Duration.now + .seconds(1) : nil
        while !unfiltered.isEmpty {
            var requests = [
                pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            _ = poll(&requests, 2, patience.map { ($0 - .now).pollMilliseconds } ?? -1)
            readMailbox(at: .now)
            guard isToldToEnd() || patience.map({ $0 <= .now }) == true else { continue }
            setup.filter?.abandon()
            patience = nil
        }
    }

    /// Whether the end was asked for by somebody who may not wait.
    private var isHurried: Bool {
        switch end {
        case .session(.signal), .session(.hangup), .session(.interrupted), .outputClosed, .failure:
            true
        case .session, nil: false
        }
    }

    /// Takes the signals that come when the terminal is given back already. One that stops stops at once.
    ///
    /// - Returns: whether there was one that asks for the end, which then is by that signal.
    private func isToldToEnd() -> Bool {
        var isTold = false
        for number in signals.read() {
            switch number {
            case SIGWINCH, SIGCONT: break
            case SIGHUP where isToldOfHangup: break
            case SIGTSTP: if JobControl.canStop { JobControl.stop(.process) }
            default:
                end = .session(.signal(number))
                isTold = true
            }
        }
        return isTold
    }

    /// Lets an orderly close of the device come to its end, but waits for no hanging sound server.
    func waitForMicrophone() {
        let end = Duration.now + .milliseconds(300)
        while microphone.isOpen, Duration.now < end { _ = poll(nil, 0, 5) }
    }

    /// How long keys that were left out are told.
    static let leftOutDuration = Duration.seconds(1)
    /// How long an outcome is told.
    static let noticeDuration = Duration.milliseconds(1500)

    /// Until when what is on the line must be seen before a shell's line editor takes the screen back; nil: it need
    /// not be.
    private var seenAt: Duration? {
        let leftOut = leftOutAt.map { $0 + Self.leftOutDuration }
        guard let notice = session?.view.notice else { return leftOut }
        if case .delivered = notice { return leftOut }
        // A failure is shown by whoever catches it.
        switch end {
        case .failure, .session(.microphone), .session(.recognizer): return nil
        case .session, .outputClosed, nil: break
        }
        return max(.now + Self.noticeDuration, leftOut ?? .zero)
    }

    /// A shell's line editor takes the screen back at once: an outcome that people must see stays for a moment, or
    /// until they press a key; a key that is left out itself stays as long as it takes to read.
    func lingerOnNotice() {
        guard setup.options.below, !isHungUp, var last = seenAt else { return }
        // Who reads our output here is the shell, which writes nothing until we are gone.
        lineIsOthersUntil = nil
        var isOver = false
        while !isOver, !isHungUp, Duration.now < last {
            draw(at: .now)
            var requests = [
                pollfd(fd: terminal.tty.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            _ = poll(&requests, 2, (last - .now).pollMilliseconds)
            if requests[1].revents != 0 { return }
            guard requests[0].revents != 0 else { continue }
            using {
                guard case .events(let events) = try terminal.read(at: .now) else {
                    return hungUp()
                }
                for event in events {
                    let before = typeAhead.discarded
                    keepTypeAhead(event, at: .now)
                    if typeAhead.discarded > before {
                        last = .now + Self.leftOutDuration
                    } else if case .key(let key) = event, key.kind == .press {
                        isOver = true
                    }
                }
            }
        }
    }

    /// The terminal is given back as it was found, even raw: it may be the screen of a program that runs this one, and
    /// then to set it otherwise would break that. Where a killed program has left it so, a person needs to know.
    func sayFoundRaw() {
        guard terminal.tty.foundRaw, !isHungUp, isatty(STDERR_FILENO) == 1 else { return }
        writeAll(
            "utter: the terminal was in raw mode already, as a program leaves it that was killed\n"
                + TerminalCheck.rawRemedy + "\n", to: STDERR_FILENO)
    }

    /// What the end means for whoever started the program.
    func departure() throws(Failure) -> Departure {
        if let descriptor = setup.options.restDescriptor {
            writeAll(typeAhead.text, to: descriptor)
        }
        switch end {
        case .outputClosed, nil: return .status(ExitStatus.success.rawValue)
        case .failure(let failure): throw told(failure)
        case .session(let reason):
            switch reason {
            case .finished(let delivered):
                if !delivered, !setup.json, !setup.options.below, let lastLoss {
                    writeAll("utter: \(lastLoss)\n", to: STDERR_FILENO)
                }
                return status(delivered)
            case .quit(let delivered): return status(delivered)
            case .interrupted: return .status(128 + SIGINT)
            case .signal(let number): return .signal(number)
            case .hangup: return .signal(SIGHUP)
            case .microphone(let message): throw told(failure(message, .microphone))
            case .recognizer(let message): throw told(failure(message, .recognizer))
            }
        }
    }

    private func status(_ delivered: Bool) -> Departure {
        let status: ExitStatus = delivered || hasDelivered ? .success : .nothing
        return .status(status.rawValue)
    }

    private func failure(_ message: String, _ status: ExitStatus) -> Failure {
        if let lastFailure, lastFailure.message == message { return lastFailure }
        return Failure(message, remedy: "utter doctor looks at what is wrong.", status: status)
    }

    /// A failure, told on standard output too where that is JSON.
    private func told(_ failure: Failure) -> Failure {
        tell(.error(failure), at: .now)
        flushOutput()
        return failure
    }

    /// Writes out what standard output has not taken yet. A signal ends the wait, in a second where it came before.
    func flushOutput() {
        let patience = isHurried ? Duration.now + .seconds(1) : nil
        while output.flush() == .pending {
            var requests = [
                pollfd(fd: output.descriptor, events: Int16(POLLOUT), revents: 0),
                pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            _ = poll(&requests, 2, patience.map { ($0 - .now).pollMilliseconds } ?? -1)
            if isToldToEnd() || patience.map({ $0 <= .now }) == true { return }
        }
    }
}
