import Configuration
import Glibc

/// `utter config path|check|show`.
func runConfig(
    _ action: ConfigAction, _ options: GlobalOptions, environment: [String: String]
) throws(Failure) -> ExitStatus {
    let loader = ConfigurationLoader(options, environment: environment)
    switch action {
    case .path: return try printPath(loader, json: options.json)
    case .check: return check(loader, json: options.json)
    case .show: return try show(loader, json: options.json)
    }
}

/// Prints the file that is read; where there is none, the place for one, with a word on standard
/// error.
private func printPath(_ loader: ConfigurationLoader, json: Bool) throws(Failure) -> ExitStatus {
    guard let path = loader.path ?? loader.candidates.first else {
        throw Failure(
            "no place for a dotfile: neither HOME nor XDG_CONFIG_HOME is set",
            remedy: "Set HOME, or use --config FILE.", status: .usage)
    }
    let exists = ConfigurationLoader.exists(path)
    if json {
        printLine(JSON.object(["path": .string(path), "exists": .bool(exists)]).text)
    } else {
        printLine(path)
        if !exists {
            writeAll(
                "There is no such file yet; every option has its default.\n", to: STDERR_FILENO)
        }
    }
    return .success
}

/// Reports every error of dotfile, environment and `-o` on standard output.
private func check(_ loader: ConfigurationLoader, json: Bool) -> ExitStatus {
    let loaded = loader.loadForCheck()
    if json {
        for diagnostic in loaded.diagnostics {
            var place: [JSON.Field] = []
            if case .file(let path, let line) = diagnostic.origin {
                place = [
                    JSON.Field(name: "path", value: .string(path)),
                    JSON.Field(name: "line", value: line > 0 ? .integer(line) : .null),
                ]
            }
            let message = JSON.Field(name: "message", value: .string(diagnostic.message))
            let origin = JSON.Field(
                name: "origin", value: .string(diagnostic.origin.description))
            printLine(JSON.object([origin] + place + [message]).text)
        }
    } else {
        for diagnostic in loaded.diagnostics { printLine(diagnostic.description) }
        if loaded.diagnostics.isEmpty {
            printLine(loaded.files.isEmpty ? "no dotfile; nothing wrong" : "nothing wrong")
        }
    }
    return loaded.diagnostics.isEmpty ? .success : .usage
}

/// Prints every option with its value and where that came from.
private func show(_ loader: ConfigurationLoader, json: Bool) throws(Failure) -> ExitStatus {
    let loaded = try loader.loadForUse()
    let settings = loaded.settings
    if json {
        for setting in settings {
            printLine(
                JSON.object([
                    "section": .string(setting.section), "key": .string(setting.key),
                    "value": .string(setting.value),
                    "origin": .string(setting.origin.description),
                ]).text)
        }
    } else {
        writeAll(loaded.report, to: STDOUT_FILENO)
    }
    return .success
}

/// Prints a line on standard output.
func printLine(_ line: String) {
    writeAll(line + "\n", to: STDOUT_FILENO)
}
