internal import Audio
internal import CALSA
internal import Glibc
internal import Threads

/// The capture thread's work for one utterance: open, read until told to stop, close.
///
/// The device closes when this returns, whatever the way.
func capture(_ run: CaptureRun) {
    guard !run.isFinished, !run.isStopAsked else { return run.finish(.stopped) }
    do throws(CaptureError) {
        let asked = Duration.now
        let pcm = try PCM(opening: run.device)
        run.took(.now - asked)
        guard !run.isFinished else { return }
        try pcm.configure()
        guard !run.isFinished else { return }
        // Not after the call: frames can come while it returns.
        let started = Duration.now
        try pcm.start()
        guard run.opened() else { return pcm.drop() }
        var loop = CaptureLoop(run: run, started: started)
        do throws(CaptureError) {
            try loop.readUntilStopped(pcm)
            run.finish(.stopped)
        } catch {
            run.finish(.lost(error))
        }
        pcm.drop()
    } catch {
        run.finish(.failed(error))
    }
}

private struct CaptureLoop {
    let run: CaptureRun
    let started: Duration
    var frames = 0
    /// Recoveries since the last frame.
    var recoveries = 0

    /// Devices that are not paced (a file, `null`) would give an hour's sound in a second: no more
    /// than four times what the clock allows, and a second for what a server held back.
    private var isAheadOfTime: Bool {
        let allowed = (Duration.now - started) * 4 + .seconds(1)
        return .frames(frames) > allowed
    }

    /// Returns when stop is asked for, with everything captured handed over, or when the run is
    /// finished by others.
    mutating func readUntilStopped(_ pcm: borrowing PCM) throws(CaptureError) {
        while !run.isFinished {
            if run.isStopAsked {
                // Errors have no meaning any more: what can be read is read.
                do throws(CaptureError) { try readAvailable(pcm) } catch {}
                return
            }
            do throws(CaptureError) {
                switch try pcm.wait(orUntil: run.wake, for: nil) {
                case .readable:
                    // Ready without data, or more data than there can be: either would spin.
                    let before = frames
                    try readAvailable(pcm)
                    if frames == before || isAheadOfTime { rest(.milliseconds(10)) }
                case .other: break
                case .spurious:
                    try readAvailable(pcm)
                    rest(.milliseconds(10))
                }
            } catch {
                try recover(pcm, from: error)
            }
        }
    }

    /// Reads until there is nothing more at the moment.
    private mutating func readAvailable(_ pcm: borrowing PCM) throws(CaptureError) {
        while !run.isFinished, !isAheadOfTime {
            var time: Duration?
            if frames == 0 {
                guard pcm.available > 0 else {
                    // Some errors only reading reports.
                    try deliver(pcm.read(atMost: AudioFormat.blockFrames), time: nil)
                    return
                }
                let age = pcm.delay
                time = max(started, Duration.now - age)
            }
            let block = try pcm.read(atMost: AudioFormat.blockFrames)
            if block.isEmpty { return }
            deliver(block, time: time)
        }
    }

    private mutating func deliver(_ block: [Int16], time: Duration?) {
        guard !block.isEmpty else { return }
        let first = frames == 0
        frames += block.count
        recoveries = 0
        run.deliver(
            block, time: first ? time ?? max(started, .now - .frames(block.count)) : nil)
    }

    private func rest(_ time: Duration) {
        run.wake.wait(for: time)
    }

    /// Brings an overrun or suspended device back, or throws what is wrong with it.
    private mutating func recover(
        _ pcm: borrowing PCM, from error: CaptureError
    ) throws(CaptureError) {
        // A plugin can report any error and mean the state that it has put itself into.
        let state = pcm.state
        recoveries += 1
        // Without a frame in between, nothing has been recovered: no busy loop, the watch ends it
        // in time.
        if recoveries > 1 { rest(.milliseconds(20)) }
        if error.code == -ESTRPIPE || state == SND_PCM_STATE_SUSPENDED {
            try wakeUp(pcm)
        } else if error.code == -EPIPE || state == SND_PCM_STATE_XRUN {
            try pcm.prepare()
            try pcm.start()
            run.overrun()
        } else {
            throw error
        }
    }

    /// Half a second for the device to resume with what it holds; then it starts anew.
    private func wakeUp(_ pcm: borrowing PCM) throws(CaptureError) {
        for _ in 0..<25 where !run.isFinished && !run.isStopAsked {
            if pcm.resume() { return }
            rest(.milliseconds(20))
        }
        while !run.isFinished, !run.isStopAsked {
            do throws(CaptureError) {
                try pcm.prepare()
                return try pcm.start()
            } catch {
                guard error.code == -ESTRPIPE || error.code == -EAGAIN else { throw error }
                rest(.milliseconds(100))
            }
        }
    }
}
