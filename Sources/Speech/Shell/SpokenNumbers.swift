/// How people say the digits of a command line: `8080` as "eighty eighty", "eight zero eight zero" and more.
public enum SpokenNumbers {
    /// Ways of saying a run of decimal digits, the most usual first, each as words in lower case.
    ///
    /// One to three digits: the number itself ("one hundred and twenty seven"), hundreds without the word
    /// ("one twenty seven"), digit by digit. Four digits: pairs, hundreds, thousands, digit by digit. Five:
    /// thousands, digit by digit. Anything longer or with leading zeros: pairs if even, millions if round, digit by digit.
    public static func forms(of digits: some StringProtocol) -> [[String]] {
        numbered(forms: Array(digits.utf8)[...]).map { form in form.map { words[$0] } }
    }

    /// The same with the words by their numbers in `words`.
    static func numbered(forms digits: ArraySlice<UInt8>) -> [[Int]] {
        let values = digits.map { Int($0) - 0x30 }
        guard !values.isEmpty, values.allSatisfy({ (0...9).contains($0) }) else { return [] }
        let single = [values]
        let letter =
            values.contains(0) && values.count > 1 ? [values.map { $0 == 0 ? oh : $0 }] : []
        guard values.count == 1 || values[0] != 0 else { return single + letter }
        let number = values.count <= 9 ? values.reduce(0) { $0 * 10 + $1 } : 0
        var forms: [[Int]] = []
        switch values.count {
        case 1: forms = number == 0 ? [[0], [oh]] : single
        case 2: forms = [below100(number)] + single + letter
        case 3: forms = threeDigits(values, number) + single + letter
        case 4: forms = fourDigits(values, number) + single + letter
        case 5, 6: forms = cardinals(number) + single + letter
        case 7...9 where number % 1000 == 0: forms = cardinals(number) + single
        default: forms = single + letter
        }
        if values.count > 4, values.count % 2 == 0, let pairs = pairs(values) {
            forms.insert(pairs, at: 0)
        }
        var unique: [[Int]] = []
        for form in forms where !unique.contains(form) { unique.append(form) }
        return unique
    }

    /// A number below one hundred.
    private static func below100(_ number: Int) -> [Int] {
        if number < 20 { return [number] }
        let tens = twenty + number / 10 - 2
        return number % 10 == 0 ? [tens] : [tens, number % 10]
    }

    private static func threeDigits(_ digits: [Int], _ number: Int) -> [[Int]] {
        let rest = number % 100
        var forms = cardinals(number)
        if rest >= 10 {
            forms.insert([digits[0]] + below100(rest), at: 0)
        } else if rest > 0 {
            forms.append([digits[0], oh, rest])
        }
        return forms
    }

    private static func fourDigits(_ digits: [Int], _ number: Int) -> [[Int]] {
        if number % 1000 == 0 { return cardinals(number) }
        var forms: [[Int]] = []
        if number % 100 == 0 {
            forms.append(below100(number / 100) + [hundred])
        } else if let pairs = pairs(digits) {
            forms.append(pairs)
        }
        return forms + cardinals(number)
    }

    /// Two digits at a time; nil if a pair starts with zero and is no "oh five", or is two zeros.
    private static func pairs(_ digits: [Int]) -> [Int]? {
        var words: [Int] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            let value = digits[index] * 10 + digits[index + 1]
            if value == 0 || (index == 0 && value < 10) { return nil }
            words += value < 10 ? [oh, value] : below100(value)
        }
        return words
    }

    /// The number as such, with and without "and" after hundreds and thousands.
    private static func cardinals(_ number: Int) -> [[Int]] {
        func below1000(_ value: Int, and isJoined: Bool) -> [Int] {
            guard value >= 100 else { return value == 0 ? [] : below100(value) }
            let rest = value % 100
            return [value / 100, hundred]
                + (rest == 0 ? [] : (isJoined ? [and] : []) + below100(rest))
        }
        func words(and isJoined: Bool) -> [Int] {
            guard number >= 1000 else { return below1000(number, and: isJoined) }
            let millions = number / 1_000_000
            let thousands = number / 1000 % 1000
            let rest = number % 1000
            return
                (millions == 0 ? [] : below1000(millions, and: isJoined) + [million])
                + (thousands == 0 ? [] : below1000(thousands, and: isJoined) + [thousand])
                + (rest == 0
                    ? [] : (isJoined && rest < 100 ? [and] : []) + below1000(rest, and: isJoined))
        }
        let plain = words(and: false)
        let joined = words(and: true)
        return plain == joined ? [plain] : [plain, joined]
    }

    /// The words of numbers: those below twenty stand in the places of their values.
    static let words = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
        "nineteen", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
        "hundred", "thousand", "and", "oh", "million",
    ]
    private static let twenty = 20
    private static let hundred = 28
    private static let thousand = 29
    private static let and = 30
    private static let oh = 31
    private static let million = 32
}
