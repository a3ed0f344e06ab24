import CPocketSphinx
import Glibc
import Speech

/// Reading results out of the library. Every C string is copied at once: the next call frees it.
enum DecoderWords {
    /// A segment of the best path, in frames of the search.
    struct Segment {
        var word: String
        var first: Int
        var last: Int
        var posterior: Double
    }

    /// The segments of the best path, fillers and sentence marks left out.
    static func segments(of decoder: OpaquePointer) -> [Segment] {
        var list: [Segment] = []
        let logmath = ps_get_logmath(decoder)
        var segment = ps_seg_iter(decoder)
        while let current = segment {
            var first: Int32 = 0
            var last: Int32 = 0
            ps_seg_frames(current, &first, &last)
            var acoustic: Int32 = 0
            var language: Int32 = 0
            var backoff: Int32 = 0
            let posterior = ps_seg_prob(current, &acoustic, &language, &backoff)
            if let name = ps_seg_word(current), let word = spokenWord(String(cString: name)) {
                list.append(
                    Segment(
                        word: word, first: Int(first), last: Int(last),
                        posterior: min(1, max(0, logmath_exp(logmath, posterior)))))
            }
            segment = ps_seg_next(current)
        }
        return list
    }

    /// Up to `count` different texts of the lattice in falling order of probability.
    ///
    /// - Parameter written: makes the final text; nil leaves it out.
    static func alternatives(
        of decoder: OpaquePointer, count: Int, written: (String) -> String?
    ) -> [String] {
        var seen: Set<String> = [""]
        var list: [String] = []
        var candidate = count > 0 ? ps_nbest(decoder) : nil
        // Most paths differ in fillers and pronunciations only, so more are looked at than are wanted.
        var tries = count * 10
        while let current = candidate {
            var score: Int32 = 0
            if let text = ps_nbest_hyp(current, &score) {
                let words = String(cString: text).split(separator: " ")
                    .compactMap { spokenWord(String($0)) }.joined(separator: " ")
                if let words = written(words), seen.insert(words).inserted { list.append(words) }
            }
            tries -= 1
            if list.count >= count || tries <= 0 {
                ps_nbest_free(current)
                break
            }
            candidate = ps_nbest_next(current)
        }
        return list
    }

    /// A word as it is spelled, or nil for what is none: `word(2)` is a second pronunciation of `word`;
    /// `<sil>`, `[NOISE]` and `++COUGH++` are sounds.
    static func spokenWord(_ name: String) -> String? {
        if name.hasPrefix("<") && name.hasSuffix(">") && name.count > 2 { return nil }
        if name.hasPrefix("[") && name.hasSuffix("]") && name.count > 2 { return nil }
        if name.hasPrefix("++") && name.hasSuffix("++") && name.count > 4 { return nil }
        guard name.hasSuffix(")"), let open = name.lastIndex(of: "("), open > name.startIndex
        else { return name }
        let number = name[name.index(after: open)...].dropLast()
        guard !number.isEmpty, number.allSatisfy(\.isASCII), number.allSatisfy(\.isNumber)
        else { return name }
        return String(name[..<open])
    }
}
