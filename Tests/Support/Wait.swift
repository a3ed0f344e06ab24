/// The end of a wait for a state that never came.
public struct TimedOut: Error, CustomStringConvertible {
    public var description: String

    public init(description: String) {
        self.description = description
    }
}

/// Waits until `state` gives a value, and returns it. The limit is there to fail, not to measure: it is generous.
@discardableResult
public func eventually<Value>(
    _ what: String, within limit: Duration = .seconds(30), _ state: () async throws -> Value?
) async throws -> Value {
    let end = ContinuousClock.now + limit
    while true {
        if let value = try await state() { return value }
        if ContinuousClock.now >= end { break }
        try await Task.sleep(for: .milliseconds(10))
    }
    throw TimedOut(description: "\(what): not within \(limit)")
}

/// Waits until `condition` holds.
public func eventually(
    _ what: String, within limit: Duration = .seconds(30), _ condition: () async throws -> Bool
) async throws {
    let _: Bool = try await eventually(what, within: limit) {
        try await condition() ? true : nil
    }
}
