import PocketSphinx
import Support
import Testing
import Threads

@testable import utter

@Suite struct AudioSinkTests {
    @Test(arguments: [(Duration.zero, [3]), (.seconds(1), [])])
    func `Sound that finds no room before a busy recogniser is not lost in silence`(
        _ room: Duration, _ lost: [Int]
    ) {
        var configuration = RecognizerConfiguration()
        configuration.queueLimit = room
        let recognizer = DecoderThread(configuration) { _ in }
        let told = Locked<[Int]>([])
        let sink = Listener.audioSink(recognizer, nil) { utterance in
            told.withLock { $0.append(utterance) }
        }
        recognizer.begin(3)
        sink(3, [Int16](repeating: 0, count: 320))
        #expect(told.withLock { $0 } == lost)
        recognizer.quit(within: .seconds(10))
    }
}
