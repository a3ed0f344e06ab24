import ALSA
import Foundation
import Glibc
import Support
import Testing

@Suite("Microphone")
struct MicrophoneTests {
    @Test("hands over exactly what the device heard, in blocks of at most 20 ms")
    func exactCapture() async throws {
        let sound = ramp(48_000)
        let fake = try FakeMicrophone(sound: sound)
        let recorder = Recorder()
        let microphone = recorder.microphone(TestDevice.fake(fake))
        microphone.start(1)
        try await recorder.waitFor(frames: 16_000)
        microphone.stop(1)
        #expect(try await recorder.waitForEnd() == .stopped)
        let heard = recorder.audio()
        #expect(isBeginning(heard, of: sound))
        #expect(recorder.blockSizes().allSatisfy { (1...320).contains($0) })
        #expect(recorder.levels().count == recorder.blockSizes().count)
        #expect(recorder.kinds() == ["opened", "firstFrame", "stopped"])
    }

    @Test("converts what the device gives through the plug layer")
    func throughPlug() async throws {
        let fake = try FakeMicrophone(sound: [Int16](repeating: 12_000, count: 96_000))
        let recorder = Recorder()
        let microphone = recorder.microphone(
            TestDevice.fake(fake, "plugged", ["rate": "48000", "channels": "2"]))
        microphone.start(1)
        try await recorder.waitFor(frames: 8_000)
        microphone.stop(1)
        #expect(try await recorder.waitForEnd() == .stopped)
        #expect(recorder.audio()[4000..<8000].allSatisfy { abs(Int($0) - 12_000) < 200 })
    }

    @Test("nothing is opened before start, and every start opens once and closes after the stop")
    func opensOnce() async throws {
        let fake = try FakeMicrophone(sound: ramp(16_000))
        let recorder = Recorder()
        let microphone = recorder.microphone(TestDevice.fake(fake))
        #expect(fake.events.isEmpty)
        for id in 1...3 {
            microphone.start(id)
            try await recorder.waitFor(frames: 1_600, id)
            microphone.stop(id)
            try await recorder.waitForEnd(id)
            try await eventually("closed") { !microphone.isOpen }
            #expect(fake.events("open").count == id)
            #expect(fake.events("start").count == id)
            #expect(fake.events("close").count == id)
        }
    }

    @Test("the first frame's time is the instant at which the device heard it")
    func firstFrameTime() async throws {
        let fake = try FakeMicrophone(sound: ramp(16_000))
        let recorder = Recorder()
        let microphone = recorder.microphone(TestDevice.fake(fake))
        microphone.start(1)
        try await recorder.waitFor(frames: 320)
        microphone.stop(1)
        try await recorder.waitForEnd()
        let times = recorder.events().compactMap { event -> Duration? in
            if case .firstFrame(let time) = event { time } else { nil }
        }
        #expect(times.count == 1)
        let started = try #require(fake.events("start").first)
        let late = try #require(times.first) - .seconds(started.time)
        // The delay of the reader does not count: only that between the two looks at clock and
        // device.
        #expect(late > .milliseconds(-5) && late < .milliseconds(100))
    }

    @Test("a discarded utterance says nothing more, and its device closes")
    func discard() async throws {
        let fake = try FakeMicrophone(sound: ramp(16_000))
        let recorder = Recorder()
        let microphone = recorder.microphone(TestDevice.fake(fake))
        microphone.start(1)
        try await recorder.waitFor(frames: 320)
        microphone.discard(1)
        let kinds = recorder.kinds()
        let count = recorder.audio().count
        try await eventually("closed") { !microphone.isOpen }
        #expect(recorder.kinds() == kinds)
        #expect(recorder.audio().count == count)
        #expect(!kinds.contains("stopped"))
        #expect(fake.events("close").count == 1)
    }

    @Test("stop and discard of an utterance that does not run change nothing")
    func strangers() async throws {
        let fake = try FakeMicrophone(sound: ramp(16_000))
        let recorder = Recorder()
        let microphone = recorder.microphone(TestDevice.fake(fake))
        microphone.stop(1)
        microphone.start(2)
        microphone.discard(1)
        microphone.stop(1)
        try await recorder.waitFor(frames: 3_200, 2)
        microphone.stop(2)
        microphone.stop(2)
        #expect(try await recorder.waitForEnd(2) == .stopped)
        microphone.discard(2)
        #expect(recorder.events(1).isEmpty)
    }

    @Test("a file behind ALSA's own plugin is read, at no more than a few times real time")
    func filePlugin() async throws {
        let sound = ramp(160_000)
        let fake = try FakeMicrophone(sound: sound)
        let recorder = Recorder()
        #expect(TestDevice.configured)
        let microphone = recorder.microphone("filein:INFILE='\(fake.soundFile.path)'")
        microphone.start(1)
        try await recorder.waitFor(frames: 20_000)
        microphone.stop(1)
        #expect(try await recorder.waitForEnd() == .stopped)
        let heard = recorder.audio()
        #expect(heard.prefix(100_000) == sound.prefix(min(heard.count, 100_000)))
    }

    @Test("a device that reports frames without writing them gives silence, not stale memory")
    func nullPlugin() async throws {
        #expect(TestDevice.configured)
        let recorder = Recorder()
        let microphone = recorder.microphone("null")
        microphone.start(1)
        try await recorder.waitFor(frames: 16_000)
        microphone.stop(1)
        #expect(try await recorder.waitForEnd() == .stopped)
        #expect(recorder.audio().allSatisfy { $0 == 0 })
    }

    @Test("a hundred utterances leave no thread, descriptor or memory behind")
    func noGrowth() async {
        // In a process of its own: other tests have threads and descriptors too.
        await #expect(processExitsWith: .success) {
            let fake = try FakeMicrophone(sound: ramp(16_000))
            let recorder = Recorder()
            let microphone = recorder.microphone(TestDevice.fake(fake))
            func hold(_ id: Int) async throws {
                microphone.start(id)
                if id % 3 == 0 { try await recorder.waitFor("opened", id) }
                if id % 2 == 0 { microphone.discard(id) } else { microphone.stop(id) }
                if id % 2 == 1 { #expect(try await recorder.waitForEnd(id) == .stopped) }
            }
            func count(_ kind: String) throws -> Int {
                try FileManager.default.contentsOfDirectory(atPath: "/proc/self/\(kind)").count
            }
            func settle() async throws {
                try await eventually("closed") { !microphone.isOpen }
            }
            for id in 1...10 { try await hold(id) }
            try await settle()
            let descriptors = try count("fd")
            let threads = try count("task")
            for id in 11...110 { try await hold(id) }
            try await settle()
            try await eventually("threads ended") { try count("task") <= threads }
            #expect(try count("fd") <= descriptors + 4)
            #expect(fake.events("open").count == fake.events("close").count)
        }
    }
}
