import Glibc

/// Looks at model files before the library does.
///
/// The library ends the whole process by `exit(1)` on some files that are missing, cut short or of another
/// kind; the terminal would stay in raw mode, and nobody would be told why.
enum ModelCheck {
    /// A directory as SphinxTrain makes it: model definition, Gaussians, transitions and mixture weights that
    /// fit each other.
    static func checkAcousticModel(_ directory: String) throws(RecognizerError) {
        let operation = "load acoustic model"
        let definition = try ModelDefinition.check(
            try ModelFile(directory + "/mdef", operation: operation))
        var means = try ParameterFile(directory + "/means", operation: operation)
        var variances = try ParameterFile(directory + "/variances", operation: operation)
        var transitions = try ParameterFile(
            directory + "/transition_matrices", operation: operation)
        try means.checkGaussians()
        try variances.checkGaussians()
        try transitions.checkMatrices()
        guard means.shape == variances.shape else { throw variances.mismatch("means") }
        if let definition, transitions.shape[0] < definition.transitions {
            throw transitions.mismatch("mdef")
        }
        // One of the two holds the mixture weights; if there is neither, the usual one is missing.
        if access(directory + "/mixture_weights", F_OK) != 0 {
            try SenoneDump.check(
                try ModelFile(directory + "/sendump", operation: operation),
                senones: definition?.senones)
        } else {
            var mixture = try ParameterFile(directory + "/mixture_weights", operation: operation)
            try mixture.checkMatrices()
            if let definition, mixture.shape[0] != definition.senones {
                throw mixture.mismatch("mdef")
            }
        }
    }

    /// The library's binary trie, or ARPA text.
    static func checkLanguageModel(_ path: String) throws(RecognizerError) {
        let file = try ModelFile(path, operation: "load language model")
        if file.starts(with: "Trie Language Model") {
            try TrieModel.check(file)
        } else if let text = file.text(at: 0, count: 65_536), text.contains("\\data\\") {
            guard let end = file.text(at: max(0, file.size - 256), count: 256),
                end.contains("\\end\\")
            else { throw file.error("is cut short: \\end\\ is missing") }
        } else {
            throw file.error("is neither ARPA text nor a binary model of this library")
        }
    }

    /// Lines of a word and its phones.
    static func checkDictionary(_ path: String) throws(RecognizerError) {
        let file = try ModelFile(path, operation: "load dictionary")
        guard let head = file.text(at: 0, count: 4096),
            !head.utf8.contains(0),
            head.split(whereSeparator: \.isNewline).contains(where: {
                $0.split(whereSeparator: \.isWhitespace).count > 1
            })
        else { throw file.error("is not a pronouncing dictionary") }
    }
}
