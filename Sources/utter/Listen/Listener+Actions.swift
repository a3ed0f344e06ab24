import ALSA
import Configuration
import Dictation
import Glibc
import Keyboard
import PocketSphinx
import Speech
import Terminal

// What goes out: the session's actions become effects.
extension Listener {
    func perform(_ actions: [SessionAction], at now: Duration) {
        var texts: [(id: UtteranceID, hypothesis: Hypothesis, early: EarlyEnd?)] = []
        for action in actions {
            // What one event delivers together is one text.
            if case .deliver(let id, let hypothesis, let early) = action {
                texts.append((id, hypothesis, early))
                continue
            }
            deliver(texts, at: now)
            texts = []
            perform(action, at: now)
        }
        deliver(texts, at: now)
    }

    private func perform(_ action: SessionAction, at now: Duration) {
        switch action {
        case .openCapture(let id):
            let utterance = number(id)
            utterances = utterance
            capturing = utterance
            recognizer.begin(utterance)
            beginRefining(utterance)
            microphone.start(utterance)
            Log.write(.debug, "utterance \(utterance): capture starts")
            tell(.began, utterance: utterance, at: now)
        case .stopCapture(let id):
            // A device that has failed will not report that it has stopped.
            if endedCapture == number(id) {
                endUtterance(number(id))
            } else {
                microphone.stop(number(id))
            }
        case .discard(let id):
            if capturing == number(id) { capturing = nil }
            microphone.discard(number(id))
            recognizer.discard(number(id))
            discardRefining(number(id))
        case .deliver:
            break
        case .dropped(let id, let reason):
            lastLoss = reason.words
            Log.write(.debug, "utterance \(number(id)): \(reason.name)")
            tell(.dropped(reason), utterance: number(id), at: now)
        case .cancelled(let id, let reason):
            lastLoss = reason.isWanted ? nil : reason.words
            Log.write(.debug, "utterance \(number(id)): cancelled, \(reason.name)")
            tell(.cancelled(reason), utterance: number(id), at: now)
        case .runTapCommand:
            startTapCommand(at: now)
        case .suspend:
            suspend()
        case .draw:
            draw(at: now)
        case .exit(let reason):
            end = .session(reason)
        }
        noteOutput()
    }

    /// Gives a text its written form, then to the filter command if there is one, then to standard output.
    private func deliver(
        _ texts: [(id: UtteranceID, hypothesis: Hypothesis, early: EarlyEnd?)], at now: Duration
    ) {
        guard let last = texts.last else { return }
        hasDelivered = true
        let hypothesis = Hypothesis(joining: texts.map(\.hypothesis))
        let transcript = Transcript(
            utterance: number(last.id), hypothesis: hypothesis,
            text: setup.text.written(hypothesis).text)
        guard setup.filter != nil else { return write(transcript, at: now) }
        // In the order in which they were said, one at a time, on a thread that may wait for the command.
        unfiltered.append(transcript)
        if unfiltered.count == 1 { startFilter() }
    }

    private func startFilter() {
        guard let filter = setup.filter, let text = unfiltered.first?.text else { return }
        let mailbox = mailbox
        detachThread {
            do throws(CommandFailure) {
                mailbox.post(.filtered(.success(try filter.run(text))))
            } catch {
                mailbox.post(.filtered(.failure(error)))
            }
        }
    }

    /// The filter command is done with the first text; where it has failed, the text goes out as it was.
    func filtered(_ result: Result<String, CommandFailure>, at now: Duration) {
        guard !unfiltered.isEmpty else { return }
        var transcript = unfiltered.removeFirst()
        switch result {
        case .success(let text): transcript.text = text
        case .failure(let failure): complain("filter: \(failure)", at: now)
        }
        write(transcript, at: now)
        draw(at: now)
        startFilter()
    }

    /// Says something that concerns no utterance, past the preview line.
    func complain(_ message: String, at now: Duration) {
        lastComplaint = "utter: \(message)"
        show(line: "utter: \(message)", at: now)
    }

    /// Shows a line without tearing the preview.
    func show(line: String, at now: Duration) {
        if terminal.isActive, !isHungUp {
            using { try painter.log(line, at: now) }
        } else {
            writeAll("\(line)\n", to: STDERR_FILENO)
        }
    }

    /// Writes a transcript, one line, once.
    private func write(_ transcript: Transcript, at now: Duration) {
        if output.tellsOfReader, terminal.isActive { leaveLine(at: now) }
        words.delivered = (transcript.hypothesis, SafeText.onOneLine(transcript.text))
        if setup.json {
            tell(
                .final(transcript.hypothesis, text: transcript.text),
                utterance: transcript.utterance, at: now)
        } else {
            put(setup.fitted(setup.text.shown(transcript.text)), at: now)
        }
        do throws(SystemError) {
            try setup.history?.add(transcript.text)
        } catch {
            complain("cannot keep the history: \(error)", at: now)
        }
        noteOutput()
    }

    /// Clears the line for a moment: what reads our output may write it to the same terminal, as `utter | tee` does, and
    /// nobody tells when. Painted over, the end of the preview would stand behind its words.
    private func leaveLine(at now: Duration) {
        using { try painter.hide() }
        lineIsOthersUntil = now + .milliseconds(150)
    }

    /// With `--json`, tells of an event on standard output.
    func tell(_ record: ListenRecord, utterance: Int? = nil, at now: Duration) {
        guard setup.json else { return }
        put(record.json(at: now, utterance: utterance).text, at: now)
        noteOutput()
    }

    /// Puts a line on standard output; where that is the terminal, the preview makes room for it.
    private func put(_ line: String, at now: Duration) {
        guard output.isTerminal, terminal.isActive, !isHungUp else {
            _ = output.write(line: line)
            return
        }
        using {
            try painter.aside(at: now) {
                _ = terminal.tty.drain(within: .milliseconds(200))
                _ = output.write(line: line)
            }
        }
    }

    /// Starts the command of `tap = COMMAND` in the background, without our terminal and without our output.
    private func startTapCommand(at now: Duration) {
        guard let command = setup.tapCommand else { return }
        do throws(SystemError) {
            tapCommands.append(try ShellProcess(command, ShellProcess.Streams()).pid)
        } catch {
            complain("cannot start the command of a tap: \(error)", at: now)
        }
    }

    // MARK: Numbers

    /// The number of an utterance in the whole run.
    func number(_ id: UtteranceID) -> Int { earlierUtterances + id.number }

    /// The name of an utterance in the session of now; no utterance of its own for those of sessions before.
    func id(_ number: Int) -> UtteranceID { UtteranceID(number: number - earlierUtterances) }

    // MARK: Standard output

    func tendOutput(_ events: Int16) {
        if output.condition == .pending {
            _ = output.flush()
        } else if events & Int16(POLLERR | POLLHUP | POLLNVAL) != 0 {
            output.readerGone()
        }
        noteOutput()
    }

    /// An output that has ended ends the program.
    private func noteOutput() {
        guard end == nil else { return }
        switch output.condition {
        case .closed: end = .outputClosed
        case .failed(let code): end = .failure(Failure(output: code))
        case .flushed, .pending: break
        }
    }
}

/// A text on its way out.
struct Transcript {
    var utterance: Int
    var hypothesis: Hypothesis
    var text: String
}

extension Hypothesis {
    /// Hypotheses of one text, one after the other.
    init(joining parts: [Hypothesis]) {
        var offset = 0.0
        var words: [Word] = []
        for part in parts {
            words += part.words.map {
                Word(
                    text: $0.text, start: $0.start + offset, duration: $0.duration,
                    confidence: $0.confidence)
            }
            offset += part.duration
        }
        self.init(
            text: parts.map(\.text).filter { !$0.isEmpty }.joined(separator: " "), words: words,
            alternatives: parts.count == 1 ? parts[0].alternatives : [], duration: offset)
        isWritten = parts.contains(where: \.isWritten)
    }
}
