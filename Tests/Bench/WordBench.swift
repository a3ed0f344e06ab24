import Foundation
import Speech

/// `bench words UTTER`: sentences with words that the general model lacks, before and after the user has listed them.
struct WordBench {
    let utter: String
    let directory: String

    /// As somebody would write them who listens to how the voices say them: these spell some, and read others as they
    /// are written.
    static let words = """
        [words]
        kubectl = k u b e c t l
        systemd = system d
        grep = grep
        sudo = sue dough
        json = j s o n
        nginx = n g i n x
        localhost = local host
        yaml = yam ell
        docker = docker
        kubernetes = cube er neats

        """

    func run() throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "bench-words-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let dotfiles = ["without": "", "with": WordBench.words]
        for (name, text) in dotfiles {
            try text.write(
                to: folder.appending(path: name), atomically: true, encoding: .utf8)
        }
        print("word error rate        without [words]   with [words]")
        for part in ["technical", "plain"] {
            let sentences = try SyntheticSpeech.sentences(part, in: directory)
            for voice in SyntheticSpeech.voices {
                let files = try sentences.enumerated().map { index, sentence in
                    let path = folder.appending(path: "\(voice)-\(part)-\(index).wav").path
                    try SyntheticSpeech.say(sentence, voice: voice, to: path)
                    return path
                }
                let rates = try ["without", "with"].map { name in
                    let run = try ChildRun.run(
                        [utter, "transcribe", "--config", folder.appending(path: name).path] + files
                    )
                    return zip(sentences, run.output).reduce(into: WordErrors()) {
                        $0 += ReferenceText.errors(in: $1.1, reference: $1.0)
                    }.rate * 100
                }
                print(
                    "\(part), flite \(voice)".padding(toLength: 24, withPad: " ", startingAt: 0),
                    String(format: "%8.1f %% %16.1f %%", rates[0], rates[1]))
            }
        }
    }
}
