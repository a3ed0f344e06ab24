import Glibc

/// The last transcripts, if `[output] history` asks for them.
///
/// A file with a `TranscriptLine` for each, newest last. Never made unasked, and never readable by anybody else.
struct TranscriptHistory {
    let directory: StateDirectory
    /// How many are kept.
    let limit: Int

    private static let name = "history"
    /// No line is longer than a transcript can be; what is larger was not written by us.
    private static let maximumSize = 64 << 20

    /// Adds a transcript; nothing where the limit is 0.
    func add(_ text: String, at time: time_t = Glibc.time(nil)) throws(SystemError) {
        guard limit > 0 else { return }
        var lines = try self.lines().suffix(limit - 1)
        lines.append(TranscriptLine(time: utcText(time), text: text).encoded)
        let content = lines.joined(separator: "\n") + "\n"
        try directory.replace(Self.name, with: Array(content.utf8))
    }

    /// The transcripts kept, oldest first; lines that were not written by us are passed over.
    func entries() throws(SystemError) -> [TranscriptLine] {
        try lines().suffix(limit).compactMap(TranscriptLine.init(parsing:))
    }

    private func lines() throws(SystemError) -> [String] {
        guard let bytes = try directory.read(Self.name, limit: Self.maximumSize) else { return [] }
        return TranscriptLine.split(bytes)
    }
}
