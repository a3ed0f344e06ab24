import Support
import Testing

@testable import ALSA

@Suite("Capture devices")
struct DeviceTests {
    private func hint(_ name: String, _ description: String = "", _ direction: String? = nil)
        -> DeviceHint
    {
        DeviceHint(name: name, description: description, direction: direction)
    }

    @Test("each piece of hardware stands once, by the name that converts")
    func folding() {
        let found = DeviceHint.microphones([
            hint("null"), hint("lavrate"), hint("pulse", "PulseAudio Sound Server"),
            hint("default:CARD=PCH", "HDA Intel PCH, ALC257 Analog\nDefault Audio Device"),
            hint("sysdefault:CARD=PCH", "HDA Intel PCH, ALC257 Analog\nDefault Audio Device"),
            hint("front:CARD=PCH,DEV=0", "HDA Intel PCH, ALC257 Analog", "Output"),
            hint("dmix:CARD=PCH,DEV=0", "HDA Intel PCH, ALC257 Analog", "Output"),
            hint("dsnoop:CARD=PCH,DEV=0", "HDA Intel PCH, ALC257 Analog\nsnooping", "Input"),
            hint("hw:CARD=PCH,DEV=0", "HDA Intel PCH, ALC257 Analog\nDirect"),
            hint("plughw:CARD=PCH,DEV=0", "HDA Intel PCH, ALC257 Analog\nConversions"),
            hint("hw:CARD=PCH,DEV=2", "HDA Intel PCH, ALC257 Alt Analog\nDirect", "Input"),
            hint("plughw:CARD=PCH,DEV=2", "HDA Intel PCH, ALC257 Alt Analog\nConv", "Input"),
            hint("hdmi:CARD=PCH,DEV=0", "HDMI 0", "Output"),
            hint("sysdefault:CARD=Blue", "Blue Yeti, USB Audio\nDefault Audio Device"),
            hint("mymic", "Mine\nwith gain"),
        ])
        #expect(
            found.map(\.name) == [
                "pulse", "plughw:CARD=PCH,DEV=0", "plughw:CARD=PCH,DEV=2", "sysdefault:CARD=Blue",
                "mymic",
            ])
        #expect(
            found.map(\.line) == [
                "PulseAudio Sound Server", "HDA Intel PCH, ALC257 Analog",
                "HDA Intel PCH, ALC257 Alt Analog", "Blue Yeti, USB Audio", "Mine, with gain",
            ])
    }

    @Test("the real list starts with the default, and knows configured devices and their servers")
    func realList() throws {
        #expect(TestDevice.configured)
        let devices = try #require(CaptureDevice.all(within: .seconds(30)))
        #expect(devices.first?.name == "default")
        #expect(devices.filter(\.isDefault).count == 1)
        #expect(Set(devices.map(\.name)).count == devices.count)
        #expect(!devices.contains { $0.name == "null" })
        let described = try #require(devices.first { $0.name == "described" })
        #expect(described.description == "A microphone, of these tests")
        #expect(described.server == nil)
        let served = try #require(devices.first { $0.name == "served" })
        #expect(served.server == "PulseAudio")
    }

    @Test(
        "opening says what is wrong with a device",
        arguments: [
            ([:], nil), (["open-error": "EBUSY"], .busy), (["open-error": "EACCES"], .permission),
            (["params-error": "EIO"], .noSuchDevice), (["open-delay": "2.0"], .notAnswering),
        ] as [([String: String], CaptureError.Kind?)])
    func opening(_ fields: [String: String], _ kind: CaptureError.Kind?) throws {
        let fake = try FakeMicrophone()
        let error = MicrophoneReport.opening(
            TestDevice.fake(fake, "fake", fields), within: .milliseconds(500))
        #expect(error?.kind == kind)
        #expect(fake.events("start").isEmpty)
    }

    @Test("a trial says how loud it was")
    func trial() throws {
        let fake = try FakeMicrophone(
            sound: (0..<16_000).map { Int16($0 % 2 == 0 ? 3_000 : -3_000) })
        let report = MicrophoneReport.trying(TestDevice.fake(fake), for: .milliseconds(800))
        #expect(report.error == nil)
        #expect(report.sound.frames >= 12_800)
        #expect(abs(report.sound.peak - 3_000.0 / 32_767) < 1e-9)
        #expect(!report.sound.isDigitalSilence && !report.sound.isClipped)
        #expect(fake.events("open").count == 1)
    }

    @Test("a trial hears that a microphone gives only zeros, or is cut off at full scale")
    func silentAndClipped() throws {
        let silent = try FakeMicrophone()
        #expect(
            MicrophoneReport.trying(TestDevice.fake(silent), for: .milliseconds(200))
                .sound.isDigitalSilence)
        let loud = try FakeMicrophone(sound: [Int16](repeating: 32_767, count: 16_000))
        #expect(
            MicrophoneReport.trying(TestDevice.fake(loud), for: .milliseconds(200)).sound.isClipped)
    }

    @Test(
        "a trial notices a device whose clock is wrong",
        arguments: [(0.5, 0..<12_000), (2.0, 20_000..<40_000)] as [(Double, Range<Double>)])
    func clock(_ speed: Double, _ expected: Range<Double>) throws {
        let fake = try FakeMicrophone(sound: ramp(64_000))
        let report = MicrophoneReport.trying(
            TestDevice.fake(fake, "fake", ["speed": "\(speed)"]),
            for: .milliseconds(speed > 1 ? 1_600 : 500))
        #expect(expected.contains(try #require(report.measuredRate)))
    }

    @Test("a trial of a device that cannot be opened, or hangs, comes back with the reason")
    func trialFails() throws {
        let busy = try FakeMicrophone()
        let device = TestDevice.fake(busy, "fake", ["open-error": "EBUSY"])
        #expect(MicrophoneReport.trying(device).error?.kind == .busy)
        var limits = Microphone.Limits()
        limits.lost = .milliseconds(300)
        let hung = TestDevice.fake(busy, "fake", ["open-delay": "2.0"])
        let report = MicrophoneReport.trying(hung, for: .milliseconds(100), limits: limits)
        #expect(report.error?.kind == .notAnswering)
    }
}
