import Glibc

/// Reading that never waits and never takes more than it was allowed: what it looks at belongs to others.
enum BoundedFiles {
    /// The last `limit` bytes of a regular file; nil if there is none that can be read.
    static func end(of path: String, limit: Int) -> [UInt8]? {
        read(path, limit: limit, fromEnd: true)
    }

    /// The first `limit` bytes of a regular file; nil if there is none that can be read.
    static func start(of path: String, limit: Int) -> [UInt8]? {
        read(path, limit: limit, fromEnd: false)
    }

    private static func read(_ path: String, limit: Int, fromEnd: Bool) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        let size = Int(status.st_size)
        let skipped = fromEnd ? max(0, size - limit) : 0
        if skipped > 0 { lseek(descriptor, off_t(skipped), SEEK_SET) }
        let wanted = min(size, limit)
        var used = 0
        var bytes = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
            while used < wanted {
                let length = Glibc.read(
                    descriptor, buffer.baseAddress?.advanced(by: used), wanted - used)
                if length < 0 && errno == EINTR { continue }
                if length <= 0 { break }
                used += length
            }
            count = used
        }
        // The first line of a part is a part of a line.
        if skipped > 0, let newline = bytes.firstIndex(of: 0x0A) { bytes.removeFirst(newline + 1) }
        return bytes
    }

    /// A name in a directory.
    struct Name {
        var text: String
        var isFolder: Bool
    }

    /// The names in a directory, at most `limit`, in the order of the alphabet; empty if it cannot be read.
    static func names(in path: String, limit: Int) -> [Name] {
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var names: [Name] = []
        while names.count < limit, let entry = readdir(directory) {
            let type = Int32(entry.pointee.d_type)
            let text = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                tuple.withMemoryRebound(to: UInt8.self, capacity: 256) {
                    String(
                        validatingCString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
                }
            }
            guard let text, text != ".", text != ".." else { continue }
            var isFolder = type == Int32(DT_DIR)
            if type == Int32(DT_LNK) || type == Int32(DT_UNKNOWN) {
                var status = stat()
                isFolder =
                    stat(path + "/" + text, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
            }
            names.append(Name(text: text, isFolder: isFolder))
        }
        names.sort { $0.text < $1.text }
        return names
    }
}
