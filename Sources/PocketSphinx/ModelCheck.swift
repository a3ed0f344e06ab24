import Glibc

/// Looks at model files before the library does: it ends the whole process on some that are broken.
enum ModelCheck {
    static func check(_ models: ModelPaths) throws(RecognizerError) {
        for (operation, path) in [
            ("load acoustic model", models.acousticModel + "/mdef"),
            ("load language model", models.languageModel),
            ("load dictionary", models.dictionary),
        ] where access(path, R_OK) != 0 {
            throw RecognizerError(
                operation: operation, subject: path, reason: String(cString: strerror(errno)))
        }
    }
}
