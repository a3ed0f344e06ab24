import Gestures
import Keyboard
import Testing

/// The gesture that dictation is built on, against a second telling of what it should do, over every sequence of
/// up to seven things that can happen to it.
@Suite struct TalkGestureTests {
    typealias Talk = ExclusiveGesture<SequenceGesture<LongPress, Hold>, Tap>

    enum Symbol: CaseIterable, Sendable {
        case press, again, release, otherKey, cancel, shortWait, longWait

        var pause: Duration {
            switch self {
            case .press, .again, .release, .otherKey, .cancel: .milliseconds(10)
            case .shortWait: .milliseconds(100)
            case .longWait: .milliseconds(350)
            }
        }
    }

    /// What a phase says, without its value.
    enum Said: Hashable, Sendable {
        case holdBegan(at: Duration), holdChanged, holdEnded(at: Duration), tapped(at: Duration)
        case cancelled, failed
    }

    /// The gesture in four plain states.
    struct Model {
        enum State { case rest, pressing(since: Duration), holding, spent }
        var state = State.rest
        /// An attempt has been broken off or decided: there is nothing left to cancel.
        var isOver = false

        mutating func pass(_ time: Duration) -> [Said] {
            guard case .pressing(let since) = state, time >= since + .milliseconds(350) else {
                return []
            }
            state = .holding
            return [.holdBegan(at: since + .milliseconds(350))]
        }

        mutating func take(_ symbol: Symbol, at time: Duration) -> [Said] {
            let passed = pass(time)
            return passed + react(to: symbol, at: time)
        }

        private mutating func react(to symbol: Symbol, at time: Duration) -> [Said] {
            switch (symbol, state) {
            case (.shortWait, _), (.longWait, _):
                return []
            case (.press, .rest), (.press, .spent):
                state = .pressing(since: time)
                isOver = false
                return []
            case (.press, .pressing), (.again, .pressing), (.again, .rest), (.again, .spent):
                return []
            case (.press, .holding), (.again, .holding), (.otherKey, .holding):
                return [.holdChanged]
            case (.release, .pressing):
                state = .rest
                isOver = true
                return [.tapped(at: time)]
            case (.release, .holding):
                state = .rest
                isOver = true
                return [.holdEnded(at: time)]
            case (.release, .rest), (.otherKey, .rest), (.otherKey, .spent):
                return []
            case (.release, .spent):
                state = .rest
                return []
            case (.otherKey, .pressing):
                state = .spent
                isOver = true
                return [.failed]
            case (.cancel, _):
                defer {
                    state = .rest
                    isOver = true
                }
                return isOver ? [] : [.cancelled]
            }
        }
    }

    static func said(_ phase: GesturePhase<Talk.Value>) -> Said? {
        switch phase {
        case .began(.first(.second(_, let hold?))): .holdBegan(at: hold.start)
        case .changed(.first(.second(_, .some))): .holdChanged
        case .ended(.first(.second(_, let hold?))): .holdEnded(at: hold.time)
        case .ended(.second(let tap)): .tapped(at: tap.end)
        case .cancelled: .cancelled
        case .failed: .failed
        default: nil
        }
    }

    @Test(arguments: Symbol.allCases)
    func everySequenceOfUpToSevenSaysWhatItShould(_ first: Symbol) {
        let recognizer = KeyRecognizer(
            LongPress(minimumDuration: 0.35).sequenced(before: Hold()).exclusively(before: Tap()),
            on: KeyChord(.space))
        var count = 0
        var path: [Symbol] = []
        let failure = Self.explore(
            recognizer, Model(), [first], at: .zero, depth: 7, path: &path, count: &count)
        #expect(failure == nil)
        #expect(count == (0..<7).reduce(0) { sum, length in sum + Self.power(7, length) })
    }

    private static func power(_ base: Int, _ exponent: Int) -> Int {
        (0..<exponent).reduce(1) { product, _ in product * base }
    }

    private static func explore(
        _ recognizer: KeyRecognizer<Talk>, _ model: Model, _ symbols: [Symbol], at time: Duration,
        depth: Int, path: inout [Symbol], count: inout Int
    ) -> String? {
        for symbol in symbols {
            var next = recognizer
            var expected = model
            let now = time + symbol.pause
            count += 1
            path.append(symbol)
            let phases = perform(symbol, on: &next, at: now)
            let wanted = expected.take(symbol, at: now)
            if phases.map(said) != wanted { return "\(path): \(phases) is not \(wanted)" }
            if depth > 1,
                let failure = explore(
                    next, expected, Symbol.allCases, at: now, depth: depth - 1, path: &path,
                    count: &count)
            {
                return failure
            }
            path.removeLast()
        }
        return nil
    }

    private static func perform(
        _ symbol: Symbol, on recognizer: inout KeyRecognizer<Talk>, at time: Duration
    ) -> [GesturePhase<Talk.Value>] {
        func key(_ key: Key, _ kind: KeyEventKind) -> [GesturePhase<Talk.Value>] {
            recognizer.handle(KeyTransition(event: KeyEvent(key, [], kind), time: time))
        }
        switch symbol {
        case .press: return key(.space, .press)
        case .again: return key(.space, .repeat)
        case .release: return key(.space, .release)
        case .otherKey: return key(letter, .press)
        case .shortWait, .longWait: return recognizer.deadlinePassed(at: time)
        case .cancel:
            var phases = recognizer.deadlinePassed(at: time)
            if let phase = recognizer.cancel(at: time) { phases.append(phase) }
            return phases
        }
    }
}
