/// One value in force, for showing.
public struct Setting: Hashable, Sendable {
    public var section: String
    public var key: String
    /// As written in a dotfile.
    public var value: String
    public var origin: Origin

    /// `key = value`, as a line of a dotfile that sets just this.
    public var line: String {
        let isPlain =
            !key.contains("=") && !key.contains("\"") && !key.hasPrefix("[") && !key.hasPrefix("#")
            && key[...].trimmed == key[...]
            && key.unicodeScalars.allSatisfy { !isUnsafeOnTerminal($0) }
        return "\(isPlain ? key : quoted(key)) =\(value.isEmpty ? "" : " ")\(value)"
    }
}

extension LoadedConfiguration {
    /// Every value in force, in the order of the table; entries of the free tables in the order
    /// written.
    public var settings: [Setting] {
        OptionDefinition.sections.flatMap { section in
            section.isTable ? entries(of: section.name) : values(of: section.name)
        }
    }

    private func values(of section: String) -> [Setting] {
        OptionDefinition.all.filter { $0.section == section }.map { option in
            Setting(
                section: section, key: option.name, value: option.written(in: configuration),
                origin: origin(of: option))
        }
    }

    private func entries(of section: String) -> [Setting] {
        let entries = section == "words" ? configuration.words : configuration.replacements
        return entries.map {
            Setting(
                section: section, key: $0.key, value: quotedTableValue($0.value), origin: $0.origin)
        }
    }

    /// One line for each setting, `section.key = value  (origin)`, the origins in one column where
    /// that fits.
    public var report: String {
        let settings = settings
        let width =
            settings.map { $0.shown.count }
            .filter { $0 <= 48 }.max() ?? 0
        return settings.map { setting in
            let left = setting.shown
            let padding = String(repeating: " ", count: max(0, width - left.count))
            return "\(left)\(padding)  (\(setting.origin))\n"
        }.joined()
    }
}

extension Setting {
    /// `section.key = value`, safe to print.
    fileprivate var shown: String { printable("\(section).\(line)", limit: 1000) }
}

/// Quotes only where the plain text would be read otherwise.
private func quotedTableValue(_ text: String) -> String {
    let isPlain =
        text[...].trimmed == text[...] && !text.hasPrefix("\"") && !text.isEmpty
        && !endsInComment(text)
        && !text.unicodeScalars.contains(where: isUnsafeOnTerminal)
    return isPlain ? text : quoted(text)
}
