internal import Audio
internal import CPocketSphinx
public import Speech
internal import Threads

/// One PocketSphinx decoder with its models.
///
/// The library is not thread-safe: a decoder is made, used and destroyed on one thread. An utterance is
/// `begin`, any number of `feed`, then `finish` or `cancel`; or `decode` with all of it.
public final class Decoder {
    let handle: OpaquePointer
    let acousticModel: String
    /// The search in use, and how many there were, for the name of the next.
    var search = "_default"
    var searches = 0
    /// Whether its words are those of ordinary speech.
    var isProse: Bool { shell == nil }
    /// The command language whose words are heard: it writes what is recognised. Nil for ordinary speech.
    public internal(set) var shell: ShellLanguage?
    /// What words are written as, where that differs from the dictionary.
    var spellings: [String: String] = [:]
    private var clock = FrameClock()
    private var samplesFed = 0
    private var isOpen = false
    /// The first samples of the utterance, until they tell whether they begin in the middle of a word.
    private var opening: [Int16]?
    /// Different texts that a result brings along.
    public var alternativeCount = 5

    /// Loads the models, about half a second of work, after checking that they are what they should be.
    ///
    /// The C function is `ps_init`.
    public convenience init(
        models: ModelPaths = .packaged(), settings: RecognizerSettings = RecognizerSettings()
    ) throws(RecognizerError) {
        try self.init(acousticModel: models.acousticModel, settings: settings, words: models)
    }

    /// - Parameter words: whose dictionary and language model are loaded too; without them nothing can be heard yet.
    package init(
        acousticModel: String, settings: RecognizerSettings, words: ModelPaths? = nil
    ) throws(RecognizerError) {
        DecoderLog.install()
        try ModelCheck.checkAcousticModel(acousticModel)
        var arguments = settings.arguments
        arguments.append((name: "hmm", value: acousticModel))
        if let words {
            try ModelCheck.checkLanguageModel(words.languageModel)
            try ModelCheck.checkDictionary(words.dictionary)
            arguments.append((name: "lm", value: words.languageModel))
            arguments.append((name: "dict", value: words.dictionary))
        }
        _ = DecoderLog.takeLastError()
        guard let handle = Decoder.open(arguments) else {
            throw RecognizerError(
                operation: "load model", subject: acousticModel,
                reason: DecoderLog.takeLastError() ?? "the recogniser refuses it")
        }
        self.handle = handle
        self.acousticModel = acousticModel
    }

    /// Loads the acoustic model, and meanwhile has the words made on a thread beside it: on two processors the
    /// longer of the two is all that is waited for.
    ///
    /// - Parameter making: nil as its result is for the dictionary and language model of `models`.
    public convenience init(
        models: ModelPaths, settings: RecognizerSettings = RecognizerSettings(),
        making: @escaping @Sendable () -> DecoderVocabulary?
    ) throws(RecognizerError) {
        let words = Beside(making)
        try self.init(acousticModel: models.acousticModel, settings: settings)
        try setVocabulary(
            words.wait()
                ?? DecoderVocabulary(
                    dictionary: .file(models.dictionary),
                    models: [.init(.file(models.languageModel))]))
    }

    /// Calls `handler` when the library is about to end the process from this thread by `exit(1)`.
    ///
    /// It never gets to do so: if the handler returns, the thread rests for ever.
    public static func onFatal(_ handler: (@Sendable (String) -> Void)?) {
        DecoderLog.onFatal(handler)
    }

    /// Looks at the model files without loading them, as `init` does first.
    public static func check(_ models: ModelPaths) throws(RecognizerError) {
        try ModelCheck.checkAcousticModel(models.acousticModel)
        try ModelCheck.checkLanguageModel(models.languageModel)
        try ModelCheck.checkDictionary(models.dictionary)
    }

    deinit {
        if isOpen { _ = utter_ps_end(handle) }
        ps_free(handle)
    }

    /// Begins an utterance whose audio arrives in pieces; the cepstral mean is the live one.
    ///
    /// - Parameter continuing: the audio goes on from the utterance before, so what is known of the noise stays.
    public func begin(continuing: Bool = false) throws(RecognizerError) {
        if isOpen { cancel() }
        guard utter_ps_begin(handle, continuing) == 0 else { throw failure("begin utterance") }
        isOpen = true
        clock = FrameClock()
        samplesFed = 0
        opening = continuing ? nil : []
    }

    /// Takes samples (16 kHz) as they were captured and searches them.
    public func feed(_ samples: ArraySlice<Int16>) throws(RecognizerError) {
        guard isOpen else { throw failure("decode audio") }
        guard let known = opening else { return try search(samples) }
        let start = known + samples
        opening = start
        if start.count >= Padding.opening { try searchOpening() }
    }

    private func searchOpening() throws(RecognizerError) {
        guard let start = opening else { return }
        opening = nil
        if Padding.isNeeded(before: start.prefix(Padding.opening)) {
            samplesFed = -Padding.before.count
            try search(Padding.before[...])
        }
        try search(start[...])
    }

    private func search(_ samples: ArraySlice<Int16>) throws(RecognizerError) {
        var rest = samples
        while !rest.isEmpty {
            let block = rest.prefix(AudioFormat.blockFrames)
            rest = rest.dropFirst(block.count)
            let frames = block.withUnsafeBufferPointer {
                utter_ps_feed(handle, $0.baseAddress, $0.count)
            }
            guard frames >= 0 else { throw failure("decode audio") }
            samplesFed += block.count
            clock.note(count: Int(frames), newestFrame: Decoder.newestFrame(after: samplesFed))
        }
    }

    public func feed(_ samples: [Int16]) throws(RecognizerError) {
        try feed(samples[...])
    }

    /// The words so far, joined by single spaces; cheap (10 to 30 µs), and wrong more often than the result.
    public func partial() -> String {
        var score: Int32 = 0
        guard isOpen, let text = ps_get_hyp(handle, &score) else { return "" }
        return written(String(cString: text))
    }

    /// Whether the front end takes the newest audio for speech.
    public var isInSpeech: Bool { ps_get_in_speech(handle) != 0 }

    /// Ends the utterance: the search over the word lattice runs here.
    public func finish() throws(RecognizerError) -> Hypothesis {
        guard isOpen else { throw failure("end utterance") }
        try searchOpening()
        let samples = samplesFed
        try search(Padding.after[...])
        isOpen = false
        guard utter_ps_end(handle) >= 0 else { throw failure("end utterance") }
        return hypothesis(samples: samples)
    }

    /// Ends the utterance and forgets it.
    public func cancel() {
        guard isOpen else { return }
        isOpen = false
        _ = utter_ps_end(handle)
    }

    /// Decodes a whole utterance with the cepstral mean of its own; the live mean stays as it was.
    public func decode(_ samples: [Int16]) throws(RecognizerError) -> Hypothesis {
        if isOpen { cancel() }
        let (padded, leadSamples) = Padding.padded(samples)
        var frames = [Int32](repeating: 0, count: padded.count / 160 + 32)
        let count = padded.withUnsafeBufferPointer {
            utter_ps_decode_whole(handle, $0.baseAddress, $0.count, &frames)
        }
        guard count >= 0 else { throw failure("decode audio") }
        clock = FrameClock()
        let lead = leadSamples / 160
        for frame in frames.prefix(Int(count)) {
            clock.note(count: 1, newestFrame: Int(frame) - lead)
        }
        return hypothesis(samples: samples.count)
    }

    /// The frame that the newest of `samples` completes: 410 samples long, one every 160.
    private static func newestFrame(after samples: Int) -> Int {
        let shifted = samples - 410
        return shifted >= 0 ? shifted / 160 : -((159 - shifted) / 160)
    }

    private func hypothesis(samples: Int) -> Hypothesis {
        // The posteriors are those of the best path, which the question for the text computes.
        var score: Int32 = 0
        guard ps_get_hyp(handle, &score) != nil else {
            return Hypothesis(text: "", duration: seconds(samples))
        }
        let words = DecoderWords.segments(of: handle).map { segment in
            let first = max(0, clock.streamFrame(of: segment.first))
            let last = max(first, clock.streamFrame(of: segment.last))
            return Word(
                text: spellings[segment.word] ?? segment.word,
                start: Double(first) * FrameClock.frame,
                duration: Double(last - first + 1) * FrameClock.frame,
                confidence: Confidence.calibrated(posterior: segment.posterior))
        }
        let text = words.map(\.text).joined(separator: " ")
        return Hypothesis(
            text: text, words: words,
            alternatives: text.isEmpty
                ? []
                : DecoderWords.alternatives(of: handle, count: alternativeCount) {
                    let other = written($0)
                    return other == text ? nil : other
                },
            duration: seconds(samples))
    }

    private func written(_ text: String) -> String {
        guard !spellings.isEmpty else { return text }
        return text.split(separator: " ").map { spellings[String($0)] ?? String($0) }
            .joined(separator: " ")
    }

    private func seconds(_ samples: Int) -> Double {
        Double(samples) / Double(AudioFormat.sampleRate)
    }

    private func failure(_ operation: String) -> RecognizerError {
        RecognizerError(
            operation: operation, subject: "audio",
            reason: DecoderLog.takeLastError() ?? "the recogniser refuses it")
    }

    private static func open(_ arguments: [(name: String, value: String)]) -> OpaquePointer? {
        withCStrings(arguments.map(\.name)) { names in
            withCStrings(arguments.map(\.value)) { values in
                utter_ps_open(names, values, Int32(arguments.count))
            }
        }
    }
}
