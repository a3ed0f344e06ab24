import Audio
import Configuration
import Glibc

/// One recording named on the command line.
struct AudioInput {
    /// A path, or `-` for standard input.
    var name: String
    /// Whether it has no header.
    var isRaw: Bool

    /// More sound than this is not taken in; whoever pipes in an endless source would fill the memory.
    private static let longest = 4 * 3600 * AudioFormat.sampleRate

    /// Reads all of it.
    ///
    /// - Throws: Why it cannot be used; others still may.
    func read() throws(Failure) -> (samples: [Int16], warning: AudioFileWarning?) {
        let descriptor = name == "-" ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw unusable(errno) }
        defer { if name != "-" { close(descriptor) } }
        var reader = AudioReader(isRaw ? .raw : name == "-" ? .automatic : .wav)
        var samples: [Int16] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = readSome(descriptor, into: &block)
            guard count >= 0 else { throw unusable(errno) }
            if count == 0 { break }
            do { samples += try reader.read(Array(block[..<count])) } catch {
                throw unusable(error)
            }
            guard samples.count <= AudioInput.longest else {
                throw unusable("it is longer than four hours", "give it in parts")
            }
        }
        do { samples += try reader.finish() } catch { throw unusable(error) }
        return (samples, reader.warning)
    }

    /// The name as it is shown to people.
    var shown: String { name == "-" ? "standard input" : "\"\(printable(name))\"" }

    private func unusable(_ error: AudioFileError) -> Failure {
        unusable(error.reason, error.remedy)
    }

    /// - Parameter code: a value of `errno`.
    private func unusable(_ code: Int32) -> Failure {
        let remedy =
            switch code {
            case ENOENT, ENOTDIR: "check the name; - is standard input"
            case EACCES: "make it readable for you: chmod u+r FILE, or ask its owner"
            case EISDIR: "name the recordings in it, for example DIR/*.wav"
            case EBADF: "standard input is closed: name a file, or pipe a recording in"
            default: "try a copy of it"
            }
        return unusable(systemMessage(code), remedy)
    }

    private func unusable(_ reason: String, _ remedy: String) -> Failure {
        Failure(
            "cannot read \(shown): \(reason)",
            remedy: remedy.prefix(1).uppercased() + remedy.dropFirst() + ".", status: .usage)
    }
}
