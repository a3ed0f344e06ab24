import Configuration
import Glibc

/// Finds and reads the dotfile.
struct ConfigurationLoader {
    var environment: [String: String]
    /// `--config`, read instead of the user's dotfile.
    var file: String?
    /// The arguments of `-o`.
    var overrides: [String]

    init(_ options: GlobalOptions, environment: [String: String]) {
        self.environment = environment
        file = options.configFile
        overrides = options.overrides
    }

    /// The file that is read: `--config`, else the first candidate that exists; nil where none
    /// does.
    var path: String? {
        file ?? candidates.first(where: ConfigurationLoader.exists)
    }

    /// A dangling link counts as existing, so that it is reported rather than passed over.
    static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 || (errno != ENOENT && errno != ENOTDIR)
    }

    /// Where a dotfile is looked for, best first.
    var candidates: [String] { ConfigurationSources.candidates(environment: environment) }

    /// Reads everything and leaves judgement to the caller.
    func load() -> LoadedConfiguration {
        let sources = ConfigurationSources(
            path: path, environment: environment, overrides: overrides, user: geteuid())
        return Configuration.load(sources) { path throws(SourceFailure) in
            try readSourceFile(path)
        }
    }

    /// Reads everything and looks at what only its users know to be wrong, too: how words sound.
    func loadForCheck() -> LoadedConfiguration {
        var loaded = load()
        loaded.diagnostics += loaded.configuration.words.compactMap(ProseProfile.fault)
        return loaded
    }

    /// Reads everything for a command that needs the options: warns about the dotfile and the
    /// environment on standard error, once.
    ///
    /// - Throws: What is wrong with `-o`, or that the file of `--config` cannot be read: the person
    ///   who typed it
    ///   is there to mend it.
    func loadForUse() throws(Failure) -> LoadedConfiguration {
        let loaded = load()
        let mistakes = loaded.diagnostics.filter(\.isUsageError)
        guard mistakes.isEmpty else {
            throw Failure(
                mistakes.map(\.description).joined(separator: "\nutter: "),
                remedy: "utter config show lists every option.", status: .usage)
        }
        if let file, loaded.files.first != file, let reason = loaded.diagnostics.first {
            throw Failure(
                "--config \(reason)", remedy: "Name a readable file, or leave --config out.",
                status: .usage)
        }
        for path in loaded.files { Log.write(.debug, "read \(path)") }
        if !loaded.diagnostics.isEmpty {
            let lines = loaded.diagnostics.map { "utter: \($0)\n" }.joined()
            writeAll(
                lines
                    + "These keep the values they had; utter config check shows this again.\n",
                to: STDERR_FILENO)
        }
        return loaded
    }
}

/// Reads a dotfile, at most one byte more of it than a dotfile may have.
func readSourceFile(_ path: String) throws(SourceFailure) -> SourceFile {
    // Not to wait for a writer of a named pipe, nor for a carrier of a line.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw failure(errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure(errno) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw SourceFailure("is a directory, not a file")
    case S_IFIFO:
        // `--config <(…)`: here the writer is there already, and is waited for.
        guard fcntl(descriptor, F_SETFL, 0) == 0 else { throw failure(errno) }
    default:
        guard path == "/dev/null" else { throw SourceFailure("is not a regular file") }
    }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= SourceFile.maximumSize {
        let count = readSome(descriptor, into: &block)
        guard count >= 0 else { throw failure(errno) }
        if count == 0 { break }
        bytes += block[..<count]
    }
    return SourceFile(
        bytes: bytes, identity: "\(status.st_dev):\(status.st_ino)", owner: status.st_uid,
        mode: status.st_mode & 0o7777)
}

private func failure(_ code: Int32) -> SourceFailure {
    SourceFailure("cannot be read: \(systemMessage(code))")
}
