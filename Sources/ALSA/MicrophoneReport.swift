public import Audio
internal import Glibc
internal import Threads

/// What trying out a microphone for a moment has shown.
public struct MicrophoneReport: Hashable, Sendable {
    /// The device that was tried.
    public var device: String
    /// What went wrong: nothing was captured, or capture ended early.
    public var error: CaptureError?
    /// What was heard.
    public var sound = SoundStatistics()
    /// Frames were lost on the way.
    public var overruns = 0
    /// The microphone is switched off in the mixer; nil where nobody can tell.
    public var isMuted: Bool?
    /// Frames a second by the clock, which should be 16,000; nil for less than half a second of
    /// sound.
    public var measuredRate: Double?

    public init(device: String) {
        self.device = device
    }

    /// Records for `duration` and says what it was like. The microphone is open meanwhile: tell
    /// whoever sits before it.
    ///
    /// Blocks, by some seconds more than `duration` if the device hangs.
    public static func trying(
        _ device: String, for duration: Duration = .seconds(1),
        limits: Microphone.Limits = Microphone.Limits()
    ) -> MicrophoneReport {
        let trial = Trial(device: device, duration: duration)
        guard let done = Latch() else {
            trial.report.withLock {
                $0.error = CaptureError(operation: "eventfd", device: device, code: -EMFILE)
            }
            return trial.report.withLock { $0 }
        }
        let microphone = Microphone(
            device: device, limits: limits,
            events: { _, event in if trial.take(event) { done.set() } },
            audio: { _, block in if trial.hear(block) { done.set() } })
        microphone.start(0)
        // The watch reports a device that hangs; a second more is for one that is merely slow with
        // its frames.
        done.wait(for: duration + limits.lost + .seconds(1))
        microphone.discard(0)
        var report = trial.report.withLock { $0 }
        if report.error == nil { report.isMuted = muted(device) }
        return report
    }

    /// Opens a device without recording, and says what is wrong with it.
    ///
    /// Blocks, at most `limit`.
    public static func opening(_ device: String, within limit: Duration = .seconds(3))
        -> CaptureError?
    {
        let result = bounded(by: limit) { () -> CaptureError? in
            do throws(CaptureError) {
                let pcm = try PCM(opening: device)
                try pcm.configure()
                return nil
            } catch {
                return error
            }
        }
        return result ?? CaptureError(operation: "snd_pcm_open", device: device, code: -ETIMEDOUT)
    }

    private static func muted(_ device: String) -> Bool? {
        bounded(by: .seconds(1)) { Mixer.isMuted(device) } ?? nil
    }
}

/// A trial while it runs.
private final class Trial: Sendable {
    let report: Locked<MicrophoneReport>
    private let wanted: Int
    /// When the first block arrived, and how long it was.
    private let first = Locked<(time: Duration, frames: Int)?>(nil)

    init(device: String, duration: Duration) {
        report = Locked(MicrophoneReport(device: device))
        wanted = max(1, Int((duration / .frames(1)).rounded()))
    }

    /// True when it is over.
    func take(_ event: MicrophoneEvent) -> Bool {
        report.withLock { report in
            switch event {
            case .overrun: report.overruns += 1
            case .failed(let error), .lost(let error): report.error = error
            case .opened, .firstFrame, .level, .waiting, .resumed, .stopped: break
            }
            return event.isLast
        }
    }

    func hear(_ block: [Int16]) -> Bool {
        let now = Duration.now
        let begun = first.withLock { first in
            let known = first ?? (now, block.count)
            first = known
            return known
        }
        return report.withLock { report in
            report.sound.add(block)
            let (seconds, attoseconds) = (now - begun.time).components
            let elapsed = Double(seconds) + Double(attoseconds) * 1e-18
            if elapsed >= 0.5 {
                report.measuredRate = Double(report.sound.frames - begun.frames) / elapsed
            }
            return report.sound.frames >= wanted
        }
    }
}
