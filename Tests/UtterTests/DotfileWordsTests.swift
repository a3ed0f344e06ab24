import Testing

@testable import utter

@Suite struct DotfileWordsTests {
    @Test(arguments: [
        ("an empty file", "", "[words]\nx = y\n"),
        (
            "no section", "[audio]\ndevice = default\n",
            "[audio]\ndevice = default\n\n[words]\nx = y\n"
        ),
        ("the last section", "[words]\na = b\n", "[words]\na = b\nx = y\n"),
        ("no newline at the end", "[words]\na = b", "[words]\na = b\nx = y\n"),
        (
            "a section after it", "[words]\na = b\n\n# about audio\n[audio]\ndevice = d\n",
            "[words]\na = b\nx = y\n\n# about audio\n[audio]\ndevice = d\n"
        ),
        ("an empty section", "[words]\n[audio]\n", "[words]\nx = y\n[audio]\n"),
        ("a comment in it", "[words]\n# mine\n", "[words]\n# mine\nx = y\n"),
        ("the line is there", "[words]\nx = y\na = b\n", "[words]\nx = y\na = b\n"),
    ]) func `A word goes to the end of its section and nothing else changes`(
        name: String, before: String, after: String
    ) {
        #expect(DotfileWords.adding("x = y", to: before) == after)
    }
}
