@preconcurrency import Glibc

/// The environment as a dictionary, with `HOME` from the user database where it is not set.
///
/// Of two variables of the same name the first counts, as for `getenv`. What is not UTF-8 is
/// repaired.
func currentEnvironment() -> [String: String] {
    var result: [String: String] = [:]
    var entry = environ
    while let text = entry.pointee {
        let parts = String(cString: text).split(
            separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 2, result[String(parts[0])] == nil {
            result[String(parts[0])] = String(parts[1])
        }
        entry = entry.successor()
    }
    if result["HOME"] == nil, let record = getpwuid(getuid()), let home = record.pointee.pw_dir {
        result["HOME"] = String(cString: home)
    }
    return result
}
