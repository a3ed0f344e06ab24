/// A parameter file of the SphinxTrain kind: a text header, numbers that tell a shape, and the values.
struct ParameterFile {
    private let file: ModelFile
    /// Where the numbers begin.
    private let start: Int
    private let swapped: Bool
    private let hasChecksum: Bool
    /// The numbers that tell the shape.
    private(set) var shape: [Int] = []

    init(_ path: String, operation: String) throws(RecognizerError) {
        file = try ModelFile(path, operation: operation)
        let marker = Array("endhdr\n".utf8)
        guard file.starts(with: "s3\n"),
            let head = file.bytes(at: 0, count: min(1024, file.size)),
            let end = head.indices.first(where: { head[$0...].starts(with: marker) })
        else { throw file.error("is not a parameter file of an acoustic model") }
        let length = end + marker.count
        hasChecksum = String(decoding: head[..<end], as: UTF8.self).contains("chksum0 yes")
        guard let magic = file.integer(at: length) else { throw file.error("is cut short") }
        switch magic {
        case 0x1122_3344: swapped = false
        case 0x4433_2211: swapped = true
        default: throw file.error("has no known byte order")
        }
        start = length + 4
    }

    /// It does not belong to `other` beside it.
    func mismatch(_ other: String) -> RecognizerError {
        file.error("does not fit the \(other) beside it")
    }

    private func number(_ index: Int) throws(RecognizerError) -> Int {
        guard let number = file.integer(at: start + 4 * index, swapped: swapped) else {
            throw file.error("is cut short")
        }
        return number
    }

    /// Codebooks, streams, densities, the length of each stream, and as many values as they say.
    mutating func checkGaussians() throws(RecognizerError) {
        let codebooks = try number(0)
        let streams = try number(1)
        let densities = try number(2)
        guard (1...100_000).contains(codebooks), (1...16).contains(streams),
            (1...100_000).contains(densities)
        else { throw file.error("has an impossible shape") }
        var lengths: [Int] = []
        for stream in 0..<streams { lengths.append(try number(3 + stream)) }
        let width = lengths.reduce(0, +)
        shape = [codebooks, streams, densities] + lengths
        try checkValues(
            announced: try number(3 + streams), expected: codebooks * densities * width,
            after: 4 + streams)
    }

    /// Rows, columns, depth, and as many values as they say.
    mutating func checkMatrices() throws(RecognizerError) {
        shape = [try number(0), try number(1), try number(2)]
        guard shape.allSatisfy({ (1...1_000_000).contains($0) }) else {
            throw file.error("has an impossible shape")
        }
        try checkValues(
            announced: try number(3), expected: shape[0] * shape[1] * shape[2], after: 4)
    }

    private func checkValues(
        announced: Int, expected: Int, after count: Int
    ) throws(RecognizerError) {
        guard announced == expected else { throw file.error("has an impossible shape") }
        let needed = start + 4 * (count + expected) + (hasChecksum ? 4 : 0)
        guard file.size >= needed else {
            throw file.error("is cut short: \(file.size) bytes of \(needed)")
        }
    }
}
