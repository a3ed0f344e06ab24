/// A number said in words, written with digits.
struct SpokenNumber: Hashable {
    /// `42`, `3.14`, `-5`, `21st`, `50%`.
    var written: String
    /// How many words it took.
    var count: Int
    /// A whole number below ten without sign, point or per cent: prose writes it as a word.
    var isSmall: Bool

    /// Reads the longest number that begins with the first of `words`, or nil.
    ///
    /// - Parameter isAskedFor: it may begin with a point; else "at this point five of us" would be
    ///   a number.
    init?(_ words: ArraySlice<String>, isAskedFor: Bool = false) {
        var rest = words
        let sign = ["minus", "negative"].contains(rest.first) ? "-" : ""
        if !sign.isEmpty { rest = rest.dropFirst() }
        var text = ""
        var isOrdinal = false
        if let whole = Self.whole(&rest) {
            text = whole.text
            isOrdinal = whole.isOrdinal
        }
        var isFraction = false
        if rest.first == "point", !isOrdinal, isAskedFor || !text.isEmpty {
            var after = rest.dropFirst()
            if let digits = Self.digits(&after) {
                text = (text.isEmpty ? "0" : text) + "." + digits
                rest = after
                isFraction = true
            }
        }
        guard !text.isEmpty else { return nil }
        var percent = ""
        if rest.first == "percent", !isOrdinal {
            percent = "%"
            rest = rest.dropFirst()
        }
        written = sign + text + percent
        count = words.count - rest.count
        isSmall =
            sign.isEmpty && percent.isEmpty && !isFraction
            && (text.count == 1 || isOrdinal && text.count == 3)
    }

    // MARK: Grammar

    private static let units: [String: Int] = [
        "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
        "eight": 8, "nine": 9,
    ]
    private static let teens: [String: Int] = [
        "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15,
        "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19,
    ]
    private static let tens: [String: Int] = [
        "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70,
        "eighty": 80, "ninety": 90,
    ]
    private static let scales: [String: Int] = [
        "thousand": 1_000, "million": 1_000_000, "billion": 1_000_000_000,
        "trillion": 1_000_000_000_000,
    ]
    private static let ordinals: [String: Int] = [
        "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7,
        "eighth": 8, "ninth": 9, "tenth": 10, "eleventh": 11, "twelfth": 12, "thirteenth": 13,
        "fourteenth": 14, "fifteenth": 15, "sixteenth": 16, "seventeenth": 17, "eighteenth": 18,
        "nineteenth": 19, "twentieth": 20, "thirtieth": 30, "fortieth": 40, "fiftieth": 50,
        "sixtieth": 60, "seventieth": 70, "eightieth": 80, "ninetieth": 90,
    ]

    /// A number up to 99 in one or two words ("seven", "forty two", "twenty first").
    private static func pair(_ rest: inout ArraySlice<String>) -> (value: Int, isOrdinal: Bool)? {
        guard let first = rest.first else { return nil }
        if let value = units[first] ?? teens[first] {
            rest = rest.dropFirst()
            return (value, false)
        }
        if let value = ordinals[first] {
            rest = rest.dropFirst()
            return (value, true)
        }
        guard let ten = tens[first] else { return nil }
        rest = rest.dropFirst()
        guard let second = rest.first else { return (ten, false) }
        if let unit = units[second], unit > 0 {
            rest = rest.dropFirst()
            return (ten + unit, false)
        }
        if let unit = ordinals[second], unit < 10 {
            rest = rest.dropFirst()
            return (ten + unit, true)
        }
        return (ten, false)
    }

    /// A whole number: with "hundred" or "thousand" a quantity, else its parts side by side
    /// ("nineteen eighty four", "eight zero eight zero").
    private static func whole(_ rest: inout ArraySlice<String>) -> (text: String, isOrdinal: Bool)?
    {
        if let quantity = quantity(&rest) {
            return (ordinal(String(quantity.value), if: quantity.isOrdinal), quantity.isOrdinal)
        }
        var text = ""
        while true {
            if rest.first == "oh" {
                guard !text.isEmpty, let next = rest.dropFirst().first, units[next] != nil else {
                    break
                }
                rest = rest.dropFirst()
                text += "0"
                continue
            }
            var after = rest
            // The next part may be a quantity of its own: "five two hundred" stops behind the five.
            guard let part = pair(&after), !isScale(after.first) else { break }
            if part.isOrdinal, !text.isEmpty, part.value < 10, after.count + 1 == rest.count {
                break
            }
            rest = after
            text += String(part.value)
            if part.isOrdinal { return (ordinal(text, if: true), true) }
        }
        return text.isEmpty ? nil : (text, false)
    }

    private static func isScale(_ word: String?) -> Bool {
        word == "hundred" || scale(word) > 0
    }

    /// A number with at least one of "hundred", "thousand", … in it.
    private static func quantity(
        _ rest: inout ArraySlice<String>
    ) -> (value: Int, isOrdinal: Bool)? {
        var probe = rest
        var total = 0
        var group = 0
        var limit = Int.max
        var hasScale = false
        var isOrdinal = false
        loop: while !isOrdinal {
            var after = probe
            if hasScale, after.first == "and" { after = after.dropFirst() }
            guard let part = pair(&after), part.value > 0 else { break }
            if after.first == "hundred", group == 0, !part.isOrdinal {
                after = after.dropFirst()
                group = part.value * 100
                hasScale = true
            } else {
                // 99 at most behind hundreds, and no scale that is not smaller than the one before.
                guard group % 100 == 0, after.first != "hundred", scale(after.first) < limit else {
                    break
                }
                group += part.value
                isOrdinal = part.isOrdinal
            }
            let scale = scale(after.first)
            if scale > 0, scale < limit, !isOrdinal {
                after = after.dropFirst()
                total += group * scale
                group = 0
                limit = scale
                hasScale = true
            }
            probe = after
        }
        guard hasScale else { return nil }
        rest = probe
        return (total + group, isOrdinal)
    }

    /// The value of "thousand", "million", …, or 0.
    private static func scale(_ word: String?) -> Int { word.flatMap { scales[$0] } ?? 0 }

    /// Whether a word says that it is part of a number.
    static func isNumberWord(_ word: String) -> Bool {
        units[word] != nil || teens[word] != nil || tens[word] != nil || scales[word] != nil
            || word == "hundred"
    }

    /// Digits behind a point: "one four", "fourteen".
    private static func digits(_ rest: inout ArraySlice<String>) -> String? {
        var text = ""
        while true {
            var after = rest
            if after.first == "oh" {
                text += "0"
                rest = after.dropFirst()
                continue
            }
            guard let part = pair(&after), !part.isOrdinal else { break }
            text += String(part.value)
            rest = after
        }
        return text.isEmpty ? nil : text
    }

    private static func ordinal(_ digits: String, if isOrdinal: Bool) -> String {
        guard isOrdinal else { return digits }
        if digits.dropLast().last == "1" { return digits + "th" }
        return digits
            + ["1": "st", "2": "nd", "3": "rd"][String(digits.suffix(1)), default: "th"]
    }
}
