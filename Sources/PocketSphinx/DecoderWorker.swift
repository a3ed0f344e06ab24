internal import Audio
internal import Speech
internal import Threads

/// The body of the decoder's thread.
final class DecoderWorker {
    private let queue: WorkQueue
    private let configuration: RecognizerConfiguration
    private let output: @Sendable (RecognizerOutput) -> Void
    /// The utterance in hand.
    private var current: Int?
    private var preview = HoldPreview(patience: Stability.measuredPatience)
    private var shown = PartialHypothesis()
    private var lastShown = Duration.zero

    /// Writes what is recognised, if the words are those of a command line.
    private var language: ShellLanguage?

    /// Partial hypotheses come no closer than this.
    private static let partialInterval = Duration.milliseconds(50)

    init(
        queue: WorkQueue, configuration: RecognizerConfiguration,
        output: @escaping @Sendable (RecognizerOutput) -> Void
    ) {
        self.queue = queue
        self.configuration = configuration
        self.output = output
    }

    /// Loads the models and does what is ordered, to the end.
    func run() {
        let report = output
        let queue = queue
        DecoderLog.onFatal { message in
            report(
                .failed(
                    RecognizerError(
                        operation: "use recogniser", subject: "model", reason: message)))
            queue.finish()
        }
        defer {
            DecoderLog.onFatal(nil)
            queue.finish()
        }
        do throws(RecognizerError) {
            let decoder: Decoder
            if let making = configuration.makeVocabulary {
                decoder = try Decoder(
                    models: configuration.models, settings: configuration.settings, making: making)
            } else {
                decoder = try Decoder(
                    models: configuration.models, settings: configuration.settings)
            }
            language = decoder.shell
            let hold = HoldDecoder(decoder: decoder, policy: configuration.policy)
            if let mean = configuration.mean { hold.setMean(mean) }
            output(.ready)
            work(hold)
        } catch {
            output(.failed(error))
        }
    }

    private func work(_ hold: HoldDecoder) {
        while true {
            switch queue.next(current: current) {
            case .quit:
                hold.cancel()
                return
            case .drop:
                hold.cancel()
                current = nil
            case .order(let order):
                do throws(RecognizerError) {
                    try perform(order, hold)
                } catch {
                    hold.cancel()
                    if let id = current, !queue.isUnwanted(id) {
                        output(.utteranceFailed(id, error))
                    }
                    current = nil
                }
            }
        }
    }

    private func perform(
        _ order: WorkQueue.Order, _ hold: HoldDecoder
    ) throws(RecognizerError) {
        switch order {
        case .begin(let id):
            if current != nil { hold.cancel() }
            current = id
            preview = HoldPreview(patience: configuration.patience)
            shown = PartialHypothesis()
            try hold.begin()
        case .audio(let id, let samples):
            guard id == current else { return }
            var rest = samples[...]
            while !rest.isEmpty, !queue.isUnwanted(id) {
                let block = rest.prefix(AudioFormat.blockFrames)
                rest = rest.dropFirst(block.count)
                try hold.feed(Array(block))
                showPartial(id, hold)
            }
        case .end(let id):
            guard id == current else { return }
            var result = try hold.finish()
            if let language { result.hypothesis = language.written(result.hypothesis) }
            current = nil
            guard !queue.isUnwanted(id) else { return }
            output(.final(id, result, mean: result.hypothesis.text.isEmpty ? nil : hold.mean))
        }
    }

    private func showPartial(_ id: Int, _ hold: HoldDecoder) {
        let now = Duration.now
        guard now - lastShown >= DecoderWorker.partialInterval else { return }
        let partial = preview.update(hold)
        guard partial != shown else { return }
        lastShown = now
        shown = partial
        output(.partial(id, language?.written(partial) ?? partial))
    }
}
