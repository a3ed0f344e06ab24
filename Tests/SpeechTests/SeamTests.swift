import Speech
import Testing

@Suite("Spaces at the seams of inserted text")
struct SeamTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var left: String
        var text: String
        var right: String
        var style: Seam.Style
        var line: String

        init(
            _ left: String, _ text: String, _ right: String = "", _ style: Seam.Style = .shell,
            gives line: String
        ) {
            self.left = left
            self.text = text
            self.right = right
            self.style = style
            self.line = line
        }

        var testDescription: String { "\(left)|\(text)|\(right) gives \(line)" }
    }

    @Test(
        "A space stands where neighbours need one, and only there",
        arguments: [
            Case("", "git status", gives: "git status"),
            Case("git", "status", gives: "git status"),
            Case("git ", "status", gives: "git status"),
            Case("git", " status", gives: "git status"),
            Case("git ", "status", "--short", gives: "git status --short"),
            Case("git ", "status", " --short", gives: "git status --short"),
            Case("cat /var/", "log", gives: "cat /var/log"),
            Case("cat README.", "md", gives: "cat README.md"),
            Case("ls -", "la", gives: "ls -la"),
            Case("make CC=", "gcc", gives: "make CC=gcc"),
            Case("echo $", "HOME", gives: "echo $HOME"),
            Case("echo $(", "date", ")", gives: "echo $(date)"),
            Case(
                "git commit -m \"", "fix the parser", "\"",
                gives: "git commit -m \"fix the parser\""),
            Case("git commit -m \"a\"", "--amend", gives: "git commit -m \"a\" --amend"),
            Case("echo \"a\"", "b", gives: "echo \"a\" b"),
            Case("echo 'a", "b", "'", gives: "echo 'a b'"),
            Case("ls |", "grep x", gives: "ls | grep x"),
            Case("ls >", "out", gives: "ls > out"),
            Case("", "cat", "/etc/hosts", gives: "cat/etc/hosts"),
            Case("", "cat", "notes", gives: "cat notes"),
            Case("echo \\\"", "a", gives: "echo \\\" a"),
            Case("Hello", "world", "", .prose, gives: "Hello world"),
            Case("Hello", ", world", "", .prose, gives: "Hello, world"),
            Case("Hello.", "Next", "", .prose, gives: "Hello. Next"),
            Case("Note:", "this", "", .prose, gives: "Note: this"),
            Case("don't", "go", "", .prose, gives: "don't go"),
            Case("(", "see there", ")", .prose, gives: "(see there)"),
            Case("你好", "word", "", .prose, gives: "你好 word"),
            Case("a", "", "b", gives: "ab"),
        ])
    func fits(_ one: Case) {
        let text = Seam.fitted(one.text, between: one.left, and: one.right, style: one.style)
        #expect(one.left + text + one.right == one.line)
    }
}
