import Foundation
import Glibc
import Support

/// The waits of `utter listen`, measured from outside on the program as it is installed: on a pseudo-terminal that
/// answers like kitty, with a microphone that is paced by the clock.
///
/// Times depend on the machine and on what else it does; the table therefore sets them beside what the same machine
/// does at the same time with the library's own program.
struct ListenBench {
    let program: String
    /// The parts to measure; all if empty.
    var parts: [String] = []
    let recordings = "/usr/share/pocketsphinx/test/data/librivox"

    func run() async throws {
        defer { fflush(nil) }
        print("| what | median | worst | of |")
        print("|---|---|---|---|")
        if isWanted("start") { try await start() }
        if isWanted("rest") { try await idle() }
        if isWanted("key") { try await key() }
        if isWanted("transcript") { for seconds in [2, 5, 10] { try await transcript(seconds) } }
        if isWanted("memory") { try await memory() }
    }

    private func isWanted(_ part: String) -> Bool { parts.isEmpty || parts.contains(part) }

    private func row(_ what: String, _ values: [Double], unit: String = "ms") {
        let sorted = values.sorted()
        guard let worst = sorted.last else { return }
        func text(_ value: Double) -> String { String(format: "%.1f %@", value, unit) }
        defer { fflush(nil) }
        print("| \(what) | \(text(sorted[sorted.count / 2])) | \(text(worst)) | \(sorted.count) |")
    }

    // MARK: Start and rest

    /// From the start of the process until the keyboard flags are pushed; raw mode is set before that.
    private func start() async throws {
        for (what, arguments) in [
            ("start of the program to ready (raw mode, flags pushed)", ["listen", "--json"]),
            ("the same, as a shell's widget starts it", Self.widget),
        ] {
            var times: [Double] = []
            for _ in 0..<20 {
                let bench = try Run(program, arguments)
                try await eventually("keyboard flags") { bench.terminal.keyboard.flags & 11 == 11 }
                times.append((bench.pushed ?? bench.started).milliseconds(since: bench.started))
                try await bench.quit()
            }
            row(what, times)
        }
    }

    private static let widget = [
        "listen", "--once", "--key", "f9", "--held", "--below", "--profile", "shell", "--rest-fd",
        "3",
    ]

    /// How often the kernel had to run any thread of the program in ten seconds in which nothing happened.
    private func idle() async throws {
        let bench = try Run(program)
        try await bench.ready()
        let before = bench.wakeUps
        let end = monotonicNow() + .seconds(10)
        try await eventually("ten seconds") { monotonicNow() >= end }
        row("wake-ups in 10 s of rest", [Double(bench.wakeUps - before)], unit: "")
        try await bench.quit()
    }

    // MARK: A hold

    private func key() async throws {
        let bench = try Run(program)
        try await bench.ready()
        var late: [Double] = []
        var open: [Double] = []
        var frame: [Double] = []
        for count in 1...10 {
            let pressed = monotonicNow()
            bench.terminal.press(.space)
            let began = try await bench.event("began", count)
            late.append((began - pressed).milliseconds - 350)
            try await bench.terminal.waitForScreen("listening")
            let opened = try await eventually("the opening") {
                bench.microphone.events("open").dropFirst(count - 1).first
            }
            open.append((.seconds(opened.time) - began).milliseconds)
            frame.append((bench.painted("listening") - began).milliseconds)
            bench.terminal.release(.space)
            _ = try await bench.event("dropped", count)
            try await bench.settle()
        }
        row("key event to `began`, past the minimum duration", late)
        row("`began` to the end of snd_pcm_open", open)
        row("`began` to *listening* on the screen", frame)
        try await bench.quit()
    }

    /// From the end of the tail to the transcript on standard output, next to what the library's own program spends
    /// on the same clip after its last frame.
    ///
    /// Of a voice that is not known yet the first holds are heard twice, and their waits are another matter: they
    /// have a row of their own.
    private func transcript(_ seconds: Int) async throws {
        let clip = try clip(seconds)
        let bench = try Run(program, sound: clip)
        try await bench.ready()
        let unknown = (ListenBench.knownVoice + seconds - 1) / seconds
        var waits: [Double] = []
        for count in 1...unknown + 5 {
            bench.terminal.press(.space)
            let start = try await eventually("capture") {
                bench.microphone.events("start").dropFirst(count - 1).first
            }
            let end = Duration.seconds(start.time) + .seconds(seconds)
            try await eventually("the end of the clip") { monotonicNow() >= end }
            let released = monotonicNow()
            bench.terminal.release(.space)
            let final = try await bench.event("final", count)
            waits.append((final - released).milliseconds - 200)
            try await bench.settle()
        }
        let what = "end of the tail to the transcript, \(seconds) s of speech"
        row(what, Array(waits.dropFirst(unknown)))
        row("\(what), voice not known yet", Array(waits.prefix(unknown)))
        let painted = Double(bench.terminal.output.count)
        let held = Double(seconds * waits.count)
        row(
            "written to the terminal per second of hold, \(seconds) s", [painted / held],
            unit: "bytes")
        try await bench.quit()
        row(
            "the same clip's last passes in pocketsphinx_continuous -infile",
            [try lastPasses(of: clip) * 1000])
    }

    /// Seconds after which a voice counts as known, with a block to spare.
    private static let knownVoice = 6

    private func memory() async throws {
        let clip = try clip(10)
        let bench = try Run(program, sound: clip)
        try await bench.ready()
        bench.terminal.press(.space)
        let start = try await eventually("capture") { bench.microphone.events("start").first }
        try await eventually("the end of the clip") { monotonicNow() >= .seconds(start.time + 10) }
        bench.terminal.release(.space)
        _ = try await bench.event("final", 1)
        row("peak memory, 10 s of speech", [bench.peakMemory], unit: "MB")
        try await bench.quit()
        row(
            "peak memory of pocketsphinx_continuous, the same", [try reference(clip).memory],
            unit: "MB")
    }

    // MARK: The library's own program

    /// Seconds that its second and third pass took.
    private func lastPasses(of clip: [Int16]) throws -> Double {
        let lines = try reference(clip).log.split(separator: "\n")
        return lines.reduce(0) { sum, line in
            let words = line.split(separator: " ")
            guard line.contains("fwdflat") || line.contains("bestpath"), line.hasSuffix("xRT"),
                let wall = words.firstIndex(of: "wall"), wall > 0,
                let time = Double(words[wall - 1])
            else { return sum }
            return sum + time
        }
    }

    private func reference(_ clip: [Int16]) throws -> (log: String, memory: Double) {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("utter-bench.raw")
        try clip.withUnsafeBytes { Data($0) }.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/pocketsphinx_continuous")
        process.arguments = ["-infile", file.path]
        let log = Pipe()
        process.standardError = log
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        let text = log.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        var usage = rusage()
        getrusage(RUSAGE_CHILDREN.rawValue, &usage)
        return (String(decoding: text, as: UTF8.self), Double(usage.ru_maxrss) / 1024)
    }

    /// The first seconds of recorded speech.
    private func clip(_ seconds: Int) throws -> [Int16] {
        var samples: [Int16] = []
        for name in try FileManager.default.contentsOfDirectory(atPath: recordings).sorted()
        where name.hasSuffix(".wav") {
            let data = try Data(contentsOf: URL(fileURLWithPath: "\(recordings)/\(name)"))
            samples += data.dropFirst(44).withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
        }
        return Array(samples.prefix(seconds * 16_000))
    }
}

/// One run of the program.
private final class Run {
    let terminal: PseudoTerminal
    let microphone: FakeMicrophone
    let process: ChildProcess
    let started: Duration
    private let output: String

    init(
        _ program: String, _ arguments: [String] = ["listen", "--json"], sound: [Int16] = []
    ) throws {
        terminal = try PseudoTerminal()
        microphone = try FakeMicrophone(sound: sound, fields: ["floor": "8"])
        output = microphone.directory.appendingPathComponent("out").path
        var environment = ["HOME": microphone.directory.path]
        environment.merge(microphone.environment) { $1 }
        // Where a widget wants what is typed meanwhile.
        let rest = open("/dev/null", O_WRONLY | O_CLOEXEC)
        defer { close(rest) }
        started = monotonicNow()
        process = try terminal.spawn(
            program, arguments, environment: environment, stdout: .file(output),
            extraDescriptors: [3: rest])
    }

    /// When the flags were pushed, as far as a look every few milliseconds can tell.
    var pushed: Duration? { terminal.arrival(of: "\u{1b}[>11u") }

    /// When a text was painted last.
    func painted(_ text: String) -> Duration { terminal.arrival(of: text) ?? monotonicNow() }

    func ready() async throws {
        try await terminal.waitForScreen("to talk")
        try await eventually("the model", within: .seconds(60)) {
            !terminal.screen.text.contains("loading")
        }
    }

    /// The time of event number `count` of a type.
    func event(_ type: String, _ count: Int) async throws -> Duration {
        try await eventually(
            "\(type) number \(count)", within: .seconds(60), detail: { self.written }
        ) {
            let text = written
            let times = text.split(separator: "\n").compactMap { line -> Double? in
                let object = try? JSONSerialization.jsonObject(with: Data(line.utf8))
                guard let fields = object as? [String: Any], fields["type"] as? String == type
                else { return nil }
                return fields["time"] as? Double
            }
            return times.count >= count ? .seconds(times[count - 1]) : nil
        }
    }

    private var written: String { (try? String(contentsOfFile: output, encoding: .utf8)) ?? "" }

    /// Lets the finger rest longer than a release needs to be believed.
    func settle() async throws {
        let end = monotonicNow() + .milliseconds(150)
        try await eventually("a pause") { monotonicNow() >= end }
    }

    var wakeUps: Int {
        let tasks =
            (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process.pid)/task"))
            ?? []
        return tasks.reduce(0) { $0 + field("voluntary_ctxt_switches", of: "task/\($1)/status") }
    }

    /// In megabytes.
    var peakMemory: Double { Double(field("VmHWM", of: "status")) / 1024 }

    private func field(_ name: String, of file: String) -> Int {
        let text =
            (try? String(contentsOfFile: "/proc/\(process.pid)/\(file)", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") }
        return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    }

    func quit() async throws {
        // Ctrl-C ends it in every mode.
        terminal.tap(TypedKey.character("c").control)
        try await process.waitForEnd()
    }
}

extension Duration {
    fileprivate var milliseconds: Double {
        Double(components.seconds) * 1000 + Double(components.attoseconds) / 1e15
    }

    fileprivate func milliseconds(since other: Duration) -> Double { (self - other).milliseconds }
}
