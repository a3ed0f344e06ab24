// terminal-probe crash KIND: takes the terminal, says "ready", and crashes at the first byte typed.
import Glibc
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

let arguments = CommandLine.arguments
guard arguments.count > 2 else { exit(2) }
CoreDump.disable()
let tty = try TTY()
switch arguments[1] {
case "crash":
    try tty.enterRawMode()
    try tty.write("\u{1b}[>11u\u{1b}[?1004h")
    CrashGuard.arm(
        descriptor: tty.descriptor, restoring: Array("\u{1b}[<u\u{1b}[?1004l".utf8),
        settings: tty.settingsFound)
    try tty.write("ready\r\n")
    while try tty.read() == .nothing {
        var request = pollfd(fd: tty.descriptor, events: Int16(POLLIN), revents: 0)
        poll(&request, 1, -1)
    }
    crash(arguments[2])
default:
    exit(2)
}
