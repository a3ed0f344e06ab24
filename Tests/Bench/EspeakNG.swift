import Foundation

/// How espeak-ng says words, in the phones of the packaged dictionary: a program of its own that is asked, for comparison.
enum EspeakNG {
    /// Nil where it is not installed.
    static func phones(of words: [String]) -> [[String]]? {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/espeak-ng")
        process.arguments = ["-v", "en-us", "-q", "-x", "--sep= ", "--stdin"]
        let input = Pipe()
        let output = Pipe()
        process.standardInput = input
        process.standardOutput = output
        guard (try? process.run()) != nil else { return nil }
        Thread.detachNewThread {
            // A paragraph for each word, or they would be said as a sentence.
            let text = words.map { $0 + "\n\n" }.joined()
            try? input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
            try? input.fileHandleForWriting.close()
        }
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        return lines.count == words.count ? lines.map { phones(in: $0) } : nil
    }

    /// Mnemonics between blanks, with marks of stress before vowels and of length behind them.
    private static func phones(in line: Substring) -> [String] {
        line.split(separator: " ").flatMap { part -> [String] in
            let mnemonic = String(part.filter { !"',%=_|;".contains($0) })
            return table[mnemonic] ?? [mnemonic.uppercased()]
        }
    }

    /// The mnemonics that are no phones of the dictionary in small letters.
    private static let table: [String: [String]] = [
        "": [], "?": [],
        "I": ["IH"], "I2": ["IH"], "I#": ["IH"], "i": ["IY"], "i:": ["IY"], "E": ["EH"],
        "a": ["AE"], "aa": ["AE"], "A:": ["AA"], "0": ["AA"], "O2": ["AO"], "O": ["AO"],
        "O:": ["AO"], "V": ["AH"], "@": ["AH"], "a#": ["AH"], "U": ["UH"], "u": ["UW"],
        "u:": ["UW"], "3": ["ER"], "3:": ["ER"], "@L": ["AH", "L"], "eI": ["EY"], "aI": ["AY"],
        "OI": ["OY"], "oU": ["OW"], "aU": ["AW"], "A@": ["AA", "R"], "O@": ["AO", "R"],
        "o@": ["AO", "R"], "e@": ["EH", "R"], "U@": ["UH", "R"], "i@": ["IY", "AH"],
        "i@3": ["IH", "R"], "aI3": ["AY", "ER"], "aI@": ["AY", "AH"],
        "tS": ["CH"], "dZ": ["JH"], "T": ["TH"], "D": ["DH"], "S": ["SH"], "Z": ["ZH"],
        "n-": ["AH", "N"], "m-": ["AH", "M"], "r-": ["R"], "@-": ["AH"], "N": ["NG"], "j": ["Y"],
        "t#": ["T"], "t2": ["T"], "l#": ["L"], "h": ["HH"], "x": ["K"],
    ]
}
