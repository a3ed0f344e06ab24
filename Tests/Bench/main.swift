import Foundation
import PocketSphinx

let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "decode":
    guard arguments.count > 1, let mode = DecodeRun.Mode(rawValue: arguments[1]) else { exit(2) }
    var settings = RecognizerSettings()
    for argument in arguments.dropFirst(2) {
        let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
        if parts.count == 2 { settings.others[parts[0]] = parts[1] }
    }
    try DecodeRun.run(mode, settings: settings)
default:
    print("bench decode whole|cold|cold-first-pass|speaker [NAME=VALUE …] < clips")
    exit(2)
}
