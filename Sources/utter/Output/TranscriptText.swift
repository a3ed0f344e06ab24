import Configuration
import Speech

/// What becomes of a hypothesis on its way out, short of the filter command.
struct TranscriptText: Sendable {
    /// Nil in the shell profile, whose words are the command line already.
    let form: WrittenForm?
    let keepsNewlines: Bool

    init(_ configuration: Configuration, profile: Profile) {
        form = profile == .prose ? WrittenForm(configuration) : nil
        keepsNewlines = configuration.output.newlines == .keep
    }

    /// The written form; it may hold newlines, and nothing else that could command a terminal.
    func written(_ spoken: String) -> String {
        form?.text(for: spoken) ?? SafeText.stripped(spoken)
    }

    /// A hypothesis with its texts in written form; of alternatives that are written alike one is left.
    func written(_ hypothesis: Hypothesis) -> Hypothesis {
        var result = hypothesis
        result.text =
            hypothesis.isWritten ? SafeText.stripped(hypothesis.text) : written(hypothesis.text)
        var seen: Set<String> = [result.text, ""]
        result.alternatives = hypothesis.alternatives.map { written($0) }
            .filter { seen.insert($0).inserted }
        return result
    }

    /// A written text as it goes to standard output without `--json`.
    func shown(_ written: String) -> String {
        keepsNewlines ? written : SafeText.onOneLine(written)
    }
}
