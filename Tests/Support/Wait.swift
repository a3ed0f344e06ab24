/// The end of a wait for a state that never came.
public struct TimedOut: Error, CustomStringConvertible {
    public var description: String

    public init(description: String) {
        self.description = description
    }
}

/// Waits until `state` gives a value, and returns it. The limit is there to fail, not to measure: it is generous.
///
/// - Parameter detail: evaluated when the wait fails, for what was there instead.
@discardableResult
public func eventually<Value>(
    _ what: String, within limit: Duration = .seconds(30), detail: () -> String = { "" },
    _ state: () async throws -> Value?
) async throws -> Value {
    let end = ContinuousClock.now + limit * Patience.factor
    while true {
        if let value = try await state() { return value }
        if ContinuousClock.now >= end { break }
        try await Task.sleep(for: .milliseconds(5))
    }
    let found = detail()
    throw TimedOut(
        description: "\(what): not within \(limit)" + (found.isEmpty ? "" : "; \(found)"))
}

/// Waits until `condition` holds.
public func eventually(
    _ what: String, within limit: Duration = .seconds(30), detail: () -> String = { "" },
    _ condition: () async throws -> Bool
) async throws {
    let _: Bool = try await eventually(what, within: limit, detail: detail) {
        try await condition() ? true : nil
    }
}
