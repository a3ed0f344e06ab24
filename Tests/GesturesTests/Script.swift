import Gestures
import Keyboard
import Testing

/// A key for gestures that do not care which.
let space = Key.space
let control = Key(code: 57442)
let letter = Key(code: 120)

/// One thing that happens to a recogniser, in milliseconds.
enum Step: Sendable, CustomStringConvertible {
    case down(Int, Key = space)
    case held(Int, Key = space)
    case again(Int, Key = space)
    case up(Int, Key = space)
    case other(Int)
    case cancel(Int)
    /// Lets deadlines pass up to here.
    case wait(Int)

    var description: String {
        switch self {
        case .down(let time, _): "down \(time)"
        case .held(let time, _): "held \(time)"
        case .again(let time, _): "again \(time)"
        case .up(let time, _): "up \(time)"
        case .other(let time): "other \(time)"
        case .cancel(let time): "cancel \(time)"
        case .wait(let time): "wait \(time)"
        }
    }

    var time: Duration {
        switch self {
        case .down(let time, _), .held(let time, _), .again(let time, _), .up(let time, _),
            .other(let time), .cancel(let time), .wait(let time):
            .milliseconds(time)
        }
    }

    var input: GestureInput? {
        switch self {
        case .down(_, let key): .down(key)
        case .held(_, let key): .held(key)
        case .again(_, let key): .repeated(key)
        case .up(_, let key): .up(key)
        case .other: .other(letter)
        case .cancel: .cancelled
        case .wait: nil
        }
    }
}

extension Gesture {
    /// Runs a script on a fake clock: deadlines pass at their own instants, before what lies after them.
    mutating func run(_ steps: Step...) -> [GesturePhase<Value>] {
        run(steps)
    }

    mutating func run(_ steps: [Step]) -> [GesturePhase<Value>] {
        var phases: [GesturePhase<Value>] = []
        func record(_ phase: GesturePhase<Value>?, after state: GestureState) {
            guard let phase else {
                #expect(self.state == state, "a state changed and nothing said so")
                return
            }
            #expect(state.canBecome(phase.state), "\(state) became \(phase.state)")
            #expect(self.state == phase.state)
            phases.append(phase)
        }
        for step in steps {
            while let deadline, deadline <= step.time {
                let state = self.state
                record(deadlinePassed(at: deadline), after: state)
                if self.deadline == deadline { break }
            }
            if let input = step.input {
                let state = self.state
                record(handle(input, at: step.time), after: state)
            }
        }
        return phases
    }
}

/// The words for phases that tables are written in.
func states<Value>(_ phases: [GesturePhase<Value>]) -> [GestureState] {
    phases.map(\.state)
}

func ms(_ value: Int) -> Duration { .milliseconds(value) }

/// A named case of a table.
struct Timeline: Sendable, CustomTestStringConvertible {
    var name: String
    var steps: [Step]
    var states: [GestureState]

    init(_ name: String, _ steps: [Step], _ states: [GestureState]) {
        self.name = name
        self.steps = steps
        self.states = states
    }

    var testDescription: String { name }
}
