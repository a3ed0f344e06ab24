import Glibc

/// The programs built beside the tests.
public enum BuiltProducts {
    /// The path of a program of this package.
    public static func path(of program: String) -> String {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let length = readlink("/proc/self/exe", &buffer, buffer.count)
        let own = String(decoding: buffer.prefix(max(0, length)), as: UTF8.self)
        return own.split(separator: "/", omittingEmptySubsequences: false).dropLast()
            .joined(separator: "/") + "/" + program
    }
}
