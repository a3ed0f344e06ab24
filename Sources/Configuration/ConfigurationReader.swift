extension Configuration {
    /// Reads the dotfile, then the environment, then `-o`; the later wins.
    ///
    /// A bad value leaves the one before it and everything else in force. All errors are reported,
    /// in order.
    ///
    /// - Parameter read: gives the content of a file, at most `SourceFile.maximumSize` bytes of it;
    ///   called once
    ///   for the dotfile and once for each `include`.
    public static func load(
        _ sources: ConfigurationSources,
        read: (String) throws(SourceFailure) -> SourceFile
    ) -> LoadedConfiguration {
        var reader = ConfigurationReader(sources: sources)
        if let path = sources.path {
            reader.readFile(path, from: nil, refusal: nil, read)
        }
        reader.readEnvironment()
        reader.readOverrides()
        return reader.result
    }
}

/// The state of one reading.
private struct ConfigurationReader {
    let sources: ConfigurationSources
    let paths: PathExpansion
    var result = LoadedConfiguration()
    /// The identities of the files that are being read, outermost first.
    var open: [String] = []

    /// Files that include files many times over end here rather than after hours.
    static let maximumFiles = 100
    /// After this many errors in one file the rest of it is probably no dotfile.
    static let maximumErrors = 100

    init(sources: ConfigurationSources) {
        self.sources = sources
        paths = PathExpansion(environment: sources.environment)
    }

    mutating func report(_ origin: Origin, _ message: String) {
        // Whole: a reason can quote what it complains of.
        result.diagnostics.append(Diagnostic(origin, printable(message, limit: 1000)))
    }

    // MARK: Files

    /// - Parameters:
    ///   - place: the `include` line, or nil for the dotfile itself.
    ///   - refusal: why the including file may not name programs: what it includes may not either.
    mutating func readFile(
        _ path: String, from place: Origin?, refusal: String?,
        _ read: (String) throws(SourceFailure) -> SourceFile
    ) {
        let origin = place ?? .file(path: path, line: 0)
        let prefix = place == nil ? "" : "include: \(printable(path)): "
        guard result.files.count < Self.maximumFiles else {
            return report(origin, "\(prefix)more than \(Self.maximumFiles) files are included")
        }
        let file: SourceFile
        do {
            file = try read(path)
        } catch {
            return report(origin, prefix + error.reason)
        }
        guard !open.contains(file.identity) else {
            return report(origin, "\(prefix)the file includes itself")
        }
        guard file.bytes.count <= SourceFile.maximumSize else {
            return report(
                origin, "\(prefix)is larger than \(SourceFile.maximumSize >> 10) KiB; no dotfile is"
            )
        }
        guard !file.bytes.contains(0) else {
            return report(origin, "\(prefix)contains NUL bytes: it is not a UTF-8 text")
        }
        result.files.append(path)
        open.append(file.identity)
        readLines(
            of: file, path: path, refusal: refusal ?? file.programRefusal(user: sources.user), read)
        open.removeLast()
    }

    private mutating func readLines(
        of file: SourceFile, path: String, refusal: String?,
        _ read: (String) throws(SourceFailure) -> SourceFile
    ) {
        let context = ValueContext(
            paths: paths, base: directory(of: path), programRefusal: refusal)
        var section: Section = .top
        let before = result.diagnostics.count
        for (index, line) in dotfileLines(file.bytes).enumerated() {
            let origin = Origin.file(path: path, line: index + 1)
            guard result.diagnostics.count < before + Self.maximumErrors else {
                return report(origin, "too many errors: the rest of the file is not read")
            }
            guard let line else {
                report(origin, "is not UTF-8")
                continue
            }
            switch DotfileLine(line[...]) {
            case .nothing: break
            case .bad(let reason): report(origin, reason)
            case .section(let name): section = enter(name, origin)
            case .setting(let key, let value):
                switch section {
                case .unknown: break
                case .top where key == "include":
                    do throws(ValueError) {
                        let name = try unquoted(value, keepsInnerQuotes: false)
                        let included = try paths.expand(name, base: context.base)
                        readFile(included, from: origin, refusal: refusal, read)
                    } catch {
                        report(origin, "include: \(printable(value)): \(error.reason)")
                    }
                case .top:
                    report(
                        origin,
                        "\(printable(key)): stands before any [section]; only include may"
                            + homeOf(key))
                case .known(let name): set(name, key, value, origin, context)
                }
            }
        }
    }

    private enum Section {
        case top
        case known(String)
        /// Reported once, at its heading; what it holds is passed over.
        case unknown
    }

    private mutating func enter(_ name: String, _ origin: Origin) -> Section {
        let names = OptionDefinition.sections.map(\.name)
        if names.contains(name) { return .known(name) }
        report(origin, unknownSection(name))
        return .unknown
    }

    /// The nearest name, or, where none is near, all there are.
    private func unknownSection(_ name: String) -> String {
        let names = OptionDefinition.sections.map(\.name)
        let near = suggestion(for: name, among: names)
        return "[\(printable(name))]: unknown section"
            + (near.isEmpty ? "; there are \(names.joined(separator: ", "))" : near)
    }

    // MARK: Environment and command line

    /// Reads `UTTER_SECTION_KEY`; an empty value counts as unset. Variables are taken in the
    /// table's order.
    mutating func readEnvironment() {
        let context = ValueContext(
            paths: paths, base: nil,
            programRefusal:
                "runs a program, which no environment variable may; use -o or the dotfile")
        for option in OptionDefinition.all {
            guard let value = sources.environment[option.variable], !value.isEmpty else { continue }
            set(option.section, option.name, value, .environment(option.variable), context)
        }
        reportUnknownVariables()
    }

    /// Only names that begin like a section's: `UTTER_` alone may be anybody's.
    private mutating func reportUnknownVariables() {
        let known = OptionDefinition.all.map(\.variable)
        let prefixes = Set(OptionDefinition.all.map { "UTTER_\($0.section.uppercased())_" })
        for name in sources.environment.keys.sorted()
        where prefixes.contains(where: name.hasPrefix) && !known.contains(name) {
            report(.environment(name), "unknown option" + suggestion(for: name, among: known))
        }
    }

    mutating func readOverrides() {
        let context = ValueContext(paths: paths, base: nil, programRefusal: nil)
        for argument in sources.overrides {
            let origin = Origin.commandLine(argument)
            guard let equals = argument.firstIndex(of: "="),
                let dot = argument[..<equals].firstIndex(of: ".")
            else {
                report(origin, "is not section.key=value")
                continue
            }
            let section = String(argument[..<dot].trimmed)
            let key = String(argument[argument.index(after: dot)..<equals].trimmed)
            let names = OptionDefinition.sections.map(\.name)
            guard names.contains(section) else {
                report(origin, unknownSection(section))
                continue
            }
            let value = argument[argument.index(after: equals)...].trimmed
            set(section, key, String(value), origin, context)
        }
    }

    // MARK: Values

    mutating func set(
        _ section: String, _ key: String, _ text: String, _ origin: Origin, _ context: ValueContext
    ) {
        if OptionDefinition.sections.contains(where: { $0.name == section && $0.isTable }) {
            return setEntry(section, key, text, origin)
        }
        guard let option = OptionDefinition.named(section, key) else {
            let names = OptionDefinition.all.filter { $0.section == section }.map(\.name)
            let near = suggestion(for: key, among: names)
            return report(
                origin,
                "[\(section)].\(printable(key)): unknown option"
                    + (near.isEmpty ? homeOf(key) : near))
        }
        do throws(ValueError) {
            let value = try option.value(of: text)
            if case .file = origin, option.isName, endsInComment(text) {
                throw ValueError("has a # in it (quotes keep it if it belongs to the name)")
            }
            try option.read(value, context, &result.configuration)
            result.origins[option.id] = origin
        } catch {
            let comment = endsInComment(text) ? "; a comment stands on a line of its own" : ""
            report(origin, "[\(section)].\(key): \(shown(text)): \(error.reason)\(comment)")
        }
    }

    private mutating func setEntry(
        _ section: String, _ key: String, _ text: String, _ origin: Origin
    ) {
        do throws(ValueError) {
            if key.isEmpty { throw ValueError("has no key") }
            let value = try unquoted(text, keepsInnerQuotes: false)
            let entry = TableEntry(key: key, value: value, origin: origin)
            if section == "words" {
                if value.isEmpty { throw ValueError("is empty; say how the word sounds") }
                if endsInComment(text) { throw ValueError("has a # in it, which has no sound") }
                result.configuration.words.append(entry)
            } else {
                result.configuration.replacements.removeAll { $0.key == key }
                result.configuration.replacements.append(entry)
            }
        } catch {
            let comment = endsInComment(text) ? "; a comment stands on a line of its own" : ""
            report(
                origin,
                "[\(section)].\(printable(key)): \(shown(text)): \(error.reason)\(comment)")
        }
    }

    /// A value in a message: an empty one is seen as such.
    private func shown(_ text: String) -> String { text.isEmpty ? "\"\"" : printable(text) }

    /// ` (NAME belongs to [section])` for the name of an option that stands elsewhere.
    private func homeOf(_ key: String) -> String {
        if key == "include" { return " (include stands at the top, before any [section])" }
        guard let option = OptionDefinition.all.first(where: { $0.name == key }) else { return "" }
        return " (\(key) belongs to [\(option.section)])"
    }
}
