import Speech

/// Where the mean of each microphone is kept between runs: a small file for each.
struct VoiceStore {
    private let directory: StateDirectory

    /// Nil where the environment does not say where state is kept.
    init?(environment: [String: String]) {
        guard let directory = StateDirectory(environment: environment) else { return nil }
        self.directory = directory
    }

    /// The mean remembered for a capture device; nil if there is none that can be read and believed.
    func load(device: String) -> CepstralMean? {
        do throws(SystemError) {
            // A file of that kind is shorter; what is longer is none.
            let bytes = try directory.read(VoiceStore.name(device), limit: 1024)
            return bytes.flatMap { CepstralMean(text: String(decoding: $0, as: UTF8.self)) }
        } catch {
            return nil
        }
    }

    /// Remembers a mean. Whoever reads meanwhile gets the old or the new one, whole.
    ///
    /// - Returns: false if it cannot be kept; nothing depends on it.
    @discardableResult
    func save(_ mean: CepstralMean, device: String) -> Bool {
        do throws(SystemError) {
            try directory.replace(VoiceStore.name(device), with: Array(mean.text.utf8))
            return true
        } catch {
            return false
        }
    }

    /// A device's name may hold anything; a file's name here holds letters, digits and few signs.
    private static func name(_ device: String) -> String {
        var name = "voice-"
        for byte in device.utf8.prefix(80) {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                name.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16)
                name += "%" + (digits.count < 2 ? "0" : "") + digits
            }
        }
        return name
    }
}
