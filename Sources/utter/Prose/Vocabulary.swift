import Configuration
import PocketSphinx

extension Optional where Wrapped == @Sendable () -> DecoderVocabulary? {
    /// What makes the words of a profile, for a thread where it keeps nobody waiting; nil where the models are used as
    /// they are.
    static func making(
        _ configuration: Configuration, profile: Profile, gatherer: ShellGatherer? = nil
    ) -> Self {
        if profile == .shell, let gatherer {
            let shell = ShellProfile(configuration, gatherer: gatherer)
            return { DecoderVocabulary(shell: shell.language()) }
        }
        guard ProseProfile(configuration) != nil else { return nil }
        return { .prose(configuration) }
    }
}
