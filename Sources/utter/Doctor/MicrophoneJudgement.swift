import ALSA
import Audio
import Configuration

// What a second of listening has shown, judged.

extension Finding {
    static func microphone(_ report: MicrophoneReport) -> Finding {
        let device = "\"\(printable(report.device))\""
        if let error = report.error {
            return .problem(
                "microphone",
                "\(device): \(error.shortReason) (\(error.operation): \(error.reason))",
                remedy: error.remedy, exit: .microphone)
        }
        let sound = report.sound
        if report.isMuted == true {
            return .problem(
                "microphone", "\(device) is muted",
                remedy: "Switch it on: alsamixer -V capture, or the sound settings of the desktop.",
                exit: .microphone)
        }
        if sound.isDigitalSilence {
            return .problem(
                "microphone", "\(device) is silent: a second of nothing but zeros",
                remedy: "Look for a mute switch, a volume of zero or another input: utter devices "
                    + "lists them.",
                exit: .microphone)
        }
        let peak = decibels(Level.decibels(sound.peak))
        let heard =
            "\(device) opens; loudest \(peak), on average \(decibels(Level.decibels(sound.rms)))"
        if sound.isClipped {
            return .note(
                "microphone", heard + "; it is too loud and cut off",
                remedy: "Turn its volume down: alsamixer -V capture.")
        }
        if let rate = report.measuredRate, abs(rate / 16_000 - 1) > 0.05 {
            return .note(
                "microphone", heard + "; it delivers \(Int(rate)) frames a second, not 16000",
                remedy: "Another device may do better: utter devices lists them.")
        }
        if report.overruns > 0 {
            return .note(
                "microphone", heard + "; sound was lost on the way \(report.overruns) times",
                remedy: "The machine is too busy, or the device's buffer too small.")
        }
        return .ok("microphone", heard)
    }

    private static func decibels(_ value: Double) -> String { "\(Int(value.rounded())) dBFS" }
}

extension CaptureError {
    /// What to do about it.
    var remedy: String {
        let isDefault = device == Configuration().audio.device
        return kind == .noSuchDevice && isDefault ? Self.nothingThere : kind.remedy
    }
}

extension CaptureError.Kind {
    /// What to do about it, for a device of any name.
    var remedy: String {
        switch self {
        case .noSuchDevice: "Choose one that is there: utter devices lists them, device = names it."
        case .busy: "End the program that has it, or use device = default, which is shared."
        case .permission: "Join the group audio (adduser USER audio) and log in again."
        case .noServer: "Start it: systemctl --user start pipewire-pulse, or pulseaudio --start."
        case .notAnswering: "Look at the sound server, or unplug and plug the device."
        case .unsupported: "Use its plug form (plughw:… for hw:…), or device = default."
        case .disconnected: "Plug it in again, or choose another: utter devices."
        case .other: "utter devices --probe tries each; device = chooses another."
        }
    }
}
