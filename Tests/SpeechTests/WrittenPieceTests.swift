import Speech
import Testing

/// Which parts of a written text are marked as doubtful.
struct WrittenPieceTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var testDescription: String
        /// Words as recognised; those with a question mark behind them are doubtful.
        var heard: String
        var written: String
        /// Pieces, the doubtful ones in brackets.
        var pieces: [String]

        init(_ name: String, heard: String, written: String, _ pieces: [String]) {
            testDescription = name
            self.heard = heard
            self.written = written
            self.pieces = pieces
        }
    }

    static let cases = [
        Case(
            "one in the middle", heard: "send the? letter", written: "send the letter",
            ["send", "[the]", "letter"]),
        Case(
            "neighbours are one piece", heard: "send the? letter? now",
            written: "send the letter now", ["send", "[the letter]", "now"]),
        Case("all sure", heard: "send it", written: "send it", ["send it"]),
        Case("all doubtful", heard: "send? it?", written: "send it", ["[send it]"]),
        Case(
            "punctuation and capitals stand with their words",
            heard: "hello? comma world? period", written: "Hello, world.", ["[Hello, world.]"]),
        Case(
            "what became something else is passed over",
            heard: "numeral? forty? two? apples pears?", written: "42 apples pears",
            ["42 apples", "[pears]"]),
        Case(
            "the same word twice keeps its order", heard: "no? no no?", written: "no no no",
            ["[no]", "no", "[no]"]),
        Case(
            "a text that is another one has no doubts", heard: "a? b?", written: "other words",
            ["other words"]),
        Case(
            "far ahead is another word", heard: "a b c d e f g it?", written: "it", ["it"]),
        Case("newlines part words", heard: "one? two", written: "one\n\ntwo", ["[one]", "two"]),
        Case("nothing", heard: "x?", written: "", []),
    ]

    @Test(arguments: cases)
    func `the words of little confidence are found in the written text`(_ example: Case) {
        let words = example.heard.split(separator: " ").map { word in
            let isDoubtful = word.hasSuffix("?")
            return Word(
                text: String(isDoubtful ? word.dropLast() : word), start: 0, duration: 0.1,
                confidence: isDoubtful ? 0.1 : 0.9)
        }
        let pieces = WrittenPiece.pieces(of: example.written, words: words, limit: 0.5)
        #expect(pieces.map { $0.isDoubtful ? "[\($0.text)]" : $0.text } == example.pieces)
    }
}
