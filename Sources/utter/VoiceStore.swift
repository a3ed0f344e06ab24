import Glibc
import Speech

/// Where the mean of each microphone is kept between runs: a small file for each, readable by its owner only.
struct VoiceStore {
    private let directory: String

    /// - Parameter environment: `XDG_STATE_HOME`, else `HOME`, says where; nil where neither is a path.
    init?(environment: [String: String]) {
        if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") {
            directory = state + "/utter"
        } else if let home = environment["HOME"], home.hasPrefix("/") {
            directory = home + "/.local/state/utter"
        } else {
            return nil
        }
    }

    /// The mean remembered for a capture device; nil if there is none that can be read and believed.
    func load(device: String) -> CepstralMean? {
        // A link or a pipe in its place is not ours.
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW
        let descriptor = open(path(device), flags)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_uid == geteuid()
        else { return nil }
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = read(descriptor, &bytes, bytes.count)
        guard count > 0, count < bytes.count else { return nil }
        return CepstralMean(text: String(decoding: bytes[..<count], as: UTF8.self))
    }

    /// Remembers a mean. Whoever reads meanwhile gets the old or the new one, whole.
    ///
    /// - Returns: false if it cannot be kept; nothing depends on it.
    @discardableResult
    func save(_ mean: CepstralMean, device: String) -> Bool {
        guard makeDirectory(directory) else { return false }
        let target = path(device)
        let temporary = "\(target).\(getpid())"
        unlink(temporary)
        let descriptor = open(
            temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return false }
        let written = writeWhole(mean.text, to: descriptor)
        guard close(descriptor) == 0, written, rename(temporary, target) == 0 else {
            unlink(temporary)
            return false
        }
        return true
    }

    /// A device's name may hold anything; a file's name here holds letters, digits and few signs.
    private func path(_ device: String) -> String {
        var name = ""
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
        return "\(directory)/voice-\(name)"
    }

    /// Makes a directory with those above it.
    private func makeDirectory(_ path: String) -> Bool {
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return true }
        guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex,
            makeDirectory(String(path[..<slash]))
        else { return false }
        return mkdir(path, 0o700) == 0 || errno == EEXIST
    }
}
