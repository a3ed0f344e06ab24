import Configuration
import PocketSphinx
import Speech

/// The prose profile with the user's own words in it.
struct ProseProfile: Sendable {
    private let options: Configuration.Recognizer
    private let entries: [TableEntry]

    /// Share of the own words' model. Sentences with such words have 37.8 % of their words wrong with 0.1 and with 0.3, 94
    /// ordinary ones 35.7 and 36.1 %, and 35.7 without.
    private static let share: Float = 0.1

    /// Share of the model of the texts of `learn =`. A page about baking takes 48 sentences about it from 36.0 % of the
    /// words wrong to 14.8 with 0.1 and to 12.1 with 0.3; 94 ordinary ones from 35.7 % to 35.8 and to 37.5.
    private static let learnedShare: Float = 0.1

    /// Nil where there are neither own words nor texts, and the models are used as they are.
    init?(_ configuration: Configuration) {
        guard !configuration.words.isEmpty || !configuration.recognizer.learn.isEmpty else {
            return nil
        }
        options = configuration.recognizer
        entries = configuration.words
    }

    /// What is heard with, and the lines that were left out. Reads the dictionary, which takes some time.
    func vocabulary() -> (vocabulary: DecoderVocabulary?, faults: [Diagnostic]) {
        guard let text = BoundedFiles.start(of: options.dictionary, limit: 64 << 20) else {
            // Whoever loads the models says what is wrong with it.
            return (nil, [])
        }
        let tables = KnowledgeTables()
        var pronouncer = Pronouncer(
            lexicon: tables.knowledge.lexicon, dictionary: PronouncingDictionary(text: text),
            letterToSound: tables.letterToSound)
        var words: [OwnWords.Entry] = []
        var faults: [Diagnostic] = []
        for entry in entries {
            let phones = pronouncer.pronunciations(ofPhrase: entry.value).map(\.arpabet)
            if let fault = ProseProfile.fault(in: entry) {
                faults.append(fault)
            } else if phones.isEmpty {
                faults.append(ProseProfile.fault(entry, "cannot be pronounced"))
            } else {
                words.append(OwnWords.Entry(word: entry.key, pronunciations: phones))
            }
        }
        let learned = learnedText()
        // A new word of the texts is written as there; the dotfile's own words come first.
        var own = words
        if let learned {
            let listed = Set(words.map { OwnWords.key($0.word) })
            let new = learned.newWords { key in
                pronouncer.dictionary.contains(key) || listed.contains(key)
            }
            for word in new.prefix(Self.newWordLimit) {
                let phones = pronouncer.pronunciations(ofPiece: word.spelling).prefix(3)
                own.append(
                    OwnWords.Entry(word: word.spelling, pronunciations: phones.map(\.arpabet)))
            }
        }
        let all = OwnWords(own)
        let listed = OwnWords(words)
        guard !all.isEmpty || learned != nil else { return (nil, faults) }
        let dictionary = all.merged(into: text)
        var models: [DecoderVocabulary.Model] = []
        if !listed.isEmpty { models.append(.init(.text(listed.model), weight: ProseProfile.share)) }
        if let learned {
            let known = Set(own.map { OwnWords.key($0.word) })
            let model = learned.model { pronouncer.dictionary.contains($0) || known.contains($0) }
            models.append(.init(.text(model), weight: ProseProfile.learnedShare))
        }
        let rest = 1 - models.reduce(0) { $0 + $1.weight }
        models.insert(.init(.file(options.languageModel), weight: rest), at: 0)
        var vocabulary = DecoderVocabulary(dictionary: .text(dictionary), models: models)
        vocabulary.spellings = all.spellings
        return (vocabulary, faults)
    }

    /// At most so many words of the texts are added to the dictionary.
    private static let newWordLimit = 5000

    /// The texts of `learn =`; what cannot be read is logged. Nil where there is nothing to learn from.
    private func learnedText() -> LearnedText? {
        guard !options.learn.isEmpty else { return nil }
        var learned = LearnedText()
        for path in options.learn {
            let texts = TextFiles.contents(of: path)
            if texts.isEmpty {
                Log.write(
                    .warning,
                    "[recognizer].learn: \(path): no text that can be read: correct it in the dotfile"
                )
            }
            for text in texts { learned.add(text) }
        }
        return learned.isEmpty ? nil : learned
    }

    /// What is wrong with a line of `[words]`, if anything is.
    static func fault(in entry: TableEntry) -> Diagnostic? {
        fault(in: entry.value).map { fault(entry, $0) }
    }

    private static func fault(_ entry: TableEntry, _ reason: String) -> Diagnostic {
        Diagnostic(
            entry.origin,
            "[words].\(printable(entry.key)): \(printable(entry.value)): \(reason)")
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
        let (vocabulary, faults) = profile.vocabulary()
        for fault in faults { Log.write(.warning, fault.description) }
        return vocabulary
    }
}
