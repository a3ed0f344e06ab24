/// Tells lines that may hold a password or a token: they are never learned from.
///
/// It would rather forget a harmless line than remember a secret one, for a learned word can come back as a transcript.
public enum SecretFilter {
    /// True if some part of `line` looks like a secret.
    public static func isSecret(_ line: String) -> Bool { isSecret(utf8: Array(line.utf8)) }

    static func isSecret(utf8 line: [UInt8]) -> Bool {
        let marksByPair = marksByPair
        for start in line.indices.dropLast() {
            let marks = marksByPair[pair(line[start], line[start + 1])]
            if !marks.isEmpty, marks.contains(where: { $0.isMeant(at: start, of: line) }) {
                return true
            }
        }
        if let scheme = index(of: Array("://".utf8), in: line) {
            let rest = line[(scheme + 3)...].prefix { $0 != 0x20 && $0 != 0x2F }
            if let at = rest.firstIndex(of: 0x40), rest[..<at].contains(0x3A) { return true }
        }
        var previous: ArraySlice<UInt8> = []
        var program: ArraySlice<UInt8> = []
        var end = 0
        while end < line.count {
            var start = end
            while start < line.count, line[start] == 0x20 || line[start] == 0x09 { start += 1 }
            end = start
            while end < line.count, line[end] != 0x20, line[end] != 0x09 { end += 1 }
            if start == end { break }
            let word = line[start..<end]
            if program.isEmpty || isPrefix(program) { program = word }
            if passwordPrograms.contains(program), word.starts(with: [0x2D, 0x70]) { return true }
            if credentialOptions.contains(previous), word.contains(0x3A) { return true }
            if word.count >= 12, isRandom(word) { return true }
            previous = word
        }
        return false
    }

    /// What tells a secret, in small letters.
    private struct Mark {
        var text: [UInt8]
        /// Whether the secret itself begins with it: `sk-…` is a key, `task-runner` is none.
        var beginsWord: Bool

        /// Whether a line has the mark at `start`, in capitals or not.
        func isMeant(at start: Int, of line: [UInt8]) -> Bool {
            guard starts(line[start...], with: text) else { return false }
            if beginsWord {
                return start == 0 || !(line[start - 1].isLetter || line[start - 1].isDigit)
            }
            // A tokenizer takes no token, and what is in that file everybody may read.
            return !starts(line[start...], with: Array("tokeniz".utf8))
                && !(start > 4 && line[(start - 5)...].elementsEqual("/etc/passwd".utf8))
                && !(start > 4 && line[(start - 5)...].starts(with: "/etc/passwd ".utf8))
        }
    }

    private static func starts(_ text: ArraySlice<UInt8>, with mark: [UInt8]) -> Bool {
        text.count >= mark.count
            && zip(text, mark).allSatisfy { ($0.isUpper ? $0 + 32 : $0) == $1 }
    }

    private static func isPrefix(_ word: ArraySlice<UInt8>) -> Bool {
        word.elementsEqual("sudo".utf8) || word.contains(0x3D)
    }

    /// A long run of letters and digits that no one would call a name.
    static func isRandom(_ word: ArraySlice<UInt8>) -> Bool {
        let parts = word.split(whereSeparator: { !($0.isLetter || $0.isDigit || $0 == 0x2B) })
        for part in parts where part.count >= 12 {
            let digits = part.count(where: { $0.isDigit })
            let uppers = part.count(where: { $0.isUpper })
            let lowers = part.count(where: { $0.isLower })
            if digits == 0, uppers * 3 <= part.count, isCamelCase(part) { continue }
            if digits == part.count { if digits >= 16 { return true } else { continue } }
            let isHex = part.allSatisfy {
                $0.isDigit || (0x61...0x66).contains($0) || (0x41...0x46).contains($0)
            }
            if isHex, digits > 1, part.count >= 20 { return true }
            // Changes between digits, capitals and small letters: names have few, random text many.
            var changes = 0
            var last = -1
            for byte in part {
                let kind = byte.isDigit ? 0 : byte.isUpper ? 1 : 2
                if last >= 0, kind != last, !(last == 1 && kind == 2) { changes += 1 }
                last = kind
            }
            let kinds = (digits > 0 ? 1 : 0) + (uppers > 0 ? 1 : 0) + (lowers > 0 ? 1 : 0)
            if kinds >= 2, changes * 5 >= part.count, entropy(part) > 3.0 { return true }
            if part.count >= 20, digits > 2, entropy(part) > 3.3 { return true }
            if part.count >= 24, entropy(part) > 3.9 { return true }
        }
        return false
    }

    /// Whether letters are words with capitals between them, as in `testAddTwoInts` or `parseURLPath`: each capital, or one
    /// run of them, before small letters with a vowel. Of random letters and digits, twelve of them are such once in two hundred
    /// times, twenty once in five thousand.
    private static func isCamelCase(_ part: ArraySlice<UInt8>) -> Bool {
        var runs = 0
        var position = part.startIndex
        while position < part.endIndex {
            let start = position
            while position < part.endIndex, part[position].isUpper { position += 1 }
            if position - start > 1 { runs += 1 }
            let small = position
            while position < part.endIndex, part[position].isLower { position += 1 }
            let isEnd = position == part.endIndex && position - start > 1
            guard small < position || isEnd, position > start,
                isEnd || part[start..<position].contains(where: { vowels.contains($0 | 0x20) })
            else { return false }
        }
        return runs < 2
    }

    private static let vowels = Array("aeiouy".utf8)

    /// Bits for each character, by the word's own frequencies.
    static func entropy(_ word: ArraySlice<UInt8>) -> Double {
        var counts = [Int](repeating: 0, count: 256)
        for byte in word { counts[Int(byte)] += 1 }
        var sum = 0.0
        for count in counts where count > 0 {
            let share = Double(count) / Double(word.count)
            sum -= share * binaryLogarithm(share)
        }
        return sum
    }

    private static func index(of mark: [UInt8], in line: [UInt8]) -> Int? {
        guard let first = mark.first, line.count >= mark.count else { return nil }
        for start in 0...(line.count - mark.count) where line[start] == first {
            if line[start..<(start + mark.count)].elementsEqual(mark) { return start }
        }
        return nil
    }

    private static let marks: [Mark] =
        [
            "password", "passwd", "passphrase", "--pass", "-pass=", "token", "secret", "apikey",
            "api-key", "api_key", "authorization:", "bearer ", "x-api", "access_key", "access-key",
            "private_key", "private-key", "credential", "sshpass", "htpasswd", "begin rsa",
            "begin openssh", "pwd=", "pass=", "_pass", "chpasswd", "cookie:", "netrc", "pgpass",
            "-u root:",
        ].map { Mark(text: Array($0.utf8), beginsWord: false) }
        + ["ghp_", "gho_", "github_pat_", "glpat-", "sk-", "xoxb-", "xoxp-", "akia", "eyj"]
        .map { Mark(text: Array($0.utf8), beginsWord: true) }
    /// By their first two letters, of which most pairs start no mark.
    private static let marksByPair: [[Mark]] = {
        var marksByPair = [[Mark]](repeating: [], count: 1 << 10)
        for mark in marks { marksByPair[pair(mark.text[0], mark.text[1])].append(mark) }
        return marksByPair
    }()

    /// A number that is the same for capitals.
    private static func pair(_ first: UInt8, _ second: UInt8) -> Int {
        Int(first & 0x1F) << 5 | Int(second & 0x1F)
    }

    private static let passwordPrograms = ByteMap([
        "mysql", "mysqldump", "mysqladmin", "mariadb", "sshpass", "mongo", "mongosh",
    ])
    private static let credentialOptions = ByteMap(["-u", "--user", "-U", "--proxy-user"])
}
