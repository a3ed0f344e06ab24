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
        let head = sound.map { "\(word) = \($0)" } ?? word
        printLine(
            SafeText.onOneLine(head) + pronunciations.map { "\n    " + $0.arpabet }.joined())
    }
    switch action {
    case .list:
        if configuration.words.isEmpty {
            writeAll(
                "There are none yet; utter words add --help says how to teach one.\n",
                to: STDERR_FILENO)
        }
        for entry in configuration.words {
            if let fault = ProseProfile.fault(in: entry) {
                writeAll("utter: \(fault)\n", to: STDERR_FILENO)
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
    guard !word.isEmpty, !breaks, let first = word.first, !"#[\"".contains(first) else {
        throw Failure(
            "\"\(printable(word))\" cannot be a word of the dotfile: no blanks, no =, no #, [ or \" in front",
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
            text = try content(of: target)
        } else {
            // One that cannot be made is told by the file that cannot be written there.
            try? StateDirectory.makeFolder(
                target.split(separator: "/").dropLast().joined(separator: "/"))
        }
        try replace(target, with: Self.adding("\(word) = \(sound)", to: text))
    }

    /// All that a dotfile holds: written back in part, or with what is no text mended, it would have lost the rest.
    private func content(of path: String) throws(Failure) -> String {
        let bytes: [UInt8]
        do throws(SourceFailure) {
            bytes = try readSourceFile(path).bytes
        } catch {
            throw failure(path, error.reason)
        }
        guard bytes.count <= SourceFile.maximumSize else {
            throw failure(
                path, "it is larger than \(SourceFile.maximumSize >> 10) KiB; no dotfile is")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw failure(path, "it is not UTF-8")
        }
        return text
    }

    /// The text with a line more at the end of its `[words]`; the same text if the line is there.
    static func adding(_ line: String, to text: String) -> String {
        // By bytes: CR LF, which ends the lines of some dotfiles, is one character of a `String`.
        var lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
            .map { String(Substring($0)) }
        if lines.last == "" { lines.removeLast() }
        let end = lines.first?.utf8.last == 0x0D ? "\r\n" : "\n"
        lines = lines.map { $0.utf8.last == 0x0D ? String($0.unicodeScalars.dropLast()) : $0 }
        func trimmed(_ line: String) -> Substring {
            line.drop { $0 == " " || $0 == "\t" }
        }
        func whole() -> String { lines.map { $0 + end }.joined() }
        guard let head = lines.lastIndex(where: { trimmed($0).hasPrefix("[words]") }) else {
            return whole() + (lines.isEmpty ? "" : end) + "[words]\(end)\(line)\(end)"
        }
        let rest = lines[(head + 1)...]
        var place = rest.firstIndex { trimmed($0).hasPrefix("[") } ?? lines.endIndex
        if lines[head..<place].contains(where: { trimmed($0) == line }) { return text }
        // Blank lines and comments above the next section belong to that one.
        while place > head + 1 {
            let above = trimmed(lines[place - 1])
            guard place < lines.endIndex ? above.isEmpty || above.hasPrefix("#") : above.isEmpty
            else {
                break
            }
            place -= 1
        }
        lines.insert(line, at: place)
        return whole()
    }

    /// Whole or not at all: the new text goes beside the file and takes its place.
    private func replace(_ path: String, with text: String) throws(Failure) {
        var status = stat()
        let mode = stat(path, &status) == 0 ? status.st_mode & 0o777 : 0o600
        let beside = path + ".utter-new"
        unlink(beside)
        let descriptor = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw failure(path, systemMessage(errno)) }
        let isWritten =
            fchmod(descriptor, mode) == 0 && writeWhole(text, to: descriptor)
            && fsync(descriptor) == 0
        let reason = errno
        close(descriptor)
        guard isWritten, rename(beside, path) == 0 else {
            let code = isWritten ? errno : reason
            unlink(beside)
            throw failure(path, systemMessage(code))
        }
    }

    private func failure(_ path: String, _ reason: String) -> Failure {
        Failure(
            "cannot change \"\(printable(path))\": \(reason)",
            remedy: "Add the line under [words] in it yourself, or see to its permissions.",
            status: .usage)
    }
}

extension UInt8 {
    fileprivate var isASCIILetter: Bool {
        (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self)
    }
}
