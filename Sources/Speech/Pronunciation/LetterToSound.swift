/// Guesses how an unknown word is said from its letters, by a decision tree over the letters around each one.
///
/// Each letter is answered by none, one or two phones. A node asks for the letter at one place near; the answer is that of
/// the deepest node that fits. Trained from a pronouncing dictionary by `LetterToSoundTraining`; in the manner of
/// Black, Lenzo and Pagel, "Issues in building general letter to sound rules" (1998).
///
/// Of 5,907 words held out of the packaged dictionary 9.3 % of the phones were wrong and 59.0 % of the words exact
/// (`bench letters`); espeak-ng had 10.7 % and 57.6 %.
public struct LetterToSound: Sendable {
    struct Node: Sendable {
        /// The letter that leads here from the parent.
        var letter: UInt8
        /// The place that this node's children are told apart by, an index into `places`.
        var place: UInt8 = 0
        /// An index into `answers`.
        var answer: UInt16
        /// The letters that lead to children, as bits.
        var letters: UInt32 = 0
        /// Children stand side by side in the order of their letters.
        var firstChild: Int32 = 0
    }
    var nodes: [Node]
    var answers: [Pronunciation]

    /// Places that a node can ask for, relative to the letter in question.
    static let places = [0, 1, -1, 2, -2, 3, -3, 4, -4]

    init(nodes: [Node], answers: [Pronunciation]) {
        self.nodes = nodes
        self.answers = answers
    }

    /// The most likely pronunciation of `word`; nil if it has no letter that is said.
    public func pronunciation(of word: String) -> Pronunciation? {
        var phones: Pronunciation = []
        appendPhones(of: Array(word.utf8)[...], to: &phones)
        return phones.isEmpty ? nil : phones
    }

    /// Appends the most likely pronunciation; nothing if the word has no letter that is said.
    func appendPhones(of word: ArraySlice<UInt8>, to phones: inout Pronunciation) {
        var letters: [UInt8] = []
        letters.reserveCapacity(word.count)
        for byte in word {
            let letter = byte.isUpper ? byte + 32 : byte
            if Self.isKnown(letter) { letters.append(letter) }
        }
        if nodes.isEmpty { return }
        let start = phones.count
        for index in letters.indices {
            // Doubled consonants are said once.
            for phone in answers[answer(letters, index)]
            where phones.count == start || phones[phones.count - 1] != phone {
                phones.append(phone)
            }
        }
    }

    static func isKnown(_ letter: UInt8) -> Bool { letter.isLower || letter == 0x27 }

    private func answer(_ letters: [UInt8], _ index: Int) -> Int {
        var node = nodes[0]
        while node.letters != 0 {
            let letter = Self.bit(Self.letter(letters, index + Self.places[Int(node.place)]))
            guard node.letters & letter != 0 else { break }
            let before = (node.letters & (letter - 1)).nonzeroBitCount
            node = nodes[Int(node.firstChild) + before]
        }
        return Int(node.answer)
    }

    /// A letter as a bit, in their order; 0 of what is none.
    static func bit(_ letter: UInt8) -> UInt32 {
        switch letter {
        case 0x23: 1
        case 0x27: 2
        case 0x61...0x7A: 4 << UInt32(letter - 0x61)
        default: 0
        }
    }

    /// The letter at a place; `#` beyond the word.
    static func letter(_ letters: [UInt8], _ index: Int) -> UInt8 {
        letters.indices.contains(index) ? letters[index] : 0x23
    }
}

// MARK: The table as text

extension LetterToSound {
    /// Reads the text that `table` writes; nil if it is none.
    ///
    /// A head line, a line of the answers separated by commas, then the nodes in the order in which a walk meets
    /// them: the letter, the answer's number, and if there are children their place and their number in
    /// brackets.
    public init?(table text: [UInt8]) {
        let lines = text.split(separator: 0x0A, maxSplits: 2, omittingEmptySubsequences: false)
        guard lines.count == 3, lines[0].elementsEqual(Self.head.utf8) else { return nil }
        var answers: [Pronunciation] = []
        for field in lines[1].split(separator: 0x2C, omittingEmptySubsequences: false) {
            if field.isEmpty {
                answers.append([])
                continue
            }
            guard let phones = Pronunciation(arpabet: String(decoding: field, as: UTF8.self)) else {
                return nil
            }
            answers.append(phones)
        }
        self.answers = answers
        var nodes: [Node] = []
        nodes.reserveCapacity(lines[2].count / 4)
        // Nodes come parents first and breadth first, so children are reserved as their parents are read.
        var next = 1
        let body = lines[2]
        var position = body.startIndex
        func number() -> Int {
            var value = 0
            while position < body.endIndex, body[position].isDigit, value < 1 << 24 {
                value = value * 10 + Int(body[position] - 0x30)
                position += 1
            }
            return value
        }
        var childCounts: [UInt8] = []
        childCounts.reserveCapacity(lines[2].count / 4)
        while position < body.endIndex, body[position] != 0x0A {
            let letter = body[position]
            position += 1
            let answer = number()
            guard answer < answers.count else { return nil }
            var node = Node(letter: letter, answer: UInt16(truncatingIfNeeded: answer))
            var childCount = 0
            if position < body.endIndex, body[position] == 0x28 {
                position += 1
                let place = number()
                guard position < body.endIndex, body[position] == 0x3A else { return nil }
                position += 1
                childCount = number()
                guard position < body.endIndex, body[position] == 0x29, place < Self.places.count,
                    childCount < 256
                else { return nil }
                position += 1
                node.place = UInt8(place)
                node.firstChild = Int32(next)
                next += childCount
            }
            nodes.append(node)
            childCounts.append(UInt8(childCount))
        }
        guard nodes.count == next else { return nil }
        var child = 1
        for parent in nodes.indices where childCounts[parent] > 0 {
            var letters: UInt32 = 0
            for _ in 0..<childCounts[parent] {
                let letter = Self.bit(nodes[child].letter)
                guard letter > letters else { return nil }
                letters |= letter
                child += 1
            }
            nodes[parent].letters = letters
        }
        self.nodes = nodes
    }

    /// The tree as text, which `init(table:)` reads.
    public var table: [UInt8] {
        var out = Array(Self.head.utf8) + [0x0A]
        out += answers.map(\.arpabet).joined(separator: ",").utf8
        out.append(0x0A)
        for node in nodes {
            out.append(node.letter)
            out += "\(node.answer)".utf8
            if node.letters != 0 {
                out += "(\(node.place):\(node.letters.nonzeroBitCount))".utf8
            }
        }
        out.append(0x0A)
        return out
    }

    private static let head = "letter-to-sound 1"
}
