import Speech
import Support
import Testing

struct WrittenFormTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var spoken: String
        var written: String
        var testDescription: String { spoken }

        init(_ spoken: String, _ written: String) {
            self.spoken = spoken
            self.written = written
        }
    }

    @Test(
        "Spoken punctuation becomes punctuation",
        arguments: [
            Case("", ""),
            Case("hello world", "hello world"),
            Case("hello comma world", "hello, world"),
            Case("hello period", "hello."),
            Case("it works full stop next one", "it works. next one"),
            Case("how are you question mark", "how are you?"),
            Case("stop exclamation mark", "stop!"),
            Case("stop exclamation point now", "stop! now"),
            Case("what question mark exclamation mark", "what?!"),
            Case("three things colon one", "three things: one"),
            Case("first semi colon second", "first; second"),
            Case("first semicolon second", "first; second"),
            Case("wait dot dot dot what", "wait... what"),
            Case("well ellipsis", "well..."),
            Case("push hyphen to hyphen talk", "push-to-talk"),
            Case("the key dash any key", "the key - any key"),
            Case("it apostrophe s", "it's"),
            Case("and slash or", "and/or"),
            Case("read forward slash write", "read/write"),
            Case("c backslash temp", "c\\temp"),
            Case("snake underscore case", "snake_case"),
            Case("me at sign example dot com", "me@example.com"),
            Case("he said open quote hello close quote", "he said \"hello\""),
            Case("he said quote hello there unquote to me", "he said \"hello there\" to me"),
            Case("yes open parenthesis maybe close parenthesis no", "yes (maybe) no"),
            Case("one left parenthesis two right parenthesis", "one (two)"),
            Case("index open bracket i close bracket", "index [i]"),
            Case("open brace x close brace", "{x}"),
            Case("salt ampersand pepper", "salt & pepper"),
            Case("one plus sign one equals sign two", "one + one = two"),
            Case("ten percent sign", "ten%"),
            Case("dollar sign home", "$home"),
            Case("hash sign fixme", "#fixme"),
            Case("first line new line second line", "first line\nsecond line"),
            Case("one new paragraph two", "one\n\ntwo"),
            Case("first comma new line second", "first,\nsecond"),
            Case("Hello Comma World", "Hello, World"),
        ])
    func punctuation(_ example: Case) {
        #expect(WrittenForm().text(for: example.spoken) == example.written)
    }

    @Test(
        "A word that only happens to be the name of a mark stays a word",
        arguments: [
            Case("period", "period"),
            Case("comma", "comma"),
            Case("question mark", "question mark"),
            Case("put a comma here", "put a comma here"),
            Case("the period of time", "the period of time"),
            Case("a long period of time", "a long period of time"),
            Case("during this period we waited", "during this period we waited"),
            Case("in that period", "in that period"),
            Case("every period counts", "every period counts"),
            Case("it was a long period", "it was a long period"),
            Case("a period drama", "a period drama"),
            Case("the missing semicolon", "the missing semicolon"),
            Case("start a new line", "start a new line"),
            Case("colon cancer", "colon cancer"),
            Case("we had to dash", "we had to dash"),
            Case("to slash prices", "to slash prices"),
            Case("the periods and commas", "the periods and commas"),
            Case("quote me on this", "quote me on this"),
            Case("polka dot", "polka dot"),
        ])
    func ordinaryWords(_ example: Case) {
        #expect(WrittenForm().text(for: example.spoken) == example.written)
    }

    @Test(
        "The mark is meant where a sentence can end",
        arguments: [
            Case("do that period", "do that."),
            Case("i know that period go on", "i know that. go on"),
            Case("it was a long period period", "it was a long period."),
            Case("i like it period of course", "i like it. of course"),
        ])
    func sentenceEnds(_ example: Case) {
        #expect(WrittenForm().text(for: example.spoken) == example.written)
    }

    @Test(
        "Literal keeps what follows as it was said",
        arguments: [
            Case("literal comma", "comma"),
            Case("write literal comma here", "write comma here"),
            Case("a literal question mark", "a question mark"),
            Case("literal new line", "new line"),
            Case("literal capital letter", "capital letter"),
            Case("literal all caps nasa", "all caps nasa"),
            Case("say literal literal comma", "say literal,"),
            Case("a literal translation", "a literal translation"),
            Case("literal numeral five", "numeral five"),
            Case("so literal", "so literal"),
        ])
    func literal(_ example: Case) {
        #expect(WrittenForm().text(for: example.spoken) == example.written)
    }

    @Test(
        "Capitals are made where they are asked for",
        arguments: [
            Case("in capital paris", "in Paris"),
            Case("capital new capital york", "New York"),
            Case("all caps nasa is here", "NASA is here"),
            Case("caps on the end caps off of it", "THE END of it"),
            Case("the capital of france", "the capital of france"),
            Case("the capital city", "the capital city"),
            Case("venture capital firm", "venture capital firm"),
            Case("against capital punishment", "against capital punishment"),
            Case("write it in all caps please", "write it in all caps please"),
            Case("he lives in the capital", "he lives in the capital"),
            Case("open quote capital hello close quote", "\"Hello\""),
        ])
    func capitals(_ example: Case) {
        #expect(WrittenForm().text(for: example.spoken) == example.written)
    }

    @Test(
        "Numbers are written with digits where they are asked for",
        arguments: [
            Case("forty two", "forty two"),
            Case("numeral forty two", "42"),
            Case("page numeral five", "page 5"),
            Case("numeral three point one four", "3.14"),
            Case("numeral point five", "0.5"),
            Case("numeral minus five", "-5"),
            Case("numeral fifty percent", "50%"),
            Case("numeral nineteen eighty four", "1984"),
            Case("numeral nineteen oh five", "1905"),
            Case("numeral eight zero eight zero", "8080"),
            Case("numeral two thousand and twenty six", "2026"),
            Case("numeral one million two hundred thousand", "1200000"),
            Case("numeral one hundred two thousand three", "102003"),
            Case("numeral twenty first", "21st"),
            Case("numeral twelfth", "12th"),
            Case("numeral two hundred and", "200 and"),
            Case("a numeral", "a numeral"),
        ])
    func spokenNumbers(_ example: Case) {
        #expect(WrittenForm().text(for: example.spoken) == example.written)
    }

    @Test(
        "With digits on, all numbers but the small ones are written so",
        arguments: [
            Case("forty two of them", "42 of them"),
            Case("one of two", "one of two"),
            Case("two point five percent", "2.5%"),
            Case("at this point five of us", "at this point five of us"),
            Case("five minus three", "five minus three"),
            Case("wait a second", "wait a second"),
            Case("one hundred two hundred", "100 200"),
            Case("five thousand three thousand", "5000 3000"),
            Case("the fourteenth of may", "the 14th of may"),
            Case("literal forty two", "forty two"),
        ])
    func digits(_ example: Case) {
        var form = WrittenForm()
        form.numbers = .digits
        #expect(form.text(for: example.spoken) == example.written)
    }

    @Test(
        "Sentences begin with a capital if asked",
        arguments: [
            Case("hello period how are you", "Hello. How are you"),
            Case("yes i think i'm right", "Yes I think I'm right"),
            Case("one new line two", "One\nTwo"),
            Case("open quote hello close quote", "\"Hello\""),
            Case("really question mark yes", "Really? Yes"),
            Case("hello comma world", "Hello, world"),
        ])
    func capitalize(_ example: Case) {
        var form = WrittenForm()
        form.capitalize = true
        #expect(form.text(for: example.spoken) == example.written)
    }

    @Test(
        "Replacements take whole words, the longest first",
        arguments: [
            Case("new york", "NY"),
            Case("new york city is big", "NYC is big"),
            Case("new line", "\n"),
            Case("brand new yorkers", "brand new yorkers"),
            Case("say um hello um", "say hello"),
            Case("one arrow two", "one → two"),
            Case("so smiley", "so :-)"),
            Case("one and so on two", "one… two"),
            Case("one gap two", "one | two"),
            Case("literal new york", "new york"),
            Case("comma", "COMMA"),
            Case("new New York", "new NY"),
        ])
    func replacements(_ example: Case) {
        let pairs = [
            ("new york city", "NYC"), ("new york", "wrong"), ("New York", "NY"), ("um", ""),
            ("new line", "\n"), ("arrow", "→"), ("smiley", ":-)"), ("and so on", "…"),
            ("gap", " | "), ("comma", "COMMA"),
        ]
        for order in [pairs, Array(pairs.sorted { $0.1 > $1.1 })] {
            let form = WrittenForm(
                replacements: order.map { (spoken: $0.0, written: $0.1) }
                    .filter { $0.written != "wrong" })
            #expect(form.text(for: example.spoken) == example.written)
        }
    }

    @Test("Of two replacements for the same words the later one counts")
    func laterReplacement() {
        let form = WrittenForm(replacements: [("a b", "1"), ("A  B", "2")])
        #expect(form.text(for: "a b") == "2")
    }

    @Test("With everything off the words come back as they were")
    func off() {
        var form = WrittenForm()
        form.punctuation = false
        form.capitals = false
        form.numbers = .off
        for text in [
            "hello comma world period", "capital paris all caps nasa", "numeral forty two",
            "literal comma", "new line",
        ] {
            #expect(form.text(for: text) == text)
        }
    }

    @Test("Each part is switched off alone")
    func partsOff() {
        let spoken = "capital hello comma numeral forty two"
        var form = WrittenForm()
        #expect(form.text(for: spoken) == "Hello, 42")
        form.punctuation = false
        #expect(form.text(for: spoken) == "Hello comma 42")
        form.capitals = false
        #expect(form.text(for: spoken) == "capital hello comma 42")
        form.numbers = .off
        #expect(form.text(for: spoken) == spoken)
    }

    @Test("Nothing reaches the result that commands a terminal or turns text round")
    func unsafeText() {
        let form = WrittenForm(replacements: [("evil", "\u{1B}[31m\u{202E}x\u{7F}\u{9B}y\r\n\tz\0")]
        )
        #expect(form.text(for: "an evil text") == "an [31mxy\n z text")
        #expect(form.text(for: "a\u{1B}b \u{2066}c") == "ab c")
    }

    @Test("Any words give some text, without control characters")
    func anyWords() {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("seed of the random words: \(seed)")
        var generator = Dice(seed: seed)
        let vocabulary =
            SpokenMark.all.flatMap(\.name)
            + [
                "a", "the", "of", "literal", "capital", "all", "caps", "on", "off", "numeral",
                "quote",
                "point", "minus", "oh", "and", "zero", "five", "twelve", "twenty", "hundred",
                "thousand",
                "million", "trillion", "first", "ninetieth", "percent", "x",
            ]
        for capitalize in [false, true] {
            var form = WrittenForm(replacements: [("x five", "y"), ("the", "")])
            form.capitalize = capitalize
            form.numbers = capitalize ? .digits : .spoken
            for _ in 0..<5_000 {
                let count = Int.random(in: 0...12, using: &generator)
                let words = (0..<count).map { _ in
                    vocabulary.randomElement(using: &generator) ?? ""
                }
                let text = form.text(for: words.joined(separator: " "))
                let isClean = text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 }
                #expect(isClean, "\(words)")
            }
        }
    }

    @Test("Names of marks are said only one way each")
    func marksAreDistinct() {
        let names = SpokenMark.all.map(\.name)
        #expect(Set(names).count == names.count)
    }
}

struct SafeTextTests {
    @Test(
        "Newlines become single spaces on one line",
        arguments: [
            ("a\nb", "a b"), ("a \n\n b", "a b"), ("\na\n", "a"), ("a  b", "a  b"), ("\n", ""),
            ("a\u{2028}b", "a b"), ("a\tb", "a b"), ("a\r\nb", "a b"), (" a ", " a "),
        ])
    func oneLine(_ text: String, _ line: String) {
        #expect(SafeText.onOneLine(text) == line)
    }

    @Test(
        "What turns text round or commands a terminal is taken out, and its text is not safe",
        arguments: [
            ("a\u{202E}b", "ab"), ("\u{2066}a\u{2069}", "a"), ("\u{1B}[2Ja", "[2Ja"),
            ("a\u{7F}", "a"), ("a\u{9B}2J", "a2J"), ("\u{200F}a", "a"), ("a\u{8}b", "ab"),
            ("a\tb", "a b"), ("\u{FEFF}a", "a"),
        ])
    func unsafe(_ text: String, _ stripped: String) {
        #expect(SafeText.stripped(text) == stripped)
        #expect(!SafeText.isSafe(utf8: Array(text.utf8)))
        #expect(SafeText.isSafe(utf8: Array(stripped.utf8)))
    }

    @Test("Letters, emoji and combining marks stay")
    func harmless() {
        for text in ["naïve", "e\u{301}", "👩‍👩‍👧", "日本語", "שלום"] {
            #expect(SafeText.stripped(text) == text)
            #expect(SafeText.isSafe(utf8: Array(text.utf8)))
        }
        #expect(!SafeText.isSafe(utf8: Array("a\nb".utf8)))
        #expect(!SafeText.isSafe(utf8: [0xFF]))
    }
}
