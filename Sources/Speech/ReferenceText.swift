/// Brings a transcript and a hypothesis to the same spelling before they are compared.
///
/// Case, punctuation, marks of noises and hesitations do not count; digits are spelled out as they are spoken.
public enum ReferenceText {
    /// How digits are read.
    public enum Digits: CaseIterable, Sendable {
        /// 1455 is "one thousand four hundred fifty five".
        case asNumber
        /// "one four five five".
        case oneByOne
        /// "fourteen fifty five".
        case inPairs
    }

    /// The words of `text` as they would be spoken.
    public static func words(_ text: String, digits: Digits = .asNumber) -> [String] {
        var plain = ""
        var closing: Character?
        for character in text.lowercased() {
            if let end = closing {
                if character == end { closing = nil }
                continue
            }
            switch character {
            // What stands in brackets is a sound or a remark.
            case "<": closing = ">"
            case "[": closing = "]"
            case "(": closing = ")"
            case "’", "‘": plain.append("'")
            case "%": plain += " percent "
            case "&": plain += " and "
            case "$": plain += " dollar "
            case _ where character.isLetter || character.isNumber || character == "'":
                plain.append(character)
            case ",": plain.append(plain.last?.isNumber == true ? "," : " ")
            default: plain.append(" ")
            }
        }
        return plain.split(separator: " ").flatMap { spoken($0, digits) }
    }

    /// The errors of `hypothesis`, digits being read in the way that goes best with the reference.
    public static func errors(in hypothesis: String, reference: String) -> WordErrors {
        let said = words(reference)
        return Digits.allCases.map { digits in
            WordErrors(reference: said, hypothesis: words(hypothesis, digits: digits))
        }.min { $0.errors < $1.errors } ?? WordErrors()
    }

    private static let hesitations: Set<String> = [
        "uh", "um", "hm", "hmm", "mm", "mhm", "er", "erm", "ah", "eh",
    ]

    /// Words that are spelled in several ways.
    private static let spellings: [String: String] = [
        "ok": "okay", "oh": "zero", "mr": "mister", "mrs": "missus", "dr": "doctor",
        "etc": "et cetera", "alright": "all right", "goodbye": "good bye", "cannot": "can not",
        "gonna": "going to", "percent": "per cent", "grey": "gray", "colour": "color",
        "neighbour": "neighbor", "favourite": "favorite", "tv": "t v", "www": "w w w",
        "nevermind": "never mind", "mailbox": "mail box",
    ]

    private static func spoken(_ token: Substring, _ digits: Digits) -> [String] {
        var words: [String] = []
        var run = ""
        var isNumber = false
        func close() {
            guard !run.isEmpty else { return }
            if isNumber {
                words += SpelledNumber.words(run, digits)
            } else {
                let word = run.trimmingQuotes()
                if !word.isEmpty, !hesitations.contains(word) {
                    words += (spellings[word] ?? word).split(separator: " ").map(String.init)
                }
            }
            run = ""
        }
        for character in token where character != "," {
            let number = character.isASCII && character.isNumber
            if number != isNumber, !ordinalEnding(run, character, isNumber) { close() }
            isNumber = number || ordinalEnding(run, character, isNumber)
            run.append(character)
        }
        close()
        return words
    }

    /// Whether `character` goes on with an ending such as "st" behind digits.
    private static func ordinalEnding(
        _ run: String, _ character: Character, _ isNumber: Bool
    ) -> Bool {
        guard isNumber, let last = run.last else { return false }
        if last.isNumber { return "snrt".contains(character) }
        return "tdh".contains(character) && run.dropLast().last?.isNumber == true
    }
}

extension String {
    fileprivate func trimmingQuotes() -> String {
        var text = self[...]
        while text.first == "'" { text.removeFirst() }
        while text.last == "'" { text.removeLast() }
        return String(text)
    }
}
