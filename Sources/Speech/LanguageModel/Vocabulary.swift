/// Words and the small numbers that stand for them in n-grams.
///
/// Three numbers are taken: `none` pads histories, `start` and `end` are the sentence marks of ARPA files.
public struct Vocabulary: Sendable {
    /// At most this many words: three numbers must fit into one 64-bit key.
    public static let capacity = 1 << 21
    public static let none = 0
    public static let start = 1
    public static let end = 2

    public private(set) var words: [String] = ["", "<s>", "</s>"]
    private var numbers: [String: Int] = ["<s>": 1, "</s>": 2]

    public init() {}

    /// The number of `word`, given to it now if it had none; nil once the capacity is used up.
    public mutating func intern(_ word: String) -> Int? {
        if let number = numbers[word] { return number }
        guard words.count < Self.capacity else { return nil }
        numbers[word] = words.count
        words.append(word)
        return words.count - 1
    }

    /// The number of `word`, if it has one.
    public func number(of word: String) -> Int? { numbers[word] }
}
