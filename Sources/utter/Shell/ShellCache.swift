import Configuration
import Glibc
import Speech

/// The shell language of the last time, in a file that only its owner can read: `[shell] cache = yes`.
///
/// The file says what it was made of, down to the last line of the history; as soon as any of it has changed it
/// is made anew, so it is never stale.
struct ShellCache {
    /// `$XDG_CACHE_HOME/utter`.
    let directory: StateDirectory
    private static let name = "shell-language"
    private static let limit = 64 << 20

    /// What is there, if it was made of the same; nil for a file that is missing, other or damaged.
    func load(_ identity: [UInt8]) -> ShellLanguage? {
        guard let bytes = try? directory.read(Self.name, limit: Self.limit),
            bytes.count > identity.count + 8, bytes.starts(with: identity)
        else { return nil }
        let sum = Array(bytes[identity.count..<(identity.count + 8)])
        let rest = Array(bytes.dropFirst(identity.count + 8))
        guard Self.checksum(rest) == sum else { return nil }
        return ShellLanguage(stored: rest)
    }

    /// Keeps it for the next time; whatever goes wrong is told in the log, and nothing is lost but time.
    func save(_ language: ShellLanguage, _ identity: [UInt8]) {
        let stored = language.stored
        do {
            try directory.replace(Self.name, with: identity + Self.checksum(stored) + stored)
        } catch {
            Log.write(.warning, "[shell].cache: \(error)")
        }
    }

    private static func checksum(_ bytes: [UInt8]) -> [UInt8] {
        var digest = Digest()
        digest.add(bytes)
        return digest.bytes(0)
    }

    /// 16 bytes that differ as soon as anything that the language is made of does: every name and line, the
    /// tables, the dictionary and the program itself.
    static func identity(
        _ sources: ShellSources, files: [String], ownWords: [(String, String)]
    ) -> [UInt8] {
        var digest = Digest()
        for line in sources.history { digest.add(line) }
        for names in [
            sources.commands, sources.files, sources.branches, sources.tags, sources.remotes,
            sources.hosts, sources.targets, sources.scripts,
        ] {
            digest.add([0x01])
            for name in names { digest.add(Array(name.utf8)) }
        }
        for (word, sound) in ownWords {
            digest.add(Array(word.utf8))
            digest.add(Array(sound.utf8))
        }
        for file in files + ["/proc/self/exe"] {
            var status = stat()
            let isThere = stat(file, &status) == 0
            let facts: [Int] =
                isThere
                ? [
                    Int(status.st_dev), Int(bitPattern: UInt(status.st_ino)), Int(status.st_size),
                    status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
                ] : []
            digest.add(Array("\(file) \(facts)".utf8))
        }
        return digest.bytes(0) + digest.bytes(1)
    }
}

/// Two independent sums of 64 bits over parts whose borders count (FNV-1a, two seeds).
private struct Digest {
    private var sums: [UInt64] = [0xCBF2_9CE4_8422_2325, 0x9AE1_6A3B_2F90_404F]

    mutating func add(_ part: [UInt8]) {
        for index in sums.indices {
            var sum = sums[index]
            for byte in part { sum = (sum ^ UInt64(byte)) &* 0x100_0000_01B3 }
            // The length ends a part: "ab", "c" is not "a", "bc".
            sum = (sum ^ UInt64(part.count)) &* 0x100_0000_01B3
            sums[index] = sum ^ (sum >> 32)
        }
    }

    func bytes(_ index: Int) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: sums[index] >> (8 * UInt64($0))) }
    }
}
