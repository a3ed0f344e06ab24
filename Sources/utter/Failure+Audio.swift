import ALSA
import Configuration

// The words for failures of the microphone: made here and nowhere else.
extension Failure {
    init(_ error: CaptureError) {
        let name = "microphone \"\(error.device)\""
        let (what, remedy): (String, String) =
            switch error.kind {
            case .noSuchDevice where error.device == Configuration().audio.device:
                (
                    "cannot open \(name): there is none",
                    "Plug one in, or start the sound server (systemctl --user start pipewire); utter devices --probe tries all."
                )
            case .noSuchDevice:
                (
                    "cannot open \(name): there is no such device",
                    "utter devices lists what there is; device = NAME in the dotfile chooses one."
                )
            case .busy:
                (
                    "cannot open \(name): another program has it",
                    "End that program (fuser -v /dev/snd/* names it), or choose another device: utter devices lists them."
                )
            case .permission:
                (
                    "cannot open \(name): you may not use it",
                    "Ask for membership in the group audio (sudo usermod -aG audio \"$USER\"), then log in again."
                )
            case .noServer:
                (
                    "cannot open \(name): the sound server does not run",
                    "Start it (systemctl --user start pipewire-pulse or pulseaudio), or choose a device of ALSA: utter devices lists them."
                )
            case .notAnswering:
                (
                    "\(name) does not answer",
                    "Look at the sound server, or choose another device: utter devices lists them."
                )
            case .unsupported:
                (
                    "cannot open \(name): it does not record in a form that can be used",
                    "Choose another device: utter devices lists them."
                )
            case .disconnected:
                (
                    "\(name) has gone away", "Plug it in again, or choose another: utter devices."
                )
            case .other:
                (
                    "cannot use \(name): \(error.reason) (\(error.operation))",
                    "utter devices --probe tries all; device = NAME in the dotfile chooses another."
                )
            }
        self.init(what, remedy: remedy, status: .microphone)
    }
}
