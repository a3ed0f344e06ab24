import CGlibc
import Glibc

/// A failed system call.
struct SystemError: Error, Hashable, CustomStringConvertible {
    /// The C function, for example `pipe`.
    var operation: String
    /// The value of `errno`.
    var code: Int32

    var description: String { "\(operation): \(systemMessage(code))" }
}

/// A pipe whose ends never block and are not inherited. The corresponding C function is `pipe2`.
func makePipe() throws(SystemError) -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    guard pipe2(&ends, O_CLOEXEC | O_NONBLOCK) == 0 else {
        throw SystemError(operation: "pipe2", code: errno)
    }
    return (ends[0], ends[1])
}
