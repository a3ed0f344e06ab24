import Dictation
import Keyboard
import Speech
import Testing

/// A text that waits until somebody keeps or drops it.
@Suite struct DecisionTests {
    // MARK: Asked for by confirm

    @Test func confirmedTextWaitsForATap() {
        var stage = Stage { $0.confirm = true }
        stage.hold(from: 0, to: 2000)
        stage.final(at: 2500)
        #expect(stage.activity == .awaitingDecision(because: nil))
        stage.wait(until: 60_000)
        #expect(stage.actions.last == .stopCapture(id(1)))
        stage.press(at: 60_000)
        stage.release(at: 60_100)
        stage.wait(until: 60_300)
        #expect(stage.actions.last == delivered())
        #expect(stage.activity == .idle)
    }

    @Test func holdingAgainAddsToTheText() {
        var stage = Stage { $0.confirm = true }
        stage.hold(from: 0, to: 2000)
        stage.final(at: 2500)
        stage.hold(2, from: 3000, to: 5000)
        stage.final(2, "world", at: 5500)
        stage.press(at: 6000)
        stage.release(at: 6100)
        stage.wait(until: 6300)
        #expect(stage.actions.suffix(2) == [delivered(), delivered(2, "world")])
    }

    @Test func escapeDropsTheText() {
        var stage = Stage { $0.confirm = true }
        stage.hold(from: 0, to: 2000)
        stage.final(at: 2500)
        stage.press(at: 3000, .escape)
        #expect(stage.actions.last == .cancelled(id(1), .declined))
    }

    @Test func quittingReportsTheTextThatWaited() {
        var stage = Stage { $0.confirm = true }
        stage.hold(from: 0, to: 2000)
        stage.final(at: 2500)
        stage.press(at: 3000, Key(code: 113))
        #expect(
            stage.actions.suffix(2) == [.cancelled(id(1), .quit), .exit(.quit(delivered: false))])
    }

    // MARK: Asked for by doubt

    /// What was not said like a command: a hypothesis that its language doubts.
    private static let doubtful: Hypothesis = {
        var hypothesis = Hypothesis(text: "rm -r")
        hypothesis.isDoubtful = true
        return hypothesis
    }()

    @Test(arguments: [false, true])
    func doubtfulTextIsNeverDeliveredUnasked(once: Bool) {
        var stage = Stage { $0.once = once }
        stage.hold(from: 0, to: 2000)
        stage.send(.capture(id(1), .stopped), at: 2500)
        stage.send(.recognizer(.final(id(1), Self.doubtful)), at: 2500)
        #expect(stage.activity == .awaitingDecision(because: nil))
        #expect(stage.view.waiting == [Self.doubtful])
        stage.wait(until: 60_000)
        #expect(stage.actions.last == .stopCapture(id(1)), "neither delivered nor over")
        stage.press(at: 60_000)
        stage.release(at: 60_100)
        stage.wait(until: 60_300)
        #expect(stage.actions.contains(.deliver(id(1), Self.doubtful, early: nil)))
        #expect(stage.actions.contains(.exit(.finished(delivered: true))) == once)
    }

    @Test func escapeDropsDoubtfulTextAndSaysSo() {
        var stage = Stage { $0.once = true }
        stage.hold(from: 0, to: 2000)
        stage.send(.capture(id(1), .stopped), at: 2500)
        stage.send(.recognizer(.final(id(1), Self.doubtful)), at: 2500)
        stage.press(at: 3000, .escape)
        #expect(
            stage.actions.suffix(2) == [
                .cancelled(id(1), .declined), .exit(.finished(delivered: false)),
            ])
    }

    @Test func doubtfulTextThatComesAfterTheEndWasAskedForIsReportedAndNotDelivered() {
        var stage = Stage()
        stage.hold(from: 0, to: 2000)
        stage.press(at: 2450, Key(code: 113))
        stage.send(.capture(id(1), .stopped), at: 2500)
        stage.send(.recognizer(.final(id(1), Self.doubtful)), at: 2550)
        #expect(
            stage.actions.suffix(2) == [.cancelled(id(1), .quit), .exit(.quit(delivered: false))])
    }

    @Test func aSureTextAfterADoubtfulOneIsDecidedWithIt() {
        var stage = Stage()
        stage.hold(from: 0, to: 2000)
        stage.send(.capture(id(1), .stopped), at: 2500)
        stage.send(.recognizer(.final(id(1), Self.doubtful)), at: 2500)
        stage.hold(2, from: 3000, to: 5000)
        stage.final(2, "world", at: 5500)
        #expect(stage.view.waiting.map(\.text) == ["rm -r", "world"])
        stage.press(at: 6000)
        stage.release(at: 6100)
        stage.wait(until: 6300)
        #expect(
            stage.actions.suffix(2) == [
                .deliver(id(1), Self.doubtful, early: nil), delivered(2, "world"),
            ])
    }
}
