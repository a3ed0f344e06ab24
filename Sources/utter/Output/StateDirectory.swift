import Configuration
import Glibc

/// A folder in which the program keeps what it is asked to keep; nobody else can look into it.
struct StateDirectory {
    /// `$XDG_STATE_HOME/utter`, or the same in another place.
    let path: String

    /// `$XDG_CACHE_HOME/utter`, for what can be made anew.
    static func cache(environment: [String: String]) -> StateDirectory? {
        PathExpansion(environment: environment).directory("XDG_CACHE_HOME").map {
            StateDirectory(path: $0 + "/utter")
        }
    }

    private init(path: String) { self.path = path }

    /// Nil where neither `XDG_STATE_HOME` nor `HOME` says where that is.
    init?(environment: [String: String]) {
        guard let root = PathExpansion(environment: environment).directory("XDG_STATE_HOME") else {
            return nil
        }
        path = root + "/utter"
    }

    /// Makes the folder, with those above it, readable by the user alone.
    func create() throws(SystemError) {
        try Self.makeFolder(path)
        // One that was there before, perhaps with other permissions.
        guard chmod(path, 0o700) == 0 else {
            throw SystemError(operation: "chmod \(path)", code: errno)
        }
    }

    /// Makes a folder and those above it that are missing, for the user alone.
    ///
    /// - Parameter path: an absolute one.
    static func makeFolder(_ path: String) throws(SystemError) {
        var made = ""
        for part in path.split(separator: "/") {
            made += "/" + part
            if mkdir(made, 0o700) != 0, errno != EEXIST {
                throw SystemError(operation: "mkdir \(made)", code: errno)
            }
        }
    }

    /// Puts a file of that content in the place of the old one, at once and for the user alone.
    func replace(_ name: String, with bytes: [UInt8]) throws(SystemError) {
        try create()
        let target = "\(path)/\(name)"
        let temporary = "\(target).\(getpid()).new"
        unlink(temporary)
        let descriptor = open(
            temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw SystemError(operation: "open \(temporary)", code: errno)
        }
        defer { close(descriptor) }
        guard writeWhole(bytes, to: descriptor), rename(temporary, target) == 0 else {
            let code = errno
            unlink(temporary)
            throw SystemError(operation: "write \(target)", code: code)
        }
        removeLeftovers(of: name)
    }

    /// Removes what runs that were killed before their `rename` have left of a file. That of a process which is still
    /// there is its own.
    private func removeLeftovers(of name: String) {
        guard let stream = opendir(path) else { return }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            let found = withUnsafePointer(to: entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard found.hasPrefix(name + "."), found.hasSuffix(".new"),
                let process = pid_t(found.dropFirst(name.utf8.count + 1).dropLast(4)), process > 0,
                kill(process, 0) != 0, errno == ESRCH
            else { continue }
            unlink("\(path)/\(found)")
        }
    }

    /// The content of a file, at most `limit` bytes of it from its end; nil if there is none.
    func read(_ name: String, limit: Int) throws(SystemError) -> [UInt8]? {
        let target = "\(path)/\(name)"
        let descriptor = open(target, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw SystemError(operation: "open \(target)", code: errno)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw SystemError(operation: "open \(target)", code: EINVAL)
        }
        let start = max(0, Int(status.st_size) - limit)
        var bytes = [UInt8](repeating: 0, count: min(Int(status.st_size), limit))
        var count = 0
        while count < bytes.count {
            let part = bytes.withUnsafeMutableBytes { buffer in
                pread(
                    descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count,
                    start + count)
            }
            if part < 0, errno == EINTR { continue }
            guard part >= 0 else { throw SystemError(operation: "read \(target)", code: errno) }
            if part == 0 { break }
            count += part
        }
        return Array(bytes.prefix(count))
    }
}
