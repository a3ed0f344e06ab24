import Foundation
import Keyboard
import Testing

@Suite struct EventLineTests {
    @Test(arguments: [
        ("␛[97;5u", #"{"key":"a","mods":["ctrl"],"type":"press"}"#),
        ("␛[32;1:2u", #"{"key":"space","mods":[],"type":"repeat"}"#),
        (
            "␛[97:65:113;256:3;65u",
            #"{"key":"a","mods":["shift","alt","ctrl","super","hyper","meta","caps_lock","num_lock"],"#
                + #""type":"release","shifted":"A","base":"q","text":"A"}"#
        ),
        ("␛[0;;233u", #"{"key":null,"mods":[],"type":"press","text":"é"}"#),
        ("\"", #"{"key":"\"","mods":[],"type":"press"}"#),
        ("\\", #"{"key":"\\","mods":[],"type":"press"}"#),
        ("␛[I", #"{"key":null,"mods":[],"type":"focus_in"}"#),
        ("␛[O", #"{"key":null,"mods":[],"type":"focus_out"}"#),
        ("␛[200~", #"{"key":null,"mods":[],"type":"paste_start"}"#),
        ("␛[201~", #"{"key":null,"mods":[],"type":"paste_end"}"#),
        ("␛[?62;4c", #"{"key":null,"mods":[],"type":"da1_reply","params":[62,4]}"#),
        ("␛[>1;2;3c", #"{"key":null,"mods":[],"type":"da2_reply","params":[1,2,3]}"#),
        ("␛[?11u", #"{"key":null,"mods":[],"type":"kitty_flags_reply","flags":11}"#),
        ("␛[?9001;0$y", #"{"key":null,"mods":[],"type":"mode_reply","mode":9001,"value":0}"#),
        (
            "␛P>|foot(1.13.1)␛\\",
            #"{"key":null,"mods":[],"type":"xtversion_reply","text":"foot(1.13.1)"}"#
        ),
        ("␛[20;10R", #"{"key":null,"mods":[],"type":"cursor_position_reply","row":20,"col":10}"#),
        ("␛[z", #"{"key":null,"mods":[],"type":"unknown","bytes":"1b5b7a"}"#),
        (
            "␛[65;30;97;1;16_",
            #"{"key":"a","mods":["shift"],"type":"press","#
                + #""win32":{"vk":65,"sc":30,"uc":97,"kd":1,"cs":16,"rc":1}}"#
        ),
    ])
    func anEventIsALine(_ input: String, _ line: String) throws {
        let event = try #require(parse(bytes(input)).first)
        #expect(EventLine.encode(event) == line)
    }

    @Test func aKeycodeOfTheConsoleIsSaid() throws {
        var parser = LinuxConsoleParser()
        let event = try #require(parser.feed([0x80, 0x81, 0xBE]).first)
        #expect(
            EventLine.encode(event)
                == #"{"key":"f20","mods":[],"type":"release","linux_keycode":190}"#)
    }

    @Test func controlCharactersInATextAreEscaped() throws {
        let event = TerminalEvent.reply(.version("a\u{1B}\n\u{9B}\u{2028}"))
        let line = EventLine.encode(event)
        #expect(!line.utf8.contains { $0 < 0x20 })
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        #expect(object["text"] as? String == "a\u{1B}\n\u{9B}\u{2028}")
    }
}
