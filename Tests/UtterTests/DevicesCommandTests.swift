import ALSA
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
}
