import ALSA
import Support
import Threads

/// Takes what a microphone reports, as the program's queues do.
final class Recorder: Sendable {
    private struct State {
        var events: [Int: [MicrophoneEvent]] = [:]
        var audio: [Int: [Int16]] = [:]
        var blocks: [Int: [Int]] = [:]
    }

    private let state = Locked(State())

    func microphone(_ device: String, limits: Microphone.Limits = .init()) -> Microphone {
        Microphone(
            device: device, limits: limits,
            events: { id, event in
                self.state.withLock { $0.events[id, default: []].append(event) }
            },
            audio: { id, block in
                self.state.withLock {
                    $0.audio[id, default: []] += block
                    $0.blocks[id, default: []].append(block.count)
                }
            })
    }

    /// Everything reported but levels.
    func events(_ id: Int = 1) -> [MicrophoneEvent] {
        state.withLock { $0.events[id] ?? [] }.filter {
            if case .level = $0 { false } else { true }
        }
    }

    func levels(_ id: Int = 1) -> [Double] {
        state.withLock { $0.events[id] ?? [] }.compactMap {
            if case .level(let level) = $0 { level } else { nil }
        }
    }

    /// The kinds of event, in order, without what they carry.
    func kinds(_ id: Int = 1) -> [String] {
        events(id).map { String("\($0)".prefix { $0 != "(" }) }
    }

    func audio(_ id: Int = 1) -> [Int16] {
        state.withLock { $0.audio[id] ?? [] }
    }

    func blockSizes(_ id: Int = 1) -> [Int] {
        state.withLock { $0.blocks[id] ?? [] }
    }

    func waitFor(frames: Int, _ id: Int = 1) async throws {
        try await eventually(
            "\(frames) frames", detail: { "\(self.audio(id).count) frames, \(self.kinds(id))" }
        ) { self.audio(id).count >= frames }
    }

    func waitFor(_ what: String, _ id: Int = 1) async throws {
        try await eventually(what, detail: { "\(self.kinds(id))" }) {
            self.kinds(id).contains(what)
        }
    }

    @discardableResult
    func waitForEnd(_ id: Int = 1) async throws -> MicrophoneEvent {
        try await eventually("the last event", detail: { "\(self.kinds(id))" }) {
            self.events(id).last.flatMap { $0.isLast ? $0 : nil }
        }
    }
}

/// A sound in which every place can be told from every other: a step of `7919` from frame to frame.
func ramp(_ count: Int) -> [Int16] {
    (0..<count).map { Int16(truncatingIfNeeded: $0 &* 7919 &+ 12345) }
}

/// True if `heard` is the sound from its beginning, followed by the silence behind its end.
func isBeginning(_ heard: [Int16], of sound: [Int16]) -> Bool {
    heard.prefix(sound.count) == sound.prefix(heard.count)
        && heard.dropFirst(sound.count).allSatisfy { $0 == 0 }
}
