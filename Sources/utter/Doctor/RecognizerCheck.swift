import Audio
import Configuration
import Glibc
import PocketSphinx
import Speech

/// The checks of model files and of the recogniser's speed.
enum RecognizerCheck {
    /// A sentence of the packaged test data, one of the files that Debian's package has.
    static let packagedSpeech =
        "/usr/share/pocketsphinx/test/data/librivox/sense_and_sensibility_01_austen_64kb-0880.wav"

    static func model(_ options: Configuration.Recognizer) -> Finding {
        do throws(RecognizerError) {
            try Decoder.check(ModelPaths(options))
        } catch {
            return .problem(
                "model", "\(printable(error.subject)): \(printable(error.reason))",
                remedy: "Install pocketsphinx-en-us, or correct [recognizer] in the dotfile.",
                exit: .recognizer)
        }
        return .ok(
            "model",
            "acoustic model, language model and dictionary are there and fit each other ("
                + "\(printable(options.acousticModel)))")
    }

    /// How long the packaged speech takes, as a part of its own length.
    static func speed(_ options: Configuration.Recognizer) -> Finding {
        guard access(packagedSpeech, R_OK) == 0 else {
            return .note(
                "speed", "not measured: the packaged speech is not installed",
                remedy: "apt install pocketsphinx-testdata.")
        }
        do {
            let decoder = try Decoder(models: ModelPaths(options))
            let (samples, _) = try AudioInput(name: packagedSpeech, isRaw: false).read()
            let begun = processorSeconds()
            let text = try decoder.decode(samples).text
            let spoken = Double(samples.count) / Double(AudioFormat.sampleRate)
            return speed(
                ratio: (processorSeconds() - begun) / spoken, heardWords: !text.isEmpty)
        } catch let error as RecognizerError {
            return .problem(
                "speed", "the recogniser does not work: \(printable(error.reason))",
                remedy: "Install pocketsphinx-en-us, or correct [recognizer] in the dotfile.",
                exit: .recognizer)
        } catch {
            return .note(
                "speed", "not measured: the packaged speech cannot be read",
                remedy: "apt reinstall pocketsphinx-testdata.")
        }
    }

    /// Seconds that the processor has worked for this thread: what else it does meanwhile says
    /// nothing about it.
    private static func processorSeconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }

    /// - Parameter ratio: time taken by time spoken.
    static func speed(ratio: Double, heardWords: Bool) -> Finding {
        let shown = Int((ratio * 100).rounded())
        guard heardWords else {
            return .problem(
                "speed", "the recogniser hears no words in the packaged speech",
                remedy: "Install pocketsphinx-en-us, or correct [recognizer] in the dotfile.",
                exit: .recognizer)
        }
        guard ratio < 0.8 else {
            return .note(
                "speed", "speech takes \(shown) % of its own length: words will come late",
                remedy: "A faster machine, or refine = with a recogniser on another one.")
        }
        return .ok("speed", "speech takes \(shown) % of its own length")
    }

    /// Whether the command of `refine =` can be started at all.
    static func refine(_ command: String, path: String) -> Finding {
        let name = String(command.drop { $0 == " " }.prefix { $0 != " " })
        let places =
            name.contains("/") ? [name] : path.split(separator: ":").map { "\($0)/\(name)" }
        guard places.contains(where: { access($0, X_OK) == 0 }) else {
            return .problem(
                "refine", "\(printable(name)) is not there, or not executable",
                remedy:
                    "Correct refine = in the dotfile; until then the built-in recogniser's words "
                    + "are used.",
                exit: .usage)
        }
        return .ok("refine", "\(printable(command)) refines prose")
    }
}
