import Keyboard
import Testing

@Suite struct KeyParserTests {
    static let cases = kittyCases + legacyCases + win32Cases + surrogateCases + replyCases

    @Test(arguments: cases)
    func bytesSayWhatTheSpecificationSays(_ example: KeyCase) {
        #expect(parse(example.bytes) == example.events)
    }

    @Test(arguments: cases)
    func theCutsBetweenReadsMakeNoDifference(_ example: KeyCase) {
        for cut in 0...example.bytes.count {
            var parser = KeyParser()
            let events =
                parser.feed(example.bytes[..<cut], at: .zero)
                + parser.feed(example.bytes[cut...], at: .zero) + parser.finish()
            #expect(events == example.events, "cut at \(cut)")
        }
        var parser = KeyParser()
        let events = example.bytes.flatMap { parser.feed([$0], at: .zero) } + parser.finish()
        #expect(events == example.events, "one byte a read")
    }

    @Test func allTheExamplesInARowAreTheirEventsInARow() {
        // Those that the end of the input resolves would go on into the next.
        let whole = KeyParserTests.cases.filter { example in
            var parser = KeyParser()
            return parser.feed(example.bytes, at: .zero) == example.events
                && parser.deadline == nil
        }
        #expect(whole.count > 150)
        #expect(parse(whole.flatMap(\.bytes)) == whole.flatMap(\.events))
    }

    @Test func aLoneEscapeIsAKeyOnceItsDeadlineHasPassed() {
        var parser = KeyParser(escapeDelay: .milliseconds(50))
        #expect(parser.feed([0x1B], at: .seconds(3)) == [])
        #expect(parser.deadline == .seconds(3) + .milliseconds(50))
        #expect(parser.deadlinePassed(at: .milliseconds(3049)) == [])
        #expect(parser.deadlinePassed(at: .milliseconds(3050)) == [.key(KeyEvent(.escape))])
        #expect(parser.deadline == nil)
    }

    @Test func anEscapeAndALetterThatComeTooLateAreTwoKeys() {
        var parser = KeyParser(escapeDelay: .milliseconds(50))
        #expect(parser.feed([0x1B], at: .zero) == [])
        // The deadline has passed, if nobody said so.
        #expect(
            parser.feed(bytes("a"), at: .milliseconds(60))
                == [.key(KeyEvent(.escape)), .key(KeyEvent(key("a")))])
    }

    @Test func anIntroducerAloneIsAltWithACharacterOnceItsDeadlineHasPassed() {
        var parser = KeyParser(escapeDelay: .milliseconds(50))
        #expect(parser.feed(bytes("␛["), at: .zero) == [])
        #expect(parser.deadline == .milliseconds(50))
        #expect(
            parser.deadlinePassed(at: .milliseconds(50)) == [.key(KeyEvent(key("["), .alt))])
    }

    @Test func readingNothingKeepsTheDeadline() {
        var parser = KeyParser()
        _ = parser.feed([0x1B], at: .zero)
        let deadline = parser.deadline
        #expect(parser.feed([], at: .milliseconds(20)) == [])
        #expect(parser.deadline == deadline)
    }

    @Test func aReplyCutInTwoOnASlowLineIsNoKey() {
        var parser = KeyParser(escapeDelay: .seconds(1), sequenceDelay: .seconds(1))
        #expect(parser.feed([0x1B], at: .zero) == [])
        #expect(parser.feed(bytes("[?6"), at: .milliseconds(700)) == [])
        #expect(
            parser.feed(bytes("2c"), at: .milliseconds(1500))
                == [.reply(.primaryAttributes([62]))])
    }

    @Test func anUnfinishedSequenceIsUnknownOnceItsDeadlineHasPassed() {
        var parser = KeyParser(sequenceDelay: .milliseconds(500))
        #expect(parser.feed(bytes("␛[1;"), at: .zero) == [])
        #expect(parser.deadline == .milliseconds(500))
        #expect(
            parser.feed(bytes("a"), at: .milliseconds(500))
                == [.unknown(bytes("␛[1;")), .key(KeyEvent(key("a")))])
    }

    @Test func keysTypedIntoAnUnterminatedStringAreKeysAfterTwoSeconds() throws {
        var parser = KeyParser()
        #expect(parser.feed(bytes("␛]0;x"), at: .zero) == [])
        var now = Duration.zero
        // Steady typing, faster than the sequence's own patience.
        while now < .milliseconds(2100) {
            now += .milliseconds(300)
            _ = parser.feed(bytes("a"), at: now)
            if let deadline = parser.deadline {
                #expect(deadline <= .seconds(2))
            }
        }
        #expect(parser.feed(bytes("b"), at: now) == [.key(KeyEvent(key("b")))])
    }

    @Test func aHalfCharacterIsGivenUpOnceItsDeadlineHasPassed() {
        var parser = KeyParser(sequenceDelay: .milliseconds(500))
        let half = bytes("␛[0;0;55357;1_")
        #expect(parser.feed(half, at: .seconds(1)) == [])
        #expect(parser.deadline == .milliseconds(1500))
        #expect(parser.deadlinePassed(at: .milliseconds(1500)) == [.unknown(half)])
        #expect(parser.deadline == nil)
        let rest = bytes("␛[0;0;56832;1_")
        #expect(parser.feed(rest, at: .seconds(2)) == [.unknown(rest)])
    }

    @Test func aKeyThatLooksLikeTheBeginningOfAMouseReportDoesNotSwallowTheNextOnes() {
        var parser = KeyParser(escapeDelay: .milliseconds(50))
        #expect(parser.feed(bytes("␛[M"), at: .zero) == [])
        #expect(parser.deadline == .milliseconds(50))
        #expect(
            parser.feed(bytes("a"), at: .milliseconds(80))
                == [.unknown(bytes("␛[M")), .key(KeyEvent(key("a")))])
    }

    @Test func aPasteWithoutAnEndIsOverAfterFiveSecondsOfSilence() {
        var parser = KeyParser()
        #expect(parser.feed(bytes("␛[200~abc"), at: .zero) == [.pasteStart])
        #expect(parser.feed(bytes("def"), at: .seconds(4)) == [])
        #expect(parser.deadline == .seconds(9))
        #expect(parser.deadlinePassed(at: .seconds(9)) == [.pasteEnd])
        #expect(parser.feed(bytes("a"), at: .seconds(9)) == [.key(KeyEvent(key("a")))])
    }

    @Test(arguments: ["␛[", "␛]0;", "␛P", "␛_G", "␛O"])
    func aSequenceWithoutEndIsGivenOutInPiecesAndEndsByItself(_ introducer: String) {
        var parser = KeyParser()
        var input = bytes(introducer) + [UInt8](repeating: 0x31, count: 70_000)
        var events = parser.feed(input, at: .zero)
        for event in events {
            if case .unknown(let piece) = event {
                #expect(piece.count <= 4096)
            } else {
                #expect(event == .key(KeyEvent(key("1"))))
            }
        }
        // Everything is in some event, and what comes after 64 KiB are keys again.
        let length = events.reduce(0) {
            if case .unknown(let piece) = $1 { $0 + piece.count } else { $0 + 1 }
        }
        #expect(length == input.count)
        #expect(events.last == .key(KeyEvent(key("1"))))
        // Half of that much, and an Esc sequence still gets through.
        parser = KeyParser()
        input = bytes(introducer) + [UInt8](repeating: 0x31, count: 30_000) + bytes("␛[A")
        events = parser.feed(input, at: .zero)
        #expect(events.last == .key(KeyEvent(.up)))
    }

    @Test func theCursorsPositionIsNotTakenForF3WhereItWasAskedFor() {
        var parser = KeyParser()
        parser.expectsCursorPosition = true
        #expect(
            parser.feed(bytes("␛[1;5R"), at: .zero)
                == [.reply(.cursorPosition(row: 1, column: 5))])
        parser.expectsCursorPosition = false
        #expect(
            parser.feed(bytes("␛[1;5R"), at: .zero)
                == [.key(KeyEvent(.function(3), .control))])
    }

    @Test func everyByteOfTwoMakesSomeEvent() {
        for first in UInt8.min...UInt8.max {
            for second in UInt8.min...UInt8.max {
                #expect(!parse([first, second]).isEmpty)
            }
        }
    }
}

@Suite struct LinuxConsoleParserTests {
    func parse(_ bytes: [UInt8]) -> [TerminalEvent] {
        var parser = LinuxConsoleParser()
        return parser.feed(bytes) + parser.finish()
    }

    func event(_ key: Key, _ kind: KeyEventKind, _ keycode: UInt16) -> TerminalEvent {
        .key(KeyEvent(key, [], kind, native: .linux(keycode: keycode)))
    }

    @Test func aByteIsAKeycodeWithItsHighBitSetWhereTheKeyCameUp() {
        #expect(
            parse([0x39, 0x39, 0xB9])
                == [
                    event(.space, .press, 57), event(.space, .press, 57),
                    event(.space, .release, 57),
                ])
        #expect(parse([0x61]) == [event(.rightControl, .press, 97)])
        #expect(parse([0x43]) == [event(.function(9), .press, 67)])
    }

    @Test func aLargeKeycodeIsThreeBytes() {
        #expect(parse([0x00, 0x81, 0xBE]) == [event(.function(20), .press, 190)])
        #expect(parse([0x80, 0x81, 0xBE]) == [event(.function(20), .release, 190)])
        #expect(parse([0x00, 0x81, 0xF8]) == [event(key(named: "micmute"), .press, 248)])
    }

    @Test func aLargeKeycodeMayBeCutBetweenReads() {
        var parser = LinuxConsoleParser()
        #expect(parser.feed([0x00]) == [])
        #expect(parser.feed([0x81]) == [])
        #expect(parser.feed([0xBE]) == [event(.function(20), .press, 190)])
    }

    @Test func aLargeKeycodeThatIsCutShortIsUnknown() {
        #expect(parse([0x00, 0x81]) == [.unknown([0x00, 0x81])])
        #expect(
            parse([0x00, 0x39]) == [.unknown([0x00]), event(.space, .press, 57)])
    }

    @Test func keysThatOnlyTheConsoleKnowsHaveNames() {
        #expect(key(named: "micmute").name == "micmute")
        var parser = LinuxConsoleParser()
        guard case .key(let event) = parser.feed([0x00, 0xFF, 0xFF]).first else {
            Issue.record("no key")
            return
        }
        #expect(event.key.name == "keycode_16383")
    }
}
