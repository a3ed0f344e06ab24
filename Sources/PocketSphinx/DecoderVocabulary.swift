public import Speech

/// The words that can be heard: their pronunciations and how they follow each other.
public struct DecoderVocabulary: Sendable {
    /// Where a dictionary or a model lies.
    public enum Source: Hashable, Sendable {
        case file(String)
        /// The text itself; the library reads it from memory, and nothing is written to disk.
        case text([UInt8])
    }

    /// A language model with its share when several are interpolated.
    public struct Model: Hashable, Sendable {
        public var source: Source
        /// Share of the interpolation, 0…1; the shares of all models add up to 1. It is one of probabilities, before
        /// the library raises them to the power of the language weight.
        public var weight: Float
        /// Members of classes whose tags stand in the model: `LMCLASS tag`, then a line for each member with its
        /// share, then `END tag`. The library adds the logarithm of a share to a score that is already raised to the
        /// power of the language weight, so shares have to be raised to it too.
        public var classes: [UInt8]?

        public init(_ source: Source, weight: Float = 1, classes: [UInt8]? = nil) {
            self.source = source
            self.weight = weight
            self.classes = classes
        }
    }

    /// A word and its phones on each line; a second pronunciation is `word(2)`. Nil keeps the present one.
    public var dictionary: Source?
    /// Statistical language models, ARPA text or the library's binary form; at least one, eight at most.
    public var models: [Model]

    /// What a word of the dictionary is written as, where that differs: the dictionary knows no spaces, and no
    /// capitals of words that it has without them.
    public var spellings: [String: String] = [:]

    /// The command language whose words these are: what is recognised is written by it.
    public var shell: ShellLanguage?

    public init(dictionary: Source?, models: [Model]) {
        self.dictionary = dictionary
        self.models = models
    }

    /// The words of a command line, all from memory.
    public init(shell language: ShellLanguage) {
        let classes = language.classDefinitions(
            languageWeight: RecognizerSettings.languageWeight)
        self.init(
            dictionary: .text(language.dictionary),
            models: [Model(.text(language.arpa), classes: classes)])
        shell = language
    }
}
