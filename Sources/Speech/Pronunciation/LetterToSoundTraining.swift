/// Trains letter-to-sound from a pronouncing dictionary.
public struct LetterToSoundTraining {
    /// A word's letters and phones.
    struct Entry {
        var letters: [UInt8]
        var phones: Pronunciation
    }
    private var entries: [Entry] = []

    public init() {}

    /// Adds a word; words with other characters than letters are no use.
    public mutating func add(_ word: String, _ phones: Pronunciation) {
        let letters = word.utf8.map { $0.isUpper ? $0 + 32 : $0 }
        guard letters.allSatisfy(LetterToSound.isKnown), !letters.isEmpty,
            phones.count <= letters.count * 2, letters.count <= phones.count * 3 + 1
        else { return }
        entries.append(Entry(letters: letters, phones: phones))
    }

    /// Aligns letters with phones and grows the tree; a node of fewer than `minimum` cases grows no children.
    public func train(minimum: Int = 3) -> LetterToSound {
        var answers: [Pronunciation] = []
        var numbers: [Pronunciation: UInt16] = [:]
        var contexts: [[UInt8]] = []
        var labels: [UInt16] = []
        for (entry, chunks) in zip(entries, align()) {
            for (index, chunk) in chunks.enumerated() {
                if numbers[chunk] == nil {
                    numbers[chunk] = UInt16(answers.count)
                    answers.append(chunk)
                }
                labels.append(numbers[chunk] ?? 0)
                contexts.append(
                    LetterToSound.places.map { LetterToSound.letter(entry.letters, index + $0) })
            }
        }
        var grower = TreeGrower(
            contexts: contexts, labels: labels, answerCount: answers.count, minimum: minimum)
        return LetterToSound(nodes: grower.grow(), answers: answers)
    }

    // MARK: Alignment

    /// The phones of each letter of each word: the likeliest way to share them out, found by repeated counting.
    private func align() -> [[Pronunciation]] {
        // Log-likelihoods of a chunk (none: 0, one: 1 + phone, two: 40 + pair) after a letter.
        let width = 40 + 39 * 39
        var costs = [Float](repeating: 0, count: 128 * width)
        var counts = [Float](repeating: 0, count: 128 * width)
        for entry in entries {
            let weight = 1 / Float(entry.letters.count)
            for letter in entry.letters {
                for phone in entry.phones {
                    counts[Int(letter) * width + 1 + Int(phone.code)] += weight
                }
            }
        }
        Self.renew(&costs, counts, width, prior: true)
        var result: [[Pronunciation]] = []
        for round in 0..<6 {
            counts = [Float](repeating: 0, count: 128 * width)
            result.removeAll(keepingCapacity: true)
            for entry in entries {
                let chunks = Self.best(entry, costs, width)
                if round == 5 { result.append(chunks) }
                for (letter, chunk) in zip(entry.letters, chunks) {
                    counts[Int(letter) * width + Self.slot(chunk)] += 1
                }
            }
            Self.renew(&costs, counts, width, prior: false)
        }
        return result
    }

    private static func slot(_ chunk: some Collection<Phone>) -> Int {
        guard let first = chunk.first else { return 0 }
        guard chunk.count > 1, let second = chunk.dropFirst().first else {
            return 1 + Int(first.code)
        }
        return 40 + Int(first.code) * 39 + Int(second.code)
    }

    private static func renew(
        _ costs: inout [Float], _ counts: [Float], _ width: Int, prior: Bool
    ) {
        for letter in 0..<128 {
            let row = letter * width..<(letter + 1) * width
            let total = counts[row].reduce(0, +) + 1
            for index in row {
                let slot = index - row.lowerBound
                var share = (counts[index] + 0.001) / total
                if prior {
                    if slot == 0 { share = 0.02 }
                    if slot >= 40 {
                        let first = counts[row.lowerBound + 1 + (slot - 40) / 39] / total
                        let second = counts[row.lowerBound + 1 + (slot - 40) % 39] / total
                        share = first * second * 0.02 + 1e-9
                    }
                }
                costs[index] = Float(-binaryLogarithm(Double(share)))
            }
        }
    }

    private static func best(_ entry: Entry, _ costs: [Float], _ width: Int) -> [Pronunciation] {
        let letters = entry.letters
        let phones = entry.phones
        let columns = phones.count + 1
        var cost = [Float](repeating: .infinity, count: (letters.count + 1) * columns)
        var step = [UInt8](repeating: 0, count: cost.count)
        cost[0] = 0
        for (row, letter) in letters.enumerated() {
            for column in 0..<columns where cost[row * columns + column] < .infinity {
                for taken in 0...2 where column + taken < columns {
                    let chunk = phones[column..<(column + taken)]
                    let price =
                        cost[row * columns + column] + costs[Int(letter) * width + slot(chunk)]
                    let target = (row + 1) * columns + column + taken
                    if price < cost[target] {
                        cost[target] = price
                        step[target] = UInt8(taken)
                    }
                }
            }
        }
        var chunks: [Pronunciation] = []
        var column = phones.count
        for row in stride(from: letters.count, to: 0, by: -1) {
            let taken = Int(step[row * columns + column])
            chunks.append(Array(phones[(column - taken)..<column]))
            column -= taken
        }
        return chunks.reversed()
    }
}

/// Grows the decision tree breadth first, each node asking for the place that tells most.
struct TreeGrower {
    let contexts: [[UInt8]]
    let labels: [UInt16]
    let answerCount: Int
    let minimum: Int

    private struct Draft {
        var letter: UInt8
        var answer: UInt16
        var place = 0
        var children: [Draft] = []
    }

    init(contexts: [[UInt8]], labels: [UInt16], answerCount: Int, minimum: Int) {
        self.contexts = contexts
        self.labels = labels
        self.answerCount = answerCount
        self.minimum = minimum
    }

    mutating func grow() -> [LetterToSound.Node] {
        let root = draft(0x23, Array(contexts.indices), asked: [])
        var nodes: [LetterToSound.Node] = []
        var queue = [root]
        var position = 0
        var next = 1
        while position < queue.count {
            let draft = queue[position]
            position += 1
            var node = LetterToSound.Node(letter: draft.letter, answer: draft.answer)
            if !draft.children.isEmpty {
                node.place = UInt8(draft.place)
                node.letters = draft.children.reduce(0) { $0 | LetterToSound.bit($1.letter) }
                node.firstChild = Int32(next)
            }
            nodes.append(node)
            next += draft.children.count
            queue += draft.children
        }
        return nodes
    }

    private func draft(_ letter: UInt8, _ cases: [Int], asked: [Int]) -> Draft {
        var counts = [Int](repeating: 0, count: answerCount)
        for index in cases { counts[Int(labels[index])] += 1 }
        let most = counts.max() ?? 0
        let answer = UInt16(counts.firstIndex(of: most) ?? 0)
        var node = Draft(letter: letter, answer: answer)
        guard most < cases.count, cases.count >= minimum else { return node }
        // The letter itself always comes first; then the place with the least uncertainty left.
        let choices =
            asked.isEmpty ? [0] : LetterToSound.places.indices.filter { !asked.contains($0) }
        var best = (place: -1, left: Double.infinity)
        for place in choices {
            let left = uncertainty(cases, place)
            if left < best.left - 1e-9 { best = (place, left) }
        }
        guard best.place >= 0 else { return node }
        var groups = [[Int]](repeating: [], count: 128)
        for index in cases { groups[Int(contexts[index][best.place])].append(index) }
        guard groups.count(where: { !$0.isEmpty }) > 1 || asked.isEmpty else {
            return draft(letter, cases, asked: asked + [best.place])
        }
        node.place = best.place
        for (value, group) in groups.enumerated() where !group.isEmpty {
            let child = draft(UInt8(value), group, asked: asked + [best.place])
            // A child that says the same as its parent says nothing.
            if child.children.isEmpty, child.answer == answer { continue }
            if child.children.isEmpty, group.count < minimum - 1 { continue }
            node.children.append(child)
        }
        return node
    }

    /// Bits left in the answers once the letter at `place` is known, with a fee for each kind of letter.
    private func uncertainty(_ cases: [Int], _ place: Int) -> Double {
        var table: [UInt32: Int] = [:]
        var totals = [Int](repeating: 0, count: 128)
        for index in cases {
            let letter = contexts[index][place]
            table[UInt32(letter) << 16 | UInt32(labels[index]), default: 0] += 1
            totals[Int(letter)] += 1
        }
        var bits = 0.0
        for total in totals where total > 0 {
            bits += Double(total) * binaryLogarithm(Double(total)) + 1
        }
        for count in table.values { bits -= Double(count) * binaryLogarithm(Double(count)) }
        return bits
    }
}
