import Foundation
import PocketSphinx
import Speech
import Testing
import Threads

/// Collects what a decoder's thread reports, and waits for it.
final class Reports: Sendable {
    private let list = Locked<[RecognizerOutput]>([])

    func add(_ output: RecognizerOutput) { list.withLock { $0.append(output) } }

    var all: [RecognizerOutput] { list.withLock { $0 } }

    /// The first report that `match` accepts, as soon as there is one.
    func wait<Value>(_ match: (RecognizerOutput) -> Value?) async throws -> Value {
        let limit = ContinuousClock.now + .seconds(300)
        while true {
            // Asked before it is looked at: on a busy machine the limit may pass between two looks.
            let isLast = ContinuousClock.now >= limit
            if let value = all.lazy.compactMap(match).first { return value }
            guard !isLast else { throw Missing() }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    struct Missing: Error {}
}

func finalResult(of id: Int) -> (RecognizerOutput) -> HoldResult? {
    { output in
        if case .final(id, let result, _) = output { return result }
        return nil
    }
}

@Suite struct DecoderThreadTests {
    let samples: [Int16]

    init() throws { samples = try Packaged.samples(Packaged.goForward) }

    @Test func `Audio that came before the models were loaded is not lost`() async throws {
        let reports = Reports()
        let thread = DecoderThread(RecognizerConfiguration()) { reports.add($0) }
        thread.begin(7)
        for start in stride(from: 0, to: samples.count, by: 320) {
            _ = thread.audio(7, Array(samples[start..<min(start + 320, samples.count)]))
        }
        thread.end(7)
        let result = try await reports.wait(finalResult(of: 7))
        #expect(result.hypothesis.text == "go forward ten meters")
        if case .ready = reports.all.first {} else { Issue.record("ready comes first") }
        #expect(thread.quit(within: .seconds(10)))
    }

    @Test func `A discarded utterance is not reported, and the next one is`() async throws {
        let reports = Reports()
        let thread = DecoderThread(RecognizerConfiguration()) { reports.add($0) }
        thread.begin(1)
        _ = thread.audio(1, samples)
        thread.discard(1)
        _ = thread.audio(1, samples)
        thread.end(1)
        thread.begin(2)
        _ = thread.audio(2, samples)
        thread.end(2)
        let result = try await reports.wait(finalResult(of: 2))
        #expect(result.hypothesis.text == "go forward ten meters")
        for case .final(1, _, _) in reports.all { Issue.record("1 was discarded") }
        #expect(thread.quit(within: .seconds(10)))
    }

    @Test func `Audio past the limit is refused, not waited for`() {
        var configuration = RecognizerConfiguration()
        configuration.queueLimit = .milliseconds(100)
        let thread = DecoderThread(configuration) { _ in }
        thread.begin(1)
        #expect(thread.audio(1, [Int16](repeating: 0, count: 1600)))
        #expect(!thread.audio(1, [Int16](repeating: 0, count: 1600)))
        thread.quit(within: .seconds(10))
    }

    @Test func `A model that is not there is reported with its path`() async throws {
        let reports = Reports()
        var models = ModelPaths.packaged()
        models.languageModel = "/nonexistent/model.lm"
        let thread = DecoderThread(RecognizerConfiguration(models: models)) { reports.add($0) }
        let error = try await reports.wait { output in
            if case .failed(let error) = output { return error }
            return nil
        }
        #expect(error.subject == "/nonexistent/model.lm")
        #expect(thread.quit(within: .seconds(10)))
    }

    @Test func `Quitting does not wait for a thread that is busy`() {
        let thread = DecoderThread(RecognizerConfiguration()) { _ in }
        #expect(!thread.quit(within: .zero))
    }
}
