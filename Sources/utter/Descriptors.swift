import Glibc

// Reading and writing by descriptor, for who may wait. Another program of the pipeline may have set the open file not to
// wait: then the wait is ours, or half of an output would be lost.

/// Sees that standard input, output and error keep their numbers, whoever has started the program without them.
///
/// The trap: the next file opened gets the lowest free number. Without standard output that was the pipe of the
/// signals, and a transcript went out as signals that nobody had sent. What is put there refuses to be used, as a
/// closed descriptor does.
func reserveStandardDescriptors() {
    let refusals = [
        (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
    ]
    for (descriptor, mode) in refusals where fcntl(descriptor, F_GETFD) < 0 {
        _ = open("/dev/null", mode)
    }
}

/// Whether a descriptor is open for writing.
func isWritable(_ descriptor: Int32) -> Bool {
    let mode = fcntl(descriptor, F_GETFL)
    return mode >= 0 && mode & O_ACCMODE != O_RDONLY
}

/// Writes a text whole, waiting for the reader; false with `errno` if that cannot be done.
func writeWhole(_ text: String, to descriptor: Int32) -> Bool {
    writeWhole(Array(text.utf8), to: descriptor)
}

/// The same of bytes.
func writeWhole(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if count > 0 {
            rest = rest.dropFirst(count)
        } else if !isWorthAnotherTry(descriptor, POLLOUT) {
            return false
        }
    }
    return true
}

/// Reads what is there into `buffer`, waiting for something; 0 at the end, negative with `errno` on failure.
func readSome(_ descriptor: Int32, into buffer: inout [UInt8]) -> Int {
    while true {
        let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
        if count >= 0 || !isWorthAnotherTry(descriptor, POLLIN) { return count }
    }
}

/// Whether a call failed for a signal, or for a descriptor that was not ready and is now.
private func isWorthAnotherTry(_ descriptor: Int32, _ events: Int32) -> Bool {
    switch errno {
    case EINTR: return true
    case EAGAIN:
        var request = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        return poll(&request, 1, -1) > 0 || errno == EINTR
    default: return false
    }
}

/// The system's words for a value of `errno`, without a capital: `no such file or directory`.
func systemMessage(_ code: Int32) -> String {
    let text = String(cString: strerror(code))
    return text.prefix(1).lowercased() + text.dropFirst()
}
