/// Numbers as English words.
enum SpelledNumber {
    private static let small = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
        "nineteen",
    ]
    private static let tens = [
        "zero", "ten", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
    ]
    private static let irregularOrdinals = [
        "one": "first", "two": "second", "three": "third", "five": "fifth", "eight": "eighth",
        "nine": "ninth", "twelve": "twelfth",
    ]

    /// The words of a run of digits, with the ending of an ordinal or without.
    static func words(_ run: String, _ reading: ReferenceText.Digits) -> [String] {
        let digits = run.filter(\.isNumber)
        guard digits.count < run.count else { return words(digits: digits, reading) }
        var words = words(digits: digits, .asNumber)
        if let last = words.popLast() {
            words.append(
                irregularOrdinals[last]
                    ?? (last.hasSuffix("y") ? last.dropLast() + "ieth" : last + "th"))
        }
        return words
    }

    private static func words(digits: String, _ reading: ReferenceText.Digits) -> [String] {
        let numbers = digits.compactMap(\.wholeNumberValue)
        let isPair = digits.count == 3 || digits.count == 4
        switch reading {
        case .inPairs where isPair:
            let last = numbers.suffix(2).reduce(0) { $0 * 10 + $1 }
            let first = numbers.dropLast(2).reduce(0) { $0 * 10 + $1 }
            return words(first) + (last < 10 ? ["zero"] : []) + words(last)
        case .oneByOne:
            return numbers.map { small[$0] }
        case .asNumber, .inPairs:
            // Long runs are telephone numbers and the like, unless they are round.
            let isLong = digits.count >= 5 || digits.first == "0"
            if isLong && !digits.hasSuffix("000") || digits.count > 15 {
                return numbers.map { small[$0] }
            }
            return words(numbers.reduce(0) { $0 * 10 + $1 })
        }
    }

    private static func words(_ number: Int) -> [String] {
        for (size, name) in [
            (1_000_000_000_000, "trillion"), (1_000_000_000, "billion"), (1_000_000, "million"),
            (1000, "thousand"), (100, "hundred"),
        ] where number >= size {
            let rest = number % size
            return words(number / size) + [name] + (rest == 0 ? [] : words(rest))
        }
        if number < 20 { return [small[number]] }
        return [tens[number / 10]] + (number % 10 == 0 ? [] : [small[number % 10]])
    }
}
