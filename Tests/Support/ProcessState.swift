import Foundation
import Glibc

/// What a process has of the machine at a moment, out of `/proc`.
public struct ProcessState: Hashable, Sendable {
    /// Resident memory, in kilobytes.
    public var memory = 0
    public var threads = 0
    /// What its descriptors are open on: paths, `socket:[…]`, `anon_inode:[…]`.
    public var descriptors: [String] = []
    /// The same of standard input, output and error; "" for one that is closed.
    public var standard: [String] = []

    /// Nil where there is no such process (any more).
    public init?(of process: Int32) {
        guard let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        else { return nil }
        for line in status.split(separator: "\n") {
            let fields = line.split { $0 == ":" || $0 == "\t" || $0 == " " }
            guard fields.count > 1, let value = Int(fields[1]) else { continue }
            if fields[0] == "VmRSS" { memory = value }
            if fields[0] == "Threads" { threads = value }
        }
        let folder = "/proc/\(process)/fd"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        func target(_ name: String) -> String? {
            try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
        }
        descriptors = names.compactMap(target)
        standard = (0...2).map { target(String($0)) ?? "" }
    }
}
