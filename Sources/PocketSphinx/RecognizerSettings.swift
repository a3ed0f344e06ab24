/// The knobs of the decoder that differ from the library's defaults, in one place.
///
/// Each is here because of a measurement: word errors and processor time on 70 recordings (192 s) of many
/// people, whole utterances, against 43.3 % and 0.30 of real time with the defaults. Two words are 0.5 %.
///
/// What made nothing better and stays as the library has it (errors with 3000 HMMs and 4 Gaussians, 45.4 %):
/// `lw` 5 44.9 but 1.6 times the time, `wip` 0.3 45.4, `bestpathlw` 6.5 47.2 and 12 45.1, `beam` and `pbeam` 1e-60
/// 45.6, `pl_window` 0 44.0 but twice the time, `vad_threshold` 1 45.4 and 3 45.6, `agc` max 45.4, `compallsen` 45.4
/// and slower, `dither` 45.4, `remove_dc` 45.6, `remove_silence` no 45.4; `remove_noise` no 44.2, but with
/// 8 Gaussians it makes sentences worse (39.5 % for 38.2).
public struct RecognizerSettings: Hashable, Sendable {
    /// Active HMMs kept for a frame (`maxhmmpf`): 3000 with 8 Gaussians 42.4 % in 0.14 of real time, 5000 42.9 % in 0.19.
    public var maximumActiveHMMs = 3000
    /// Gaussians of a codebook that are scored (`topn`): 8 instead of 4 took 45.4 % to 42.4 % for a quarter more time.
    public var topGaussians = 8
    /// The second pass over a flat lexicon (`fwdflat`): no fewer errors, and it alone took the wait after the last
    /// word of 5 s of speech from 46 to 267 ms.
    public var flatPass = false
    /// The power to which the library raises a language model's probabilities (`-lw`), its default.
    public static let languageWeight = 6.5
    /// Anything else, by the library's names without the dash.
    public var others: [String: String] = [:]

    public init() {}

    /// For a command line. Its model is sharp, and what a word's first phones sound like decides little: looking ahead by
    /// phones (`-pl_window`) threw away 7 of 110 right commands, and costs a fifth of the time without it.
    public static let shell: RecognizerSettings = {
        var settings = RecognizerSettings()
        settings.maximumActiveHMMs = 5000
        settings.topGaussians = 4
        settings.others["pl_window"] = "0"
        return settings
    }()

    /// The settings as the library's names and values.
    var arguments: [(name: String, value: String)] {
        var list = [
            (name: "maxhmmpf", value: String(maximumActiveHMMs)),
            (name: "topn", value: String(topGaussians)),
            (name: "fwdflat", value: flatPass ? "yes" : "no"),
        ]
        for (name, value) in others.sorted(by: { $0.key < $1.key }) {
            list.removeAll { $0.name == name }
            list.append((name: name, value: value))
        }
        return list
    }
}
