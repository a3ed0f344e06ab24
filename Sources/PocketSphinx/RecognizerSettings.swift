/// The knobs of the decoder that differ from the library's defaults, in one place.
///
/// Every value is here because of a measurement on recordings of many people; the figure stands beside it.
public struct RecognizerSettings: Hashable, Sendable {
    /// Active HMMs kept for a frame (`-maxhmmpf`).
    public var maximumActiveHMMs = 3000
    /// Gaussians of a codebook that are scored (`-topn`).
    public var topGaussians = 8
    /// The second pass over a flat lexicon (`-fwdflat`): same errors within noise, but three times the
    /// wait after the last word, so it is off.
    public var flatPass = false
    /// The power to which the library raises a language model's probabilities (`-lw`), its default.
    public static let languageWeight = 6.5
    /// Anything else, by the library's names without the dash.
    public var others: [String: String] = [:]

    public init() {}

    /// For a command line. Its model is sharp, and what a word's first phones sound like decides little: looking ahead by
    /// phones (`-pl_window`) threw away 7 of 110 right commands, and costs a fifth of the time without it.
    public static let shell: RecognizerSettings = {
        var settings = RecognizerSettings()
        settings.maximumActiveHMMs = 5000
        settings.topGaussians = 4
        settings.others["pl_window"] = "0"
        return settings
    }()

    /// The settings as the library's names and values.
    var arguments: [(name: String, value: String)] {
        var list = [
            (name: "maxhmmpf", value: String(maximumActiveHMMs)),
            (name: "topn", value: String(topGaussians)),
            (name: "fwdflat", value: flatPass ? "yes" : "no"),
        ]
        for (name, value) in others.sorted(by: { $0.key < $1.key }) {
            list.removeAll { $0.name == name }
            list.append((name: name, value: value))
        }
        return list
    }
}
