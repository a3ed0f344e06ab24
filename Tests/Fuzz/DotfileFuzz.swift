internal import Keyboard

@testable import Configuration

/// Any files: nothing crashes, messages are safe to print, and what is in force reads back as
/// itself.
///
/// The input is the files, separated by the byte 1C; the first is the dotfile, the others are
/// called 1, 2, …
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: data, count: size))
    let files = input.split(separator: 0x1C, omittingEmptySubsequences: false).map(Array.init)
    let line = String(decoding: files[0].prefix(200), as: UTF8.self)
    let overrides = line.split(separator: "\n").map(String.init)
    for isOwn in [true, false] {
        let loaded = load(files, overrides: isOwn ? [] : overrides, isOwn: isOwn)
        // A relative path on the command line starts elsewhere than one in a file.
        check(loaded, readsBack: isOwn)
        if !isOwn {
            precondition(loaded.files.count <= 100)
            checkPrograms(loaded)
        }
    }
    _ = try? Invocation.parse(line.split(separator: " ").map(String.init))
    return 0
}

/// In files of somebody else only the command line can have named a program.
private func checkPrograms(_ loaded: LoadedConfiguration) {
    let configuration = loaded.configuration
    var named: [String] = []
    if configuration.output.filter != nil { named.append("output.filter") }
    if configuration.recognizer.refine != nil { named.append("recognizer.refine") }
    if case .command = configuration.gesture.tap { named.append("gesture.tap") }
    for id in named {
        guard case .commandLine = loaded.origins[id] else {
            preconditionFailure("a program of somebody else: \(id)")
        }
    }
}

private func load(_ files: [[UInt8]], overrides: [String], isOwn: Bool) -> LoadedConfiguration {
    let sources = ConfigurationSources(
        path: "/0", environment: ["HOME": "/home/u"], overrides: overrides, user: 1)
    return Configuration.load(sources) { path throws(SourceFailure) in
        guard let number = Int(path.dropFirst()), files.indices.contains(number) else {
            throw SourceFailure("is not there")
        }
        return SourceFile(
            bytes: files[number], identity: path, owner: isOwn ? 1 : 2, mode: 0o644)
    }
}

private func check(_ loaded: LoadedConfiguration, readsBack: Bool) {
    for diagnostic in loaded.diagnostics {
        precondition(!diagnostic.message.isEmpty)
        for scalar in diagnostic.description.unicodeScalars {
            precondition(scalar.value >= 0x20 && scalar.value != 0x7F, "an unsafe message")
        }
    }
    guard readsBack else { return }
    let text = loaded.settings.map { "[\($0.section)]\n\($0.line)\n" }.joined()
    let file = SourceFile(bytes: Array(text.utf8), identity: "", owner: 1, mode: 0o600)
    guard file.bytes.count <= SourceFile.maximumSize else { return }
    let again = Configuration.load(ConfigurationSources(path: "/again", user: 1)) { _ in file }
    precondition(again.diagnostics.isEmpty, "\(again.diagnostics) in \(text)")
    precondition(withoutOrigins(again.configuration) == withoutOrigins(loaded.configuration), text)
}

private func withoutOrigins(_ configuration: Configuration) -> Configuration {
    var configuration = configuration
    for index in configuration.words.indices { configuration.words[index].origin = .builtIn }
    for index in configuration.replacements.indices {
        configuration.replacements[index].origin = .builtIn
    }
    return configuration
}
