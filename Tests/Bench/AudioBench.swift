import ALSA
import Audio
import Glibc
import Support
import Synchronization

/// How long the microphone takes, from the request to the first frame, and what part of that is `snd_pcm_open`.
enum AudioBench {
    /// One line of the table: what was measured on which device.
    struct Row {
        var what: String
        var value: String
    }

    /// Opens each device `rounds` times, in this process, as holds do.
    static func rows(rounds: Int = 20) async throws -> [Row] {
        let server = SoundServer.obstacle == nil ? try await SoundServer() : nil
        let served = server.map {
            "pcm.served { type pulse server \"unix:\($0.socket)\" device mic }"
        }
        let fake = try FakeMicrophone(more: served ?? "")
        for (name, value) in fake.environment { setenv(name, value, 1) }
        var rows: [Row] = []
        if access(FakeMicrophone.library, R_OK) == 0 {
            rows += try await measure("default", "microphone of the tests", rounds)
        } else {
            rows.append(
                Row(what: "microphone of the tests", value: "not built (--product fakemic)"))
        }
        if server != nil {
            rows += try await measure("served", "PulseAudio", rounds)
        } else {
            rows.append(Row(what: "PulseAudio", value: SoundServer.obstacle ?? ""))
        }
        return rows
    }

    private struct Round {
        var open = Duration.zero
        var running = Duration.zero
        var captured = Duration.zero
        var arrived = Duration.zero
    }

    private static func measure(
        _ device: String, _ name: String, _ rounds: Int
    ) async throws -> [Row] {
        var results: [Round] = []
        for number in 0..<rounds {
            let round = Mutex((round: Round(), isDone: false))
            let start = now
            let microphone = Microphone(
                device: device,
                events: { _, event in
                    round.withLock {
                        switch event {
                        case .opened: $0.round.running = now - start
                        case .firstFrame(let time):
                            $0.round.captured = time - start
                            $0.round.arrived = now - start
                            $0.isDone = true
                        default: break
                        }
                    }
                }, audio: { _, _ in })
            microphone.start(number)
            try await eventually("the first frame from \(name)") { round.withLock { $0.isDone } }
            var result = round.withLock { $0.round }
            result.open = microphone.openDuration ?? .zero
            microphone.stop(number)
            try await eventually("\(name) closed") { !microphone.isOpen }
            results.append(result)
        }
        let first = results.removeFirst()
        func median(_ value: (Round) -> Duration) -> Duration {
            results.map(value).sorted()[results.count / 2]
        }
        let share = median(\.open) / median(\.arrived)
        return [
            Row(what: "\(name): begun to first frame captured", value: text(median(\.captured))),
            Row(what: "\(name): begun to first frame here", value: text(median(\.arrived))),
            Row(
                what: "\(name): of that, snd_pcm_open",
                value: "\(text(median(\.open))) (\(Int((share * 100).rounded())) %)"),
            Row(
                what: "\(name): the first time, first frame here, snd_pcm_open",
                value: "\(text(first.arrived)), \(text(first.open))"),
        ]
    }

    private static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    private static func text(_ duration: Duration) -> String {
        let microseconds = duration / .microseconds(1)
        return "\((microseconds / 100).rounded() / 10) ms"
    }
}
