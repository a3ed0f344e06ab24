import Audio
import Configuration
import Glibc
import PocketSphinx
import Speech

/// `utter transcribe`: one line for each recording, in the order given.
///
/// A recording that cannot be read is told on standard error and leaves its line empty, so that the lines
/// and the inputs still belong together; the others go on.
func transcribe(
    _ options: TranscribeOptions, _ global: GlobalOptions, environment: [String: String]
) throws(Failure) -> ExitStatus {
    let configuration = try ConfigurationLoader(global, environment: environment)
        .loadForUse().configuration
    let profile = options.profile ?? configuration.recognizer.profile
    let text = TranscriptText(configuration, profile: profile)
    try checkSources(options)
    let gatherer = ShellGatherer(configuration.shell, options: options, environment: environment)
    let decoder = try openDecoder(
        configuration, profile: profile,
        making: .making(configuration, profile: profile, gatherer: gatherer))
    // A reader that has gone ends the program cleanly, not by a signal.
    signal(SIGPIPE, SIG_IGN)
    // Holds one after the other, as one person makes them: what is learned of the voice stays.
    let hold = HoldDecoder(decoder: decoder)
    var status = ExitStatus.success
    for name in options.inputs {
        let input = AudioInput(name: name, isRaw: options.raw)
        var line = ""
        do throws(Failure) {
            let (samples, warning) = try input.read()
            if let warning {
                writeAll("utter: \(input.shown): \(warning.reason)\n", to: STDERR_FILENO)
            }
            var hypothesis: Hypothesis
            do throws(RecognizerError) {
                hypothesis =
                    options.live
                    ? try hold.decode(likeHold: samples) : try decoder.decode(recording: samples)
            } catch {
                throw Failure(recognizer: error)
            }
            if let shell = decoder.shell { hypothesis = shell.written(hypothesis) }
            if hypothesis.isDoubtful {
                writeAll(
                    "utter: \(input.shown): does not sound like a command\n", to: STDERR_FILENO)
            }
            let result = text.written(hypothesis)
            line =
                global.json
                ? TranscriptJSON.object(result, file: name).text : text.shown(result.text)
        } catch {
            error.report()
            if status == .success || error.status == .recognizer { status = error.status }
            if global.json {
                line = JSON.object(["file": .string(name), "error": .string(error.message)]).text
            }
        }
        guard writeWhole(line + "\n", to: STDOUT_FILENO) else {
            if errno == EPIPE { return status }
            throw Failure(output: errno)
        }
    }
    return status
}

/// Without what was named for the shell language every command would be heard worse, and nobody would know why.
private func checkSources(_ options: TranscribeOptions) throws(Failure) {
    for (option, path, kind) in [
        ("--history", options.history, "a history file of bash, zsh or fish"),
        ("--directory", options.directory, "the directory in which the commands are said"),
    ] {
        guard let path, access(path, R_OK) != 0 else { continue }
        throw Failure(
            "cannot read \"\(printable(path))\" of \(option): \(systemMessage(errno))",
            remedy: "Name \(kind), or leave \(option) out.", status: .usage)
    }
}

/// Loads the recogniser for a command that decodes on its own thread.
///
/// - Parameter making: makes the words while the acoustic model loads; nil for the models that the dotfile names.
func openDecoder(
    _ configuration: Configuration, profile: Profile,
    making: (@Sendable () -> DecoderVocabulary?)?
) throws(Failure) -> Decoder {
    // A message after which the library would call exit(1): the program leaves by its own door instead.
    Decoder.onFatal { reason in
        Failure(
            recognizer: RecognizerError(operation: "use recogniser", subject: "", reason: reason)
        ).report()
        // Not `exit`: the threads beside this one still use what its handlers would tear down.
        _exit(ExitStatus.recognizer.rawValue)
    }
    let models = ModelPaths(configuration.recognizer)
    let settings: RecognizerSettings = profile == .shell ? .shell : RecognizerSettings()
    do throws(RecognizerError) {
        guard let making else { return try Decoder(models: models, settings: settings) }
        return try Decoder(models: models, settings: settings, making: making)
    } catch {
        throw Failure(recognizer: error)
    }
}

extension ModelPaths {
    init(_ options: Configuration.Recognizer) {
        self.init(
            acousticModel: options.acousticModel, languageModel: options.languageModel,
            dictionary: options.dictionary)
    }
}

extension HoldDecoder {
    /// Decodes a recording in the blocks in which a hold of the key would bring it.
    func decode(likeHold samples: [Int16]) throws(RecognizerError) -> Hypothesis {
        try begin()
        for start in stride(from: 0, to: samples.count, by: AudioFormat.blockFrames) {
            let end = min(start + AudioFormat.blockFrames, samples.count)
            try feed(Array(samples[start..<end]))
        }
        return try finish().hypothesis
    }
}
