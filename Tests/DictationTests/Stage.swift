import Dictation
import Gestures
import Keyboard
import Speech
import Testing

/// A session on a fake clock, with what its owner would have to do written down.
struct Stage {
    var session: Session
    var now: Duration = .zero
    /// Every action but `draw`, with the instant at which it was asked for.
    var log: [(time: Duration, action: SessionAction)] = []

    init(
        _ mode: TalkMode = .hold, chord: KeyChord = KeyChord(.space),
        _ change: (inout SessionOptions) -> Void = { _ in }
    ) {
        var options = SessionOptions(chord: chord, mode: mode)
        change(&options)
        session = Session(options: options, start: .zero)
    }

    var view: SessionView { session.view }
    var actions: [SessionAction] { log.map(\.action) }
    var activity: SessionView.Activity { session.view.activity }

    /// Lets time run to `time` as a loop does: every deadline is handled when it has come.
    mutating func wait(until time: Int) {
        let end = Duration.milliseconds(time)
        var rounds = 0
        while let deadline = session.deadline, deadline <= end, rounds < 1000 {
            rounds += 1
            now = max(now, deadline)
            record(session.handle(.deadline, at: now))
        }
        #expect(rounds < 1000, "the session asks for the same deadline again and again")
        now = max(now, end)
    }

    mutating func send(_ event: SessionEvent, at time: Int) {
        wait(until: time)
        record(session.handle(event, at: now))
    }

    /// Reads what has waited unread, as a loop does that has had no time to pass a deadline.
    mutating func read(_ event: SessionEvent) {
        record(session.handle(event, at: session.instant(of: event, readAt: now)))
    }

    private mutating func record(_ actions: [SessionAction]) {
        for action in actions where action != .draw {
            log.append((now, action))
        }
    }

    // MARK: Words for events

    mutating func press(at time: Int, _ key: Key = .space, _ modifiers: Modifiers = []) {
        send(.key(KeyEvent(key, modifiers, .press)), at: time)
    }

    mutating func again(at time: Int, _ key: Key = .space) {
        send(.key(KeyEvent(key, [], .repeat)), at: time)
    }

    mutating func release(at time: Int, _ key: Key = .space) {
        send(.key(KeyEvent(key, [], .release)), at: time)
    }

    /// The microphone opens and its first frame arrives.
    mutating func frame(_ number: Int = 1, at time: Int) {
        send(.capture(id(number), .opened), at: time)
        send(.capture(id(number), .firstFrame(time: .milliseconds(time))), at: time)
    }

    mutating func final(_ number: Int = 1, _ text: String = "hello", at time: Int) {
        send(.capture(id(number), .stopped), at: time)
        send(.recognizer(.final(id(number), Hypothesis(text: text))), at: time)
    }

    /// A whole hold: down at `start`, first frame 40 ms into the second phase, up at `end`.
    mutating func hold(_ number: Int = 1, from start: Int, to end: Int) {
        press(at: start)
        frame(number, at: start + 390)
        release(at: end)
        wait(until: end + 400)
    }

    /// When the first action like this was asked for, in milliseconds.
    func time(of action: SessionAction) -> Int? {
        log.first { $0.action == action }.map { Int($0.time / .milliseconds(1)) }
    }
}

func id(_ number: Int) -> UtteranceID { UtteranceID(number: number) }
func ms(_ value: Int) -> Duration { .milliseconds(value) }
func delivered(_ number: Int = 1, _ text: String = "hello", early: EarlyEnd? = nil)
    -> SessionAction
{
    .deliver(id(number), Hypothesis(text: text), early: early)
}
