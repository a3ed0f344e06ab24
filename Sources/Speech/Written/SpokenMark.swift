/// A mark that is written for its spoken name, and how it stands between its neighbours.
public struct SpokenMark: Hashable, Sendable {
    /// The words of the name, in small letters.
    public var name: [String]
    public var written: String
    public var place: Place
    /// Words in front of which the name is the ordinary word that it also is.
    var notBefore: Set<String> = []
    /// Words behind which it is.
    var notAfter: Set<String> = []

    public enum Place: Hashable, Sendable {
        /// Close to the word before it: a comma.
        case closing
        /// Close to the word after it: an opening quote.
        case opening
        /// Close to both: a hyphen, a newline.
        case joining
        /// Apart from both: a dash.
        case standing
    }

    init(
        _ name: String, _ written: String, _ place: Place, notBefore: Set<String> = [],
        notAfter: Set<String> = []
    ) {
        self.name = name.split(separator: " ").map(String.init)
        self.written = written
        self.place = place
        self.notBefore = notBefore
        self.notAfter = notAfter
    }

    /// Whether a new sentence begins behind it.
    var endsSentence: Bool { [".", "?", "!", "...", "\n", "\n\n"].contains(written) }

    /// All marks; where one name begins another, the longer one is meant.
    public static let all: [SpokenMark] = [
        SpokenMark("comma", ",", .closing),
        SpokenMark("period", ".", .closing, notBefore: ["drama", "piece", "pieces", "costume"]),
        SpokenMark("full stop", ".", .closing),
        SpokenMark("question mark", "?", .closing),
        SpokenMark("exclamation mark", "!", .closing),
        SpokenMark("exclamation point", "!", .closing),
        SpokenMark("colon", ":", .closing, notBefore: ["cancer", "surgery"]),
        SpokenMark("semicolon", ";", .closing),
        SpokenMark("semi colon", ";", .closing),
        SpokenMark("dot dot dot", "...", .closing),
        SpokenMark("ellipsis", "...", .closing),
        SpokenMark("dash", "-", .standing, notBefore: ["off", "out"], notAfter: ["to"]),
        SpokenMark("hyphen", "-", .joining),
        SpokenMark("apostrophe", "'", .joining),
        SpokenMark("slash", "/", .joining, notBefore: ["prices", "costs"], notAfter: ["to"]),
        SpokenMark("forward slash", "/", .joining),
        SpokenMark("backslash", "\\", .joining),
        SpokenMark("back slash", "\\", .joining),
        SpokenMark("underscore", "_", .joining, notBefore: ["the", "that"], notAfter: ["to"]),
        SpokenMark("at sign", "@", .joining),
        SpokenMark("dot com", ".com", .closing),
        SpokenMark("dot org", ".org", .closing),
        SpokenMark("dot net", ".net", .closing),
        SpokenMark("open quote", "\"", .opening),
        SpokenMark("close quote", "\"", .closing),
        SpokenMark("end quote", "\"", .closing),
        SpokenMark("unquote", "\"", .closing),
        SpokenMark("open parenthesis", "(", .opening),
        SpokenMark("close parenthesis", ")", .closing),
        SpokenMark("left parenthesis", "(", .opening),
        SpokenMark("right parenthesis", ")", .closing),
        SpokenMark("open paren", "(", .opening),
        SpokenMark("close paren", ")", .closing),
        SpokenMark("open bracket", "[", .opening),
        SpokenMark("close bracket", "]", .closing),
        SpokenMark("open brace", "{", .opening),
        SpokenMark("close brace", "}", .closing),
        SpokenMark("ampersand", "&", .standing),
        SpokenMark("plus sign", "+", .standing),
        SpokenMark("equals sign", "=", .standing),
        SpokenMark("equal sign", "=", .standing),
        SpokenMark("greater than sign", ">", .standing),
        SpokenMark("less than sign", "<", .standing),
        SpokenMark("asterisk", "*", .standing),
        SpokenMark("tilde", "~", .standing),
        SpokenMark("vertical bar", "|", .standing),
        SpokenMark("percent sign", "%", .closing),
        SpokenMark("dollar sign", "$", .opening),
        SpokenMark("pound sign", "#", .opening),
        SpokenMark("hash sign", "#", .opening),
        SpokenMark("number sign", "#", .opening),
        SpokenMark("new line", "\n", .joining),
        SpokenMark("newline", "\n", .joining),
        SpokenMark("new paragraph", "\n\n", .joining),
    ]

    /// The marks by the first word of their names, longest names first.
    static let byFirstWord = Dictionary(grouping: all.sorted { $0.name.count > $1.name.count }) {
        $0.name.first ?? ""
    }
}

extension SpokenMark {
    /// Whether the words at `index` are meant as the mark rather than as what they ordinarily say.
    ///
    /// "the period of time" and "put a comma here" speak about the thing. Behind an article or a
    /// possessive the word is meant; behind "this", "some" and their like, which can also end a
    /// sentence, only if a preposition stands before those ("in this period").
    func isMeant(in words: [String], at index: Int) -> Bool {
        let end = index + name.count
        if end < words.count {
            let isGenitive = words[end] == "of" && words.dropFirst(end + 1).first != "course"
            if isGenitive || notBefore.contains(words[end]) { return false }
        }
        guard index > 0 else { return true }
        let before = words[index - 1]
        if notAfter.contains(before) || articles.contains(before) { return false }
        guard index > 1 else { return true }
        let beforeThat = words[index - 2]
        if demonstratives.contains(before) { return !prepositions.contains(beforeThat) }
        return !(adjectives.contains(before) && articles.contains(beforeThat))
    }
}

/// Words that stand before a noun and never end a sentence.
let articles: Set<String> = [
    "a", "an", "the", "every", "my", "your", "our", "their", "its",
]

private let demonstratives: Set<String> = [
    "this", "that", "these", "those", "each", "some", "any", "no", "one", "another", "same", "his",
    "her",
]

private let prepositions: Set<String> = [
    "in", "during", "for", "over", "of", "from", "after", "before", "since", "until", "by", "at",
    "through", "throughout", "within", "the",
]

private let adjectives: Set<String> = [
    "long", "short", "brief", "certain", "given", "whole", "entire", "limited", "extended", "fixed",
    "trial", "grace", "waiting", "cooling", "colonial", "victorian", "roman", "medieval", "war",
    "single", "double", "oxford", "serial", "last", "first", "second", "third", "final", "new",
    "blank", "missing", "extra",
]
