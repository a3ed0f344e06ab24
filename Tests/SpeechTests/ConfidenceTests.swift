import Speech
import Testing

@Suite struct ConfidenceTests {
    @Test func `Confidence keeps the order of posteriors and never claims certainty`() {
        let confidences = [-1, 0, 0.1, 0.4, 0.9, 1, 2].map { Confidence.calibrated(posterior: $0) }
        #expect(confidences == confidences.sorted())
        #expect(confidences.allSatisfy { (0.3...0.951).contains($0) })
        #expect(confidences[1] < Word.doubtful && Word.doubtful < confidences[4])
    }
}
