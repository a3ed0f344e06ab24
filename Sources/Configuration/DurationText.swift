/// A value as written in a dotfile that is not what its option takes.
struct ValueError: Error, Hashable {
    /// What is wrong, as the end of a sentence that begins with the value.
    var reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}

/// Reads a duration that an option takes; a number alone is answered with the units that would do.
func parseDuration(_ text: String, in range: ClosedRange<Duration>) throws(ValueError) -> Duration {
    let value: Duration
    do throws(ValueError) {
        value = try parseDuration(text)
    } catch {
        let fitting = ["ms", "s", "m"].map { text + $0 }.filter {
            (try? parseDuration($0)).map(range.contains) ?? false
        }
        guard text.last?.isNumber == true, !fitting.isEmpty else { throw error }
        throw ValueError("has no unit (did you mean \(fitting.joined(separator: " or "))?)")
    }
    guard range.contains(value) else {
        throw ValueError(
            "is not between \(durationText(range.lowerBound)) and \(durationText(range.upperBound))"
        )
    }
    return value
}

/// Reads `350ms`, `0.35s`, `2m`, `1m30s`, `1h`; a bare `0` needs no unit.
func parseDuration(_ text: String) throws(ValueError) -> Duration {
    var rest = Substring(text.lowercased().filter { !$0.isWhitespace })
    guard !rest.isEmpty else {
        throw ValueError("is empty; a duration looks like 350ms, 0.35s or 2m")
    }
    if rest.allSatisfy({ $0 == "0" }) { return .zero }
    if rest.hasPrefix("-") { throw ValueError("is negative") }
    var total = Duration.zero
    while !rest.isEmpty {
        let number = rest.prefix { $0.isASCII && $0.isNumber || $0 == "." }
        rest = rest.dropFirst(number.count)
        let unit = rest.prefix { $0.isLetter || $0 == "µ" }
        rest = rest.dropFirst(unit.count)
        guard let amount = Decimal(number), !(unit.isEmpty && !rest.isEmpty) else {
            throw ValueError("is not a duration like 350ms, 0.35s or 2m")
        }
        if unit.isEmpty { throw ValueError("has no unit") }
        guard let nanoseconds = unitNanoseconds(unit) else {
            throw ValueError("has an unknown unit; known are ms, s, m and h")
        }
        total += amount.times(nanoseconds: nanoseconds)
    }
    return total
}

/// The shortest exact form that `parseDuration` reads back: milliseconds below one second, else
/// seconds.
func durationText(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    if duration == .zero { return "0ms" }
    if seconds == 0 {
        return decimalText(
            whole: attoseconds / 1_000_000_000_000_000,
            fraction: attoseconds % 1_000_000_000_000_000, digits: 15) + "ms"
    }
    return decimalText(whole: seconds, fraction: attoseconds, digits: 18) + "s"
}

private func decimalText(whole: Int64, fraction: Int64, digits: Int) -> String {
    guard fraction != 0 else { return "\(whole)" }
    let text = String(fraction)
    var padded = String(repeating: "0", count: digits - text.count) + text
    while padded.hasSuffix("0") { padded.removeLast() }
    return "\(whole).\(padded)"
}

private func unitNanoseconds(_ unit: Substring) -> Int64? {
    switch unit {
    case "us", "µs": 1_000
    case "ms", "msec", "millisecond", "milliseconds": 1_000_000
    case "s", "sec", "secs", "second", "seconds": 1_000_000_000
    case "m", "min", "mins", "minute", "minutes": 60_000_000_000
    case "h", "hour", "hours": 3_600_000_000_000
    default: nil
    }
}

/// A decimal number of at most nine digits before and nine after the point: no sum of such can
/// overflow.
private struct Decimal {
    var whole: Int64
    var billionths: Int64

    init?(_ text: Substring) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard text.contains(where: \.isNumber), parts.count <= 2, parts[0].count <= 9 else {
            return nil
        }
        guard let whole = parts[0].isEmpty ? 0 : Int64(parts[0]) else { return nil }
        self.whole = whole
        let digits = parts.count == 2 ? parts[1].prefix(9) : ""
        guard let fraction = digits.isEmpty ? 0 : Int64(digits) else { return nil }
        billionths = (digits.count..<9).reduce(fraction) { value, _ in value * 10 }
    }

    func times(nanoseconds unit: Int64) -> Duration {
        // 10^9 × 3.6·10^12 ns does not fit into 64 bits: let Duration, which has 128, multiply.
        let one = Duration.nanoseconds(unit)
        return one * Int(whole) + (one * Int(billionths)) / 1_000_000_000
    }
}
