extension ShellLanguage {
    /// The command line that was recognised, word by word and as alternatives.
    public func written(_ hypothesis: Hypothesis) -> Hypothesis {
        var result = hypothesis
        let heard = hypothesis.text.split(separator: " ").map(String.init)
        result.text = commandLine(of: heard)
        result.isDoubtful =
            !result.text.isEmpty
            && (meanLogProbability(of: heard) < Self.doubtBound || Self.isSparse(hypothesis))
        var words: [Word] = []
        var joints = Joints()
        for word in hypothesis.words {
            guard let number = Self.number(of: word.text), written.indices.contains(number) else {
                continue
            }
            let text = written[number]
            let opensWord = joints.hasSpace(before: number, in: self)
            // Pieces without a space between them are one word of the shell.
            if let last = words.last, !opensWord {
                words[words.count - 1].text += text
                words[words.count - 1].duration = word.start + word.duration - last.start
                words[words.count - 1].confidence = min(last.confidence, word.confidence)
            } else {
                var written = word
                written.text = text
                words.append(written)
            }
        }
        result.words = words
        var alternatives: [String] = []
        for alternative in hypothesis.alternatives {
            let line = commandLine(of: alternative.split(separator: " ").map(String.init))
            if line != result.text, !alternatives.contains(line) { alternatives.append(line) }
        }
        result.alternatives = alternatives
        return result
    }

    /// The command line so far, cut where its stable part ends.
    public func written(_ partial: PartialHypothesis) -> PartialHypothesis {
        let stable = partial.stable.split(separator: " ").map(String.init)
        let all = stable + partial.unstable.split(separator: " ").map(String.init)
        let head = commandLine(of: stable)
        let whole = commandLine(of: all)
        // What comes next may close up with the last piece, but never takes from it.
        guard whole.hasPrefix(head) else { return PartialHypothesis(stable: "", unstable: whole) }
        return PartialHypothesis(stable: head, unstable: String(whole.dropFirst(head.count)))
    }

    /// The least mean logarithm of a command's words that is believed.
    ///
    /// Of 173 commands that were heard right the least probable had −2.35; sentences of prose have about −3.5.
    static let doubtBound = -2.65

    /// Little that was heard in much sound: a noise that happens to be like a word.
    private static func isSparse(_ hypothesis: Hypothesis) -> Bool {
        let covered = hypothesis.words.reduce(0) { $0 + $1.duration }
        return hypothesis.duration > 4 && covered < 0.15 * hypothesis.duration
    }

    /// The classes in the format of the library's class files.
    ///
    /// It adds the logarithm of a member's share to a score that is already multiplied by `languageWeight`, so the shares
    /// are raised to that power; a member that is never said takes up what is then missing to one.
    public func classDefinitions(languageWeight: Double) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity(written.count * 20)
        for entry in classes {
            out += "LMCLASS \(entry.tag)\n".utf8
            var rest = 1.0
            for (number, share) in zip(entry.numbers, entry.shares) {
                // The library keeps shares in single precision.
                let raised = max(
                    1e-37, decimalPower(decimalLogarithm(Double(share)) * languageWeight))
                rest -= raised
                out.append(UInt8(ascii: "w"))
                out.append(decimal: Int(number))
                out.append(0x20)
                out.append(scientific: raised)
                out.append(0x0A)
            }
            out += "\(entry.tag)- \(max(1e-37, rest))\nEND \(entry.tag)\n".utf8
        }
        return out
    }
}

extension [UInt8] {
    /// Appends a number from 1e-37 to 1 with seven digits, as `4.200000e-05`.
    fileprivate mutating func append(scientific value: Double) {
        // From a little below what the binary exponent says.
        var exponent = Swift.max(0, Int(-0.301 * Double(value.exponent + 1)))
        while exponent < tenPowers.count - 1, value * tenPowers[exponent] < 1 { exponent += 1 }
        var digits = Int((value * tenPowers[exponent] * 1e6).rounded())
        if digits >= 10_000_000 {
            digits /= 10
            exponent -= 1
        }
        append(decimal: digits / 1_000_000)
        append(0x2E)
        append(lastThree: digits / 1000)
        append(lastThree: digits)
        append(UInt8(ascii: "e"))
        append(UInt8(ascii: "-"))
        append(decimal: exponent)
    }
}

private let tenPowers: [Double] = (0...38).map { decimalPower(Double($0)) }
