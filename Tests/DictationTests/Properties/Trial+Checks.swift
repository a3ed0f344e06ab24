import Dictation
import Keyboard
import Speech

extension Trial {
    // MARK: Actions

    mutating func check(_ action: SessionAction) {
        if hasExited { return fail("\(action) after the exit") }
        switch action {
        case .openCapture(let id): opened(id)
        case .stopCapture(let id): stopped(id)
        case .discard(let id): discarded(id)
        case .deliver(let id, let hypothesis, let early): delivered(id, hypothesis, early)
        case .dropped(let id, let reason): dropped(id, reason)
        case .cancelled(let id, let reason):
            ended(id)
            // Taken to be up by now.
            if reason == .releaseLost || (reason == .otherKey && options.held) { key.forget() }
        case .exit: exited()
        case .runTapCommand, .suspend, .draw: break
        }
    }

    private mutating func opened(_ id: UtteranceID) {
        if open != nil { fail("a second start while a recording runs") }
        if id.number != records.count + 1 { fail("utterance \(id.number) is not the next") }
        if !mayStart { fail("a start without evidence: \(options.mode)") }
        if isClosing { fail("a start after the end was asked for") }
        open = records.count
        records.append(
            Record(
                openedAt: now, start: now - lateness - slack, press: key.press,
                presses: keyBefore.presses))
        records[records.count - 1].isHandsFree = !isHold
        // What is due from before the press of this moment does not spend it.
        if key.press != now { key.isSpent = true }
    }

    private var isHold: Bool {
        key.provesHold(at: now, minimum: options.minimumDuration)
            || keyBefore.provesHold(at: now, minimum: options.minimumDuration)
    }

    /// How long after its instant a start may become certain.
    private var slack: Duration {
        switch options.mode {
        // A press right after the focus returned waits for longer.
        case .hold: key.returned == nil ? KeyOracle.debounce : .milliseconds(200)
        case .autoRepeat, .toggle: .milliseconds(390)
        }
    }

    private var mayStart: Bool {
        let minimum = options.minimumDuration
        switch options.mode {
        case .hold:
            let isTap = (key.release ?? keyBefore.release) != nil
            // Known late, right after the focus returned.
            let isLateTap = key.lastTap.map { now - lateness - $0 <= slack } ?? false
            return isHold || (options.tap == .toggle && (isTap || isLateTap))
        case .autoRepeat:
            guard let press = key.press ?? keyBefore.press, let last = key.last else {
                return false
            }
            return max(key.reports, keyBefore.reports) >= 2 && now - press >= minimum
                && now - lateness - last <= .milliseconds(400)
        case .toggle:
            return key.lastPress.map { now - lateness - $0 <= .milliseconds(400) } ?? false
        }
    }

    private mutating func stopped(_ id: UtteranceID) {
        closed(id)
        guard records.indices.contains(id.number - 1) else { return }
        records[id.number - 1].stoppedAt = now
    }

    private mutating func discarded(_ id: UtteranceID) {
        // Of one whose capture is over the recogniser is told to forget it.
        if let open, records.indices.contains(id.number - 1), id.number - 1 == open { closed(id) }
    }

    /// Capture may end with the key down only for a reason that is not the gesture's own.
    private mutating func closed(_ id: UtteranceID) {
        guard let index = open, index == id.number - 1 else {
            return fail("a stop of what does not run")
        }
        open = nil
        let record = records[index]
        switch cause {
        case .otherKey, .escape, .controlC, .q, .focusOut, .suspend, .terminate, .micFails,
            .micIsLost, .recognizerFails, .cannotDecode:
            return
        default:
            break
        }
        if now >= record.start + options.maximumDuration { return }
        if options.held, index == 0, keyBefore.reports <= 1, now >= options.maximumInitialDelay {
            return
        }
        if options.otherKeys != .ignore {
            // A key may have come before the capture, while it was undecided whether a release was one: where it was
            // none, the second phase had begun by then, and both are told together.
            let isTouched = lastOtherKey.map { $0 >= record.start - KeyTracker.debounce } ?? false
            if record.isTouched || isTouched { return }
        }
        let isOver =
            switch options.mode {
            case .hold:
                record.release != nil
            case .autoRepeat:
                record.release != nil
                    || keyBefore.last.map { now - $0 >= .milliseconds(150) } ?? true
            case .toggle:
                key.presses > record.presses
            }
        if !isOver { fail("capture of \(id.number) ended under a key that is down") }
    }

    private mutating func delivered(
        _ id: UtteranceID, _ hypothesis: Hypothesis, _ early: EarlyEnd?
    ) {
        ended(id)
        guard records.indices.contains(id.number - 1) else { return }
        let record = records[id.number - 1]
        if !record.hasText || hypothesis.text != "words \(id.number)" {
            fail("utterance \(id.number) got the words of another: \(hypothesis.text)")
        }
        guard let first = record.firstFrame, let stop = record.stoppedAt else {
            return fail("utterance \(id.number) was delivered without a recording")
        }
        let end = early == nil ? record.release ?? stop : stop
        if end - first < options.minimumClip { fail("a clip of \(end - first) was delivered") }
        if early == .focusLost, options.onFocusLoss == .cancel { fail("delivered unasked") }
        if options.confirm || (early == .focusLost && options.onFocusLoss == .ask) {
            let isTap =
                [.press, .again, .release, .wait, .otherKey].contains(cause)
                || (key.release ?? keyBefore.release) != nil
            if !isTap { fail("a text that waits was delivered by \(cause)") }
        }
        for earlier in records.prefix(id.number - 1) where earlier.ends == 0 {
            fail("utterance \(id.number) was delivered before one that was said earlier")
        }
    }

    private mutating func dropped(_ id: UtteranceID, _ reason: DropReason) {
        ended(id)
        guard case .tooShort(let clip, let started) = reason,
            records.indices.contains(id.number - 1)
        else { return }
        let record = records[id.number - 1]
        if clip >= options.minimumClip { fail("a clip of \(clip) was dropped for its length") }
        // Another key may have ended it before its release.
        guard options.mode == .hold, options.tap != .toggle, let release = record.release,
            release < record.start + options.maximumDuration,
            options.otherKeys != .end || !record.isTouched
        else { return }
        let expected = record.firstFrame.map { max(.zero, release - $0) } ?? .zero
        // Its first frame may be what has just been reported.
        if clip != expected, clip != .zero || cause != .lateFrame {
            fail("a clip of \(expected) was called one of \(clip)")
        }
        if started != (record.firstFrame.map { $0 < release } ?? false), cause != .lateFrame {
            fail("started: \(started)")
        }
    }

    private mutating func ended(_ id: UtteranceID) {
        guard records.indices.contains(id.number - 1) else { return fail("the end of nothing") }
        records[id.number - 1].ends += 1
        hasOutcome = true
        if records[id.number - 1].ends > 1 { fail("utterance \(id.number) ended twice") }
        if open == id.number - 1 { fail("utterance \(id.number) ended while it is recorded") }
    }

    private mutating func exited() {
        hasExited = true
        if open != nil { fail("the microphone is open at the exit") }
        for (index, record) in records.enumerated() where record.ends != 1 {
            fail("utterance \(index + 1) had \(record.ends) ends at the exit")
        }
    }

    // MARK: States

    mutating func checkState() {
        let view = session.view
        if let deadline = session.deadline, deadline <= now { fail("a deadline is left behind") }
        if hasExited, session.deadline != nil { fail("a deadline after the exit") }
        if view.activity == .listening, open == nil || records[open ?? 0].firstFrame == nil {
            fail("it says listening before anything listens")
        }
        let undecided = records.reduce(0) { $0 + ($1.ends == 0 ? 1 : 0) }
        if undecided == 0, !view.waiting.isEmpty { fail("a text waits that has had its end") }
        if hasExited { return }
        if options.once, hasOutcome, undecided == 0 { fail("once goes on after an outcome") }
        // A hold that has been proved is never lost: not to decoding, not to a tail.
        if options.mode == .hold, options.tap != .toggle, !options.once, !isClosing,
            !options.held, key.isDown(at: now),
            key.provesHold(at: now, minimum: options.minimumDuration)
        {
            fail("a hold has not started")
        }
    }

    // MARK: From here to rest

    /// From whatever state this is: a release, a cancel and the maximum duration each lead to rest, and nothing
    /// is left without an end.
    func checkRest(by way: RestBy) -> String? {
        var trial = self
        switch way {
        case .cancel:
            trial.take(TrialStep(kind: .escape, delay: 0))
        case .release where options.mode == .hold:
            // A hands-free recording takes a tap, the first of which may have started it.
            for _ in 0..<(options.tap == .toggle ? 2 : 1) where trial.open != nil {
                if !trial.key.isDown(at: trial.now) {
                    trial.take(TrialStep(kind: .press, delay: 0))
                }
                trial.take(TrialStep(kind: .release, delay: 2))
                // Certain after the debounce, and behind a press that was not certain after the focus returned.
                trial.runDeadlines(until: trial.now + options.tail + .milliseconds(251))
            }
        case .release, .maximumDuration:
            trial.runDeadlines(until: now + options.maximumDuration + options.tail + .seconds(2))
        }
        if trial.open != nil { trial.fail("\(way) leaves the microphone open") }
        for back in (0..<trial.records.count).reversed()
        where trial.records[
            trial.records.count - 1 - back
        ].ends == 0 {
            trial.take(TrialStep(kind: .final, delay: 0, target: back))
        }
        let undecided = trial.records.reduce(0) { $0 + ($1.ends == 0 ? 1 : 0) }
        if undecided != trial.session.view.waiting.count {
            trial.fail("\(undecided) utterances have no end")
        }
        return trial.firstFailure
    }
}

/// What must lead to rest from every state.
enum RestBy: CaseIterable, Sendable {
    case release, cancel, maximumDuration
}
