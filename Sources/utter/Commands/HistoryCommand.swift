import Configuration
import Glibc
import Speech

/// `utter history`: the transcripts that the dotfile keeps, oldest first.
func runHistory(
    _ options: HistoryOptions, _ global: GlobalOptions, environment: [String: String]
) throws(Failure) -> ExitStatus {
    let limit = try ConfigurationLoader(global, environment: environment).loadForUse()
        .configuration.output.history
    guard limit > 0 else {
        throw Failure(
            "no history: the option that keeps it is off",
            remedy: "Set history = 100 under [output] in the dotfile to keep the next ones.",
            status: .usage)
    }
    guard let directory = StateDirectory(environment: environment) else {
        throw Failure(
            "no place for the history: neither HOME nor XDG_STATE_HOME is set",
            remedy: "Set HOME.", status: .usage)
    }
    let entries: [TranscriptLine]
    do throws(SystemError) {
        entries = try TranscriptHistory(directory: directory, limit: limit).entries()
    } catch {
        throw Failure(
            "cannot read the history: \(error)",
            remedy: "It belongs to you alone: see to the permissions of that file.", status: .usage)
    }
    for entry in options.last ? entries.suffix(1) : entries[...] {
        printLine(
            global.json
                ? JSON.object(["time": .string(entry.time), "text": .string(entry.text)]).text
                : SafeText.onOneLine(entry.text))
    }
    return entries.isEmpty ? .nothing : .success
}
