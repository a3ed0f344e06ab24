import Speech

/// Transcripts as `--json` writes them; times in seconds.
enum TranscriptJSON {
    /// The fields that every transcript has.
    static func fields(_ hypothesis: Hypothesis) -> [JSON.Field] {
        let doubt =
            hypothesis.isDoubtful ? [JSON.Field(name: "doubtful", value: .bool(true))] : []
        return [
            JSON.Field(name: "duration", value: .number(hypothesis.duration)),
            JSON.Field(name: "text", value: .string(hypothesis.text)),
            JSON.Field(
                name: "words",
                value: .array(
                    hypothesis.words.map { word in
                        .object([
                            "word": .string(word.text), "start": .number(word.start),
                            "duration": .number(word.duration),
                            "confidence": .number(word.confidence),
                        ])
                    })),
            JSON.Field(
                name: "alternatives",
                value: .array(hypothesis.alternatives.map { .object(["text": .string($0)]) })),
        ] + doubt
    }

    /// A transcript of a recording.
    static func object(_ hypothesis: Hypothesis, file: String) -> JSON {
        .object([JSON.Field(name: "file", value: .string(file))] + fields(hypothesis))
    }
}
