import Configuration
import PocketSphinx

// The words for failures of the recogniser: made here and nowhere else.
extension Failure {
    init(recognizer error: RecognizerError) {
        let subject = error.subject.isEmpty ? "" : " \"\(printable(error.subject))\""
        self.init(
            "cannot \(error.operation)\(subject): \(printable(error.reason))",
            remedy: "Install pocketsphinx-en-us, or correct [recognizer] in the dotfile; "
                + "utter doctor looks at every file.",
            status: .recognizer)
    }
}
