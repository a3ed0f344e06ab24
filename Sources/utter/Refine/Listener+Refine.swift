import Dictation
import PocketSphinx
import Speech

/// An utterance that a `refine` command hears too: both answers are waited for.
struct Refining {
    /// What our own recogniser heard, once the hold is over.
    var heard: Hypothesis?
    var outcome: RefineOutcome?
}

// The better recogniser's text takes the place of ours, if it comes in time.
extension Listener {
    func beginRefining(_ utterance: Int) {
        guard let refiner else { return }
        refining[utterance] = Refining()
        refiner.begin(utterance)
    }

    /// Every sample of the utterance is with the recognisers.
    func endUtterance(_ utterance: Int) {
        recognizer.end(utterance)
        refiner?.finish(utterance)
    }

    func discardRefining(_ utterance: Int) {
        refining[utterance] = nil
        refiner?.discard(utterance)
    }

    /// Our own words for an utterance are there. Nil while the better ones are waited for.
    func heard(_ hypothesis: Hypothesis, utterance: Int, at now: Duration) -> Hypothesis? {
        guard refining[utterance] != nil else { return hypothesis }
        refining[utterance]?.heard = hypothesis
        return settle(utterance, at: now)
    }

    /// The better recogniser has its text, or has failed.
    func refined(_ utterance: Int, _ outcome: RefineOutcome, at now: Duration) {
        guard refining[utterance] != nil else { return }
        refining[utterance]?.outcome = outcome
        guard let hypothesis = settle(utterance, at: now) else { return }
        handle(.recognizer(.final(id(utterance), hypothesis)), at: now)
    }

    /// Somebody who may not wait wants the end: our own words will do.
    func abandonRefining(at now: Duration) {
        for utterance in refining.keys.sorted() {
            refiner?.discard(utterance)
            refined(utterance, .failed(.abandoned), at: now)
        }
    }

    /// The text to deliver, once both have answered.
    private func settle(_ utterance: Int, at now: Duration) -> Hypothesis? {
        guard let heard = refining[utterance]?.heard, let outcome = refining[utterance]?.outcome
        else { return nil }
        refining[utterance] = nil
        switch outcome {
        case .text(let text):
            return Hypothesis(refined: text, heard: heard)
        case .failed(let reason):
            if refineComplaints.insert(reason).inserted { complain("refine: \(reason)", at: now) }
            return heard
        }
    }
}

extension Hypothesis {
    /// A better recogniser's text, which is written already; ours is left as an alternative.
    init(refined text: String, heard: Hypothesis) {
        let others = ([heard.text] + heard.alternatives).filter { !$0.isEmpty && $0 != text }
        self.init(text: text, alternatives: others, duration: heard.duration)
        isWritten = true
    }
}
