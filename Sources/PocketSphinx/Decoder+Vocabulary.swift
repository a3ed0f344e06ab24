import CPocketSphinx
import Glibc

extension Decoder {
    /// Replaces dictionary and language models without loading the acoustic model again.
    ///
    /// Words are never added one by one: with a statistical model the packaged library then reads past the end
    /// of its tables and crashes. The C functions are `ps_load_dict`, `ngram_model_set_init` and `ps_set_lm`.
    public func setVocabulary(_ vocabulary: DecoderVocabulary) throws(RecognizerError) {
        cancel()
        if let dictionary = vocabulary.dictionary {
            if case .file(let path) = dictionary { try ModelCheck.checkDictionary(path) }
            let file = try ReadableFile(dictionary, operation: "load dictionary")
            let fillers = acousticModel + "/noisedict"
            let result = withExtendedLifetime(file) {
                utter_ps_load_dictionary(
                    handle, file.path, access(fillers, R_OK) == 0 ? fillers : nil)
            }
            guard result >= 0 else { throw refusal("load dictionary", file.path) }
        }
        var files: [ReadableFile] = []
        var classes: [ReadableFile?] = []
        for model in vocabulary.models {
            if case .file(let path) = model.source { try ModelCheck.checkLanguageModel(path) }
            files.append(try ReadableFile(model.source, operation: "load language model"))
            var file: ReadableFile?
            if let members = model.classes {
                file = try ReadableFile(.text(members), operation: "load language model")
            }
            classes.append(file)
        }
        searches += 1
        let name = "vocabulary\(searches)"
        let weights = vocabulary.models.map(\.weight)
        let result = withExtendedLifetime((files, classes)) {
            withCStrings(files.map(\.path)) { paths in
                withCStrings(classes.map { $0?.path ?? "" }) { members in
                    utter_ps_set_models(
                        handle, name, paths, members, weights, Int32(files.count))
                }
            }
        }
        guard result >= 0 else { throw refusal("load language model", files.first?.path ?? "") }
        utter_ps_remove(handle, search)
        search = name
        spellings = vocabulary.spellings
        shell = vocabulary.shell
    }

    private func refusal(_ operation: String, _ subject: String) -> RecognizerError {
        RecognizerError(
            operation: operation, subject: subject,
            reason: DecoderLog.takeLastError() ?? "the recogniser refuses it")
    }
}

/// A path under which the library can read a source while this lives.
private final class ReadableFile {
    let path: String
    private let descriptor: Int32

    init(_ source: DecoderVocabulary.Source, operation: String) throws(RecognizerError) {
        switch source {
        case .file(let path):
            self.path = path
            descriptor = -1
        case .text(let bytes):
            descriptor = utter_memory_file()
            path = "/proc/self/fd/\(descriptor)"
            guard descriptor >= 0, ReadableFile.write(bytes, to: descriptor) else {
                throw RecognizerError(
                    operation: operation, subject: "memory",
                    reason: String(cString: strerror(errno)))
            }
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno != EINTR { return false }
            if count > 0 { rest = rest.dropFirst(count) }
        }
        return true
    }
}
