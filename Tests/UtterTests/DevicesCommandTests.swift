import ALSA
import Support
import Testing

@testable import utter

@Suite("utter devices")
struct DevicesCommandTests {
    private let rows = [
        DeviceRow(
            device: CaptureDevice(
                name: "default", description: "The system's default", isDefault: true, server: nil),
            problem: nil),
        DeviceRow(
            device: CaptureDevice(
                name: "plughw:CARD=X,DEV=0", description: "麦克风 \u{1B}[2J", isDefault: false,
                server: "ALSA"), problem: "another program has it"),
    ]

    @Test("columns stand in line by cells, and the default has a star")
    func table() {
        let lines = DeviceRow.table(rows)
        #expect(lines.count == 2)
        #expect(lines[0] == "* default              The system's default")
        #expect(lines[1].hasPrefix("  plughw:CARD=X,DEV=0  麦克风 "))
        #expect(lines[1].hasSuffix("ALSA  another program has it"))
        #expect(!lines[1].contains("\u{1B}"))
    }

    @Test("each device is one JSON object with the fields in their order")
    func json() {
        #expect(
            rows[0].json.text == """
                {"name": "default", "description": "The system's default", "default": true, \
                "server": null, "problem": null}
                """)
        #expect(rows[1].json.text.contains("\\u001b"))
        #expect(rows[1].json.text.hasSuffix(#""problem": "another program has it"}"#))
    }

    @Test(
        "probing opens each device once and says beside it what is wrong",
        arguments: [
            (nil, "null"), ("EBUSY", #""another program has it""#),
            ("EACCES", #""you may not use it""#),
        ] as [(String?, String)])
    func probe(_ error: String?, _ problem: String) throws {
        let fake = try FakeMicrophone(fields: error.map { ["open-error": $0] } ?? [:])
        let result = try UtterProgram.run(
            ["devices", "--probe", "--json"], environment: fake.environment)
        #expect(result.status == 0)
        #expect(result.errors.isEmpty)
        #expect(
            result.lines.first == """
                {"name": "default", "description": "The microphone of the tests", \
                "default": true, "server": null, "problem": \(problem)}
                """)
        #expect(fake.events("open").count == 1)
        #expect(fake.events("start").isEmpty)
    }

    @Test("listing opens nothing")
    func listing() throws {
        let fake = try FakeMicrophone()
        let result = try UtterProgram.run(["devices"], environment: fake.environment)
        #expect(result.status == 0)
        #expect(result.lines.first == "* default  The microphone of the tests")
        #expect(fake.events.isEmpty)
    }
}
