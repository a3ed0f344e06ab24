import Configuration
import Dictation
import Keyboard
import Speech
import Terminal

/// The words of the preview line: the only place where what a session shows becomes language.
struct PreviewWords {
    /// The talk key as a person calls it, for example `Space`.
    var key: String
    var mode: TalkMode
    /// True where no terminal release tells that the key came up although that was hoped for.
    var lacksReleases: Bool
    var showsMeter: Bool
    /// A notice of the last delivery repeats its text only where the text itself is not seen, or to mark the words
    /// in it of which the recogniser is not sure.
    var showsDelivered: Bool
    /// Whether such words can be marked.
    var showsDoubt: Bool
    /// What becomes of a hypothesis, on one line: what one is asked to keep is what will be written.
    var written: @Sendable (Hypothesis) -> String = { $0.text }

    /// What was delivered last, as heard and as it went out: several that waited together, or what a filter has made of it.
    var delivered: (heard: Hypothesis, written: String)?

    /// The line for a view, as pieces in the order shown; empty for nothing.
    func spans(_ view: SessionView, at now: Duration) -> [PreviewSpan] {
        switch view.activity {
        // Nothing else may be hidden by it: not that the microphone is open.
        case .idle: return view.showsHelp ? [PreviewSpan(.notice, help)] : idle(view)
        case .keepHolding: return [PreviewSpan(.state, "keep holding…")]
        case .opening:
            return [
                PreviewSpan(.state, "opening the microphone…"), PreviewSpan(.hint, stopHint(view)),
            ]
        case .listening, .waitingForMicrophone: return recording(view, at: now)
        case .finishing: return [PreviewSpan(.state, "finishing…")] + words(view.partial)
        case .awaitingDecision(let reason): return decision(view, reason)
        }
    }

    private func idle(_ view: SessionView) -> [PreviewSpan] {
        let notice = view.notice.map(spans) ?? []
        if !notice.isEmpty { return notice + (view.isDecodingEarlier ? [decoding] : []) }
        var spans: [PreviewSpan] = []
        if view.isDecodingEarlier {
            spans = [decoding]
        } else {
            let why =
                switch (lacksReleases, mode) {
                case (false, _): ""
                case (true, .toggle): "this terminal reports no key releases:"
                case (true, _): "this terminal reports no key releases, they are guessed:"
                }
            spans = why.isEmpty ? [] : [PreviewSpan(.reason, why)]
            spans.append(PreviewSpan(.quiet, howToTalk))
        }
        if view.isLoading { spans.append(PreviewSpan(.hint, "(the recogniser is loading)")) }
        return spans + [PreviewSpan(.hint, "· ? keys · q quit")]
    }

    private var decoding: PreviewSpan { PreviewSpan(.state, "still finishing the last one…") }

    /// One sentence that says how to begin.
    private var howToTalk: String {
        mode == .toggle ? "tap \(key) to talk, again to stop" : "hold \(key) to talk"
    }

    private func stopHint(_ view: SessionView) -> String {
        let stop = mode == .toggle || view.isHandsFree ? "tap \(key) to stop" : "release to finish"
        // In brackets: it must not read on from the words that are still changing.
        return "(\(stop), Esc drops)"
    }

    private func recording(_ view: SessionView, at now: Duration) -> [PreviewSpan] {
        var spans: [PreviewSpan] = []
        if view.activity == .listening {
            spans.append(PreviewSpan(.recording, "listening"))
            if showsMeter { spans.append(.meter(level: view.level)) }
        } else {
            spans.append(PreviewSpan(.state, "waiting for the microphone…"))
        }
        if let start = view.startedAt { spans.append(.elapsed(now - start)) }
        if view.hasLostFrames { spans.append(PreviewSpan(.notice, "(some sound was lost)")) }
        spans += words(view.partial)
        spans.append(PreviewSpan(.hint, stopHint(view)))
        return spans
    }

    private func words(_ partial: PartialHypothesis) -> [PreviewSpan] {
        // The line puts the blank between them itself.
        let unstable = partial.unstable.drop { $0 == " " }
        return [PreviewSpan(.stable, partial.stable), PreviewSpan(.unstable, String(unstable))]
            .filter { !$0.text.isEmpty }
    }

    private func decision(_ view: SessionView, _ reason: CancelReason?) -> [PreviewSpan] {
        let why =
            reason == .focusLost
            ? "the window lost the focus:"
            : view.waiting.contains(where: \.isDoubtful) ? "does not sound like a command:" : ""
        let text = view.waiting.map(written).filter { !$0.isEmpty }.joined(separator: " ")
        return [
            PreviewSpan(.reason, why),
            PreviewSpan(.notice, "tap \(key) keeps, Esc drops:"),
            PreviewSpan(.stable, text.isEmpty ? "…" : text),
        ].filter { !$0.text.isEmpty }
    }

    private var help: String {
        let talk =
            mode == .toggle ? "\(key): start and stop talking" : "\(key): hold, speak, let go"
        // It fits into 79 columns with a key of a short name.
        return "\(talk) · Esc: drop · q, Ctrl-C: quit · Ctrl-Z: suspend"
    }

    /// Keys that were pressed meanwhile and do not come along to the shell's line; nothing where there are none.
    func leftOut(_ typed: TypeAhead) -> [PreviewSpan] {
        guard typed.discarded > 0 else { return [] }
        let names = typed.discardedKinds.map { kind in
            switch kind {
            case .key(let chord): chord.description
            case .paste: "a paste"
            }
        }
        let more = typed.discarded > names.count ? "…" : ""
        return [PreviewSpan(.notice, "(left out: \(names.joined(separator: ", "))\(more))")]
    }

    /// An outcome in words; none where there is nothing to say.
    private func spans(_ notice: SessionView.Notice) -> [PreviewSpan] {
        switch notice {
        case .delivered(let hypothesis, nil): return delivered(hypothesis)
        case .delivered(_, let early?): return [PreviewSpan(.notice, early.words)]
        case .dropped(let reason): return [PreviewSpan(.notice, reason.words)]
        case .cancelled(let reason): return [PreviewSpan(.notice, reason.words)]
        case .holdToTalk:
            return [PreviewSpan(.notice, "hold \(key) while you speak: a tap records nothing")]
        }
    }

    /// The words that went out, once more, the doubtful ones marked.
    private func delivered(_ hypothesis: Hypothesis) -> [PreviewSpan] {
        let out =
            delivered.flatMap { $0.heard.text.hasSuffix(hypothesis.text) ? $0 : nil }
            ?? (heard: hypothesis, written: written(hypothesis))
        var pieces = WrittenPiece.pieces(
            of: out.written, words: out.heard.words, limit: Word.doubtful)
        let isMarked = showsDoubt && pieces.contains(where: \.isDoubtful)
        guard !pieces.isEmpty, showsDelivered || isMarked else { return [] }
        pieces[0].text = "“" + pieces[0].text
        pieces[pieces.count - 1].text += "”"
        return pieces.map { PreviewSpan($0.isDoubtful ? .uncertain : .notice, $0.text) }
    }
}

extension EarlyEnd {
    var words: String {
        switch self {
        case .maximumDuration: "the longest recording is full: delivered so far"
        case .microphoneLost(let message): "\(message): delivered so far"
        case .focusLost: "the window lost the focus: delivered so far"
        }
    }
}

extension DropReason {
    var words: String {
        switch self {
        case .tooShort(let clip, true): "\(clip.tenths): too short"
        case .tooShort(let clip, false):
            "\(clip.tenths): too short: the microphone had not started"
        case .nothingHeard: "nothing heard"
        case .microphone(let message): message
        case .recognizer(let message): message
        }
    }

    /// The name of the reason in JSON.
    var name: String {
        switch self {
        case .tooShort: "too-short"
        case .nothingHeard: "nothing-heard"
        case .microphone: "microphone"
        case .recognizer: "recognizer"
        }
    }
}

extension CancelReason {
    var words: String {
        switch self {
        case .escape, .interrupt: "dropped"
        case .focusLost: "dropped: the window lost the focus"
        case .suspended: "dropped: stopped for now"
        case .signal, .hangup, .quit: "dropped: ended"
        case .otherKey: "dropped: another key was pressed"
        case .releaseLost: "dropped: the key came up unseen"
        case .declined: "dropped"
        }
    }

    /// Whether the person asked for it and needs no explanation.
    var isWanted: Bool {
        switch self {
        case .escape, .interrupt, .declined, .quit, .signal, .hangup: true
        case .focusLost, .suspended, .otherKey, .releaseLost: false
        }
    }

    /// The name of the reason in JSON.
    var name: String {
        switch self {
        case .escape: "escape"
        case .interrupt: "interrupt"
        case .focusLost: "focus-lost"
        case .suspended: "suspended"
        case .signal: "signal"
        case .hangup: "hangup"
        case .otherKey: "other-key"
        case .releaseLost: "release-lost"
        case .declined: "declined"
        case .quit: "quit"
        }
    }
}

extension Duration {
    /// Seconds with one decimal, rounded down, for a clip that was too short: `0.2 s`.
    var tenths: String {
        let tenths =
            components.seconds * 10 + components.attoseconds / 100_000_000_000_000_000
        return "\(tenths / 10).\(tenths % 10) s"
    }
}
