/// Readers of the history files of bash, zsh and fish.
public enum ShellHistory {
    /// The commands of a history file, oldest first, whatever shell wrote it; the last `limit` of them.
    ///
    /// Recognised by their form: fish's `- cmd: ` entries; zsh's `: time:duration;` heads, its escaped bytes and
    /// lines that end in a backslash; bash's `#time` lines. A command of several lines counts as several.
    public static func commands(in content: [UInt8], limit: Int = 10_000) -> [[UInt8]] {
        var commands: [[UInt8]] = []
        let lines = content.lines
        let isFish = lines.prefix(4).contains { $0.starts(with: "- cmd:".utf8) }
        for line in lines.suffix(isFish ? limit * 3 : limit * 2) {
            guard line.count <= 1000 else { continue }
            if isFish {
                guard line.starts(with: "- cmd: ".utf8) else { continue }
                for part in fish(line.dropFirst(7)) { commands.append(part) }
                continue
            }
            var command = line
            if line.first == 0x3A, let body = zshBody(line) {
                command = body
            } else if line.first == 0x23, line.dropFirst().allSatisfy({ $0.isDigit }) {
                continue
            }
            if command.contains(0x83) { command = unmetafied(command)[...] }
            while let last = command.last, last == 0x5C || last == 0x20 || last == 0x0D {
                command = command.dropLast()
            }
            command = command.drop { $0 == 0x20 || $0 == 0x09 }
            if !command.isEmpty { commands.append(Array(command)) }
        }
        return commands.count > limit ? Array(commands.suffix(limit)) : commands
    }

    /// What follows the `: 1700000000:0;` of an extended history line; nil if it has no such head.
    private static func zshBody(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard line.starts(with: [0x3A, 0x20]) else { return nil }
        var rest = line.dropFirst(2)
        let time = rest.prefix(while: { $0.isDigit })
        rest = rest.dropFirst(time.count)
        guard !time.isEmpty, rest.first == 0x3A else { return nil }
        rest = rest.dropFirst()
        rest = rest.drop(while: { $0.isDigit })
        return rest.first == 0x3B ? rest.dropFirst() : nil
    }

    /// zsh writes bytes that have a meaning to it as 0x83 and the byte with bit 5 turned.
    private static func unmetafied(_ line: ArraySlice<UInt8>) -> [UInt8] {
        // UTF-8 of other shells may hold 0x83 too: only where the text is not UTF-8 as it stands.
        if String(validating: line, as: UTF8.self) != nil { return Array(line) }
        var result: [UInt8] = []
        var escaped = false
        for byte in line {
            if escaped {
                result.append(byte ^ 0x20)
                escaped = false
            } else if byte == 0x83 {
                escaped = true
            } else {
                result.append(byte)
            }
        }
        return result
    }

    /// The lines of one entry of fish, whose line breaks and backslashes are escaped.
    private static func fish(_ text: ArraySlice<UInt8>) -> [[UInt8]] {
        var lines: [[UInt8]] = [[]]
        var escaped = false
        for byte in text {
            if escaped {
                escaped = false
                if byte == 0x6E {
                    lines.append([])
                } else {
                    if byte != 0x5C { lines[lines.count - 1].append(0x5C) }
                    lines[lines.count - 1].append(byte)
                }
            } else if byte == 0x5C {
                escaped = true
            } else {
                lines[lines.count - 1].append(byte)
            }
        }
        return lines.filter { !$0.isEmpty }
    }
}
