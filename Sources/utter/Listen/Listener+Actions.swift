import ALSA
import Dictation
@preconcurrency import Glibc
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
            microphone.start(utterance)
            tell(.began, utterance: utterance, at: now)
        case .stopCapture(let id):
            // A device that has failed will not report that it has stopped.
            if endedCapture == number(id) {
                recognizer.end(number(id))
            } else {
                microphone.stop(number(id))
            }
        case .discard(let id):
            if capturing == number(id) { capturing = nil }
            microphone.discard(number(id))
            recognizer.discard(number(id))
        case .deliver:
            break
        case .dropped(let id, let reason):
            lastLoss = reason.words
            tell(.dropped(reason), utterance: number(id), at: now)
        case .cancelled(let id, let reason):
            lastLoss = reason.isWanted ? nil : reason.words
            tell(.cancelled(reason), utterance: number(id), at: now)
        case .runTapCommand:
            if let command = setup.tapCommand, let process = startCommand(command) {
                tapCommands.append(process)
            }
        case .suspend:
            suspend()
        case .draw:
            draw(at: now)
        case .exit(let reason):
            end = .session(reason)
        }
        noteOutput()
    }

    /// Writes the transcript, one line, once.
    private func deliver(
        _ texts: [(id: UtteranceID, hypothesis: Hypothesis, early: EarlyEnd?)], at now: Duration
    ) {
        guard let last = texts.last else { return }
        hasDelivered = true
        let hypothesis = Hypothesis(joining: texts.map(\.hypothesis))
        let text = setup.write(hypothesis)
        if setup.json {
            tell(.final(hypothesis, text: text), utterance: number(last.id), at: now)
        } else if output.isTerminal {
            using {
                try painter.aside(at: now) {
                    _ = terminal.tty.drain(within: .milliseconds(200))
                    _ = output.write(line: text)
                }
            }
        } else {
            _ = output.write(line: text)
        }
        noteOutput()
    }

    /// With `--json`, tells of an event on standard output.
    func tell(_ record: ListenRecord, utterance: Int? = nil, at now: Duration) {
        guard setup.json else { return }
        _ = output.write(line: record.json(at: now, utterance: utterance).text)
        noteOutput()
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

    // MARK: The command of a tap

    /// Starts a command of the dotfile in the background, without our terminal's keys and without our output.
    private func startCommand(_ command: String) -> pid_t? {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
        var arguments: [UnsafeMutablePointer<CChar>?] =
            ["sh", "-c", command].map { (text: String) in strdup(text) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        let code = posix_spawn(&process, "/bin/sh", &actions, &attributes, &arguments, environ)
        return code == 0 ? process : nil
    }
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
    }
}
