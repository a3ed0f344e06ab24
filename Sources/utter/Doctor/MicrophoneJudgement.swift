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
                remedy: Failure(error).remedy, exit: .microphone)
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
