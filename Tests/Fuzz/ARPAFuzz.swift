@testable import Speech

/// Any text and any counts: a model that is read is written and read again as itself.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ data: UnsafePointer<UInt8>, _ size: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: data, count: size))
    do throws(ARPAFile.Failure) {
        check(try ARPAFile.read(String(decoding: input, as: UTF8.self)))
    } catch {
        precondition(error.line > 0 && error.line <= size + 1 && !error.reason.isEmpty)
    }
    check(estimate(input))
    return 0
}

private func check(_ model: NGramModel) {
    let text = String(decoding: ARPAFile.write(model), as: UTF8.self)
    let again: NGramModel
    do throws(ARPAFile.Failure) {
        again = try ARPAFile.read(text)
    } catch {
        preconditionFailure("\(error) in \(text)")
    }
    precondition(again.sizes == model.sizes, "\(again.sizes), \(model.sizes) in \(text)")
    precondition(text.utf8.elementsEqual(ARPAFile.write(again)), text)
    for word in 1..<min(8, model.words.count) {
        for history in [[], [1], [3, 4]] {
            let values = [model, again].map { $0.logProbability(of: word, after: history) }
            precondition(values.allSatisfy { $0 == $0 }, "not a number")
        }
    }
}

/// A model of sentences of at most fourteen words, one for each byte; the byte 0 ends a sentence.
private func estimate(_ input: [UInt8]) -> NGramModel {
    var vocabulary = Vocabulary()
    let words = (0..<12).compactMap { vocabulary.intern("word\($0)") }
    var counts = NGramCounts()
    for sentence in input.split(separator: 0) {
        let numbers = sentence.prefix(14).map { words[Int($0) % words.count] }
        if input.count % 2 == 0 {
            counts.add(numbers, weight: Float(sentence.count))
        } else {
            counts.add(fragment: numbers)
        }
    }
    return NGramModel(counts: counts, words: vocabulary.words)
}
