import Foundation
import Support
import Testing

// On a terminal that reports no releases.
extension WidgetTests {
    @Test(
        "Where no releases are told and nothing can be recorded, a hotkey that is held starts the program once"
    )
    func noMicrophoneHeld() async {
        await WidgetShell.each { shell in
            let it = try await WidgetShell(
                shell, persona: .tmux, fields: ["open-error": "EBUSY"])
            try await it.type("echo a")
            var last = monotonicNow()
            it.terminal.press(.f9)
            try await eventually("the failure") { !it.microphone.events("open-failed").isEmpty }
            try await Task.sleep(for: .milliseconds(200))
            // The key repeats from now on, and has let go in between if this test was held up.
            var isHeld = true
            for count in 0..<40 {
                isHeld = isHeld && monotonicNow() - last < .milliseconds(count == 0 ? 700 : 390)
                last = monotonicNow()
                it.terminal.repeat(.f9)
                try await Task.sleep(for: .milliseconds(30))
            }
            try await it.wait("the reason under the line") {
                WidgetShell.trimmed($0).contains { $0.contains("microphone") }
            }
            #expect(it.microphone.events("open-failed").count == 1 || !isHeld, "\(shell)")
        }
    }

    @Test(
        "Where no releases are told, a press starts and the next one stops; the key types nothing")
    func toggle() async {
        await WidgetShell.each { shell in
            let it = try await WidgetShell(shell, persona: .tmux)
            try await it.type("echo ")
            it.terminal.press(.f9)
            try await it.wait("listening") { $0.text.contains("listening") }
            let start = try #require(it.microphone.events("start").last).time
            let size = try Data(contentsOf: it.microphone.soundFile).count
            try await eventually("the end of the speech", within: .seconds(60)) {
                monotonicNow() >= .seconds(start + Double(size) / 32_000)
            }
            it.terminal.press(.f9)
            try await it.wait("the transcript") {
                WidgetShell.trimmed($0).filter { !$0.isEmpty } == ["> echo \(Program.words)"]
            }
            try await it.isAsBefore()
        }
    }
}
