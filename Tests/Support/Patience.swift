import Foundation

/// How much slower things may be than in the plain build.
public enum Patience {
    /// UTTER_PATIENCE, where a sanitizer watches; 1 otherwise. All limits of waiting are multiplied by it.
    public static let factor =
        Double(
            ProcessInfo.processInfo.environment["UTTER_PATIENCE"] ?? "") ?? 1
}

/// What a sanitizer is told by its environment; for the programs of the tests, whose own environment is made from nothing.
enum Sanitizer {
    static let variables = ProcessInfo.processInfo.environment.filter {
        ["ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS"].contains($0.key)
    }
}
