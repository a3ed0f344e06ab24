/// The spaces between the recogniser's words, one after the other as they make a command line.
///
/// A trigram forgets after two words that a quote is open, and a quote sounds the same whether it opens or closes: which
/// of them it is, only the whole line says.
struct Joints {
    /// What the word before was.
    private enum Mark {
        case none, opening, closing
    }

    private var before: Int?
    /// The quote that is open; empty for none.
    private var quote = ""
    private var mark = Mark.none

    /// Whether a space goes before the next word, which counts as written then.
    mutating func hasSpace(before number: Int, in language: ShellLanguage) -> Bool {
        let text = language.written[number]
        let place = language.places[number]
        let last = before
        let lastMark = mark
        before = number
        mark = .none
        if place.opens || place == .close {
            if quote == text {
                quote = ""
                mark = .closing
                return false
            }
            if quote.isEmpty {
                quote = text
                mark = .opening
                if place.opens { return language.hasSpace(number, after: last) }
                // Heard as one that closes: a word of its own, unless it follows a sign.
                let end = last.flatMap { language.written[$0].utf8.last }
                return lastMark == .closing || end.map { $0.isLetter || $0.isDigit } ?? false
            }
        }
        if lastMark == .opening { return false }
        if lastMark == .closing, let first = text.utf8.first, first.isLetter || first.isDigit {
            // The next word, heard as standing close to an opening quote.
            return place.hasSpace || language.bigram(number, after: last) == nil
        }
        if lastMark == .closing { return place.hasSpace }
        return language.hasSpace(number, after: last)
    }
}
