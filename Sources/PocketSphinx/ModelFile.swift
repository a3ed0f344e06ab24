import Glibc

/// A file of a model, read piece by piece to see whether it is what it should be.
final class ModelFile {
    let path: String
    let operation: String
    let size: Int
    private let descriptor: Int32

    init(_ path: String, operation: String) throws(RecognizerError) {
        self.path = path
        self.operation = operation
        descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        var status = stat()
        guard descriptor >= 0, fstat(descriptor, &status) == 0 else {
            let reason = String(cString: strerror(errno))
            throw RecognizerError(operation: operation, subject: path, reason: reason)
        }
        size = Int(status.st_size)
        // A directory, a pipe or a device would hold the library up or mislead it.
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw RecognizerError(operation: operation, subject: path, reason: "is not a file")
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    func error(_ reason: String) -> RecognizerError {
        RecognizerError(operation: operation, subject: path, reason: reason)
    }

    func bytes(at offset: Int, count: Int) -> [UInt8]? {
        guard offset >= 0, count >= 0, count <= 1 << 20, offset <= size else { return nil }
        var bytes = [UInt8](repeating: 0, count: count)
        let got = pread(descriptor, &bytes, count, offset)
        return got == count ? bytes : nil
    }

    /// Up to `count` bytes as text, whatever they are.
    func text(at offset: Int, count: Int) -> String? {
        bytes(at: offset, count: min(count, max(0, size - offset))).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    func starts(with magic: String) -> Bool {
        bytes(at: 0, count: magic.utf8.count) == Array(magic.utf8)
    }

    /// A little-endian 32-bit number.
    func integer(at offset: Int, swapped: Bool = false) -> Int? {
        guard let four = bytes(at: offset, count: 4) else { return nil }
        let ordered = swapped ? four.reversed() : four
        return Int(
            ordered.enumerated().reduce(UInt32(0)) { $0 | UInt32($1.element) << (8 * $1.offset) })
    }
}
