/// How people say the digits of a command line: `8080` as "eighty eighty", "eight zero eight zero" and more.
public enum SpokenNumbers {
    /// Ways of saying a run of decimal digits, the most usual first, each as words in lower case.
    ///
    /// One to three digits: the number itself ("one hundred and twenty seven"), hundreds without the word
    /// ("one twenty seven"), digit by digit. Four digits: pairs, hundreds, thousands, digit by digit. Five:
    /// thousands, digit by digit. Anything longer or with leading zeros: pairs if even, digit by digit.
    public static func forms(of digits: some StringProtocol) -> [[String]] {
        let values = digits.utf8.map { Int($0) - 0x30 }
        guard !values.isEmpty, values.allSatisfy({ (0...9).contains($0) }) else { return [] }
        let single = [digitByDigit(values, zero: "zero")]
        let oh = values.contains(0) && values.count > 1 ? [digitByDigit(values, zero: "oh")] : []
        guard values.count == 1 || values[0] != 0 else { return single + oh }
        let number = values.count <= 6 ? values.reduce(0) { $0 * 10 + $1 } : 0
        var forms: [[String]] = []
        switch values.count {
        case 1: forms = number == 0 ? [["zero"], ["oh"]] : single
        case 2: forms = [below100(number)] + single + oh
        case 3: forms = threeDigits(values, number) + single + oh
        case 4: forms = fourDigits(values, number) + single + oh
        case 5, 6: forms = cardinals(number) + single + oh
        default: forms = single + oh
        }
        if values.count > 4, values.count % 2 == 0, let pairs = pairs(values) {
            forms.insert(pairs, at: 0)
        }
        var unique: [[String]] = []
        for form in forms where !unique.contains(form) { unique.append(form) }
        return unique
    }

    /// The words of a number below one hundred.
    static func below100(_ number: Int) -> [String] {
        if number < 20 { return [units[number]] }
        return number % 10 == 0 ? [tens[number / 10]] : [tens[number / 10], units[number % 10]]
    }

    private static func digitByDigit(_ digits: [Int], zero: String) -> [String] {
        digits.map { $0 == 0 ? zero : units[$0] }
    }

    private static func threeDigits(_ digits: [Int], _ number: Int) -> [[String]] {
        let rest = number % 100
        var forms = cardinals(number)
        if rest >= 10 {
            forms.insert([units[digits[0]]] + below100(rest), at: 0)
        } else if rest > 0 {
            forms.append([units[digits[0]], "oh", units[rest]])
        }
        return forms
    }

    private static func fourDigits(_ digits: [Int], _ number: Int) -> [[String]] {
        if number % 1000 == 0 { return cardinals(number) }
        var forms: [[String]] = []
        if number % 100 == 0 {
            forms.append(below100(number / 100) + ["hundred"])
        } else if let pairs = pairs(digits) {
            forms.append(pairs)
        }
        return forms + cardinals(number)
    }

    /// Two digits at a time; nil if a pair starts with zero and is no "oh five", or is two zeros.
    private static func pairs(_ digits: [Int]) -> [String]? {
        var words: [String] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            let value = digits[index] * 10 + digits[index + 1]
            if value == 0 || (index == 0 && value < 10) { return nil }
            words += value < 10 ? ["oh", units[value]] : below100(value)
        }
        return words
    }

    /// The number as such, with and without "and" after hundreds and thousands.
    private static func cardinals(_ number: Int) -> [[String]] {
        func below1000(_ value: Int, and: Bool) -> [String] {
            guard value >= 100 else { return value == 0 ? [] : below100(value) }
            let rest = value % 100
            return [units[value / 100], "hundred"]
                + (rest == 0 ? [] : (and ? ["and"] : []) + below100(rest))
        }
        func words(and: Bool) -> [String] {
            guard number >= 1000 else { return below1000(number, and: and) }
            let rest = number % 1000
            return below1000(number / 1000, and: and) + ["thousand"]
                + (rest == 0 ? [] : (and && rest < 100 ? ["and"] : []) + below1000(rest, and: and))
        }
        let plain = words(and: false)
        let joined = words(and: true)
        return plain == joined ? [plain] : [plain, joined]
    }

    static let units = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
        "nineteen",
    ]
    static let tens = [
        "", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
    ]
}
