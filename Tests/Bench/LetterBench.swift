import Foundation
import PocketSphinx
import Speech

/// `bench letters [FILE]`: how well letter-to-sound guesses words that it was not trained on, and how well espeak-ng does where
/// it is installed; with a file, the table trained from the whole dictionary is written there, as
/// `config/letter-to-sound` was.
struct LetterBench {
    /// Where the table goes.
    var table: String?

    /// Every so many words are held out.
    private static let step = 20

    func run() throws {
        let dictionary = PronouncingDictionary(
            text: ShippedTables.bytes(ModelPaths.packaged().dictionary))
        var training = LetterToSoundTraining()
        var whole = LetterToSoundTraining()
        var held: [(word: String, phones: [Pronunciation])] = []
        var count = 0
        var last = ""
        dictionary.forEach { word, phones in
            whole.add(word, phones)
            // Pronunciations of one word stand together, and stay together.
            if word != last { count += 1 }
            guard count % Self.step == 0 else {
                last = word
                return training.add(word, phones)
            }
            if word == last {
                held[held.count - 1].phones.append(phones)
            } else {
                held.append((word, [phones]))
            }
            last = word
        }
        held.removeAll { !$0.word.utf8.allSatisfy { (0x61...0x7A).contains($0) } }
        let model = training.train()
        let guesses = held.map { (model.pronunciation(of: $0.word) ?? []).map(\.symbol) }
        print("\(held.count) words held out of \(count)        phones wrong  words exact")
        report("letter-to-sound", guesses, held)
        guard let others = EspeakNG.phones(of: held.map(\.word)) else {
            print("espeak-ng: skipped, it is not installed")
            return try write(whole)
        }
        report("espeak-ng", others, held)
        try write(whole)
    }

    private func report(
        _ name: String, _ guesses: [[String]], _ held: [(word: String, phones: [Pronunciation])]
    ) {
        var errors = 0
        var phones = 0
        var exact = 0
        for ((_, known), guess) in zip(held, guesses) {
            // Beside the nearest of the ways that the dictionary knows.
            let counts = known.map { WordErrors(reference: $0.map(\.symbol), hypothesis: guess) }
            guard let best = counts.min(by: { $0.errors < $1.errors }) else { continue }
            errors += best.errors
            phones += best.words
            if best.errors == 0 { exact += 1 }
        }
        print(
            name.padding(toLength: 34, withPad: " ", startingAt: 0),
            String(
                format: "%6.1f %%  %8.1f %%", 100 * Double(errors) / Double(max(1, phones)),
                100 * Double(exact) / Double(max(1, held.count))))
    }

    private func write(_ whole: LetterToSoundTraining) throws {
        guard let table else { return }
        try Data(whole.train().table).write(to: URL(fileURLWithPath: table))
    }
}
