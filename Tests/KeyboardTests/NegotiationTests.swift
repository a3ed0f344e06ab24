import Keyboard
import Testing

/// A terminal's side of a negotiation: what it answers to what is written.
private struct Negotiating {
    var negotiation = Negotiation(patience: .milliseconds(800))
    var written: [UInt8] = []
    var now = Duration.seconds(10)

    mutating func start(_ terminal: String? = "xterm-256color") {
        written += negotiation.start(terminal: terminal, at: now)
    }

    /// The replies in `text`, as they come through the parser; anything that is none is a mistake.
    mutating func answer(_ text: String) {
        now += .milliseconds(5)
        for event in parse(bytes(text)) {
            guard case .reply(let reply) = event else {
                Issue.record("no reply: \(event)")
                continue
            }
            written += negotiation.handle(reply, at: now)
        }
    }

    mutating func silence() {
        guard let deadline = negotiation.deadline else {
            Issue.record("nothing is awaited")
            return
        }
        now = deadline
        written += negotiation.deadlinePassed(at: now)
    }
}

private func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "␛")
}

@Suite struct NegotiationTests {
    @Test func theFlagsArePushedBeforeTheyAreQueriedAndTheFenceGoesLast() {
        var run = Negotiating()
        run.start()
        #expect(text(run.written) == "␛[?u␛[>11u␛[?1004h␛[?u␛[>q␛[c")
        #expect(run.negotiation.outcome == nil)
        // A crash now must find what undoes it.
        #expect(text(run.negotiation.restoreBytes) == "␛[<u␛[?1004l")
        #expect(run.negotiation.deadline == .milliseconds(10_800))
    }

    @Test func pastesAreMarkedAsSuchWhereThatIsAskedFor() {
        var run = Negotiating()
        run.negotiation = Negotiation(bracketsPastes: true)
        run.start()
        #expect(text(run.written) == "␛[?u␛[>11u␛[?1004h␛[?2004h␛[?u␛[>q␛[c")
        #expect(text(run.negotiation.restoreBytes) == "␛[<u␛[?1004l␛[?2004l")
        run.answer("␛[?1;2c")
        #expect(text(run.negotiation.restoreBytes) == "␛[?1004l␛[?2004l")
        #expect(text(run.negotiation.resumeBytes) == "␛[?1004h␛[?2004h")
    }

    @Test func aTerminalWithAllFlagsIsAccepted() {
        var run = Negotiating()
        run.start("xterm-kitty")
        run.written = []
        run.answer("␛[?11u␛P>|kitty(0.26.5)␛\\␛[?62;c")
        let outcome = run.negotiation.outcome
        #expect(outcome?.keyboard == .kitty(flags: 11))
        #expect(outcome?.reason == .flagsAccepted)
        #expect(outcome?.releases == .reported)
        #expect(outcome?.version?.name == "kitty")
        #expect(outcome?.quirks == .releasesOnFocusLoss)
        // What stands on a key besides is asked for once it is known that releases come.
        #expect(text(run.written) == "␛[=4;2u")
        #expect(run.negotiation.deadline == nil)
        #expect(text(run.negotiation.restoreBytes) == "␛[<u␛[?1004l")
        #expect(text(run.negotiation.resumeBytes) == "␛[>11u␛[=4;2u␛[?1004h")
        #expect(run.negotiation.answersFence)
    }

    @Test(arguments: [11, 15])
    func whatAKilledRunHasLeftIsTakenOffInTheEnd(_ left: Int) {
        var run = Negotiating()
        run.start()
        run.answer("␛[?\(left)u␛[?11u␛[?62;c")
        #expect(run.negotiation.outcome?.keyboard == .kitty(flags: 11))
        #expect(run.negotiation.outcome?.foundLeftover == true)
        #expect(text(run.negotiation.restoreBytes) == "␛[<u␛[=0u␛[?1004l")
    }

    @Test(arguments: ["␛[?0u␛[?11u", "␛[?5u␛[?11u", "␛[?0u␛[?0u␛[?11u␛[?11u", "␛[?11u"])
    func flagsOfOthersStay(_ answers: String) {
        var run = Negotiating()
        run.start()
        run.answer(answers + "␛[?62;c")
        #expect(run.negotiation.outcome?.keyboard == .kitty(flags: 11))
        #expect(run.negotiation.outcome?.foundLeftover == false)
        #expect(text(run.negotiation.restoreBytes) == "␛[<u␛[?1004l")
    }

    @Test func anAnswerThatIsLateIsJudgedByItsLastFlags() {
        var run = Negotiating()
        run.start()
        run.silence()
        #expect(run.negotiation.outcome?.keyboard == .legacy)
        run.answer("␛[?0u")
        #expect(run.negotiation.outcome?.keyboard == .legacy)
        run.answer("␛[?11u␛[?62;c")
        #expect(run.negotiation.outcome?.keyboard == .kitty(flags: 11))
    }

    @Test func moreFlagsThanAskedForAreAcceptedToo() {
        var run = Negotiating()
        run.start()
        run.written = []
        run.answer("␛[?31u␛[?62c")
        #expect(run.negotiation.outcome?.keyboard == .kitty(flags: 31))
        #expect(run.written == [])
    }

    @Test(arguments: [0, 1, 3, 9])
    func fewerFlagsThanEventTypesAndAllKeysAreRefusedAndPopped(_ flags: Int) {
        var run = Negotiating()
        run.start()
        run.written = []
        // zellij answers 1 whatever is pushed.
        run.answer("␛[?\(flags)u␛[?1;2c")
        #expect(run.negotiation.outcome?.keyboard == .legacy)
        #expect(run.negotiation.outcome?.reason == .flagsReduced(flags))
        #expect(run.negotiation.outcome?.releases == ReleaseSource.none)
        // Once: the pop is written now, and no longer among what restores.
        #expect(text(run.written) == "␛[<u")
        #expect(text(run.negotiation.restoreBytes) == "␛[?1004l")
    }

    @Test func tmuxAnswersEverythingButTheFlags() {
        var run = Negotiating()
        run.start("tmux-256color")
        run.written = []
        run.answer("␛P>|tmux 3.3a␛\\␛[?1;2c")
        // It answers XTVERSION, so that it can be asked for win32-input-mode, which it has not.
        #expect(text(run.written) == "␛[?9001$p␛[c")
        run.answer("␛[?1;2c")
        #expect(run.negotiation.outcome?.keyboard == .legacy)
        #expect(run.negotiation.outcome?.reason == .flagsUnknown)
        #expect(run.negotiation.outcome?.quirks == .passesNoReleases)
        #expect(text(run.negotiation.restoreBytes) == "␛[?1004l")
        #expect(text(run.negotiation.resumeBytes) == "␛[?1004h")
    }

    @Test func aTerminalThatMayPrintWhatItDoesNotKnowIsNotAskedForModes() {
        var run = Negotiating()
        run.start()
        run.written = []
        run.answer("␛[?1;2c")
        #expect(run.written == [])
        #expect(run.negotiation.outcome?.reason == .flagsUnknown)
    }

    @Test(arguments: ["␛[?61;4;6;7;14;21;22;23;24;28;32;42c", "␛[?1;0c"])
    func windowsGetsItsOwnModeWhereTheFlagsAreRefused(_ attributes: String) {
        var run = Negotiating()
        run.start()
        run.written = []
        run.answer(attributes)
        #expect(text(run.written) == "␛[?9001$p␛[c")
        run.written = []
        run.answer("␛[?9001;2$y")
        #expect(text(run.written) == "␛[?9001h")
        run.answer(attributes)
        #expect(run.negotiation.outcome?.keyboard == .win32)
        #expect(run.negotiation.outcome?.reason == .win32Offered)
        #expect(run.negotiation.outcome?.releases == .reported)
        #expect(text(run.negotiation.restoreBytes) == "␛[?9001l␛[?1004l")
        #expect(text(run.negotiation.resumeBytes) == "␛[?9001h␛[?1004h")
    }

    @Test func win32InputModeThatWasOnStaysOn() {
        var run = Negotiating()
        run.start()
        run.answer("␛[?61c")
        run.written = []
        run.answer("␛[?9001;1$y␛[?61c")
        #expect(run.negotiation.outcome?.keyboard == .win32)
        #expect(run.written == [])
        #expect(text(run.negotiation.restoreBytes) == "␛[?1004l")
    }

    @Test(arguments: ["␛[?9001;0$y␛[?62c", "␛[?9001;4$y␛[?62c", "␛[?62c"])
    func aTerminalWithoutWin32InputModeIsLegacy(_ answer: String) {
        var run = Negotiating()
        run.start()
        run.answer("␛[?62c")
        run.written = []
        run.answer(answer)
        #expect(run.negotiation.outcome?.keyboard == .legacy)
        #expect(run.written == [])
        #expect(run.negotiation.deadline == nil)
    }

    @Test func aTerminalThatNeverAnswersCostsABoundedWait() {
        var run = Negotiating()
        run.start()
        run.silence()
        #expect(run.now == .milliseconds(10_800))
        #expect(run.negotiation.outcome?.reason == .noAnswer)
        #expect(run.negotiation.outcome?.keyboard == .legacy)
        #expect(run.negotiation.deadline == nil)
        #expect(!run.negotiation.answersFence)
        // Nobody knows whether the push had an effect: it is undone.
        #expect(text(run.negotiation.restoreBytes) == "␛[<u␛[?1004l")
    }

    @Test func flagsThatComeAfterTheWaitAreStillAccepted() {
        var run = Negotiating()
        run.start()
        run.silence()
        run.answer("␛[?11u␛[?62c")
        #expect(run.negotiation.outcome?.keyboard == .kitty(flags: 11))
        #expect(text(run.negotiation.restoreBytes) == "␛[<u␛[?1004l")
    }

    @Test func aFenceThatComesAfterTheWaitIsTakenIntoAccount() {
        var run = Negotiating()
        run.start()
        run.silence()
        run.answer("␛[?1;2c")
        #expect(run.negotiation.outcome?.reason == .flagsUnknown)
        #expect(run.negotiation.answersFence)
        #expect(text(run.negotiation.restoreBytes) == "␛[?1004l")
    }

    @Test func flagsWithoutAFenceAreAcceptedOnceTheWaitIsOver() {
        var run = Negotiating()
        run.start()
        run.answer("␛[?11u")
        #expect(run.negotiation.outcome == nil)
        run.silence()
        #expect(run.negotiation.outcome?.keyboard == .kitty(flags: 11))
    }

    @Test func fewerFlagsWithoutAFenceArePoppedOnceTheWaitIsOver() {
        var run = Negotiating()
        run.start()
        run.written = []
        run.answer("␛[?1u")
        run.silence()
        #expect(run.negotiation.outcome?.reason == .flagsReduced(1))
        #expect(text(run.written) == "␛[<u")
        // A suspension and another restoration do not pop again.
        #expect(text(run.negotiation.restoreBytes) == "␛[?1004l")
        #expect(text(run.negotiation.resumeBytes) == "␛[?1004h")
    }

    @Test func whileAnotherModeIsAskedForTheFlagsAreNotPushedAgain() {
        var run = Negotiating()
        run.start()
        run.silence()
        run.answer("␛[?62c")
        #expect(text(run.negotiation.restoreBytes) == "␛[?1004l")
        #expect(text(run.negotiation.resumeBytes) == "␛[?1004h")
    }

    @Test(arguments: ["dumb", "linux", "st", "st-256color", ""])
    func aTerminalThatTakesTheQuestionForSomethingElseIsNotAsked(_ terminal: String) {
        var run = Negotiating()
        run.start(terminal)
        #expect(run.written == [])
        #expect(run.negotiation.outcome?.reason == .notAsked(terminal: terminal))
        #expect(run.negotiation.restoreBytes == [])
        #expect(run.negotiation.resumeBytes == [])
        #expect(run.negotiation.deadline == nil)
    }

    @Test func repliesThatWereNotAskedForChangeNothing() {
        var run = Negotiating()
        run.start()
        run.answer("␛[?11u␛[?62c")
        let settled = run.negotiation.outcome
        run.written = []
        run.answer("␛[?0u␛[?9001;2$y␛[?1;2c␛[5;5R")
        #expect(run.negotiation.outcome == settled)
        #expect(run.written == [])
    }

    @Test(arguments: [
        ("kitty(0.26.5)", "kitty", [0, 26, 5], TerminalQuirks.releasesOnFocusLoss),
        ("kitty(0.35.2)", "kitty", [0, 35, 2], TerminalQuirks()),
        (
            "WezTerm 20240203-110809-5046fc22", "WezTerm", [20240203, 110809, 5046],
            .repeatsAreReportedAsPresses
        ),
        ("Konsole 26.04.0", "Konsole", [26, 4, 0], .spuriousReleases),
        ("ghostty 1.1.3", "ghostty", [1, 1, 3], .releasesOnFocusLoss),
        ("tmux 3.3a", "tmux", [3, 3], .passesNoReleases),
        ("foot(1.13.1)", "foot", [1, 13, 1], TerminalQuirks()),
        ("XTerm(379)", "XTerm", [379], TerminalQuirks()),
        ("", "", [Int](), TerminalQuirks()),
    ])
    func terminalsAreKnownByTheirAnswer(
        _ answer: String, _ name: String, _ numbers: [Int], _ quirks: TerminalQuirks
    ) {
        let version = TerminalVersion(answer)
        #expect(version.name == name)
        #expect(version.numbers == numbers)
        #expect(version.quirks == quirks)
    }
}

@Suite struct RestorationTests {
    static let bytes = ControlSequence.popKeyboardFlags + ControlSequence.disableFocusReports

    @Test func nothingIsWrittenWhileAKeyIsDownAndTheFenceComesBeforeTheFlush() {
        var restoration = Restoration(
            restoreBytes: RestorationTests.bytes, answersFence: true, isKeyDown: true)
        #expect(restoration.next(at: .seconds(1)) == .wait(until: .seconds(3)))
        #expect(restoration.next(at: .seconds(2)) == .wait(until: .seconds(3)))
        restoration.keysReleased()
        #expect(
            restoration.next(at: .seconds(2))
                == .write(RestorationTests.bytes + ControlSequence.queryPrimaryAttributes))
        #expect(restoration.next(at: .seconds(2)) == .wait(until: .milliseconds(2500)))
        // Late answers to other questions are no fence.
        restoration.handle(.keyboardFlags(0))
        #expect(restoration.next(at: .milliseconds(2100)) == .wait(until: .milliseconds(2500)))
        restoration.handle(.primaryAttributes([62]))
        #expect(restoration.next(at: .milliseconds(2100)) == .flush)
        #expect(restoration.next(at: .milliseconds(2100)) == .restoreAttributes)
        #expect(restoration.next(at: .milliseconds(2100)) == .done)
        #expect(restoration.next(at: .milliseconds(2100)) == .done)
    }

    @Test func bothWaitsAreBounded() {
        var restoration = Restoration(
            restoreBytes: RestorationTests.bytes, answersFence: true, isKeyDown: true)
        #expect(restoration.next(at: .zero) == .wait(until: .seconds(2)))
        guard case .write = restoration.next(at: .seconds(2)) else {
            Issue.record("the key is waited for too long")
            return
        }
        #expect(restoration.next(at: .seconds(2)) == .wait(until: .milliseconds(2500)))
        #expect(restoration.next(at: .milliseconds(2500)) == .flush)
    }

    @Test func aTerminalThatNeverAnsweredIsNotWaitedForAgain() {
        var restoration = Restoration(
            restoreBytes: RestorationTests.bytes, answersFence: false, isKeyDown: false)
        #expect(restoration.next(at: .zero) == .write(RestorationTests.bytes))
        #expect(restoration.next(at: .zero) == .flush)
        #expect(restoration.next(at: .zero) == .restoreAttributes)
        #expect(restoration.next(at: .zero) == .done)
    }

    @Test func anAnswerToAnEarlierFenceDoesNotPassThisOne() {
        var restoration = Restoration(
            restoreBytes: RestorationTests.bytes, answersFence: true, isKeyDown: true)
        _ = restoration.next(at: .zero)
        restoration.handle(.primaryAttributes([62]))
        restoration.keysReleased()
        _ = restoration.next(at: .zero)
        #expect(restoration.next(at: .zero) == .wait(until: .milliseconds(500)))
    }
}
