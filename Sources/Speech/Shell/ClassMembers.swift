/// The members of the classes, each with its share of the class.
package struct ClassMembers: Sendable {
    /// Weights by text, by the raw value of the class.
    private var members = [ByteMap<Float>](repeating: ByteMap(), count: TokenClass.allCases.count)

    init(_ sources: ShellSources, _ knowledge: ShellKnowledge) {
        for file in sources.files {
            let file = Array(file.utf8)
            guard Self.isLiteral(file) else { continue }
            let isFolder = file.last == UInt8(ascii: "/")
            let path = isFolder ? file.dropLast() : file[...]
            var name = path
            if let slash = path.lastIndex(of: UInt8(ascii: "/")) { name = path[(slash + 1)...] }
            if name.first == UInt8(ascii: "-") { continue }
            if name.count < path.count {
                add(name, .entry, 1)
            } else {
                add(name, isFolder ? .folder : .file, 1)
            }
            if let dot = name.dropFirst().firstIndex(of: UInt8(ascii: ".")) {
                add(name[dot...], .ending, 1)
            }
        }
        for (names, kind) in [
            (sources.branches, TokenClass.branch), (sources.tags, .tag), (sources.remotes, .remote),
            (sources.hosts, .host), (sources.targets, .target), (sources.scripts, .script),
        ] {
            for name in names where Self.isLiteral(Array(name.utf8)) { add(name, kind, 1) }
        }
        let lexicon = knowledge.lexicon
        for (rank, name) in lexicon.names(in: "commands").enumerated() {
            add(name, .command, 40 / Float(rank + 40))
        }
        for name in sources.commands {
            let name = Array(name.utf8)
            guard Self.isSayable(name), Self.isLiteral(name) else { continue }
            add(name[...], .command, lexicon.forms(utf8: name[...]).isEmpty ? 0.05 : 0.5)
        }
        for (rank, word) in knowledge.words.enumerated() {
            var bytes = Array(word.utf8)
            add(bytes[...], .word, 150 / Float(rank + 150))
            if rank < 1000, let first = bytes.first {
                if first.isLower { bytes[0] = first - 32 }
                add(bytes[...], .capitalized, 150 / Float(rank + 150))
            }
        }
        for name in lexicon.names(in: "names") { add(name, .word, 0.7) }
        for name in lexicon.names(in: "endings") { add(name, .ending, 1) }
        for name in lexicon.names(in: "variables") { add(name, .variable, 1) }
        numbers()
        for letter in UInt8(ascii: "a")...UInt8(ascii: "z") {
            let small = String(UnicodeScalar(letter))
            let capital = String(UnicodeScalar(letter - 32))
            add(small, .letter, 1)
            add(capital, .letter, 0.1)
            add("-" + small, .option, 1)
            add("-" + capital, .option, 0.3)
        }
    }

    /// Whether a name that was found stands for itself on a command line, unquoted.
    ///
    /// Anybody can make a file or a branch called `$(…)`: written into the line, it would be run with it. What a person
    /// typed is another matter, and comes from the history.
    private static func isLiteral(_ name: [UInt8]) -> Bool {
        name.first != UInt8(ascii: "-") && SafeText.isSafe(utf8: name)
            && name.allSatisfy { byte in
                byte.isLetter || byte.isDigit || byte >= 0x80 || literalMarks.contains(byte)
            }
    }

    private static let literalMarks = Array("._-/+@:,%".utf8)

    /// Whether anybody would say a program's name: `x86_64-linux-gnu-gcc-ranlib-12` is for scripts. What was typed is
    /// known from the history however long it is.
    private static func isSayable(_ name: [UInt8]) -> Bool {
        name.count <= 16 && name.count { !$0.isLetter } <= 2
    }

    /// Numbers that people say as one; longer ones are made of pairs and digits.
    private mutating func numbers() {
        for value in 0..<100 {
            let weight: Float = value <= 10 ? 8 : value % 10 == 0 || value < 20 ? 3 : 1
            add(String(value), .number, weight)
        }
        for value in stride(from: 100, to: 1000, by: 10) {
            add(String(value), .number, value % 100 == 0 ? 1 : value % 50 == 0 ? 0.4 : 0.15)
        }
        for value in Self.known { add(String(value), .number, 0.5) }
        for value in stride(from: 1000, through: 20_000, by: 1000) {
            add(String(value), .number, 1)
        }
        for value in stride(from: 1100, to: 10_000, by: 100) where value % 1000 != 0 {
            add(String(value), .number, 0.2)
        }
        for port in Self.ports { add(String(port), .number, 2) }
        for value in 0..<100 {
            let text = value < 10 ? "0\(value)" : String(value)
            add(text, .pair, 1)
        }
        for value in 0..<10 { add(String(value), .digit, 1) }
    }

    /// Counts on a member's side; a member that is there already grows.
    mutating func add(_ text: ArraySlice<UInt8>, _ kind: TokenClass, _ weight: Float) {
        guard !text.isEmpty, text.allSatisfy({ $0 >= 0x21 }) else { return }
        let index = members[Int(kind.rawValue)].insert(text, 0)
        members[Int(kind.rawValue)].values[index] += weight
    }

    private mutating func add(_ text: String, _ kind: TokenClass, _ weight: Float) {
        add(Array(text.utf8)[...], kind, weight)
    }

    /// All members of a class with their weights, in the order of their arrival.
    subscript(kind: TokenClass) -> ByteMap<Float> { members[Int(kind.rawValue)] }

    /// Finds how the members are said that a language will want, as far as they are known already.
    ///
    /// Pronouncing them is half of building a language, and can be done beside the counting.
    package func pronounce(with pronouncer: inout Pronouncer) {
        for kind in TokenClass.allCases {
            let known = self[kind]
            for number in list(kind, kind == .word ? .quotedSpaced : .spaced) {
                _ = pronouncer.ways(ofPiece: known.key(number))
            }
        }
    }

    /// The members of a class, by their numbers, that are worth hearing in a place: the recogniser's search has to try them all.
    func list(_ kind: TokenClass, _ place: Place) -> [Int] {
        let weights = self[kind].values
        let limit: Int
        switch (kind, place) {
        case (.word, .quotedSpaced): limit = 3500
        case (.word, .spaced): limit = 2500
        case (.word, .glued): limit = 2000
        case (.word, _), (.capitalized, .glued): limit = 1000
        case (.capitalized, _): limit = 300
        case (.number, .glued), (.number, .spaced): limit = 1200
        case (.number, _): limit = 100
        case (.command, .spaced), (.command, .glued): limit = 2500
        case (.command, _): limit = 300
        case (_, .quotedGlued), (_, .quotedSpaced): limit = 300
        default: limit = 2000
        }
        if weights.count <= limit { return Array(weights.indices) }
        // The heaviest first and of equals the first: weights are positive, and such numbers are ordered like their bits.
        let keys = weights.indices.map { UInt64(~weights[$0].bitPattern) << 32 | UInt64($0) }
        return keys.sorted().prefix(limit).map { Int($0 & 0xFFFF_FFFF) }
    }

    /// Numbers of three digits that are said as one: masks, codes, sizes, ports. Others are a digit and a pair.
    private static let known = [
        101, 111, 123, 127, 128, 144, 168, 192, 200, 201, 204, 255, 256, 301, 302, 304, 365, 384,
        400,
        401, 403, 404, 408, 409, 418, 422, 429, 443, 444, 465, 502, 503, 504, 512, 514, 587, 600,
        631,
        640, 644, 664, 666, 700, 711, 720, 750, 755, 768, 775, 777, 853, 989, 990, 993, 995, 999,
    ]

    /// Ports and sizes whose thousands people say.
    private static let ports = [
        1024, 2048, 3000, 3001, 3306, 4000, 4096, 4200, 4321, 4443, 5000, 5001, 5173, 5432, 5555,
        5672, 6379, 6443, 8000, 8001, 8008, 8080, 8081, 8082, 8088, 8123, 8192, 8443, 8888, 9000,
        9090, 9092, 9200, 9229, 9999, 10000, 27017, 50051, 65535,
    ]
}
