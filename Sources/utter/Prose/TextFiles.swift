import Glibc

/// The text files under a path: bounded, because the path is somebody's whole mail.
enum TextFiles {
    /// At most so much of one path, and of one file of it.
    static let totalBytes = 8 << 20
    static let fileBytes = 1 << 20
    static let fileLimit = 2000
    static let depthLimit = 6

    /// The content of a text file, or of those in a folder and below; hidden ones and links are passed over there.
    static func contents(of path: String) -> [[UInt8]] {
        var found: [[UInt8]] = []
        var rest = totalBytes
        var looked = 0
        collect(path, depth: 0, &found, &rest, &looked)
        return found
    }

    private static func collect(
        _ path: String, depth: Int, _ found: inout [[UInt8]], _ rest: inout Int,
        _ looked: inout Int
    ) {
        guard rest > 0, looked < fileLimit else { return }
        var status = stat()
        // What the user names may be a link; what lies in a folder may not, or a loop would have no end.
        guard (depth == 0 ? stat(path, &status) : lstat(path, &status)) == 0 else { return }
        switch status.st_mode & S_IFMT {
        case S_IFREG:
            looked += 1
            guard let bytes = BoundedFiles.start(of: path, limit: min(fileBytes, rest)),
                isText(bytes)
            else { return }
            rest -= bytes.count
            found.append(bytes)
        case S_IFDIR where depth < depthLimit:
            for name in BoundedFiles.names(in: path, limit: fileLimit)
            where !name.text.hasPrefix(".") {
                collect(path + "/" + name.text, depth: depth + 1, &found, &rest, &looked)
            }
        default: return
        }
    }

    /// Text has no zero bytes, and is UTF-8 as far as a part of it shows.
    private static func isText(_ bytes: [UInt8]) -> Bool {
        let head = bytes.prefix(4096)
        guard !head.isEmpty, !head.contains(0) else { return false }
        // The part may end in the middle of a character.
        return (0..<4).contains { String(validating: head.dropLast($0), as: UTF8.self) != nil }
    }
}
