/// The model definition (`mdef`): how many of everything there are.
struct ModelDefinition {
    var senones: Int
    var transitions: Int

    /// Nil for the text form, which the library reads with care itself.
    static func check(_ file: ModelFile) throws(RecognizerError) -> ModelDefinition? {
        guard file.starts(with: "BMDF") else {
            guard let head = file.text(at: 0, count: 4096),
                head.split(whereSeparator: \.isNewline).contains("0.3")
            else { throw file.error("is not a model definition") }
            return nil
        }
        guard file.integer(at: 4) == 1, let description = file.integer(at: 8),
            description < 1 << 16
        else { throw file.error("has an unknown version or byte order") }
        var numbers: [Int] = []
        let start = 12 + description
        for index in 0..<10 {
            guard let number = file.integer(at: start + 4 * index) else {
                throw file.error("is cut short")
            }
            numbers.append(number)
        }
        let (bases, phones, states) = (numbers[0], numbers[1], numbers[2])
        let (sequences, tree) = (numbers[6], numbers[8])
        guard bases < 1 << 12, phones < 1 << 26, states < 1 << 8, sequences < 1 << 26,
            tree < 1 << 26
        else { throw file.error("is damaged") }
        // The names of the base phones, the tree of contexts, the phones, and the senones of each sequence.
        let names = file.bytes(at: start + 40, count: min(1 << 16, file.size - start - 40)) ?? []
        var ends = names.indices.lazy.filter { names[$0] == 0 }.makeIterator()
        var length = 0
        for _ in 0..<bases {
            guard let end = ends.next() else { throw file.error("is cut short") }
            length = end + 1
        }
        let tables = (start + 40 + length + 3) / 4 * 4
        let needed = tables + tree * 8 + phones * 12 + 4 + sequences * states * 2
        guard file.size >= needed else {
            throw file.error("is cut short: \(file.size) bytes of \(needed)")
        }
        return ModelDefinition(senones: numbers[4], transitions: numbers[5])
    }
}

/// Mixture weights in a byte each (`sendump`).
enum SenoneDump {
    /// - Parameter senones: how many the model definition has, if known.
    static func check(
        _ file: ModelFile, senones: Int?
    ) throws(RecognizerError) {
        var position = 0
        var streams = 1
        var isClustered = false
        while true {
            guard let length = file.integer(at: position), length < 1 << 12,
                let text = file.text(at: position + 4, count: length)
            else { throw file.error("is cut short or no dump of mixture weights") }
            position += 4 + length
            if length == 0 { break }
            let words = text.split(whereSeparator: { $0 == " " || $0 == "\0" })
            guard words.count == 2, let number = Int(words[1]) else { continue }
            if words[0] == "feature_count" { streams = number }
            if words[0] == "cluster_count" { isClustered = number > 0 }
        }
        guard let densities = file.integer(at: position),
            let columns = file.integer(at: position + 4),
            (1...1 << 16).contains(densities), (1...1 << 24).contains(columns),
            (1...16).contains(streams)
        else { throw file.error("is cut short") }
        if let senones, senones != columns {
            throw file.error("does not fit the mdef beside it")
        }
        let row = isClustered ? (columns + 1) / 2 : columns
        guard file.size >= position + 8 + streams * densities * row else {
            throw file.error("is cut short")
        }
    }
}
