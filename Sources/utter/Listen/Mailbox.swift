import Glibc
import Threads

/// Messages from the threads that may block (capture, decoder) to the loop that may not.
///
/// Posting wakes the loop by a byte in a pipe. There is at most one byte in it: a burst of messages is one wake-up.
final class Mailbox<Message: Sendable>: Sendable {
    /// Readable while messages wait; for `poll`.
    let descriptor: Int32
    private let bell: Int32
    private let waiting = Locked<[Message]>([])

    /// - Throws: `SystemError` of `pipe2`.
    init() throws(SystemError) {
        (descriptor, bell) = try makePipe()
    }

    func post(_ message: Message) {
        let wasEmpty = waiting.withLock { messages in
            messages.append(message)
            return messages.count == 1
        }
        if wasEmpty {
            var byte: UInt8 = 0
            while write(bell, &byte, 1) < 0, errno == EINTR {}
        }
    }

    /// Everything posted so far, in order.
    func drain() -> [Message] {
        // The bell first: a message posted in between rings again, and at worst the loop finds nothing.
        var bytes: [UInt8] = [0, 0, 0, 0]
        while case let count = read(descriptor, &bytes, bytes.count), count > 0 || errno == EINTR {
            if count == 0 { break }
        }
        return waiting.withLock { messages in
            defer { messages = [] }
            return messages
        }
    }

    deinit {
        close(descriptor)
        close(bell)
    }
}
