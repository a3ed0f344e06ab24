// terminal-probe crash KIND     takes the terminal, says "ready", and crashes at the first byte typed.
// terminal-probe session [KEY]  takes the terminal as the program does, says on standard error what comes, ends at q
//                               and stops at Ctrl-Z; KEY is the code of a key that is down already.
import Glibc
import Keyboard
import Terminal

func deepen(_ depth: Int) -> Int {
    var filler = [depth, depth + 1]
    return withUnsafeMutablePointer(to: &filler) { deepen(depth + $0.pointee.count) } + depth
}

func crash(_ kind: String) {
    switch kind {
    case "trap":
        // A Swift runtime failure: an array index out of range.
        let none = CommandLine.arguments.dropFirst(99)
        _ = Array(none)[Int(CommandLine.argc)]
    case "abort": abort()
    case "segv": UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
    case "overflow": print(deepen(0))
    default: raise(Int32(kind) ?? SIGABRT)
    }
}

func runCrash(_ kind: String) throws {
    CoreDump.disable()
    let session = TerminalSession(try TTY(), terminal: "xterm-kitty")
    try session.start(at: now())
    try session.tty.write("ready\r\n")
    let trigger = TerminalEvent.key(KeyEvent(Key(code: 120)))
    while true {
        var request = pollfd(fd: session.tty.descriptor, events: Int16(POLLIN), revents: 0)
        poll(&request, 1, -1)
        if case .events(let events) = try session.read(at: now()), events.contains(trigger) {
            break
        }
    }
    crash(kind)
}

func now() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

func log(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    _ = write(2, bytes, bytes.count)
}

func timeout(until deadline: Duration?) -> Int32 {
    guard let deadline else { return -1 }
    let left = deadline - now()
    return Int32(
        clamping: left.components.seconds * 1000
            + left.components.attoseconds / 1_000_000_000_000_000 + 1)
}

func describe(_ event: TerminalEvent) -> String {
    switch event {
    case .key(let event): "key \(event.key.code) \(event.modifiers.rawValue) \(event.kind)"
    default: "\(event)"
    }
}

func runSession(heldKey: UInt32?) throws {
    let pipe = try SignalPipe()
    let session = TerminalSession(
        try TTY(), terminal: getenv("TERM").map { String(cString: $0) })
    try session.start(at: now())
    if let heldKey { session.assumeDown(Key(code: heldKey), since: now()) }
    log("ready")
    var typeAhead = TypeAhead()
    var lastOutcome: Negotiation.Outcome?

    func leave(_ status: Int32, _ why: String) -> Never {
        for event in session.giveBack() { typeAhead.take(event) }
        log("typed \(typeAhead.text) discarded \(typeAhead.discarded)")
        log("left \(why)")
        exit(status)
    }
    func suspend(_ scope: JobControl.Scope) throws {
        guard JobControl.canStop else { leave(1, "cannot stop") }
        log("stopping")
        _ = try session.suspend(scope)
        log("resumed")
    }
    func handle(_ events: [TerminalEvent]) throws {
        for event in events {
            log(describe(event))
            guard case .key(let key) = event, key.kind == .press else { continue }
            let isControl = key.modifiers.subtracting(.locks) == .control
            switch (key.key.code, isControl) {
            case (0x71, false): leave(0, "q")
            case (0x7a, true): try suspend(.job)
            default: typeAhead.take(key)
            }
        }
        if session.outcome != lastOutcome {
            lastOutcome = session.outcome
            log("outcome \(lastOutcome.map { "\($0.keyboard) \($0.reason)" } ?? "-")")
        }
    }

    while true {
        var requests = [
            pollfd(fd: session.tty.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: pipe.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        poll(&requests, 2, timeout(until: session.deadline))
        for number in pipe.read() {
            log("signal \(number)")
            switch number {
            case SIGTSTP: try suspend(.process)
            case SIGCONT: try session.continued()
            case SIGWINCH: break
            default: leave(128 + number, "signal")
            }
        }
        try handle(session.deadlinePassed(at: now()))
        switch try session.read(at: now()) {
        case .events(let events): try handle(events)
        case .hangup: leave(3, "hangup")
        }
    }
}

let arguments = CommandLine.arguments
switch arguments.dropFirst().first {
case "crash" where arguments.count == 3: try runCrash(arguments[2])
case "session": try runSession(heldKey: arguments.dropFirst(2).first.flatMap { UInt32($0) })
default: exit(2)
}
