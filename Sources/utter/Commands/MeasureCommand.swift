import Audio
import Configuration
import Glibc
import PocketSphinx
import Speech
import Threads

/// `utter measure`: how well and how fast recordings with known texts are recognised on this machine.
func measure(
    _ options: MeasureOptions, _ global: GlobalOptions, environment: [String: String]
) throws(Failure) -> ExitStatus {
    let configuration = try ConfigurationLoader(global, environment: environment)
        .loadForUse().configuration
    let samples = try MeasuredClip.find(in: options.directory)
    let decoder = try openDecoder(
        configuration, profile: .prose, making: .making(configuration, profile: .prose))
    let hold = HoldDecoder(decoder: decoder)
    var whole = Measurement(name: "whole")
    var live = Measurement(name: "live")
    for clip in samples {
        let input = AudioInput(name: clip.path, isRaw: false)
        let audio: [Int16]
        do throws(Failure) { audio = try input.read().samples } catch {
            error.report()
            continue
        }
        do throws(RecognizerError) {
            let start = ProcessorClock.now()
            let result = try decoder.decode(recording: audio)
            whole.add(clip, result.text, audio: audio.count, cost: ProcessorClock.now() - start)
            let begin = ProcessorClock.now()
            try hold.begin()
            try hold.feed(audio)
            let released = ProcessorClock.now()
            let held = try hold.finish()
            let end = ProcessorClock.now()
            live.add(
                clip, held.hypothesis.text, audio: audio.count, cost: end - begin,
                wait: end - released, isSecondPass: held.tookSecondPass)
        } catch {
            throw Failure(recognizer: error)
        }
    }
    guard whole.clips > 0 else {
        throw Failure(
            "nothing in \"\(printable(options.directory))\" could be measured",
            remedy: "Put speech there as NAME.wav with what was said in NAME.txt.", status: .usage)
    }
    if global.json {
        printLine(JSON.object(["whole": whole.json, "live": live.json]).text)
    } else {
        writeAll(whole.table(beside: live), to: STDOUT_FILENO)
    }
    return .success
}

/// Processor time, which other programs on the machine do not lengthen much.
enum ProcessorClock {
    /// Seconds that this process has used, or by another clock this thread alone.
    static func now(_ clock: clockid_t = CLOCK_PROCESS_CPUTIME_ID) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

/// A recording and what was said in it.
struct MeasuredClip {
    var path: String
    var text: String

    /// The recordings of a folder: those in its `manifest.tsv` with the columns path and text, or else every
    /// WAV file that has a text file of the same name.
    static func find(in directory: String) throws(Failure) -> [MeasuredClip] {
        if let manifest = readText(directory + "/manifest.tsv") {
            return fromManifest(manifest, in: directory)
        }
        guard access(directory + "/.", R_OK) == 0 else {
            throw Failure(
                "cannot read \"\(printable(directory))\": \(systemMessage(errno))",
                remedy: "Name a folder with WAV and TXT files.", status: .usage)
        }
        return BoundedFiles.names(in: directory, limit: 100_000).map(\.text)
            .filter { $0.lowercased().hasSuffix(".wav") }.compactMap { name in
                let path = directory + "/" + name
                return readText(String(path.dropLast(4)) + ".txt").map {
                    MeasuredClip(path: path, text: $0)
                }
            }
    }

    private static func fromManifest(_ manifest: String, in directory: String) -> [MeasuredClip] {
        let lines = manifest.split(whereSeparator: \.isNewline).map {
            $0.split(separator: "\t", omittingEmptySubsequences: false)
        }
        guard let heading = lines.first, let path = heading.firstIndex(of: "path"),
            let text = heading.firstIndex(of: "text")
        else { return [] }
        return lines.dropFirst().compactMap { fields in
            guard fields.count > max(path, text), fields[text] != "null" else { return nil }
            let name = String(fields[path])
            return MeasuredClip(
                path: name.hasPrefix("/") ? name : directory + "/" + name,
                text: String(fields[text]))
        }
    }

    /// A small text file, or nil.
    private static func readText(_ path: String) -> String? {
        BoundedFiles.start(of: path, limit: 1 << 24).map { String(decoding: $0, as: UTF8.self) }
    }
}
