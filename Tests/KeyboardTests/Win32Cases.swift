import Keyboard
import Testing

/// win32-input-mode. Source: microsoft/terminal, doc/specs/#4999; winuser.h.
let win32Cases: [KeyCase] = [
    win32("a down", "␛[65;30;97;1;0;1_", key("a"), [], 65, 30, 97, true, 0),
    win32("a up", "␛[65;30;97;0;0;1_", key("a"), [], 65, 30, 97, false, 0),
    win32("trailing defaults", "␛[65;30;97_", key("a"), [], 65, 30, 97, false, 0),
    win32("shift+a", "␛[65;30;65;1;16_", key("a"), .shift, 65, 30, 65, true, 16),
    win32("left control", "␛[17;29;0;1;8_", .leftControl, .control, 17, 29, 0, true, 8),
    win32("right control", "␛[17;29;0;1;260_", .rightControl, .control, 17, 29, 0, true, 260),
    win32("right control up", "␛[17;29;0;0;256_", .rightControl, [], 17, 29, 0, false, 256),
    win32("left alt", "␛[18;56;0;1;2_", .leftAlt, .alt, 18, 56, 0, true, 2),
    win32("right alt", "␛[18;56;0;1;257_", .rightAlt, .alt, 18, 56, 0, true, 257),
    win32("right shift", "␛[16;54;0;1;16_", .rightShift, .shift, 16, 54, 0, true, 16),
    win32("locks", "␛[32;57;32;1;160_", .space, [.numLock, .capsLock], 32, 57, 32, true, 160),
    win32("f9", "␛[120;67;0;1;0_", .function(9), [], 120, 67, 0, true, 0),
    win32("f24", "␛[135;0;0;1;0_", .function(24), [], 135, 0, 0, true, 0),
    win32("enter", "␛[13;28;13;1;0_", .enter, [], 13, 28, 13, true, 0),
    win32("keypad enter", "␛[13;28;13;1;256_", .keypadEnter, [], 13, 28, 13, true, 256),
    win32("grey home", "␛[36;71;0;1;256_", .home, [], 36, 71, 0, true, 256),
    win32("keypad home", "␛[36;71;0;1;0_", key(named: "kp_home"), [], 36, 71, 0, true, 0),
    win32("keypad 7", "␛[103;71;55;1;32_", .keypad(7), .numLock, 103, 71, 55, true, 32),
    win32("caps lock", "␛[20;58;0;1;128_", .capsLock, .capsLock, 20, 58, 0, true, 128),
    win32("menu", "␛[93;93;0;1;256_", .menu, [], 93, 93, 0, true, 256),
    win32("semicolon", "␛[186;39;59;1;0_", key(";"), [], 186, 39, 59, true, 0),
    win32("ctrl+space", "␛[32;57;0;1;8_", .space, .control, 32, 57, 0, true, 8),
    win32("a character without a key", "␛[0;0;233;1;0_", key("é"), [], 0, 0, 233, true, 0),
    KeyCase("no key at all", "␛[0;0;0_", [.unknown(bytes("␛[0;0;0_"))]),
    KeyCase("a seventh field", "␛[65;30;97;1;0;1;1_", [.unknown(bytes("␛[65;30;97;1;0;1;1_"))]),
    KeyCase("a word that is too long", "␛[65536_", [.unknown(bytes("␛[65536_"))]),
]

func win32(
    _ name: String, _ text: String, _ key: Key, _ modifiers: Modifiers, _ virtualKey: UInt16,
    _ scanCode: UInt16, _ unicode: UInt16, _ isDown: Bool, _ state: UInt16
) -> KeyCase {
    let record = Win32KeyRecord(
        virtualKey: virtualKey, scanCode: scanCode, unicode: unicode, isDown: isDown, state: state)
    return KeyCase(
        name, text,
        KeyEvent(key, modifiers, isDown ? .press : .release, native: .win32(record)))
}

private let high = "␛[0;0;55357;1_"
private let highUp = "␛[0;0;55357_"
private let low = "␛[0;0;56832;1_"
private let lowUp = "␛[0;0;56832_"

/// The event of 😀, whose halves are D83D and DE00.
private func emoji(
    _ kind: KeyEventKind = .press, _ modifiers: Modifiers = [], virtualKey: UInt16 = 0,
    state: UInt16 = 0, repeatCount: UInt16 = 1
) -> TerminalEvent {
    let record = Win32KeyRecord(
        virtualKey: virtualKey, unicode: 56832, isDown: kind == .press, state: state,
        repeatCount: repeatCount)
    return .key(
        KeyEvent(
            key("😀"), modifiers, kind, text: kind == .press ? "😀" : "", native: .win32(record)))
}

private func layoutKey(
    _ unicode: UInt16, _ kind: KeyEventKind = .press, text: String = ""
) -> TerminalEvent {
    let record = Win32KeyRecord(
        virtualKey: 65, scanCode: 30, unicode: unicode, isDown: kind == .press)
    return .key(KeyEvent(key("a"), [], kind, text: text, native: .win32(record)))
}

/// Characters that one record has no room for.
let surrogateCases: [KeyCase] = [
    KeyCase("a pair", high + low, [emoji()]),
    KeyCase("a pair and its releases", high + highUp + low + lowUp, [emoji(), emoji(.release)]),
    KeyCase("releases together", high + low + highUp + lowUp, [emoji(), emoji(.release)]),
    KeyCase("the release of the second half", high + low + lowUp, [emoji(), emoji(.release)]),
    KeyCase("a release whose press is unknown", highUp + lowUp, [emoji(.release)]),
    KeyCase(
        "twice", high + highUp + low + lowUp + high + highUp + low + lowUp,
        [emoji(), emoji(.release), emoji(), emoji(.release)]),
    KeyCase("twice without releases", high + low + high + low, [emoji(), emoji()]),
    KeyCase(
        "with a state and a count", "␛[0;0;55357;1;16;3_␛[0;0;56832;1;16;3_",
        [emoji(.press, .shift, state: 16, repeatCount: 3)]),
    KeyCase(
        "as VK_PACKET", "␛[231;0;55357;1_␛[231;0;56832;1_", [emoji(virtualKey: 231)]),
    KeyCase(
        "between keys", "a" + high + low + "b",
        [
            .key(KeyEvent(key("a"))), emoji(), .key(KeyEvent(key("b"))),
        ]),
    // Halves alone say nothing, and keep their bytes and their place.
    KeyCase("a high surrogate alone", high, [.unknown(bytes(high))]),
    KeyCase("a low surrogate alone", low, [.unknown(bytes(low))]),
    KeyCase("the release of one alone", lowUp, [.unknown(bytes(lowUp))]),
    KeyCase("a half and its release", high + highUp, [.unknown(bytes(high + highUp))]),
    KeyCase(
        "a half, then a key", high + highUp + "a",
        [.unknown(bytes(high + highUp)), .key(KeyEvent(key("a")))]),
    KeyCase(
        "a half, then the focus", high + "␛[O" + low,
        [.unknown(bytes(high)), .focusOut, .unknown(bytes(low))]),
    KeyCase("two high ones, then a low one", high + high + low, [.unknown(bytes(high)), emoji()]),
    KeyCase(
        "the second half the wrong way", high + lowUp,
        [.unknown(bytes(high)), .unknown(bytes(lowUp))]),
    KeyCase(
        "the first half the wrong way", highUp + low,
        [.unknown(bytes(highUp)), .unknown(bytes(low))]),
    KeyCase(
        "a release after another key", high + low + "a" + lowUp,
        [emoji(), .key(KeyEvent(key("a"))), .unknown(bytes(lowUp))]),
    KeyCase(
        "a release too many", high + low + lowUp + lowUp,
        [emoji(), emoji(.release), .unknown(bytes(lowUp))]),
    KeyCase(
        "a pair after escape", "␛" + high + low,
        [.key(KeyEvent(.escape)), emoji()]),
    // Keys of a layout that types such characters are told at once.
    KeyCase(
        "a key that types a pair", "␛[65;30;55357;1_␛[65;30;56832;1_␛[65;30;55357_",
        [layoutKey(55357), layoutKey(56832, text: "😀"), layoutKey(55357, .release)]),
]
