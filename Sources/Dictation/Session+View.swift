internal import Speech

// What is said on the line about all this.
extension Session {
    mutating func show(_ notice: SessionView.Notice, at now: Duration) {
        view.notice = notice
        // What has happened comes before what one could do.
        view.showsHelp = false
        noticeDeadline = now + Session.noticeDuration
    }

    mutating func clearNotice() {
        view.notice = nil
        noticeDeadline = nil
    }

    /// Brings the view up to date; returns whether it has changed since it was drawn last.
    mutating func updateView() -> Bool {
        view.activity = activity
        view.startedAt = recording?.firstFrame
        view.isDecodingEarlier = !decoding.isEmpty && (recording != nil || talk.isTracking)
        view.isHandsFree =
            recording?.release == nil && recording != nil
            && (talk.isHandsFree || options.mode == .toggle)
        view.waiting = waiting.map(\.hypothesis)
        guard view != drawn else { return false }
        drawn = view
        return true
    }

    private var activity: SessionView.Activity {
        if let recording, recording.release == nil {
            if recording.isWaiting { return .waitingForMicrophone }
            // Listening is said when there is something that listens: with the first frame, not before.
            return recording.firstFrame == nil ? .opening : .listening
        }
        if talk.isTracking { return .keepHolding }
        if let text = waiting.last { return .awaitingDecision(because: text.reason) }
        return recording == nil && decoding.isEmpty ? .idle : .finishing
    }
}
