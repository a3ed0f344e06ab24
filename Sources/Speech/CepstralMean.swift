/// What is remembered of a voice and its microphone: the mean of its cepstra, 13 numbers.
///
/// It tells nothing of what was said, and makes the first word after a start of the program right.
public struct CepstralMean: Hashable, Sendable {
    /// Coefficients of one cepstrum.
    public static let count = 13

    /// The mean of each coefficient; the first is loudness and the largest by far.
    public let values: [Float]

    /// Nil if the numbers are not 13, or such as no speech has: speech of all loudness has a first
    /// coefficient between about 20 and 80, and others below 20 in magnitude.
    public init?(_ values: [Float]) {
        guard values.count == CepstralMean.count, let loudness = values.first,
            loudness > 0, loudness < 130,
            values.dropFirst().allSatisfy({ abs($0) < 60 })
        else { return nil }
        self.values = values
    }

    private static let heading = "utter cepstral mean 1"

    /// The form in which it is kept: a heading, and the numbers on one line.
    public var text: String {
        let numbers = values.map { String((Double($0) * 1000).rounded() / 1000) }
        return CepstralMean.heading + "\n" + numbers.joined(separator: " ") + "\n"
    }

    /// Reads `text`; nil for anything that is not whole and plausible.
    public init?(text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count == 3, lines[0] == CepstralMean.heading, lines[2].isEmpty else {
            return nil
        }
        let fields = lines[1].split(separator: " ", omittingEmptySubsequences: false)
        let numbers = fields.compactMap { Float($0) }
        guard numbers.count == fields.count else { return nil }
        self.init(numbers)
    }
}
