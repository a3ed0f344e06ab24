import Foundation
import Glibc
import Support

/// What a program asked of the kernel, as `strace` saw it, in order.
struct SystemCalls {
    /// Why nothing can be seen here, or nil.
    static let obstacle: String? = {
        guard access("/usr/bin/strace", X_OK) == 0 else {
            return "strace not installed (make deps)"
        }
        let output = try? ChildProcess.run(
            ["strace", "-f", "-o", "/dev/null", "true"], environment: ["PATH": "/usr/bin:/bin"])
        return output?.status == .exited(0) ? nil : "strace may not trace here"
    }()

    struct Call {
        /// CLOCK_REALTIME, in seconds; when the call was made.
        var time: Double
        var name: String
        /// Arguments and result, as strace writes them.
        var text: String

        var failed: Bool { text.contains(" = -1 ") }
    }

    /// The command that runs a program and writes what it asks for to a file.
    ///
    /// Only what opens, connects, writes or makes descriptors: reading the clock a thousand times is nobody's concern.
    static func command(_ log: String) -> [String] {
        [
            "/usr/bin/strace", "-f", "-ttt", "-y", "-s", "100000", "--seccomp-bpf", "-o", log, "-e",
            "trace=open,openat,openat2,creat,socket,socketpair,connect,bind,listen,accept,accept4,send,sendto,"
                + "sendmsg,sendmmsg,recvfrom,recvmsg,write,writev,pwrite64,pwritev,rename,renameat,renameat2,"
                + "unlink,mkdir,pipe,pipe2,eventfd2,timerfd_create,epoll_create1,memfd_create,dup,dup2,dup3,"
                + "inotify_init1,fcntl,close,execve",
        ]
    }

    let calls: [Call]

    init(log: String) throws {
        let text = try String(decoding: Data(contentsOf: URL(fileURLWithPath: log)), as: UTF8.self)
        var begun: [Substring: (time: Double, text: Substring)] = [:]
        var calls: [Call] = []
        for line in text.split(separator: "\n") {
            let fields = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: true)
            guard fields.count == 3, var time = Double(fields[1]) else { continue }
            var body = fields[2]
            if body.hasPrefix("<... "), let end = body.range(of: " resumed>") {
                guard let start = begun.removeValue(forKey: fields[0]) else { continue }
                time = start.time
                body = start.text + body[end.upperBound...]
            } else if let end = body.range(of: " <unfinished ...>") {
                begun[fields[0]] = (time, body[..<end.lowerBound])
                continue
            }
            guard let open = body.firstIndex(of: "(") else { continue }
            calls.append(
                Call(time: time, name: String(body[..<open]), text: String(body[open...])))
        }
        self.calls = calls.sorted { $0.time < $1.time }
    }

    /// The calls of these names that succeeded.
    func made(_ names: String...) -> [Call] {
        calls.filter { names.contains($0.name) && !$0.failed }
    }
}
