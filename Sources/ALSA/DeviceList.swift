internal import CALSA
internal import Glibc

extension CaptureDevice {
    /// The capture devices that the library suggests, `default` first, each piece of hardware once.
    ///
    /// Nothing is opened; but reading the library's configuration may ask a sound server whether it
    /// runs, which can take as long as that server likes. Devices that a configuration defines
    /// without a description are not suggested and can be opened all the same.
    ///
    /// - Returns: nil if that takes longer than `limit`.
    public static func all(within limit: Duration) -> [CaptureDevice]? {
        bounded(by: limit) { all() }
    }

    private static func all() -> [CaptureDevice] {
        ALSAMessages.silence()
        let definitions = DeviceDefinitions()
        let hints = DeviceHint.microphones(DeviceHint.all())
        let standard = hints.first { $0.name == "default" && $0.description != $0.name }
        var devices = [
            CaptureDevice(
                name: "default", description: standard?.line ?? "The system's default microphone",
                isDefault: true, server: definitions.server(of: "default"))
        ]
        for hint in hints where hint.name != "default" {
            // The plugin for it is installed everywhere, the device files hardly anywhere.
            if hint.name == "oss", access("/dev/dsp", F_OK) != 0 { continue }
            devices.append(
                CaptureDevice(
                    name: hint.name, description: hint.line, isDefault: false,
                    server: definitions.server(of: hint.name)))
        }
        return devices
    }
}

extension DeviceHint {
    /// Everything that the library suggests, playback included. The corresponding C function is
    /// `snd_device_name_hint`.
    fileprivate static func all() -> [DeviceHint] {
        var list: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
        guard snd_device_name_hint(-1, "pcm", &list) >= 0, let list else { return [] }
        defer { snd_device_name_free_hint(list) }
        func text(_ hint: UnsafeMutableRawPointer, _ id: String) -> String? {
            guard let text = snd_device_name_get_hint(hint, id) else { return nil }
            defer { free(text) }
            return String(cString: text)
        }
        var result: [DeviceHint] = []
        var next = list
        while let hint = next.pointee {
            if let name = text(hint, "NAME") {
                result.append(
                    DeviceHint(
                        name: name, description: text(hint, "DESC") ?? name,
                        direction: text(hint, "IOID")))
            }
            next += 1
        }
        return result
    }
}

/// The library's configuration, asked what a name stands for.
private struct DeviceDefinitions: ~Copyable {
    private let root: OpaquePointer?

    init() {
        var root: OpaquePointer?
        self.root = snd_config_update_ref(&root) >= 0 ? root : nil
    }

    deinit {
        if let root { snd_config_unref(root) }
    }

    /// Whose device a name opens, through all that converts and shares on the way.
    func server(of name: String) -> String? {
        server(of: name, depth: 0)
    }

    private func server(of name: String, depth: Int) -> String? {
        var definition: OpaquePointer?
        guard depth < 8, let root,
            snd_config_search_definition(root, "pcm", name, &definition) >= 0
        else {
            return nil
        }
        defer { snd_config_delete(definition) }
        return server(in: definition, depth: depth)
    }

    private func server(in definition: OpaquePointer?, depth: Int) -> String? {
        guard depth < 8, let type = string("type", in: definition) else { return nil }
        switch type {
        case "pulse": return "PulseAudio"
        case "pipewire": return "PipeWire"
        case "jack": return "JACK"
        case "oss": return "OSS"
        case "hw", "dsnoop": return "ALSA"
        default: break
        }
        for path in ["capture.pcm", "slave.pcm", "slave", "capture"] {
            if let name = string(path, in: definition) {
                return server(of: name, depth: depth + 1)
            }
            var slave: OpaquePointer?
            if snd_config_search(definition, path, &slave) >= 0,
                snd_config_get_type(slave) == SND_CONFIG_TYPE_COMPOUND,
                let found = server(in: slave, depth: depth + 1)
            {
                return found
            }
        }
        return nil
    }

    private func string(_ path: String, in definition: OpaquePointer?) -> String? {
        var node: OpaquePointer?
        var text: UnsafePointer<CChar>?
        guard snd_config_search(definition, path, &node) >= 0,
            snd_config_get_string(node, &text) >= 0, let text
        else { return nil }
        return String(cString: text)
    }
}
