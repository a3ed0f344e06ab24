// What a name is made of.
extension Pronouncer {
    /// A name read as words run together, the fewest that fit; what is left between them, up to three letters, is spelled.
    mutating func compound(_ slice: ArraySlice<UInt8>) -> [Pronunciation] {
        guard slice.count <= 24, slice.allSatisfy({ $0.isLower }) else { return [] }
        let name = Array(slice)
        // Local: what belongs to `self` would be retained and released at every look.
        let dictionary = dictionary
        let names = lexicon.hashes
        let count = name.count
        // The cheapest split of each prefix: a word costs 2 and a little more the shorter it is, a letter 2.
        var cost = [Int](repeating: Int.max, count: count + 1)
        var step = [Int](repeating: 0, count: count + 1)
        cost[0] = 0
        for start in 0..<count where cost[start] < Int.max {
            var hash = PronouncingDictionary.seed
            for end in (start + 1)...min(count, start + 14) {
                hash = PronouncingDictionary.mix(hash, name[end - 1])
                // No word can be cheap enough: spare the look.
                if cost[start] + 20 >= cost[end] { continue }
                var price: Int
                switch end - start {
                case 1: price = 25
                case 2:
                    guard Self.isShortWord(name[start], name[end - 1]) else { continue }
                    price = 28
                default:
                    guard
                        names.contains(hash)
                            || dictionary.mayContain(hash: hash)
                                && dictionary.contains(utf8: name[start..<end], hash: hash)
                    else { continue }
                    price = end - start == 3 ? 26 : 20
                }
                price += cost[start]
                if price < cost[end] {
                    cost[end] = price
                    step[end] = start
                }
            }
        }
        var cuts: [Range<Int>] = []
        var end = count
        while end > 0 {
            cuts.insert(step[end]..<end, at: 0)
            end = step[end]
        }
        let letters = cuts.filter { $0.count == 1 }.count
        guard cuts.count > 1, letters <= 3, cuts.contains(where: { $0.count > 2 }),
            cuts.count - letters <= 3
        else { return [] }
        var result: [Pronunciation] = [[]]
        for cut in cuts {
            if cut.count == 1 {
                result = Self.join(result, SpokenSymbols.letterName(name[cut.lowerBound]), limit: 4)
                continue
            }
            let form = lexicon.forms(utf8: name[cut]).first
            let said =
                form.map { pronunciations(ofPhrase: $0) } ?? pronunciations(ofWord: name[cut])
            result = Self.join(result, said, limit: 4)
        }
        return result
    }

    /// Splits at digits, punctuation and capitals: `fixAudio-2.0` is `fix`, `Audio`, `-`, `2`, `.`, `0`.
    static func atoms(of bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        var result: [ArraySlice<UInt8>] = []
        var position = bytes.startIndex
        let end = bytes.endIndex
        while position < end {
            let start = position
            let first = bytes[position]
            position += 1
            if first.isDigit {
                while position < end, bytes[position].isDigit { position += 1 }
            } else if first.isLetter || first >= 0x80 {
                while position < end, bytes[position].isLetter || bytes[position] >= 0x80 {
                    let byte = bytes[position]
                    let rises = byte.isUpper && !bytes[position - 1].isUpper
                    let nextFalls =
                        position + 1 < end && bytes[position + 1].isLower
                        && byte.isUpper && bytes[position - 1].isUpper
                    if rises || nextFalls { break }
                    position += 1
                }
            } else if let length = SpokenSymbols.operatorLength(bytes[start...]) {
                position = start + length
            }
            result.append(bytes[start..<position])
        }
        return result
    }

    private static func isShortWord(_ first: UInt8, _ second: UInt8) -> Bool {
        shortWordKeys[Int(first & 0x1F) << 5 | Int(second & 0x1F)]
    }

    /// The short words by the places of their two letters in the alphabet.
    private static let shortWordKeys: [Bool] = {
        var keys = [Bool](repeating: false, count: 1 << 10)
        for index in 0..<shortWords.count {
            keys[shortWords.key(index).reduce(0) { $0 << 5 | Int($1 & 0x1F) }] = true
        }
        return keys
    }()

    /// Words of two letters that are said as words.
    static let shortWords = ByteMap([
        "am", "an", "as", "at", "be", "by", "do", "go", "he", "if", "in", "is", "it", "me", "my",
        "no", "of", "ok", "on", "or", "so", "to", "up", "us", "we",
    ])
}
