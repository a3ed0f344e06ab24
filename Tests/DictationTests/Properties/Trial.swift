import Dictation
import Keyboard
import Speech

/// A session under test, its world, and the properties that must hold after every action.
struct Trial {
    var session: Session
    let options: SessionOptions
    var now = Duration.zero
    var key = KeyOracle()
    /// The oracle before the event that is being handled.
    var keyBefore = KeyOracle()
    var records: [Record] = []
    /// Index of the utterance whose capture is open.
    var open: Int?
    var hasExited = false
    var hasOutcome = false
    /// Something has been asked for after which no new recording need begin.
    var isClosing = false
    var otherKeys = 0
    /// When the last of them went down.
    var lastOtherKey: Duration?
    var cause = TrialStep.Kind.wait
    /// How long what happens now may have been due already.
    var lateness = Duration.zero
    var firstFailure: String?

    /// What the world knows of an utterance.
    struct Record {
        var openedAt: Duration
        /// The earliest that it may count from, where the loop was late.
        var start: Duration
        var firstFrame: Duration?
        /// When the key came up, as far as it has.
        var release: Duration?
        /// That is certain.
        var isReleased = false
        /// Another key has been touched since.
        var isTouched = false
        /// A tap has started it.
        var isHandsFree = false
        var stoppedAt: Duration?
        /// The press that it lives on.
        var press: Duration?
        /// How often the key had been pressed when it started.
        var presses: Int
        /// The recogniser has given a text for it.
        var hasText = false
        var ends = 0
    }

    init(_ options: SessionOptions) {
        self.options = options
        session = Session(options: options, start: .zero)
        if options.held {
            key.down(isPress: true, at: .zero)
        }
    }

    mutating func fail(_ message: String) {
        if firstFailure == nil { firstFailure = "at \(now): \(message)" }
    }

    // MARK: Running

    mutating func run(_ steps: [TrialStep]) {
        for step in steps {
            take(step)
            guard firstFailure == nil else { return }
        }
    }

    mutating func take(_ step: TrialStep) {
        let time = now + step.pause
        if !step.isLate { runDeadlines(until: time) }
        now = max(now, time)
        cause = step.kind
        lateness = step.isLate ? step.pause : .zero
        perform(step)
    }

    mutating func runDeadlines(until time: Duration) {
        cause = .wait
        lateness = .zero
        while let deadline = session.deadline, deadline <= time, firstFailure == nil {
            now = max(now, deadline)
            keyBefore = key
            feed(.deadline)
        }
        now = max(now, time)
    }

    private mutating func perform(_ step: TrialStep) {
        keyBefore = key
        let chord = options.chord
        let current = UtteranceID(number: records.count)
        let target = UtteranceID(number: max(1, records.count - step.target))
        switch step.kind {
        case .press, .again:
            let isPress = step.kind == .press || options.mode != .hold
            key.down(isPress: isPress, at: now)
            feed(.key(KeyEvent(chord.key, chord.modifiers, isPress ? .press : .repeat)))
        case .release:
            // Terminals of the other modes report none.
            guard options.mode == .hold else { return feed(.deadline) }
            key.up(at: now)
            feed(.key(KeyEvent(chord.key, [], .release)))
        case .otherKey:
            if let press = key.press, now < press + options.minimumDuration { key.isSpent = true }
            // Never the same key twice: within the debounce that would be one press that bounces.
            otherKeys += 1
            lastOtherKey = now
            let other = Key(code: UInt32(0x3b1 + otherKeys % 24))
            if let open { records[open].isTouched = true }
            // Where nothing else is known it ends the repeats of the first.
            if options.mode == .autoRepeat, let open { records[open].release = now }
            feed(.key(KeyEvent(other)))
            if options.mode == .hold { feed(.key(KeyEvent(other, [], .release))) }
        case .escape:
            key.isSpent = true
            feed(.key(KeyEvent(.escape)))
        case .controlC:
            feed(.key(KeyEvent(Key(code: 99), .control)))
            isClosing = true
        case .q:
            feed(.key(KeyEvent(Key(code: 113))))
            isClosing = true
        case .focusOut:
            key.forget()
            feed(.focusOut)
        case .focusIn:
            key.returned = now
            feed(.focusIn)
        case .suspend:
            key.forget()
            feed(.suspend)
        case .resume:
            key.returned = now
            feed(.resume)
        case .terminate:
            feed(.quit(.signal(15)))
            isClosing = true
        case .opened: feed(.capture(current, .opened))
        case .frame: frame(of: current, at: now)
        case .lateFrame: frame(of: current, at: max(.zero, now - .milliseconds(60)))
        case .level: feed(.capture(current, .level(0.3)))
        case .micWaits: feed(.capture(current, .waiting))
        case .micResumes: feed(.capture(current, .resumed))
        case .overrun: feed(.capture(current, .overrun))
        case .micFails:
            spendRecordingPress()
            feed(.capture(current, .failed(message: "busy")))
        case .micIsLost:
            spendRecordingPress()
            feed(.capture(current, .lost(message: "gone")))
        case .stopped: feed(.capture(target, .stopped))
        case .ready: feed(.recognizer(.ready))
        case .partial:
            feed(.recognizer(.partial(target, PartialHypothesis(stable: "so", unstable: "far"))))
        case .final: final(of: target, "words \(target.number)")
        case .emptyFinal: final(of: target, "")
        case .cannotDecode:
            spendRecordingPress()
            final(of: target, nil)
        case .recognizerFails:
            key.isSpent = true
            feed(.recognizer(.failed(message: "no model")))
            isClosing = true
        case .wait: feed(.deadline)
        }
    }

    /// The utterance breaks off under the key that it lives on; a later press is another.
    private mutating func spendRecordingPress() {
        if let open, records[open].press == key.press { key.isSpent = true }
    }

    private mutating func frame(of id: UtteranceID, at time: Duration) {
        let index = id.number - 1
        if index == open, records[index].firstFrame == nil, time >= records[index].openedAt {
            records[index].firstFrame = time
        } else if index == open, records[index].firstFrame == nil {
            return feed(.deadline)
        }
        feed(.capture(id, .firstFrame(time: time)))
    }

    private mutating func final(of id: UtteranceID, _ text: String?) {
        let index = id.number - 1
        if records.indices.contains(index), text?.isEmpty == false {
            records[index].hasText = true
        }
        guard let text else {
            return feed(.recognizer(.utteranceFailed(id, message: "lattice")))
        }
        feed(.recognizer(.final(id, Hypothesis(text: text))))
    }

    mutating func feed(_ event: SessionEvent) {
        if let open, options.mode == .hold { noteRelease(of: open) }
        let actions = session.handle(event, at: now)
        for action in actions { check(action) }
        checkState()
    }

    private mutating func noteRelease(of index: Int) {
        let record = records[index]
        if record.isHandsFree {
            // Not the release of the tap that has started it; and a tap with other keys in it stops nothing.
            if let release = key.release ?? keyBefore.release, release > record.openedAt {
                records[index].release = release
            }
        } else if !record.isReleased {
            if let release = keyBefore.release, now - release >= KeyOracle.debounce {
                records[index].isReleased = true
                records[index].release = release
            } else {
                records[index].release = key.release
            }
        }
    }
}
