import Configuration
import Glibc
import Speech

/// `utter words`: the user's own words with their pronunciations, how any piece of command line is said, and adding a word.
func runWords(
    _ action: WordsAction, _ global: GlobalOptions, environment: [String: String]
) throws(Failure) -> ExitStatus {
    let loader = ConfigurationLoader(global, environment: environment)
    let configuration = try loader.loadForUse().configuration
    let profile = ShellProfile(
        configuration, gatherer: ShellGatherer(configuration.shell, environment: environment))
    var pronouncer = profile.pronouncer(KnowledgeTables())
    func show(_ word: String, _ sound: String?, _ pronunciations: [Pronunciation]) {
        let phones = pronunciations.map(\.arpabet)
        if global.json {
            let list = JSON.array(phones.map { .string($0) })
            let record = JSON.object([
                "word": .string(word), "sound": sound.map { .string($0) } ?? .null,
                "pronunciations": list,
            ])
            printLine(record.text)
        } else {
            let head = sound.map { "\(word) = \($0)" } ?? word
            printLine(SafeText.onOneLine(head) + phones.map { "\n    " + $0 }.joined())
        }
    }
    switch action {
    case .list:
        for entry in configuration.words {
            if let reason = ProseProfile.fault(in: entry.value) {
                writeAll(
                    "utter: \(entry.origin): [words].\(printable(entry.key)): \(reason)\n",
                    to: STDERR_FILENO)
                continue
            }
            show(entry.key, entry.value, pronouncer.pronunciations(ofPhrase: entry.value))
        }
    case .say(let token):
        let said = pronouncer.pronunciations(ofPiece: token)
        guard !said.isEmpty else {
            throw Failure(
                "\"\(printable(token))\" cannot be said: it has no letter, digit or sign that has a name",
                remedy: "Teach it: utter words add WORD --sounds-like \"how it sounds\".",
                status: .usage)
        }
        show(token, nil, said)
    case .add(let word, let sound):
        try check(word, sound, &pronouncer)
        try DotfileWords(loader: loader).add(word, sound)
        show(word, sound, pronouncer.pronunciations(ofPhrase: sound))
    }
    return .success
}

/// Refuses what the dotfile could not hold or nobody could say.
private func check(
    _ word: String, _ sound: String, _ pronouncer: inout Pronouncer
) throws(Failure) {
    let breaks = word.utf8.contains { $0 < 0x21 || $0 == 0x3D || $0 == 0x7F }
    guard !word.isEmpty, !breaks, word.first != "#", word.first != "[" else {
        throw Failure(
            "\"\(printable(word))\" cannot be a word of the dotfile: no blanks, no =, no # or [ in front",
            remedy: "Write: utter words add kubectl --sounds-like \"kube control\".", status: .usage
        )
    }
    if let reason = ProseProfile.fault(in: sound) {
        throw Failure(
            "\"\(printable(sound))\" cannot be said: \(reason)",
            remedy:
                "Write it in ordinary words: utter words add kubectl --sounds-like \"kube control\".",
            status: .usage)
    }
    let letters = sound.utf8.allSatisfy {
        $0.isASCIILetter || $0 == 0x20 || $0 == 0x27 || $0 == 0x2D
    }
    guard letters, !pronouncer.pronunciations(ofPhrase: sound).isEmpty else {
        throw Failure(
            "\"\(printable(sound))\" cannot be said: ordinary words, single letters, or phones in capitals",
            remedy: "Write: utter words add kubectl --sounds-like \"kube control\".", status: .usage
        )
    }
}

/// The section `[words]` of the dotfile, as text.
struct DotfileWords {
    var loader: ConfigurationLoader

    /// Writes a line into the dotfile, which is made if there is none; all else in it stays as it is.
    func add(_ word: String, _ sound: String) throws(Failure) {
        guard let path = loader.path ?? loader.candidates.first else {
            throw Failure(
                "no place for the dotfile: neither HOME nor XDG_CONFIG_HOME is set",
                remedy: "Set HOME, or name a file: utter --config FILE words add ….", status: .usage
            )
        }
        // A dotfile is often a link into a repository of dotfiles: the file changes, the link stays.
        var target = path
        if let real = realpath(path, nil) {
            target = String(cString: real)
            free(real)
        }
        var text = ""
        if access(target, F_OK) == 0 {
            guard let bytes = BoundedFiles.start(of: target, limit: 1 << 20),
                let content = String(validating: bytes, as: UTF8.self)
            else { throw failure(target, errno) }
            text = content
        } else {
            makeFolders(of: target)
        }
        try replace(target, with: Self.adding("\(word) = \(sound)", to: text))
    }

    /// The text with a line more at the end of its `[words]`; the same text if the line is there.
    static func adding(_ line: String, to text: String) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() }
        func trimmed(_ line: String) -> Substring {
            line.drop { $0 == " " || $0 == "\t" }
        }
        guard let head = lines.lastIndex(where: { trimmed($0).hasPrefix("[words]") }) else {
            return lines.map { $0 + "\n" }.joined() + (lines.isEmpty ? "" : "\n")
                + "[words]\n\(line)\n"
        }
        let rest = lines[(head + 1)...]
        var end = rest.firstIndex { trimmed($0).hasPrefix("[") } ?? lines.endIndex
        if lines[head..<end].contains(where: { trimmed($0) == line }) { return text }
        // Blank lines and comments above the next section belong to that one.
        while end > head + 1 {
            let above = trimmed(lines[end - 1])
            guard end < lines.endIndex ? above.isEmpty || above.hasPrefix("#") : above.isEmpty
            else {
                break
            }
            end -= 1
        }
        lines.insert(line, at: end)
        return lines.map { $0 + "\n" }.joined()
    }

    private func makeFolders(of path: String) {
        var folder = ""
        for part in path.split(separator: "/").dropLast() {
            folder += "/" + part
            mkdir(folder, 0o700)
        }
    }

    /// Whole or not at all: the new text goes beside the file and takes its place.
    private func replace(_ path: String, with text: String) throws(Failure) {
        var status = stat()
        let mode = stat(path, &status) == 0 ? status.st_mode & 0o777 : 0o600
        let beside = path + ".utter-new"
        unlink(beside)
        let descriptor = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw failure(path, errno) }
        let isWritten =
            fchmod(descriptor, mode) == 0 && writeWhole(text, to: descriptor)
            && fsync(descriptor) == 0
        let reason = errno
        close(descriptor)
        guard isWritten, rename(beside, path) == 0 else {
            let code = isWritten ? errno : reason
            unlink(beside)
            throw failure(path, code)
        }
    }

    private func failure(_ path: String, _ code: Int32) -> Failure {
        Failure(
            "cannot change \"\(printable(path))\": \(String(cString: strerror(code)))",
            remedy: "Add the line under [words] in it yourself, or see to its permissions.",
            status: .usage)
    }
}

extension UInt8 {
    fileprivate var isASCIILetter: Bool {
        (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self)
    }
}
