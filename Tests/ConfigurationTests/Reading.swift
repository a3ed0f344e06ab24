import Configuration

/// A file system in memory: reads a dotfile called `conf` and what it includes.
struct Files {
    var texts: [String: String] = [:]
    var owner: UInt32 = 1000
    var mode: UInt32 = 0o644

    func load(
        environment: [String: String] = [:], overrides: [String] = []
    ) -> LoadedConfiguration {
        var environment = environment
        environment["HOME"] = environment["HOME"] ?? "/home/u"
        let sources = ConfigurationSources(
            path: "/c/conf", environment: environment, overrides: overrides, user: 1000)
        return Configuration.load(sources) { path throws(SourceFailure) in
            guard let text = texts[path] else { throw SourceFailure("no such file") }
            return SourceFile(bytes: Array(text.utf8), identity: path, owner: owner, mode: mode)
        }
    }
}

/// Reads one dotfile.
func reading(
    _ text: String, environment: [String: String] = [:], overrides: [String] = []
) -> LoadedConfiguration {
    Files(texts: ["/c/conf": text]).load(environment: environment, overrides: overrides)
}
