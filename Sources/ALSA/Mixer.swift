internal import CALSA

/// The switches of a sound card or server.
enum Mixer {
    /// Whether the microphone behind a device is switched off, nil where nobody can tell.
    ///
    /// Can block as long as the device's sound server likes. The corresponding C function is
    /// `snd_mixer_selem_get_capture_switch`.
    static func isMuted(_ device: String) -> Bool? {
        ALSAMessages.silence()
        guard let control = control(of: device) else { return nil }
        var opened: OpaquePointer?
        guard snd_mixer_open(&opened, 0) >= 0, let mixer = opened else { return nil }
        defer { snd_mixer_close(mixer) }
        guard snd_mixer_attach(mixer, control) >= 0,
            snd_mixer_selem_register(mixer, nil, nil) >= 0, snd_mixer_load(mixer) >= 0
        else { return nil }
        // "Capture" is the last switch before the converter on cards, and the source's own on
        // servers.
        var switches: [(name: String, isOff: Bool)] = []
        var next = snd_mixer_first_elem(mixer)
        while let element = next {
            next = snd_mixer_elem_next(element)
            guard snd_mixer_selem_is_active(element) == 1,
                snd_mixer_selem_has_capture_switch(element) == 1,
                let name = snd_mixer_selem_get_name(element)
            else { continue }
            var isOn: Int32 = 0
            guard
                snd_mixer_selem_get_capture_switch(element, SND_MIXER_SCHN_FRONT_LEFT, &isOn) >= 0
            else { continue }
            switches.append((String(cString: name), isOn == 0))
        }
        let main = switches.first { $0.name == "Capture" } ?? switches.first
        return main?.isOff
    }

    /// The control device that goes with a capture device.
    private static func control(of device: String) -> String? {
        let parts = device.split(separator: ":", maxSplits: 1).map(String.init)
        guard let base = parts.first else { return nil }
        let hardware = ["hw", "plughw", "sysdefault", "dsnoop", "front", "default"]
        guard parts.count == 2, hardware.contains(base) else { return device }
        let card = parts[1].split(separator: ",").first.map(String.init) ?? ""
        return "hw:" + (card.hasPrefix("CARD=") ? String(card.dropFirst(5)) : card)
    }
}
