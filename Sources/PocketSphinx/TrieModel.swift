/// The library's binary language model: how long a whole one is.
///
/// Magic, order, counts of the n-grams, tables of quantised probabilities, unigrams, tries of the longer
/// n-grams with the narrowest fields that will do, and the words. (`lm_trie.c` of the library.)
enum TrieModel {
    private static let magic = "Trie Language Model".utf8.count
    /// Entries of a table of probabilities quantised to 16 bits.
    private static let tableEntries = 1 << 16

    static func check(_ file: ModelFile) throws(RecognizerError) {
        guard let order = file.bytes(at: magic, count: 1)?.first.map(Int.init) else {
            throw file.error("is cut short")
        }
        guard (1...10).contains(order) else { throw file.error("has an impossible order") }
        var counts: [Int] = []
        for index in 0..<order {
            guard let count = file.integer(at: magic + 1 + 4 * index) else {
                throw file.error("is cut short")
            }
            // More entries than the file has bits: nothing that follows can be true.
            guard count > 0, count <= file.size * 8 else {
                throw file.error("is cut short or damaged")
            }
            counts.append(count)
        }
        var position = magic + 1 + 4 * order
        if order > 1 {
            guard let quantisation = file.integer(at: position) else {
                throw file.error("is cut short")
            }
            guard quantisation == 1 else { throw file.error("has an unknown quantisation") }
            position += 4 + (2 * (order - 2) + 1) * tableEntries * 4
        }
        position += (counts[0] + 1) * 12
        let wordBits = bits(counts[0])
        for index in 1..<max(1, order) {
            let isLongest = index == order - 1
            let width = wordBits + (isLongest ? 16 : 32 + bits(counts[index + 1]))
            position += ((1 + counts[index]) * width + 7) / 8 + 8
        }
        guard let words = file.integer(at: position), position + 4 + words <= file.size else {
            throw file.error("is cut short")
        }
    }

    /// Bits needed for numbers up to `value`.
    private static func bits(_ value: Int) -> Int {
        Int.bitWidth - value.leadingZeroBitCount
    }
}
