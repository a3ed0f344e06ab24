/// Guesses how an unknown word is said from its letters, by a decision tree over the letters around each one.
///
/// Each letter is answered by none, one or two phones. A node asks for the letter at one place near; the answer is that of
/// the deepest node that fits. Trained from a pronouncing dictionary by `LetterToSoundTraining`; in the manner of
/// Black, Lenzo and Pagel, "Issues in building general letter to sound rules" (1998).
///
/// Of 5,907 words held out of the packaged dictionary 9.3 % of the phones were wrong and 59.0 % of the words exact
/// (`bench letters`); espeak-ng, on 1,500 such words, had 10.5 % and 58.3 %.
public struct LetterToSound: Sendable {
    struct Node: Sendable {
        /// The letter that leads here from the parent.
        var letter: UInt8
        /// An index into `answers`.
        var answer: UInt16
        /// The place that this node's children are told apart by, an index into `places`.
        var place: UInt8
        /// Children stand side by side.
        var firstChild: Int32
        var childCount: UInt8
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
        pronunciation(utf8: Array(word.utf8)[...])
    }

    func pronunciation(utf8 word: ArraySlice<UInt8>) -> Pronunciation? {
        let letters = word.map { $0.isUpper ? $0 + 32 : $0 }.filter(Self.isKnown)
        guard !letters.isEmpty, !nodes.isEmpty else { return nil }
        var phones: Pronunciation = []
        for index in letters.indices { phones += answers[answer(letters, index)] }
        // Doubled consonants are said once.
        var result: Pronunciation = []
        for phone in phones where result.last != phone { result.append(phone) }
        return result.isEmpty ? nil : result
    }

    static func isKnown(_ letter: UInt8) -> Bool { letter.isLower || letter == 0x27 }

    private func answer(_ letters: [UInt8], _ index: Int) -> Int {
        var node = nodes[0]
        while node.childCount > 0 {
            let letter = Self.letter(letters, index + Self.places[Int(node.place)])
            var next = Int(node.firstChild)
            let end = next + Int(node.childCount)
            while next < end, nodes[next].letter != letter { next += 1 }
            if next == end { break }
            node = nodes[next]
        }
        return Int(node.answer)
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
        answers = []
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
        nodes = []
        // Nodes come parents first and breadth first, so children are reserved as their parents are read.
        var next = 1
        var position = lines[2].startIndex
        let body = lines[2]
        func number() -> Int {
            var value = 0
            while position < body.endIndex, body[position].isDigit, value < 1 << 24 {
                value = value * 10 + Int(body[position] - 0x30)
                position += 1
            }
            return value
        }
        while position < body.endIndex, body[position] != 0x0A {
            let letter = body[position]
            position += 1
            let answer = number()
            var node = Node(
                letter: letter, answer: UInt16(truncatingIfNeeded: answer), place: 0,
                firstChild: 0, childCount: 0)
            if position < body.endIndex, body[position] == 0x28 {
                position += 1
                let place = number()
                guard position < body.endIndex, body[position] == 0x3A else { return nil }
                position += 1
                let count = number()
                guard position < body.endIndex, body[position] == 0x29, place < Self.places.count,
                    count < 256
                else { return nil }
                position += 1
                node.place = UInt8(place)
                node.childCount = UInt8(count)
                node.firstChild = Int32(next)
                next += count
            }
            guard answer < answers.count else { return nil }
            nodes.append(node)
        }
        guard nodes.count == next else { return nil }
    }

    /// The tree as text, which `init(table:)` reads.
    public var table: [UInt8] {
        var out = Array(Self.head.utf8) + [0x0A]
        out += answers.map(\.arpabet).joined(separator: ",").utf8
        out.append(0x0A)
        for node in nodes {
            out.append(node.letter)
            out += "\(node.answer)".utf8
            if node.childCount > 0 { out += "(\(node.place):\(node.childCount))".utf8 }
        }
        out.append(0x0A)
        return out
    }

    private static let head = "letter-to-sound 1"
}
