public import Foundation

/// A microphone that hears a given sound, exactly and in time, and fails as told:
/// `Tests/FakeMicrophone` behind an ALSA configuration of its own.
///
///     let microphone = try FakeMicrophone(sound: speech, fields: ["faults": "xrun@0.5"])
///     process.environment?.merge(microphone.environment) { $1 }   // it is the program's `default`
///     ...
///     microphone.events("open").count == 1
public final class FakeMicrophone: Sendable {
    /// One line of the device's log.
    public struct Event: Hashable, Sendable {
        /// `open`, `open-failed`, `prepare`, `start`, `stop`, `resume`, `overrun`, `close` or
        /// `fault-KIND`.
        public var what: String
        /// Seconds of CLOCK_MONOTONIC.
        public var time: Double
        /// The process that did it.
        public var process: Int32
    }

    /// A directory that lives as long as this object, free for the test's own files too.
    public let directory: URL

    /// Makes a device out of `sound` (mono, 16 kHz) and fields of `fakemic.h`, for example
    /// `["open-error": "EBUSY"]`. `more` is configuration for other devices beside it.
    public init(
        sound: [Int16] = [], fields: [String: String] = [:], more: String = ""
    ) throws {
        directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("utter-mic-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try setSound(sound)
        let lines = fields.sorted { $0.key < $1.key }.map { key, value in
            Double(value) == nil ? "  \(key) \"\(value)\"" : "  \(key) \(value)"
        }
        let configuration = """
            </usr/share/alsa/alsa.conf>
            pcm_type.fakemic { lib "\(Self.library)" }
            pcm.!default {
              type fakemic
              file "\(soundFile.path)"
              log "\(logFile.path)"
            \(lines.joined(separator: "\n"))
              hint { show on description "The microphone of the tests" }
            }
            \(more)
            """
        try configuration.write(to: configurationFile, atomically: true, encoding: .utf8)
    }

    deinit {
        try? FileManager.default.removeItem(at: directory)
    }

    private var configurationFile: URL { directory.appendingPathComponent("asound.conf") }
    private var logFile: URL { directory.appendingPathComponent("log") }
    /// The recording that the device hears, raw.
    public var soundFile: URL { directory.appendingPathComponent("sound.raw") }

    /// What a program's environment needs so that this is its default microphone.
    public var environment: [String: String] { ["ALSA_CONFIG_PATH": configurationFile.path] }

    /// A name for a device's gate: what waits for it goes on after `open(gate:)`.
    public func gate(_ name: String) -> String {
        directory.appendingPathComponent("gate-\(name)").path
    }

    public func open(gate name: String) throws {
        try Data().write(to: URL(fileURLWithPath: gate(name)))
    }

    /// Replaces the sound for the opens to come.
    public func setSound(_ sound: [Int16]) throws {
        let data = sound.withUnsafeBytes { Data($0) }
        try data.write(to: soundFile, options: .atomic)
    }

    /// Everything that has happened to the device until now, oldest first.
    public var events: [Event] {
        let text = (try? String(contentsOf: logFile, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: " ")
            guard fields.count == 3, let time = Double(fields[1]), let process = Int32(fields[2])
            else { return nil }
            return Event(what: String(fields[0]), time: time, process: process)
        }
    }

    /// The events of one kind.
    public func events(_ what: String) -> [Event] {
        events.filter { $0.what == what }
    }

    /// True while the device is open in some process.
    public var isOpen: Bool {
        events("open").count > events("close").count + events("open-failed").count
    }

    /// The plugin as it was built with the tests.
    public static var library: String { BuiltProducts.path(of: "libfakemic.so") }
}
