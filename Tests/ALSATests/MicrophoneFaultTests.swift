import ALSA
import Glibc
import Support
import Testing

/// Every fault against the real library and a device that has it.
@Suite("Microphone faults")
struct MicrophoneFaultTests {
    struct OpenFault: Sendable, CustomTestStringConvertible {
        var name: String
        var fields: [String: String]
        var operation: String
        var kind: CaptureError.Kind
        var testDescription: String { name }
    }

    static let openFaults = [
        OpenFault(
            name: "busy", fields: ["open-error": "EBUSY"], operation: "snd_pcm_open", kind: .busy),
        OpenFault(
            name: "not permitted", fields: ["open-error": "EACCES"], operation: "snd_pcm_open",
            kind: .permission),
        OpenFault(
            name: "no such device", fields: ["open-error": "ENOENT"], operation: "snd_pcm_open",
            kind: .noSuchDevice),
        OpenFault(
            name: "card removed", fields: ["open-error": "ENODEV"], operation: "snd_pcm_open",
            kind: .noSuchDevice),
        OpenFault(
            name: "no server", fields: ["open-error": "ECONNREFUSED"], operation: "snd_pcm_open",
            kind: .noServer),
        OpenFault(
            name: "server without the source", fields: ["params-error": "EIO"],
            operation: "snd_pcm_hw_params", kind: .noSuchDevice),
        OpenFault(
            name: "rate that no plugin converts", fields: ["rate": "48000"],
            operation: "snd_pcm_hw_params_set_rate", kind: .unsupported),
    ]

    @Test("a device that cannot be opened fails once, with what is wrong", arguments: openFaults)
    func openFails(_ fault: OpenFault) async throws {
        let fake = try FakeMicrophone()
        let recorder = Recorder()
        let device = TestDevice.fake(fake, "fake", fault.fields)
        let microphone = recorder.microphone(device)
        microphone.start(1)
        guard case .failed(let error) = try await recorder.waitForEnd() else {
            Issue.record("did not fail: \(recorder.kinds())")
            return
        }
        #expect(error.operation == fault.operation)
        #expect(error.kind == fault.kind)
        #expect(error.device == device)
        #expect(recorder.kinds().filter { $0 != "waiting" } == ["failed"])
        try await eventually("closed") { !microphone.isOpen }
    }

    @Test("a name that is not configured is no such device")
    func unknownName() async throws {
        #expect(TestDevice.configured)
        let recorder = Recorder()
        let microphone = recorder.microphone("nonsuch")
        microphone.start(1)
        guard case .failed(let error) = try await recorder.waitForEnd() else { return }
        #expect(error.kind == .noSuchDevice)
    }

    @Test("an overrun is reported, what was captured before stays, and capture goes on")
    func overrun() async throws {
        let sound = ramp(64_000)
        let fake = try FakeMicrophone(sound: sound)
        let recorder = Recorder()
        let microphone = recorder.microphone(
            TestDevice.fake(fake, "fake", ["faults": "xrun@0.3 xrun@0.5"]))
        microphone.start(1)
        try await recorder.waitFor(frames: 16_000)
        microphone.stop(1)
        #expect(try await recorder.waitForEnd() == .stopped)
        #expect(recorder.kinds() == ["opened", "firstFrame", "overrun", "overrun", "stopped"])
        let heard = recorder.audio()
        try expectPieces(heard, of: sound, atMost: 3)
        #expect(heard.prefix(3_200) == sound.prefix(3_200))
    }

    @Test("a suspended device that resumes loses nothing that it held")
    func suspendAndResume() async throws {
        let sound = ramp(64_000)
        let fake = try FakeMicrophone(sound: sound)
        let recorder = Recorder()
        let microphone = recorder.microphone(
            TestDevice.fake(fake, "fake", ["faults": "suspend@0.3+0.2", "resume": "yes"]))
        microphone.start(1)
        try await recorder.waitFor(frames: 9_600)
        microphone.stop(1)
        #expect(try await recorder.waitForEnd() == .stopped)
        #expect(fake.events("resume").count > 1)
        #expect(fake.events("prepare").count == 1)
        try expectPieces(recorder.audio(), of: sound, atMost: 2)
    }

    @Test("a suspended device that cannot resume starts anew")
    func suspendWithoutResume() async throws {
        let sound = ramp(64_000)
        let fake = try FakeMicrophone(sound: sound)
        let recorder = Recorder()
        let microphone = recorder.microphone(
            TestDevice.fake(fake, "fake", ["faults": "suspend@0.3"]))
        microphone.start(1)
        try await recorder.waitFor(frames: 9_600)
        microphone.stop(1)
        #expect(try await recorder.waitForEnd() == .stopped)
        #expect(fake.events("prepare").count == 2)
        try expectPieces(recorder.audio(), of: sound, atMost: 2)
    }

    struct Loss: Sendable, CustomTestStringConvertible {
        var name: String
        var fields: [String: String]
        var code: Int32
        var testDescription: String { name }
    }

    @Test(
        "a device that goes away is lost at once, with what it heard before handed over",
        arguments: [
            Loss(name: "unplugged", fields: ["faults": "enodev@0.3"], code: -ENODEV),
            Loss(name: "server died", fields: ["faults": "gone@0.3"], code: -EIO),
            Loss(
                name: "overrun without recovery",
                fields: ["faults": "xrun@0.3", "prepare-error": "EIO"], code: -EIO),
        ])
    func lost(_ loss: Loss) async throws {
        let sound = ramp(64_000)
        let fake = try FakeMicrophone(sound: sound)
        let recorder = Recorder()
        let microphone = recorder.microphone(TestDevice.fake(fake, "fake", loss.fields))
        microphone.start(1)
        guard case .lost(let error) = try await recorder.waitForEnd() else {
            Issue.record("not lost: \(recorder.kinds())")
            return
        }
        #expect(error.code == loss.code)
        #expect(error.kind == .disconnected)
        #expect(recorder.kinds() == ["opened", "firstFrame", "lost"])
        let heard = recorder.audio()
        #expect(heard.count >= 1_600 && heard.count <= 4_800)
        #expect(isBeginning(heard, of: sound))
        try await eventually("closed") { fake.events("close").count == 1 }
    }

    @Test("a stalled device says that it waits and goes on with everything that it held")
    func stall() async throws {
        let sound = ramp(64_000)
        let fake = try FakeMicrophone(sound: sound)
        let recorder = Recorder()
        var limits = Microphone.Limits()
        limits.waiting = .milliseconds(300)
        let microphone = recorder.microphone(
            TestDevice.fake(fake, "fake", ["faults": "stall@0.3+0.8"]), limits: limits)
        microphone.start(1)
        try await recorder.waitFor("resumed")
        try await recorder.waitFor(frames: 19_200)
        microphone.stop(1)
        #expect(try await recorder.waitForEnd() == .stopped)
        #expect(recorder.kinds().prefix(4) == ["opened", "firstFrame", "waiting", "resumed"])
        #expect(isBeginning(recorder.audio(), of: sound))
    }

    @Test(
        "a device without data is lost in the end, and never keeps the processor busy",
        arguments: ["vanish@0.3", "ready@0.3+60", "pollerr@0.3+60", "block@0.3+3"])
    func silentLoss(_ faults: String) async throws {
        let sound = ramp(64_000)
        let fake = try FakeMicrophone(sound: sound)
        let recorder = Recorder()
        var limits = Microphone.Limits()
        limits.waiting = .milliseconds(200)
        limits.lost = .seconds(1)
        let microphone = recorder.microphone(
            TestDevice.fake(fake, "fake", ["faults": faults]), limits: limits)
        microphone.start(1)
        guard case .lost(let error) = try await recorder.waitForEnd() else {
            Issue.record("not lost: \(recorder.kinds())")
            return
        }
        #expect(error.kind == .notAnswering)
        #expect(recorder.kinds().suffix(2) == ["waiting", "lost"])
        #expect(isBeginning(recorder.audio(), of: sound))
    }

    @Test("an open that hangs fails in the end, and its device closes when it comes back")
    func openHangs() async throws {
        let fake = try FakeMicrophone(sound: ramp(32_000))
        let recorder = Recorder()
        var limits = Microphone.Limits()
        limits.waiting = .milliseconds(100)
        limits.lost = .milliseconds(600)
        let device = TestDevice.fake(fake, "fake", ["open-gate": fake.gate("open")])
        let microphone = recorder.microphone(device, limits: limits)
        microphone.start(1)
        guard case .failed(let error) = try await recorder.waitForEnd() else {
            Issue.record("did not fail: \(recorder.kinds())")
            return
        }
        #expect(error.kind == .notAnswering)
        #expect(recorder.kinds() == ["waiting", "failed"])
        #expect(microphone.isOpen)
        try fake.open(gate: "open")
        try await eventually("closed") { !microphone.isOpen }
        #expect(fake.events("close").count == 1)
        #expect(fake.events("start").isEmpty)
        #expect(recorder.kinds() == ["waiting", "failed"])
    }

    @Test("a stop while the device still opens ends the utterance without waiting for it")
    func stopWhileOpening() async throws {
        let fake = try FakeMicrophone(sound: ramp(32_000))
        let recorder = Recorder()
        var limits = Microphone.Limits()
        limits.handover = .milliseconds(100)
        limits.lost = .seconds(60)
        let microphone = recorder.microphone(
            TestDevice.fake(fake, "fake", ["open-gate": fake.gate("open")]), limits: limits)
        microphone.start(1)
        try await eventually("opening") { fake.events("open").count == 1 }
        microphone.stop(1)
        #expect(try await recorder.waitForEnd() == .stopped)
        // The next one opens although the first still hangs.
        microphone.start(2)
        try await eventually("opening again") { fake.events("open").count == 2 }
        #expect(fake.events("close").isEmpty)
        try fake.open(gate: "open")
        try await recorder.waitFor(frames: 320, 2)
        microphone.stop(2)
        #expect(try await recorder.waitForEnd(2) == .stopped)
        try await eventually("both closed") { fake.events("close").count == 2 }
        #expect(recorder.kinds().filter { $0 != "waiting" } == ["stopped"])
        #expect(fake.events("start").count == 1)
    }

    @Test("a drop that hangs holds up neither the end nor the next utterance")
    func dropHangs() async throws {
        let fake = try FakeMicrophone(sound: ramp(32_000))
        let recorder = Recorder()
        var limits = Microphone.Limits()
        limits.handover = .milliseconds(100)
        let microphone = recorder.microphone(
            TestDevice.fake(fake, "fake", ["stop-gate": fake.gate("stop")]), limits: limits)
        microphone.start(1)
        try await recorder.waitFor(frames: 1_600)
        microphone.stop(1)
        #expect(try await recorder.waitForEnd() == .stopped)
        microphone.start(2)
        try await recorder.waitFor(frames: 1_600, 2)
        microphone.discard(2)
        #expect(fake.events("stop").isEmpty)
        try fake.open(gate: "stop")
        try await eventually("both closed") { fake.events("close").count == 2 }
    }

    @Test("a device of twice or half the speed is handed over as it is", arguments: ["2.0", "0.5"])
    func wrongClock(_ speed: String) async throws {
        let sound = ramp(64_000)
        let fake = try FakeMicrophone(sound: sound)
        let recorder = Recorder()
        let microphone = recorder.microphone(TestDevice.fake(fake, "fake", ["speed": speed]))
        microphone.start(1)
        try await recorder.waitFor(frames: 8_000)
        microphone.stop(1)
        #expect(try await recorder.waitForEnd() == .stopped)
        // A machine that is busy elsewhere reads too late now and then.
        try expectPieces(recorder.audio(), of: sound, atMost: 3)
    }

    /// Checks that `heard` is made of at most so many unbroken pieces of `sound`, in their order.
    private func expectPieces(
        _ heard: [Int16], of sound: [Int16], atMost limit: Int,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        var place = 0
        var pieces = 1
        for frame in heard {
            // What comes behind the sound is silence.
            if place == sound.count { break }
            if sound[place] == frame {
                place += 1
                continue
            }
            pieces += 1
            guard let next = sound[place...].firstIndex(of: frame) else {
                Issue.record("a frame that was never heard", sourceLocation: sourceLocation)
                return
            }
            place = next + 1
        }
        #expect(pieces <= limit, sourceLocation: sourceLocation)
    }
}
