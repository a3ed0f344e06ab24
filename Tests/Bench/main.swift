import Foundation
import PocketSphinx

let arguments = Array(CommandLine.arguments.dropFirst())
// Every so many clips only, where time is short.
let step = arguments.dropFirst().first.flatMap { Int($0) } ?? 1
switch arguments.first {
case "accuracy":
    let kinds: Set = ["sentence", "command", "digits"]
    guard let clips = try SpeechData.clips(kinds: kinds, for: "accuracy") else { exit(0) }
    try Accuracy(clips: clips.enumerated().filter { $0.offset % step == 0 }.map(\.element)).run()
case "confidence":
    let kinds: Set = ["sentence", "command", "digits"]
    guard let clips = try SpeechData.clips(kinds: kinds, for: "confidence") else { exit(0) }
    try Accuracy(clips: clips).runConfidence()
case "waits":
    guard let clips = try SpeechData.clips(kinds: ["sentence", "command"], for: "waits") else {
        exit(0)
    }
    try WaitBench(clips: clips, parts: Array(arguments.dropFirst())).run()
case "preview":
    guard let clips = try SpeechData.clips(kinds: ["sentence"], for: "preview") else { exit(0) }
    try PreviewBench(clips: clips).run()
case "stability":
    guard let clips = try SpeechData.clips(kinds: ["sentence"], for: "stability") else { exit(0) }
    try StabilityBench(clips: clips.enumerated().filter { $0.offset % step == 0 }.map(\.element))
        .run()
case "noise":
    guard let clips = try SpeechData.clips(kinds: nil, for: "noise") else { exit(0) }
    try NoiseBench(clips: clips.filter { ["noise", "silence", "non-speech"].contains($0.kind) })
        .run()
case "words":
    guard arguments.count > 1 else { exit(2) }
    guard let directory = SpeechData.directory(for: "words") else { exit(0) }
    try WordBench(utter: arguments[1], directory: directory).run()
case "learn":
    guard arguments.count > 1 else { exit(2) }
    try LearnBench(
        utter: arguments[1],
        clips: try SpeechData.clips(kinds: ["sentence"], for: "learn, ordinary sentences") ?? []
    ).run()
case "refine":
    guard arguments.count > 1 else { exit(2) }
    guard let clips = try SpeechData.clips(kinds: ["sentence"], for: "refine") else { exit(0) }
    try RefineBench(command: arguments[1], clips: clips).run()
case "lead-in":
    guard let directory = SpeechData.directory(for: "lead-in") else { exit(0) }
    try LeadInBench(directory: directory).run()
case "shell":
    guard arguments.count > 1 else { exit(2) }
    let set = arguments.dropFirst(2).first { $0 != "all" } ?? ShellSet.standard
    try ShellAccuracy(set: ShellSet(path: set), utter: arguments[1]).run(
        all: arguments.last == "all")
case "shell-build":
    try ShellBuildBench(set: arguments.dropFirst().first ?? ShellSet.standard).run()
case "shell-smoothing":
    let set = arguments.dropFirst().first ?? ShellSet.standard
    try SmoothingBench(set: ShellSet(path: set)).run()
    if set != ShellSet.shipped { try SmoothingBench(set: ShellSet(path: ShellSet.shipped)).run() }
case "letters":
    try LetterBench(table: arguments.dropFirst().first).run()
case "decode":
    guard arguments.count > 1, let mode = DecodeRun.Mode(rawValue: arguments[1]) else { exit(2) }
    var settings = RecognizerSettings()
    var policy = HoldPolicy()
    for argument in arguments.dropFirst(2) {
        let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { continue }
        switch parts[0] {
        case "tolerated": policy.rehearing.unknown.toleratedDistance = Float(parts[1]) ?? 0
        case "second-pass": policy.rehearing.unknown.longestAtEnd = .seconds(Double(parts[1]) ?? 0)
        case "known-tolerated": policy.rehearing.known.toleratedDistance = Float(parts[1]) ?? 0
        case "known-remembered": policy.rehearing.known.remembered = Int(parts[1]) ?? 0
        case "known-lengths": policy.rehearing.known.lengths = DecodeRun.lengths(parts[1])
        case "lengths": policy.rehearing.unknown.lengths = DecodeRun.lengths(parts[1])
        case "longest-piece": policy.longestPiece = .seconds(Double(parts[1]) ?? 0)
        case "piece-at-pause": policy.pieceAtPause = .seconds(Double(parts[1]) ?? 0)
        default: settings.others[parts[0]] = parts[1]
        }
    }
    try DecodeRun.run(mode, settings: settings, policy: policy)
case "keys":
    for row in KeyboardBench.rows() { print("\(row.what): \(row.value)") }
case "listen":
    guard arguments.count > 1 else { exit(2) }
    try await ListenBench(program: arguments[1], parts: Array(arguments.dropFirst(2))).run()
default:
    print(
        """
        bench listen PROGRAM [start|rest|key|transcript|memory …]
                                 the waits of a hold, from outside
        bench accuracy [STEP]    error rates, times and memory beside the reference programs
        bench confidence         how well confidence tells which words are right; a part of accuracy
        bench waits [short|minute|ten-minutes …]
                                 from release to transcript, by length; whether cuts lose words
        bench stability [STEP]   rewrites of settled words of the preview against their lag
        bench preview            what the preview costs in each minute of a long hold
        bench noise              words heard where nobody speaks
        bench words UTTER        the user's own words, by the program UTTER
        bench learn UTTER        a text that is learned from: sentences of its domain, and ordinary ones
        bench lead-in            first and last words, by the quiet around them
        bench refine COMMAND     a `refine` command: errors, and how long after the release it is done
        bench shell UTTER [SET] [all]  spoken commands, by the program UTTER; all: noise, speeds, voices
        bench shell-build [SET]  what the shell language costs to build, beside the acoustic model
        bench shell-smoothing [SET]  ways of smoothing it: held-out perplexity and exact commands
        bench letters [FILE]     letter-to-sound on words that it was not trained on
        bench decode MODE [NAME=VALUE …] < clips
        bench keys               the parser of keys on an input and on sixteen times as much
        """)
    exit(2)
}
