/// A microphone as a person can choose it.
public struct CaptureDevice: Hashable, Sendable {
    /// What `Microphone` opens, for example `default` or `plughw:CARD=PCH,DEV=0`.
    public var name: String
    /// What people call it, for example "HDA Intel PCH, ALC257 Analog".
    public var description: String
    /// The device that is used unless another is chosen.
    public var isDefault: Bool
    /// What it belongs to: "PulseAudio", "PipeWire", "JACK", "OSS", or "ALSA" for the hardware
    /// itself; nil if that is not known.
    public var server: String?

    public init(name: String, description: String, isDefault: Bool, server: String?) {
        self.name = name
        self.description = description
        self.isDefault = isDefault
        self.server = server
    }
}

/// A name as the library suggests it. The corresponding C function is `snd_device_name_hint`.
struct DeviceHint: Hashable, Sendable {
    var name: String
    /// Of several lines, the first says whose device it is.
    var description: String
    /// "Input", "Output", or nil for both.
    var direction: String?
}

extension DeviceHint {
    /// Names that stand for a conversion, for no sound at all, or for the parts of loudspeakers.
    private static let noMicrophones: Set<String> = [
        "null", "lavrate", "samplerate", "speexrate", "speex", "upmix", "vdownmix", "a52",
        "arcam_av",
        "dmix", "rear", "center_lfe", "side", "surround21", "surround40", "surround41",
        "surround50", "surround51", "surround71", "iec958", "spdif", "hdmi", "modem", "phoneline",
    ]

    /// The ways to open the same hardware, the best first: with conversions, then shared, then
    /// bare.
    private static let hardwareNames = [
        "plughw", "sysdefault", "dsnoop", "front", "default", "hw", "usbstream",
    ]

    /// The name without its arguments.
    private var base: String {
        String(name.prefix { $0 != ":" })
    }

    /// Card and device, for a name that means hardware.
    private var hardware: String? {
        guard Self.hardwareNames.contains(base), name.contains("CARD=") else { return nil }
        let arguments = name.dropFirst(base.count + 1).split(separator: ",")
        let card = arguments.first { $0.hasPrefix("CARD=") }?.dropFirst(5) ?? ""
        let device = arguments.first { $0.hasPrefix("DEV=") }?.dropFirst(4) ?? "0"
        return "\(card),\(device)"
    }

    /// The microphones among `hints`, each piece of hardware once, in the order in which they came.
    static func microphones(_ hints: [DeviceHint]) -> [DeviceHint] {
        var result: [DeviceHint] = []
        var places: [String: Int] = [:]
        for hint in hints where hint.direction != "Output" && !noMicrophones.contains(hint.base) {
            let key = hint.hardware ?? hint.name
            guard let place = places[key] else {
                places[key] = result.count
                result.append(hint)
                continue
            }
            let rank = { (hint: DeviceHint) in hardwareNames.firstIndex(of: hint.base) ?? 99 }
            if rank(hint) < rank(result[place]) { result[place] = hint }
        }
        return result
    }

    /// The description on one line: that of the hardware, or all that there is.
    var line: String {
        let lines = description.split(separator: "\n").map(String.init)
        if hardware != nil, let first = lines.first { return first }
        return lines.joined(separator: ", ")
    }
}
