/// Cuts command lines into the pieces that the language model counts.
///
/// It follows the shell's grammar as far as speech needs it: words, operators, quotes and where a command starts. Anything
/// can be cut, also lines that no shell would take; the pieces joined give back the line with its runs of blanks made one.
struct CommandLineSplitter: Sendable {
    /// Names known as wholes: files, branches and their like.
    var names: ByteMap<TokenClass>
    /// In the phrase book `<file>` stands for any member of a class.
    var readsClasses = false

    /// All that counts of a line up to a blank for what stands behind it.
    struct State: Sendable {
        var hasPiece = false
        var isAfterDollar = false
        var expectsCommand = true
        /// 0 for the command, 1 for its first argument, 2 for any later one.
        var argument: UInt8 = 0
        /// The quote that is open; 0 for none.
        var quote: UInt8 = 0
        var isAfterOpening = false

        /// A number of its own for each state.
        var number: UInt8 {
            let quoted: UInt8 = quote == 0 ? 0 : quote == 0x22 ? 1 : 2
            return (hasPiece ? 1 : 0) | (isAfterDollar ? 2 : 0) | (expectsCommand ? 4 : 0)
                | quoted << 3 | argument << 5 | (isAfterOpening ? 0x80 : 0)
        }
    }

    private var line: [UInt8] = []
    private var position = 0
    /// Those of what was cut last.
    private(set) var pieces: [Piece] = []
    /// That behind what was cut last.
    private(set) var state = State()

    init(names: ByteMap<TokenClass> = ByteMap(), readsClasses: Bool = false) {
        self.names = names
        self.readsClasses = readsClasses
    }

    mutating func pieces(of line: [UInt8]) -> [Piece] {
        cut(line)
        return pieces
    }

    /// Cuts a line into `pieces`.
    mutating func cut(_ line: [UInt8]) {
        self.line = line
        state = State()
        cut()
    }

    /// Cuts what stands between two blanks of a line, given the state before it.
    mutating func cut(word: ArraySlice<UInt8>, after state: State) {
        line.removeAll(keepingCapacity: true)
        if state.hasPiece { line.append(0x20) }
        line += word
        self.state = state
        cut()
    }

    private mutating func cut() {
        position = 0
        pieces.removeAll(keepingCapacity: true)
        var spaced = false
        while position < line.count {
            let byte = line[position]
            if byte == 0x20 || byte == 0x09 {
                spaced = state.hasPiece
                position += 1
                if state.quote != 0 { spaced = !blank() }
                continue
            }
            if state.quote != 0 {
                quoted(byte, spaced: spaced)
            } else if byte == 0x22 || byte == 0x27 {
                state.quote = byte
                add(1, spaced ? .openSpaced : .openGlued, .quote)
            } else if let length = operatorLength() {
                add(length, spaced ? .spaced : .glued, .symbol)
                let first = byte
                if first == 0x7C || first == 0x26 || first == 0x3B {
                    state.expectsCommand = true
                    state.argument = 0
                }
            } else {
                word(spaced: spaced)
            }
            spaced = false
        }
    }

    /// Cuts the blank before `position` if it stands right inside of quotes: in `' '` and `" 500 "` it is what is meant,
    /// and only a piece of its own can be said. False for one between two words.
    private mutating func blank() -> Bool {
        guard position < line.count, line[position] != 0x20, line[position] != 0x09,
            state.isAfterOpening || line[position] == state.quote
        else { return false }
        position -= 1
        add(1, .quotedGlued, .symbol)
        return true
    }

    private mutating func add(_ length: Int, _ place: Place, _ role: Piece.Role) {
        pieces.append(
            Piece(
                text: line[position..<(position + length)], place: place, role: role,
                isFirstArgument: state.argument == 1 && place == .spaced))
        state.hasPiece = true
        state.isAfterDollar = role == .symbol && length == 1 && line[position] == 0x24
        state.isAfterOpening = place.opens
        position += length
    }

    /// The length of an operator between commands or before a file.
    private func operatorLength() -> Int? {
        let byte = line[position]
        let next = position + 1 < line.count ? line[position + 1] : 0
        switch byte {
        case 0x7C, 0x3B: return next == byte ? 2 : 1
        case 0x26: return next == byte || next == 0x3E ? 2 : 1
        case 0x3E: return next == byte ? 2 : 1
        case 0x3C: return readsClasses && classLength() != nil ? nil : (next == byte ? 2 : 1)
        case 0x32 where next == 0x3E:
            let rest = line[position...].dropFirst(2)
            return rest.starts(with: [0x26, 0x31]) ? 4 : 2
        default: return nil
        }
    }

    private func classLength() -> (length: Int, kind: TokenClass)? {
        guard line[position] == 0x3C, let end = line[position...].firstIndex(of: 0x3E) else {
            return nil
        }
        return TokenClass.named[line[(position + 1)..<end]].map { (end + 1 - position, $0) }
    }

    // MARK: Words

    private mutating func word(spaced: Bool) {
        var end = position
        while end < line.count {
            let byte = line[end]
            if byte == 0x20 || byte == 0x09 || byte == 0x22 || byte == 0x27 { break }
            if byte == 0x7C || byte == 0x3B || byte == 0x26 { break }
            if byte == 0x3E, !readsClasses { break }
            if byte == 0x3C, !readsClasses { break }
            end += 1
        }
        if end == position { end += 1 }
        let isArgument = spaced || !state.hasPiece
        if !state.expectsCommand, isArgument { state.argument = min(2, state.argument + 1) }
        var place: Place = spaced ? .spaced : .glued
        if let kind = names[line[position..<end]] {
            // A program called like a file is a program where a command starts.
            if state.expectsCommand, isArgument, kind != .entry {
                command(until: end, place)
                return
            }
            if kind != .entry {
                add(end - position, place, .named(kind))
                return
            }
        }
        if line[position] == 0x2D, isArgument, end - position > 1 {
            option(until: end, place)
            return
        }
        if state.expectsCommand, isArgument {
            command(until: end, place)
            return
        }
        let shortest = state.argument == 1 ? 1 : 2
        if isArgument, isJoined(line[position..<end], shortest: shortest) {
            // `cherry-pick`, `kube-system`: a name of several words is said with its dashes or without.
            add(end - position, place, .word)
            return
        }
        if isArgument, let length = variableLength(until: end) {
            add(length, place, .named(.variable))
            place = .glued
        }
        runs(until: end, place)
    }

    /// Whether a word is several of small letters, each of so many at least, with dashes or underscores between them.
    private func isJoined(_ word: ArraySlice<UInt8>, shortest: Int) -> Bool {
        var parts = 1
        var letters = 0
        for byte in word {
            if byte.isLower {
                letters += 1
            } else if (byte == 0x2D || byte == 0x5F) && letters >= shortest {
                parts += 1
                letters = 0
            } else {
                return false
            }
        }
        return parts > 1 && letters >= shortest
    }

    /// The length of the name in `CUDA_VISIBLE_DEVICES=0`, as follows `export`.
    private func variableLength(until end: Int) -> Int? {
        var stop = position
        while stop < end, line[stop].isUpper || line[stop].isDigit || line[stop] == 0x5F {
            stop += 1
        }
        guard stop < end, line[stop] == 0x3D, line[position].isUpper, stop - position > 1 else {
            return nil
        }
        return stop - position
    }

    private mutating func command(until end: Int, _ place: Place) {
        let text = line[position..<end]
        if let equals = text.firstIndex(of: 0x3D), equals > position,
            text[..<equals].allSatisfy({ $0.isLetter || $0.isDigit || $0 == 0x5F })
        {
            add(equals - position, place, .named(.variable))
            runs(until: end, .glued)
            return
        }
        state.expectsCommand = false
        state.argument = 0
        let plain = text.allSatisfy {
            $0.isLetter || $0.isDigit || $0 == 0x2D || $0 == 0x5F || $0 == 0x2B || $0 >= 0x80
        }
        if plain, text.first?.isDigit == false {
            if Self.prefixes.contains(text) { state.expectsCommand = true }
            add(end - position, place, .command)
        } else {
            runs(until: end, place)
        }
    }

    private mutating func option(until end: Int, _ place: Place) {
        let start = position
        var stop = start
        while stop < end, line[stop] == 0x2D { stop += 1 }
        let isLong = stop - start == 2
        let name = stop
        while stop < end {
            let byte = line[stop]
            let more = isLong && (byte.isDigit || byte == 0x2D || byte == 0x5F || byte == 0x2E)
            if !byte.isLetter && !more { break }
            stop += 1
        }
        if !isLong, stop == name, stop < end, line[stop].isDigit, end - stop <= 2 {
            // `-9`: one piece, as it is a name of its own.
            stop = end
        }
        let single = !isLong && stop - start == 2 && line[name].isLetter
        add(stop - start, place, single ? .named(.option) : .option)
        if position < end { runs(until: end, .glued) }
    }

    /// Letters and digits, numbers, endings and single symbols up to `end`.
    private mutating func runs(until end: Int, _ first: Place) {
        var place = first
        while position < end {
            let start = position
            run(until: end, place)
            if position == start { position += 1 }
            place = place == .quotedSpaced || place == .quotedGlued ? .quotedGlued : .glued
        }
    }

    private mutating func run(until end: Int, _ place: Place) {
        let byte = line[position]
        let atStart = place == .spaced || position == 0 || line[position - 1] == 0x2F
        if readsClasses, byte == 0x3C, let (length, kind) = classLength() {
            add(length, place, .named(kind))
            return
        }
        if atStart {
            let stop = line[position..<end].firstIndex(of: 0x2F) ?? end
            if stop > position, let kind = names[line[position..<stop]] {
                add(stop - position, place, .named(kind))
                return
            }
        }
        if byte.isDigit {
            var stop = position
            while stop < end, line[stop].isDigit { stop += 1 }
            // `10minutes`: what sounds like a number and a word is written as two (`ShellLanguage.hasSpace`).
            let digits = stop
            while stop < end, line[stop].isLetter { stop += 1 }
            let isWord = stop - digits > 3 && (place == .glued || place == .spaced)
            add((isWord ? stop : digits) - position, place, isWord ? .word : .number)
            return
        }
        if byte.isLetter || byte >= 0x80 {
            var stop = position
            while stop < end, line[stop].isLetter || line[stop].isDigit || line[stop] >= 0x80 {
                stop += 1
            }
            if state.isAfterDollar {
                while stop < end, line[stop].isLetter || line[stop].isDigit || line[stop] == 0x5F {
                    stop += 1
                }
                add(stop - position, place, .named(.variable))
            } else {
                add(stop - position, place, .word)
            }
            return
        }
        if byte == 0x2E, let length = endingLength(until: end), !atStart {
            add(length, place, .ending)
            return
        }
        add(SpokenSymbols.operatorLength(line[position..<end]) ?? 1, place, .symbol)
    }

    /// The length of `.tar.gz` or `.py` at the end of a component.
    private func endingLength(until end: Int) -> Int? {
        var stop = position + 1
        while stop < end, line[stop].isLetter || line[stop].isDigit { stop += 1 }
        let length = stop - position
        guard (2...8).contains(length), line[position + 1].isLetter else { return nil }
        if stop == end || line[stop] == 0x2F || line[stop] == 0x3A { return length }
        // `.tar` before another ending belongs to it.
        guard line[stop] == 0x2E, stop + 1 < end, line[stop + 1].isLetter else { return nil }
        var last = stop + 1
        while last < end, line[last].isLetter || line[last].isDigit { last += 1 }
        guard last == end, Self.doubled.contains(line[(position + 1)..<stop]) else { return nil }
        return last - position
    }

    // MARK: Quotes

    private mutating func quoted(_ byte: UInt8, spaced: Bool) {
        let place: Place = spaced ? .quotedSpaced : .quotedGlued
        if byte == state.quote {
            // `don't` inside single quotes cannot happen in a shell.
            state.quote = 0
            add(1, .close, .quote)
            return
        }
        if readsClasses, byte == 0x3C, let (length, kind) = classLength() {
            add(length, place, .named(kind))
            return
        }
        var stop = position
        while stop < line.count, line[stop] != 0x20, line[stop] != 0x09, line[stop] != state.quote {
            stop += 1
        }
        if byte.isLetter {
            // English keeps its apostrophes: don't, it's.
            var end = position
            while end < stop, line[end].isLetter || line[end] == 0x27 || line[end] >= 0x80 {
                end += 1
            }
            if end == stop {
                add(end - position, place, .word)
                return
            }
        }
        run(until: stop, place)
    }

    /// Programs, and words of the shell, that are followed by another command.
    private static let prefixes = ByteMap([
        "sudo", "time", "exec", "nohup", "xargs", "env", "watch", "command", "doas", "builtin",
        "do", "then", "else", "if", "while", "until",
    ])
    /// Endings that other endings follow.
    private static let doubled = ByteMap([
        "tar", "test", "spec", "min", "d", "conf", "service", "config", "module",
    ])
}
