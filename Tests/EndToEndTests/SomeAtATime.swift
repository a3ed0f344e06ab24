import Testing

/// Tries something with each of many, four at a time: most of what such tests do is wait.
func someAtATime<Element: Sendable>(
    _ elements: [Element], _ body: @escaping @Sendable (Element) async throws -> Void
) async {
    await withTaskGroup(of: Void.self) { group in
        for (index, element) in elements.enumerated() {
            if index >= 4 { await group.next() }
            group.addTask {
                do {
                    try await body(element)
                } catch {
                    let name =
                        (element as? any CustomTestStringConvertible)?.testDescription
                        ?? "\(element)"
                    Issue.record("with \(name): \(error)")
                }
            }
        }
    }
}
