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

    /// Whether the shell profile has what it knows of command lines.
    static func tables(_ tables: KnowledgeTables) -> Finding {
        if let problem = tables.problem {
            return .problem(
                "tables", "\(problem.what): \(problem.cost)", remedy: problem.remedy,
                exit: .recognizer)
        }
        return .ok(
            "tables",
            "the shell profile knows \(tables.knowledge.lexicon.entries.count) names of commands and "
                + "things (\(printable(tables.directory ?? "")))")
    }

    /// How long the packaged speech takes, as a part of its own length.
    static func speed(_ options: Configuration.Recognizer) -> Finding {
        guard access(packagedSpeech, R_OK) == 0 else {
            return .note(
                "speed", "not measured: the packaged speech is not installed",
                remedy: "apt install pocketsphinx-testdata.")
        }
        guard let answers = try? Mailbox<Finding>() else {
            return .note(
                "speed", "not measured: too many files are open", remedy: "Close some programs.")
        }
        // On a thread of its own: on some models the library would end the program, and nothing more would be said.
        // The thread to which that happens rests for ever instead.
        detachThread {
            Decoder.onFatal { answers.post(doesNotWork($0)) }
            answers.post(measuredSpeed(options))
        }
        while true {
            var request = pollfd(fd: answers.descriptor, events: Int16(POLLIN), revents: 0)
            _ = poll(&request, 1, -1)
            if let answer = answers.drain().first { return answer }
        }
    }

    private static func measuredSpeed(_ options: Configuration.Recognizer) -> Finding {
        do {
            let decoder = try Decoder(models: ModelPaths(options))
            let (samples, _) = try AudioInput(name: packagedSpeech, isRaw: false).read()
            // Of this thread: what the processor does beside it says nothing about it.
            let begun = ProcessorClock.now(CLOCK_THREAD_CPUTIME_ID)
            let text = try decoder.decode(samples).text
            let took = ProcessorClock.now(CLOCK_THREAD_CPUTIME_ID) - begun
            let spoken = Double(samples.count) / Double(AudioFormat.sampleRate)
            return speed(ratio: took / spoken, heardWords: !text.isEmpty)
        } catch let error as RecognizerError {
            return doesNotWork(error.reason)
        } catch {
            return .note(
                "speed", "not measured: the packaged speech cannot be read",
                remedy: "apt reinstall pocketsphinx-testdata.")
        }
    }

    private static func doesNotWork(_ reason: String) -> Finding {
        .problem(
            "speed", "the recogniser does not work: \(printable(reason))",
            remedy: "Install pocketsphinx-en-us, or correct [recognizer] in the dotfile.",
            exit: .recognizer)
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

    /// How often words are wrong: what `utter measure` tells of the recordings of `Tests/Bench/packaged-speech`. Nil for
    /// models that were not measured.
    static func accuracy(_ options: Configuration.Recognizer) -> Finding? {
        guard ModelPaths(options) == ModelPaths(Configuration().recognizer) else { return nil }
        return .ok(
            "accuracy",
            "one word in ten is wrong in clear recordings, more in free speech; utter measure DIR "
                + "tells of your own")
    }

    /// Lets the command of `refine =` hear the packaged speech, all at once.
    static func refine(_ command: String, deadline: Duration) -> Finding {
        let samples = (try? AudioInput(name: packagedSpeech, isRaw: false).read().samples) ?? []
        // Without recorded speech a second of silence shows at least whether it runs.
        let sound = samples.isEmpty ? [Int16](repeating: 0, count: AudioFormat.sampleRate) : samples
        let bytes = sound.flatMap {
            [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)]
        }
        let begun = ContinuousClock.now
        let answer = Result { () throws(CommandFailure) in
            try TextFilter(command: command, limit: .seconds(20)).answer(to: bytes)
        }
        return refine(
            answer, took: ContinuousClock.now - begun, deadline: deadline,
            hasSpeech: !samples.isEmpty)
    }

    /// - Parameter took: from the start of the command to its answer.
    static func refine(
        _ answer: Result<String, CommandFailure>, took: Duration, deadline: Duration,
        hasSpeech: Bool
    ) -> Finding {
        let remedy =
            "Correct refine = in the dotfile; until then the built-in recogniser's words are "
            + "used."
        let seconds = "\(took.tenths)"
        switch answer {
        case .success(let text):
            let count = text.split(whereSeparator: \.isWhitespace).count
            let heard = "the command hears \(count) words in the packaged speech in \(seconds)"
            guard took > deadline + .seconds(5) else { return .ok("refine", heard) }
            return .note(
                "refine", heard + ", long after refine-deadline",
                remedy: "A smaller model, or a longer refine-deadline.")
        case .failure(.printedNothing) where !hasSpeech:
            return .note(
                "refine", "the command runs; whether it hears anything was not tried",
                remedy: "apt install pocketsphinx-testdata.")
        case .failure(.printedNothing):
            return .problem(
                "refine", "the command hears no words in the packaged speech", remedy: remedy,
                exit: .recognizer)
        case .failure(.tooSlow):
            return .problem(
                "refine", "the command has not answered after 20 s", remedy: remedy,
                exit: .recognizer)
        case .failure(let failure):
            return .problem("refine", "the command \(failure)", remedy: remedy, exit: .recognizer)
        }
    }
}
