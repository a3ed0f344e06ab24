/// Turns what was said into what is written: spoken punctuation, capitals, numbers, the user's
/// replacements.
///
/// Each part can be switched off; with all of them off the text comes back as it was, but for
/// characters that no terminal should get. The result may hold newlines; `SafeText.onOneLine` takes
/// them out.
public struct WrittenForm: Hashable, Sendable {
    /// Which numbers are written with digits.
    public enum Numbers: Hashable, Sendable {
        case off
        /// Those behind the word "numeral".
        case spoken
        /// All from ten on, and whatever has a sign, a point or per cent.
        case digits
    }

    public var punctuation = true
    public var capitals = true
    public var numbers = Numbers.spoken
    /// The first word of each sentence, and "i", get a capital.
    public var capitalize = false
    private let replacements: ReplacementTable

    /// - Parameter replacements: spoken words and what is written for them; of two with the same
    ///   words the later
    ///   one counts.
    public init(replacements: [(spoken: String, written: String)] = []) {
        self.replacements = ReplacementTable(replacements)
    }

    /// The written form of words separated by white space.
    public func text(for spoken: String) -> String {
        var writer = Writer(
            form: self, words: spoken.split(whereSeparator: \.isWhitespace).map(String.init))
        return SafeText.stripped(writer.write())
    }

    /// What stands at `index`, or nil for a word that is only itself.
    ///
    /// - Parameter lower: the words in small letters.
    fileprivate func special(at index: Int, of lower: [String]) -> Special? {
        let mark = punctuation ? self.mark(at: index, of: lower) : nil
        let replacement = replacements.match(lower[index...])
        if let replacement, replacement.count >= mark?.name.count ?? 0 {
            return .replacement(replacement.written, count: replacement.count)
        }
        if let mark { return .mark(mark) }
        if capitals, let change = CaseChange(at: index, of: lower) { return .change(change) }
        if numbers != .off, lower[index] == "numeral",
            let number = SpokenNumber(lower[(index + 1)...], isAskedFor: true)
        {
            return .number(number.written, count: number.count + 1)
        }
        // "five minus three" is no negative number.
        let followsNumber = index > 0 && SpokenNumber.isNumberWord(lower[index - 1])
        if numbers == .digits, !(followsNumber && ["minus", "negative"].contains(lower[index])),
            let number = SpokenNumber(lower[index...]), !number.isSmall
        {
            return .number(number.written, count: number.count)
        }
        return nil
    }

    private func mark(at index: Int, of words: [String]) -> SpokenMark? {
        let candidates = SpokenMark.byFirstWord[words[index]] ?? []
        let found = candidates.first { words[index...].starts(with: $0.name) }
        if words[index] == "quote", words.dropFirst(index + 2).contains("unquote") {
            return SpokenMark("quote", "\"", .opening)
        }
        // A lone name is what somebody said, not a mark that belongs to nothing.
        guard let found, found.name.count < words.count, found.isMeant(in: words, at: index) else {
            return nil
        }
        return found
    }
}

/// Words that stand for something else.
private enum Special {
    case replacement(String, count: Int)
    case mark(SpokenMark)
    case change(CaseChange)
    case number(String, count: Int)

    /// How many words it takes.
    var count: Int {
        switch self {
        case .replacement(_, let count), .number(_, let count): count
        case .mark(let mark): mark.name.count
        case .change(let change): change.count
        }
    }
}

/// A spoken change of the case of what follows.
private enum CaseChange: Hashable {
    case capital
    case allCaps
    case capsOn
    case capsOff

    var count: Int { self == .capital ? 1 : 2 }

    /// Words behind which "capital" is a word of its own: capital punishment, capital gains.
    private static let afterCapital: Set<String> = [
        "of", "punishment", "gains", "letter", "letters", "city", "cities", "investment",
        "investments", "expenditure", "expenditures", "market", "markets", "murder", "crime",
        "crimes", "offense", "flows", "goods", "is", "was", "and", "or",
    ]

    /// Reads "capital", "all caps", "caps on", "caps off".
    ///
    /// "the capital of France" speaks about the thing, and nothing follows a word that ends the
    /// utterance.
    init?(at index: Int, of words: [String]) {
        let next = index + 1 < words.count ? words[index + 1] : ""
        let before = index > 0 ? words[index - 1] : ""
        switch (words[index], next) {
        case ("all", "caps") where index + 2 < words.count && before != "in": self = .allCaps
        case ("caps", "on"): self = .capsOn
        case ("caps", "off"): self = .capsOff
        case ("capital", let next)
        where !next.isEmpty && !Self.afterCapital.contains(next) && !articles.contains(before)
            && !["venture", "human", "working", "share", "state"].contains(before):
            self = .capital
        default: return nil
        }
    }
}

/// The state of writing one utterance.
private struct Writer {
    let form: WrittenForm
    let words: [String]
    let lower: [String]
    var text = ""
    /// The next piece stands close to what is written already.
    var isClose = true
    var beginsSentence = true
    var capital = false
    var allCaps = false
    var capsOn = false

    init(form: WrittenForm, words: [String]) {
        self.form = form
        self.words = words
        lower = words.map { $0.lowercased() }
    }

    mutating func write() -> String {
        var index = 0
        while index < words.count {
            if lower[index] == "literal", index + 1 < words.count,
                let kept = literalCount(at: index + 1)
            {
                for word in words[(index + 1)..<(index + 1 + kept)] { append(word) }
                index += 1 + kept
                continue
            }
            guard let special = form.special(at: index, of: lower) else {
                append(words[index])
                index += 1
                continue
            }
            append(special)
            index += special.count
        }
        return text
    }

    /// How many words behind "literal" would be something else without it, or nil if none would.
    private func literalCount(at index: Int) -> Int? {
        let rest = lower[index...]
        if rest.first == "literal", rest.count > 1 { return 1 }
        // What stands before a mark, or that nothing does, does not matter here.
        if form.punctuation,
            let mark = SpokenMark.byFirstWord[lower[index]]?.first(where: {
                rest.starts(with: $0.name)
            })
        {
            return mark.name.count
        }
        if form.capitals {
            if rest.first == "capital" { return 1 }
            if [["all", "caps"], ["caps", "on"], ["caps", "off"]].contains(where: rest.starts) {
                return 2
            }
        }
        return form.special(at: 0, of: Array(rest))?.count
    }

    private mutating func append(_ special: Special) {
        switch special {
        case .replacement(let written, _): appendReplacement(written)
        case .number(let written, _): append(written)
        case .mark(let mark):
            let standsClose = mark.place == .closing || mark.place == .joining
            place(mark.written, close: standsClose)
            isClose = mark.place == .opening || mark.place == .joining
            if mark.endsSentence { beginsSentence = true }
        case .change(.capital): capital = true
        case .change(.allCaps): allCaps = true
        case .change(.capsOn): capsOn = true
        case .change(.capsOff): capsOn = false
        }
    }

    /// A word, in the case that is asked for.
    private mutating func append(_ word: String) {
        var shown = word
        if allCaps || capsOn {
            shown = word.uppercased()
        } else if capital || form.capitalize && (beginsSentence || isFirstPerson(word)) {
            shown = word.prefix(1).uppercased() + word.dropFirst()
        }
        (capital, allCaps, beginsSentence) = (false, false, false)
        place(shown, close: false)
        isClose = false
    }

    private func isFirstPerson(_ word: String) -> Bool {
        ["i", "i'm", "i'll", "i've", "i'd"].contains(word)
    }

    /// The user's text: its own white space at the ends counts, and punctuation alone stands close
    /// as ever.
    private mutating func appendReplacement(_ written: String) {
        guard let first = written.first, let last = written.last else { return }
        let isMark = written.allSatisfy { ",.;:!?)]}…".contains($0) }
        if !isMark, !first.isWhitespace, allCaps || capsOn || capital || form.capitalize {
            append(written)
        } else {
            place(written, close: isMark || first.isWhitespace)
        }
        isClose = last.isWhitespace
        if last.isNewline || ".!?".contains(last) { beginsSentence = true }
    }

    private mutating func place(_ piece: String, close: Bool) {
        if !close, !isClose { text += " " }
        text += piece
    }
}
