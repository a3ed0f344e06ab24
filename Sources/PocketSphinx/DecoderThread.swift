import Glibc
public import Speech
import Threads

/// What the decoder's thread reports, on that thread. Utterances are the numbers they were begun with.
public enum RecognizerOutput: Sendable {
    /// The models are loaded; audio that came earlier is being caught up with.
    case ready
    /// The words so far have changed; at most every 50 ms.
    case partial(Int, PartialHypothesis)
    /// The last word about an utterance. `mean` is to be remembered for the voice and microphone, if not nil.
    case final(Int, HoldResult, mean: [Float]?)
    /// One utterance could not be decoded; the next may be.
    case utteranceFailed(Int, RecognizerError)
    /// There is no recogniser, now or any more.
    case failed(RecognizerError)
}

/// What a decoder's thread works with.
public struct RecognizerConfiguration: Sendable {
    public var models: ModelPaths
    /// Makes words to use instead of the dictionary and language model of `models`, beside the loading of the acoustic
    /// model, where it keeps nobody waiting; nil for none.
    public var makeVocabulary: (@Sendable () -> DecoderVocabulary?)?
    public var settings = RecognizerSettings()
    public var policy = HoldPolicy()
    /// A mean remembered from earlier, `CepstralMean.count` numbers.
    public var mean: [Float]?
    /// Audio that may wait for a decoder that is slow or still loading.
    public var queueLimit: Duration = .seconds(150)
    /// How long a word of the preview must have stayed the same to be shown as settled.
    public var patience: Duration = Stability.measuredPatience

    public init(models: ModelPaths = .packaged()) {
        self.models = models
    }
}

/// A decoder on a thread of its own: models load there, and audio waits in a bounded queue, never the caller.
public final class DecoderThread: Sendable {
    private let queue: WorkQueue

    /// Starts the thread, which loads the models at once.
    ///
    /// - Parameter output: called on that thread; it must not block.
    public init(
        _ configuration: RecognizerConfiguration,
        output: @escaping @Sendable (RecognizerOutput) -> Void
    ) {
        let queue = WorkQueue(audioLimit: configuration.queueLimit.samples)
        self.queue = queue
        let code = startThread {
            DecoderWorker(queue: queue, configuration: configuration, output: output).run()
        }
        guard code != 0 else { return }
        output(
            .failed(
                RecognizerError(
                    operation: "start recogniser", subject: "thread",
                    reason: String(cString: strerror(code)))))
        queue.finish()
    }

    /// Begins an utterance; audio may follow before the models are loaded.
    public func begin(_ id: Int) { _ = queue.add(.begin(id)) }

    /// Hands over samples (16 kHz). False if more audio waits already than the limit allows: they are not taken.
    public func audio(_ id: Int, _ samples: [Int16]) -> Bool { queue.add(.audio(id, samples)) }

    /// Ends an utterance; `final` or `utteranceFailed` follows.
    public func end(_ id: Int) { _ = queue.add(.end(id)) }

    /// Forgets an utterance, wherever it is; nothing more is reported of it, unless it is already on its way.
    public func discard(_ id: Int) { queue.discard(id) }

    /// Ends the thread, waiting `patience` at most: the search at the end of an utterance cannot be interrupted.
    /// False if it was still busy; it then ends by itself, and nobody need wait for it.
    @discardableResult
    public func quit(within patience: Duration) -> Bool { queue.quit(within: patience) }
}
