import Glibc

/// A failed system call.
struct SystemError: Error, Hashable, CustomStringConvertible {
    /// The C function, for example `pipe`.
    var operation: String
    /// The value of `errno`.
    var code: Int32

    var description: String { "\(operation): \(String(cString: strerror(code)))" }
}

/// A pipe whose ends never block and are not inherited. The corresponding C function is `pipe`.
func makePipe() throws(SystemError) -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw SystemError(operation: "pipe", code: errno) }
    for end in ends {
        guard fcntl(end, F_SETFD, FD_CLOEXEC) == 0,
            fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK) == 0
        else { throw SystemError(operation: "fcntl", code: errno) }
    }
    return (ends[0], ends[1])
}
