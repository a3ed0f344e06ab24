extension ShellLanguageBuilder {
    /// The pieces of a line of history, for `ShellLanguage.fit(of:)`.
    package mutating func cut(line: [UInt8]) -> ShellLanguage.CutLine {
        splitter.readsClasses = false
        return ShellLanguage.CutLine(
            pieces: splitter.pieces(of: line).map { (Array($0.text), $0.place) })
    }
}

extension ShellLanguage {
    /// A line in pieces.
    package struct CutLine {
        var pieces: [(text: [UInt8], place: Place)]
    }

    /// How well the language foresees a line: the decimal logarithm of its probability, over how many pieces with the
    /// end, and how many pieces it does not know, which are left out.
    ///
    /// A piece may be a word of its own and a member of several classes: the likeliest of them counts.
    package func fit(of line: CutLine) -> (logarithm: Double, pieces: Int, unknown: Int) {
        var history = [Vocabulary.start]
        var sum = 0.0
        var unknown = 0
        for (text, place) in line.pieces {
            let text = String(decoding: text, as: UTF8.self)
            var best: (logarithm: Double, modelWord: Int)?
            for number in written.indices where places[number] == place && written[number] == text {
                let modelWord = Int(modelWords[number])
                let logarithm =
                    model.logProbability(of: modelWord, after: history) + Double(shares[number])
                if logarithm > best?.logarithm ?? -.infinity { best = (logarithm, modelWord) }
            }
            guard let best else {
                unknown += 1
                continue
            }
            sum += best.logarithm
            history.append(best.modelWord)
        }
        sum += model.logProbability(of: Vocabulary.end, after: history)
        return (sum, history.count, unknown)
    }
}
