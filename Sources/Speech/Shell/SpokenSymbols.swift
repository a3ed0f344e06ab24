/// The usual names of punctuation, and of letters said one by one.
public enum SpokenSymbols {
    /// Names of one symbol or operator, the most usual first; empty if it has none.
    public static func names(of symbol: String) -> [[String]] {
        (table[symbol] ?? []).map { $0.split(separator: " ").map(String.init) }
    }

    /// Every symbol and operator with its names, in the order of their characters.
    public static var all: [(symbol: String, names: [String])] {
        table.map { (symbol: $0.key, names: $0.value) }.sorted { $0.symbol < $1.symbol }
    }

    /// Operators of more than one character that are said, and written, as one piece; longest first.
    static let operators: [[UInt8]] =
        table.keys.filter { $0.utf8.count > 1 }.map { Array($0.utf8) }
        .sorted { $0.count == $1.count ? $0.lexicographicallyPrecedes($1) : $0.count > $1.count }

    /// The length of the longest operator of more than one character that `text` starts with; nil if there is none.
    static func operatorLength(_ text: ArraySlice<UInt8>) -> Int? {
        guard let first = text.first else { return nil }
        for whole in operatorsByFirst[Int(first)] where text.starts(with: whole) {
            return whole.count
        }
        return nil
    }

    private static let operatorsByFirst: [[[UInt8]]] = (0..<256).map { first in
        operators.filter { $0.first == UInt8(first) }
    }

    /// The pronunciation of a letter said by its name. In dictionaries `a` is first of all the article.
    static func letterName(_ letter: UInt8) -> [Pronunciation] {
        let index = Int(letter | 0x20) - 0x61
        return letters.indices.contains(index) ? letters[index] : []
    }

    private static let letters: [[Pronunciation]] = [
        "EY", "B IY", "S IY", "D IY", "IY", "EH F", "JH IY", "EY CH", "AY", "JH EY", "K EY",
        "EH L", "EH M", "EH N", "OW", "P IY", "K Y UW", "AA R", "EH S", "T IY", "Y UW", "V IY",
        "D AH B AH L Y UW", "EH K S", "W AY", "Z IY|Z EH D",
    ].map { $0.split(separator: "|").compactMap { Pronunciation(arpabet: $0) } }

    private static let table: [String: [String]] = [
        " ": ["space", "blank"],
        "-": ["dash", "minus", "hyphen"],
        "--": ["dash dash", "double dash", "minus minus"],
        ".": ["dot", "point", "period"],
        "..": ["dot dot"],
        "...": ["dot dot dot"],
        "/": ["slash", "forward slash"],
        "\\": ["backslash", "back slash"],
        "|": ["pipe"],
        "||": ["or or", "pipe pipe", "double pipe"],
        "&": ["ampersand", "and", "background"],
        "&&": ["and and", "and then", "ampersand ampersand"],
        ";": ["semicolon", "semi colon"],
        "~": ["tilde", "home"],
        "*": ["star", "asterisk", "wildcard"],
        "**": ["star star", "double star"],
        "@": ["at", "at sign"],
        "=": ["equals", "equal", "equal sign"],
        "==": ["equals equals", "double equals"],
        "!=": ["not equals", "bang equals"],
        ":": ["colon"],
        "::": ["colon colon", "double colon"],
        "://": ["colon slash slash"],
        "_": ["underscore", "under score"],
        "$": ["dollar", "dollar sign"],
        "\"": ["quote", "double quote", "quotes"],
        "'": ["single quote", "tick"],
        "`": ["back tick", "backtick"],
        ">": ["greater than", "redirect to", "greater", "right angle", "into"],
        ">>": ["append to", "greater greater", "greater than greater than", "append"],
        "<": ["less than", "redirect from", "left angle", "from"],
        "<<": ["less than less than", "here doc"],
        "2>": ["two greater than", "redirect errors to", "two redirect to"],
        "2>&1": [
            "two greater than ampersand one", "redirect errors to output",
            "two greater ampersand one", "two greater than and one", "two to one",
        ],
        "&>": ["ampersand greater than", "redirect all to", "and greater than"],
        "(": ["open paren", "left paren", "open parenthesis", "paren"],
        ")": ["close paren", "right paren", "close parenthesis"],
        "[": ["open bracket", "left bracket", "open square bracket"],
        "]": ["close bracket", "right bracket", "close square bracket"],
        "{": ["open brace", "left brace", "open curly", "open curly brace"],
        "}": ["close brace", "right brace", "close curly", "close curly brace"],
        "{}": ["braces", "open brace close brace", "curly braces", "brace brace"],
        "%": ["percent", "percent sign"],
        "#": ["hash", "pound", "number sign"],
        "!": ["bang", "exclamation mark", "exclamation point"],
        "^": ["caret", "hat"],
        "?": ["question mark"],
        "+": ["plus"],
        ",": ["comma"],
    ]
}
