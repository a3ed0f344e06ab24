import Glibc
import Threads

/// What a `PseudoTerminal` shares with the thread that reads its master side.
final class Core: Sendable {
    struct State {
        var output: [UInt8] = []
        /// How much of `output` had come at which instants.
        var arrivals: [(count: Int, time: Duration)] = []
        var parser = VTParser()
        var keyboard = KeyboardProtocolState()
        var screen: ScreenEmulator
        var persona: TerminalPersona
        var heldAnswers: [UInt8] = []
        var pushes = 0
        var pops = 0
        var isStopped = false

        init(screen: ScreenEmulator, persona: TerminalPersona) {
            self.screen = screen
            self.persona = persona
        }
    }

    let master: Int32
    /// A byte 0 here ends the thread, any other makes it look at the state again.
    let wake: Int32
    let state: Locked<State>

    init(master: Int32, wake: Int32, state: State) {
        self.master = master
        self.wake = wake
        self.state = Locked(state)
    }

    func send(_ bytes: [UInt8]) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
            if count > 0 {
                sent += count
            } else if errno != EINTR {
                return
            }
        }
    }

    func run() {
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let stopped = state.withLock { $0.isStopped }
            var descriptors = [
                pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
                pollfd(fd: stopped ? -1 : master, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&descriptors, 2, -1) >= 0 || errno == EINTR else { return }
            if descriptors[0].revents != 0 {
                var byte: UInt8 = 0
                guard read(wake, &byte, 1) == 1, byte != 0 else { return }
                continue
            }
            guard descriptors[1].revents != 0 else { continue }
            let count = buffer.withUnsafeMutableBytes { read(master, $0.baseAddress, $0.count) }
            if count <= 0 {
                if count < 0 && errno == EINTR { continue }
                return
            }
            take(buffer[..<count])
        }
    }

    private func take(_ bytes: ArraySlice<UInt8>) {
        let answers = state.withLock { state -> [UInt8] in
            var answers: [UInt8] = []
            state.output += bytes
            state.arrivals.append((state.output.count, monotonicNow()))
            for token in state.parser.parse(bytes) {
                state.screen.apply(token)
                guard case .csi(let function) = token else { continue }
                let isFlags = function.final == UInt8(ascii: "u")
                if !isFlags || state.persona.knowsFlags { state.keyboard.apply(function) }
                if isFlags {
                    if function.prefix == UInt8(ascii: ">") { state.pushes += 1 }
                    if function.prefix == UInt8(ascii: "<") { state.pops += 1 }
                }
                answers += state.persona.answer(
                    to: function, state: state.keyboard, row: state.screen.row,
                    column: state.screen.column)
            }
            guard state.persona.holdsAnswers else { return answers }
            state.heldAnswers += answers
            return []
        }
        if !answers.isEmpty { send(answers) }
    }
}
