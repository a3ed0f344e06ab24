// What a name is made of.
extension Pronouncer {
    /// A name read as words run together; what is left between them, up to three letters, is spelled.
    mutating func compound(_ slice: ArraySlice<UInt8>) -> List {
        guard slice.count <= 24, slice.allSatisfy({ $0.isLower }) else {
            return PronunciationPool.none
        }
        let name = Array(slice)
        let cuts = words(in: name)
        let letters = cuts.count { $0.count == 1 }
        guard cuts.count > 1, letters <= 3, cuts.contains(where: { $0.count > 2 }),
            cuts.count - letters <= 3
        else { return PronunciationPool.none }
        var result = PronunciationPool.silence
        for cut in cuts {
            let said: List
            if cut.count == 1 {
                said = self.name(ofLetter: name[cut.lowerBound])
            } else if let form = lexicon.forms(utf8: name[cut]).first {
                said = ofPhrase(Array(form.utf8)[...])
            } else {
                said = ofWord(name[cut])
            }
            result = pool.join(result, said, limit: 4)
        }
        return result
    }

    /// The fewest words and letters that a name of small letters is made of.
    func words(in name: [UInt8]) -> [Range<Int>] {
        // Local: what belongs to `self` would be retained and released at every look.
        let dictionary = dictionary
        let names = lexicon.hashes
        let count = name.count
        // The cheapest split of each prefix: a word costs 2 and a little more the shorter it is, a letter 2. The cheapest
        // prefix is gone on from first, so that most others never are.
        var cost = [Int](repeating: Int.max, count: count + 1)
        var step = [Int](repeating: 0, count: count + 1)
        var isDone = [Bool](repeating: false, count: count + 1)
        cost[0] = 0
        while true {
            var start = count
            for place in 0..<count where !isDone[place] && cost[place] < cost[start] {
                start = place
            }
            if start == count { break }
            isDone[start] = true
            var hash = PronouncingDictionary.seed
            for end in (start + 1)...min(count, start + 14) {
                hash = PronouncingDictionary.mix(hash, name[end - 1])
                // No word can be cheap enough: spare the look.
                let least = cost[start] + 20
                if least > cost[end] || (end < count && least + 20 > cost[count]) { continue }
                var price: Int
                switch end - start {
                case 1: price = 25
                case 2:
                    guard Self.isShortWord(name[start], name[end - 1]) else { continue }
                    price = 28
                default:
                    guard
                        names.contains(hash)
                            || dictionary.contains(start..<end, of: name, hash: hash)
                    else { continue }
                    price = end - start == 3 ? 26 : 20
                }
                price += cost[start]
                // Of two that cost the same the one with the longer last word.
                if price < cost[end] || (price == cost[end] && start < step[end]) {
                    cost[end] = price
                    step[end] = start
                }
            }
        }
        var cuts: [Range<Int>] = []
        var end = count
        while end > 0 {
            cuts.append(step[end]..<end)
            end = step[end]
        }
        return cuts.reversed()
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
