import Foundation
import PocketSphinx

let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "accuracy":
    // Every so many clips only, where time is short.
    let step = arguments.dropFirst().first.flatMap { Int($0) } ?? 1
    guard let directory = SpeechData.directory else {
        print(
            "accuracy: skipped, no recordings: UTTER_TEST_DATA names a folder with speech/manifest.tsv"
        )
        exit(0)
    }
    let clips = try SpeechData.clips(in: directory, kinds: ["sentence", "command", "digits"])
    try Accuracy(clips: clips.enumerated().filter { $0.offset % step == 0 }.map(\.element)).run()
case "shell":
    guard
        let set = arguments.count > 2 && arguments[2] != "all"
            ? arguments[2] : ShellAccuracy.directory
    else {
        print(
            "shell: skipped, no commands: UTTER_TEST_DATA names a folder with shell/dev/commands.tsv"
        )
        exit(0)
    }
    guard arguments.count > 1 else { exit(2) }
    try ShellAccuracy(set: set, utter: arguments[1]).run(all: arguments.last == "all")
case "decode":
    guard arguments.count > 1, let mode = DecodeRun.Mode(rawValue: arguments[1]) else { exit(2) }
    var settings = RecognizerSettings()
    var policy = HoldPolicy()
    for argument in arguments.dropFirst(2) {
        let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { continue }
        switch parts[0] {
        case "tolerated": policy.toleratedDistance = Float(parts[1]) ?? 0
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
        bench shell UTTER [SET] [all]  spoken commands, by the program UTTER; all: noise, speeds, voices
        bench decode MODE [NAME=VALUE …] < clips
        bench keys               the parser of keys on an input and on sixteen times as much
        """)
    exit(2)
}
