import ALSA
import Glibc
import Support
import Testing

/// The faults that only a real sound server has.
@Suite(
    "Microphone behind a sound server",
    // Left out with the reason where PulseAudio is not installed.
    .enabled(if: SoundServer.obstacle == nil, "\(SoundServer.obstacle ?? "")"))
struct SoundServerTests {
    @Test("hears what the server's source hears")
    func hears() async throws {
        let server = try await SoundServer()
        let recorder = Recorder()
        let microphone = recorder.microphone(TestDevice.source(of: server))
        microphone.start(1)
        try await recorder.waitFor(frames: 8_000)
        microphone.stop(1)
        #expect(try await recorder.waitForEnd() == .stopped)
        // A tone of 440 Hz crosses zero upwards 440 times a second.
        let heard = recorder.audio().suffix(8_000)
        let crossings = zip(heard, heard.dropFirst()).count { $0 < 0 && $1 >= 0 }
        #expect((200...240).contains(crossings))
    }

    @Test("a server that is killed is a lost microphone, and one that is back works again")
    func killed() async throws {
        let server = try await SoundServer()
        let recorder = Recorder()
        let microphone = recorder.microphone(TestDevice.source(of: server))
        microphone.start(1)
        try await recorder.waitFor(frames: 3_200)
        server.kill()
        guard case .lost(let error) = try await recorder.waitForEnd() else {
            Issue.record("not lost: \(recorder.kinds())")
            return
        }
        #expect(error.kind == .disconnected || error.kind == .noServer)
        try await eventually("closed") { !microphone.isOpen }

        microphone.start(2)
        guard case .failed(let refused) = try await recorder.waitForEnd(2) else {
            Issue.record("opened without a server: \(recorder.kinds(2))")
            return
        }
        #expect(refused.kind == .noServer)

        try await server.restart()
        microphone.start(3)
        try await recorder.waitFor(frames: 3_200, 3)
        microphone.stop(3)
        #expect(try await recorder.waitForEnd(3) == .stopped)
    }

    @Test("a server that stands still is waited for, and its sound comes when it goes on")
    func stalled() async throws {
        let server = try await SoundServer()
        let recorder = Recorder()
        let microphone = recorder.microphone(TestDevice.source(of: server))
        microphone.start(1)
        try await recorder.waitFor(frames: 3_200)
        server.signal(SIGSTOP)
        try await recorder.waitFor("waiting")
        server.signal(SIGCONT)
        try await recorder.waitFor("resumed")
        microphone.stop(1)
        #expect(try await recorder.waitForEnd() == .stopped)
    }

    @Test("stopping while the server stands still ends in time, and so does the next utterance")
    func stopWhileStalled() async throws {
        let server = try await SoundServer()
        let recorder = Recorder()
        var limits = Microphone.Limits()
        limits.lost = .seconds(2)
        let microphone = recorder.microphone(TestDevice.source(of: server), limits: limits)
        microphone.start(1)
        try await recorder.waitFor(frames: 3_200)
        server.signal(SIGSTOP)
        microphone.stop(1)
        #expect(try await recorder.waitForEnd() == .stopped)
        // The first utterance's thread hangs in the drop, the second one's in the open.
        microphone.start(2)
        guard case .failed(let error) = try await recorder.waitForEnd(2) else {
            Issue.record("did not fail: \(recorder.kinds(2))")
            return
        }
        #expect(error.kind == .notAnswering)
        server.signal(SIGCONT)
        try await eventually("closed") { !microphone.isOpen }
        microphone.start(3)
        try await recorder.waitFor(frames: 3_200, 3)
        microphone.stop(3)
        #expect(try await recorder.waitForEnd(3) == .stopped)
    }

    @Test("a source that is taken away without an error is lost in the end")
    func unloaded() async throws {
        let server = try await SoundServer()
        let recorder = Recorder()
        var limits = Microphone.Limits()
        limits.lost = .seconds(1)
        let microphone = recorder.microphone(TestDevice.source(of: server), limits: limits)
        microphone.start(1)
        try await recorder.waitFor(frames: 3_200)
        #expect(server.control("unload-module", "module-sine-source") == 0)
        guard case .lost = try await recorder.waitForEnd() else {
            Issue.record("not lost: \(recorder.kinds())")
            return
        }
        try await eventually("closed") { !microphone.isOpen }
    }

    @Test("a source that the server does not have is no such device")
    func missing() async throws {
        let server = try await SoundServer()
        let recorder = Recorder()
        let microphone = recorder.microphone(TestDevice.source(of: server, "nonsuch"))
        microphone.start(1)
        guard case .failed(let error) = try await recorder.waitForEnd() else {
            Issue.record("did not fail: \(recorder.kinds())")
            return
        }
        #expect(error.kind == .noSuchDevice)
    }

    @Test("a trial tells a source that is switched off from one that hears")
    func muted() async throws {
        let server = try await SoundServer()
        let heard = MicrophoneReport.trying(TestDevice.source(of: server), for: .milliseconds(300))
        #expect(heard.error == nil)
        #expect(heard.isMuted == false)
        #expect(heard.sound.peak > 0.01)
        #expect(server.control("set-source-mute", "mic", "1") == 0)
        let muted = MicrophoneReport.trying(TestDevice.source(of: server), for: .milliseconds(300))
        #expect(muted.isMuted == true)
        #expect(muted.sound.isDigitalSilence)
    }
}
