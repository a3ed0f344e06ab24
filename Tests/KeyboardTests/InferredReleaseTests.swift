import Keyboard
import Testing

/// A reproducible source of random numbers (SplitMix64).
struct Random: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

/// Runs a tracker over key events at given instants, calling its deadlines when they come.
struct TrackerRun {
    var tracker: KeyTracker
    var transitions: [KeyTransition] = []
    /// When each transition was given out.
    var announced: [Duration] = []

    init(_ source: ReleaseSource) {
        tracker = KeyTracker(source: source)
    }

    mutating func advance(to now: Duration) {
        while let deadline = tracker.deadline, deadline <= now {
            collect(tracker.deadlinePassed(at: deadline), at: deadline)
        }
    }

    mutating func send(_ event: KeyEvent, at now: Duration) {
        advance(to: now)
        collect(tracker.handle(event, at: now), at: now)
    }

    mutating func collect(_ new: [KeyTransition], at now: Duration) {
        transitions += new
        announced += new.map { _ in now }
    }

    /// The transitions as words: `press space`.
    var words: [String] {
        transitions.map { "\($0.event.kind) \($0.event.key.name)" }
    }
}

@Suite struct InferredReleaseTests {
    /// One hold as a terminal without releases shows it.
    struct Hold {
        var presses: [Duration]
        var end: Duration

        /// Intervals vary by ± 30 %, and one repeat may be lost.
        init(using random: inout Random) {
            let interval = Double.random(in: 30...90, using: &random)
            let delay = Double.random(in: 250...1000, using: &random)
            let end = delay + Double.random(in: 0...4000, using: &random)
            var times = [0.0]
            var time = delay
            while time <= end {
                times.append(time)
                time += interval * Double.random(in: 0.7...1.3, using: &random)
            }
            if Bool.random(using: &random), times.count > 2 {
                times.remove(at: Int.random(in: 1..<times.count, using: &random))
            }
            presses = times.map { .microseconds(Int($0 * 1000)) }
            self.end = .microseconds(Int(end * 1000))
        }
    }

    @Test func noHoldOfTenThousandEndsBeforeTheKeyComesUp() {
        var random = Random(state: 1)
        for number in 0..<10_000 {
            let hold = Hold(using: &random)
            var run = TrackerRun(.inferred)
            for press in hold.presses {
                run.send(KeyEvent(.space), at: press)
            }
            let last = run.transitions.count
            #expect(
                run.transitions.allSatisfy { $0.event.kind != .release }, "hold \(number): \(hold)")
            run.advance(to: hold.end + .seconds(2))
            let release = run.transitions.last
            #expect(run.transitions.count == last + 1 && release?.event.kind == .release)
            if hold.presses.count > 1 {
                let error = hold.end - (release?.time ?? .zero)
                #expect(error >= .zero && error <= .milliseconds(400), "hold \(number): \(hold)")
                let lateness = (run.announced.last ?? .zero) - hold.end
                #expect(lateness <= .milliseconds(400), "hold \(number): \(hold)")
            }
        }
    }
}
