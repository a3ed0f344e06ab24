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
        guard descriptor >= 0 else { throw unusable(systemMessage(errno)) }
        defer { if name != "-" { close(descriptor) } }
        var reader = AudioReader(isRaw ? .raw : name == "-" ? .automatic : .wav)
        var samples: [Int16] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(descriptor, &block, block.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw unusable(systemMessage(errno)) }
            if count == 0 { break }
            do { samples += try reader.read(Array(block[..<count])) } catch {
                throw unusable(error.reason)
            }
            guard samples.count <= AudioInput.longest else {
                throw unusable("it is longer than four hours")
            }
        }
        do { samples += try reader.finish() } catch { throw unusable(error.reason) }
        return (samples, reader.warning)
    }

    /// The name as it is shown to people.
    var shown: String { name == "-" ? "standard input" : "\"\(printable(name))\"" }

    private func unusable(_ reason: String) -> Failure {
        Failure(
            "cannot read \(shown): \(reason)",
            remedy: "Give WAV, or raw 16-bit mono at 16000 Hz with --raw.", status: .usage)
    }
}
