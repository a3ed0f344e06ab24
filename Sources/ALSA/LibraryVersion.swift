internal import CALSA

/// The sound library that is loaded.
public enum ALSALibrary {
    /// For example `1.2.8`. The corresponding C function is `snd_asoundlib_version`.
    public static var version: String {
        snd_asoundlib_version().map { String(cString: $0) } ?? "unknown"
    }
}
