import Configuration
import Speech

extension WrittenForm {
    /// The written form that the dotfile asks for.
    init(_ configuration: Configuration) {
        self.init(replacements: configuration.replacements.map { ($0.key, $0.value) })
        punctuation = configuration.output.punctuation == .spoken
        capitals = configuration.output.capitals == .spoken
        capitalize = configuration.output.capitalize
        numbers =
            switch configuration.output.numbers {
            case .off: .off
            case .spoken: .spoken
            case .digits: .digits
            }
    }
}

/// What the manual says about spoken punctuation.
func spokenMarksTable() -> ManualTable {
    ManualTable(
        title: "Spoken punctuation",
        introduction: """
            With punctuation = spoken these words write what stands beside them. They stay words \
            behind an article, as in a comma, and before of, as in period of time; where an \
            utterance is nothing else; and behind literal. Behind capital the next word gets a \
            capital, behind all caps it is written in capitals, and so is what stands between caps \
            on and caps off. Behind numeral a number is written with digits.
            """,
        rows: SpokenMark.all.map { mark in
            let written =
                switch mark.written {
                case "\n": "a newline"
                case "\n\n": "an empty line"
                default: mark.written
                }
            return (term: mark.name.joined(separator: " "), text: written)
        })
}

/// How the pieces of command line are said, for the manual.
func spokenCommandsTable() -> ManualTable {
    ManualTable(
        title: "Spoken commands",
        introduction: """
            With profile = shell a command line is said as one would read it to somebody. Letters are said one by \
            one, as in dash l a, a capital with capital or upper case before it. Numbers are said as people say them: \
            8080 is eighty eighty, eight zero eight zero, or eight thousand and eighty; 1.2.0 is one dot two dot \
            zero. Names are read as words, cut at dots, dashes, digits and capitals; dashes and underscores between \
            words may be left out. What commands are called is in the table lexicon beside the program: a name, an \
            equals sign and how it is said on each line; words of your own under [words] go before it. Other symbols \
            are said like this.
            """,
        rows: SpokenSymbols.all.map { symbol, names in
            (
                term: names.joined(separator: ", "),
                text: symbol == " " ? "a space right inside of quotes" : symbol
            )
        })
}
