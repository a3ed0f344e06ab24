import Glibc

/// Where the three parts of a model lie.
public struct ModelPaths: Hashable, Sendable {
    /// Directory with `mdef`, `means`, `variances`, `transition_matrices` and `sendump`.
    public var acousticModel: String
    /// Statistical language model: the library's binary form or ARPA text.
    public var languageModel: String
    /// Pronouncing dictionary, a word and its phones on each line.
    public var dictionary: String

    public init(acousticModel: String, languageModel: String, dictionary: String) {
        self.acousticModel = acousticModel
        self.languageModel = languageModel
        self.dictionary = dictionary
    }

    /// Directories in which distributions and a build from source put the US English model.
    static let knownDirectories = [
        "/usr/share/pocketsphinx/model/en-us",
        "/usr/local/share/pocketsphinx/model/en-us",
    ]

    /// The packaged US English model: the first known directory that exists, else the first of them.
    public static func packaged() -> ModelPaths {
        let root =
            knownDirectories.first { access($0 + "/en-us", F_OK) == 0 } ?? knownDirectories[0]
        return ModelPaths(
            acousticModel: root + "/en-us", languageModel: root + "/en-us.lm.bin",
            dictionary: root + "/cmudict-en-us.dict")
    }
}
