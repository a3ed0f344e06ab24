import Configuration
import PocketSphinx
import Speech

/// The prose profile with the user's own words in it.
struct ProseProfile: Sendable {
    private let options: Configuration.Recognizer
    private let entries: [TableEntry]

    /// Share of the own words' model; from 0.001 to 0.3 the result is the same.
    private static let share: Float = 0.1

    /// Nil where there are no own words, and the models are used as they are.
    init?(_ configuration: Configuration) {
        guard !configuration.words.isEmpty else { return nil }
        options = configuration.recognizer
        entries = configuration.words
    }

    /// A line of `[words]` that cannot be used.
    struct Problem: Hashable {
        var entry: TableEntry
        var reason: String

        var description: String {
            "\(entry.origin): [words].\(printable(entry.key)): \(reason)"
        }
    }

    /// What is heard with, and the lines that were left out. Reads the dictionary, which takes some time.
    func vocabulary() -> (vocabulary: DecoderVocabulary?, problems: [Problem]) {
        guard let text = BoundedFiles.start(of: options.dictionary, limit: 64 << 20) else {
            // Whoever loads the models says what is wrong with it.
            return (nil, [])
        }
        let tables = KnowledgeTables()
        var pronouncer = Pronouncer(
            lexicon: tables.knowledge.lexicon, dictionary: PronouncingDictionary(text: text),
            letterToSound: tables.letterToSound)
        var words: [OwnWords.Entry] = []
        var problems: [Problem] = []
        for entry in entries {
            let phones = pronouncer.pronunciations(ofPhrase: entry.value).map(\.arpabet)
            if let reason = ProseProfile.fault(in: entry.value) {
                problems.append(Problem(entry: entry, reason: reason))
            } else if phones.isEmpty {
                problems.append(Problem(entry: entry, reason: "cannot be pronounced"))
            } else {
                words.append(OwnWords.Entry(word: entry.key, pronunciations: phones))
            }
        }
        let own = OwnWords(words)
        guard !own.isEmpty else { return (nil, problems) }
        var vocabulary = DecoderVocabulary(
            dictionary: .text(own.merged(into: text)),
            models: [
                .init(.file(options.languageModel), weight: 1 - ProseProfile.share),
                .init(.text(own.model), weight: ProseProfile.share),
            ])
        vocabulary.spellings = own.spellings
        return (vocabulary, problems)
    }

    /// What is wrong with a pronunciation, if it is one: words in capitals are phones.
    static func fault(in value: String) -> String? {
        let parts = value.split(separator: " ")
        let isPhones =
            parts.count > 1 && parts.contains { $0.count > 1 }
            && !value.utf8.contains { (0x61...0x7A).contains($0) }
        guard isPhones, let wrong = parts.first(where: { Phone($0) == nil }) else { return nil }
        return "\"\(printable(String(wrong)))\" is no phone of ARPABET"
    }
}

extension DecoderVocabulary {
    /// The words of the prose profile; lines that cannot be used are logged. Nil for the models as they are.
    static func prose(_ configuration: Configuration) -> DecoderVocabulary? {
        guard let profile = ProseProfile(configuration) else { return nil }
        let (vocabulary, problems) = profile.vocabulary()
        for problem in problems { Log.write(.warning, problem.description) }
        return vocabulary
    }
}
