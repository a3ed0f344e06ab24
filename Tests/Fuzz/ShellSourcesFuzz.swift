@testable import Speech

/// Any files of a home and a project: the language made of them is one that a recogniser can read,
/// and writes nothing that commands a terminal or ends a command line.
///
/// The input is the files, separated by the byte 1C: a history, a makefile, a `package.json`, an
/// `ssh_config`, packed references, a git configuration, a dictionary.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
    var files = UnsafeBufferPointer(start: data, count: size)
        .split(separator: 0x1C, omittingEmptySubsequences: false).map(Array.init)
    while files.count < 7 { files.append([]) }
    var sources = ShellSources()
    sources.history = ShellHistory.commands(in: files[0], limit: 50)
    precondition(sources.history.count <= 50)
    precondition(sources.history.allSatisfy { !$0.isEmpty && $0.count <= 1000 })
    sources.targets = NameLists.makeTargets(in: files[1])
    sources.scripts = NameLists.npmScripts(in: files[2])
    sources.hosts = NameLists.sshHosts(in: files[3])
    sources.branches = NameLists.packedReferences("refs/heads/", in: files[4])
    sources.tags = NameLists.packedReferences("refs/tags/", in: files[4])
    sources.remotes = NameLists.gitRemotes(in: files[5])
    sources.files = files[1].split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
    for line in sources.history { _ = SecretFilter.isSecret(utf8: line) }
    // The readers are quick and the language is not: one input of sixteen becomes one.
    guard size % 16 == 0 else { return 0 }
    let knowledge = ShellKnowledge(
        phrases: PhraseBook(table: "git checkout <branch>\nmake <target>\nssh <host>\ncat <file>\n")
    )
    var pronouncer = Pronouncer(
        lexicon: knowledge.lexicon, dictionary: PronouncingDictionary(text: files[6]))
    check(ShellLanguage(sources, knowledge: knowledge, pronouncer: &pronouncer))
    return 0
}

private func check(_ language: ShellLanguage) {
    let words = language.dictionary.split(separator: 0x0A).compactMap {
        $0.split(separator: 0x20).first.map { String(decoding: $0, as: UTF8.self) }
    }
    let line = language.commandLine(of: words)
    for scalar in line.unicodeScalars {
        precondition(scalar.value >= 0x20, "a control character")
        precondition(!(0x7F..<0xA0).contains(scalar.value), "a control character")
        precondition(!(0x202A...0x202E).contains(scalar.value), "text turned round")
    }
    for kind in language.classes {
        precondition(kind.words.count == kind.shares.count)
        precondition(kind.shares.allSatisfy { $0 > 0 && $0 <= 1.001 }, "\(kind.shares)")
    }
    do throws(ARPAFile.Failure) {
        let model = try ARPAFile.read(String(decoding: language.arpa, as: UTF8.self))
        precondition(model.sizes == language.model.sizes)
    } catch {
        preconditionFailure("\(error)")
    }
}
