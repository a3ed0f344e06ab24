import Foundation
import PocketSphinx
import Testing

/// A copy of the packaged model in which one file is put out of order.
struct BrokenModel: Sendable, CustomTestStringConvertible {
    var file: String
    var testDescription: String
    var damage: @Sendable (Data) -> Data?

    static let packaged = ModelPaths.packaged()

    static let all: [BrokenModel] = [
        "en-us/mdef", "en-us/means", "en-us/variances", "en-us/transition_matrices",
        "en-us/sendump", "en-us.lm.bin", "cmudict-en-us.dict",
    ].flatMap { file in
        [
            BrokenModel(file: file, testDescription: "\(file) missing", damage: { _ in nil }),
            BrokenModel(file: file, testDescription: "\(file) empty", damage: { _ in Data() }),
            BrokenModel(
                file: file, testDescription: "\(file) of another kind",
                damage: { _ in Data(repeating: 0x7f, count: 100_000) }),
        ]
            + (file.hasSuffix("dict")
                ? []
                : [
                    BrokenModel(
                        file: file, testDescription: "\(file) cut in half",
                        damage: { $0.prefix($0.count / 2) }),
                    BrokenModel(
                        file: file, testDescription: "\(file) without its last bytes",
                        damage: { $0.dropLast(5) }),
                ])
    }

    /// Makes it in a new directory, with links to everything that is in order.
    func make() throws -> (models: ModelPaths, directory: URL) {
        let directory = FileManager.default.temporaryDirectory.appending(
            path: "utter-model-\(UUID().uuidString)")
        let root = URL(fileURLWithPath: Self.packaged.acousticModel).deletingLastPathComponent()
        try FileManager.default.createDirectory(
            at: directory.appending(path: "en-us"), withIntermediateDirectories: true)
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.packaged.acousticModel)
        for name in names.map({ "en-us/" + $0 }) + ["en-us.lm.bin", "cmudict-en-us.dict"] {
            let source = root.appending(path: name)
            let target = directory.appending(path: name)
            if name == file {
                try damage(try Data(contentsOf: source))?.write(to: target)
            } else {
                try FileManager.default.createSymbolicLink(
                    at: target, withDestinationURL: source)
            }
        }
        let path = directory.path
        return (
            ModelPaths(
                acousticModel: path + "/en-us", languageModel: path + "/en-us.lm.bin",
                dictionary: path + "/cmudict-en-us.dict"), directory
        )
    }
}

@Suite struct ModelCheckTests {
    // The library would end the test process on most of these.
    @Test(arguments: BrokenModel.all)
    func `A broken model file is named, and the library never sees it`(_ broken: BrokenModel) throws
    {
        let (models, directory) = try broken.make()
        defer { try? FileManager.default.removeItem(at: directory) }
        let error = #expect(throws: RecognizerError.self) { _ = try Decoder(models: models) }
        #expect(error?.subject.hasSuffix(broken.file) == true)
        #expect(error?.reason.isEmpty == false)
    }

    @Test func `A directory in place of a file is refused`() throws {
        var models = ModelPaths.packaged()
        models.dictionary = "/tmp"
        let error = #expect(throws: RecognizerError.self) { _ = try Decoder(models: models) }
        #expect(error?.subject == "/tmp")
        #expect(error?.operation == "load dictionary")
    }

    @Test func `An acoustic model of another kind is read too`() throws {
        // The packaged test model has mixture weights instead of a dump, and a definition in text.
        var models = ModelPaths.packaged()
        models.acousticModel = "/usr/share/pocketsphinx/test/data/an4_ci_cont"
        #expect(throws: Never.self) { try Decoder.check(models) }
    }
}
