import Dictation
import Keyboard

/// What the talk key has physically done, read from the raw events in the plainest way: the evidence that the
/// session's actions are held against.
struct KeyOracle {
    /// When the press that goes on began.
    var press: Duration?
    /// A release of it, real unless a report of the same key follows within the debounce.
    var release: Duration?
    /// Another key, Esc or a failure came in: this press may start nothing any more.
    var isSpent = false
    /// Reports of the key since its press, the press included; where releases are not reported.
    var reports = 0
    /// All presses as the terminal called them.
    var presses = 0
    /// The last report of the key.
    var last: Duration?
    /// The last press as the terminal called it.
    var lastPress: Duration?

    static let debounce = Duration.milliseconds(50)

    mutating func down(isPress: Bool, at time: Duration) {
        last = time
        if isPress {
            lastPress = time
            presses += 1
        }
        if let release, time - release >= Self.debounce {
            press = nil
            self.release = nil
        }
        release = nil
        if press == nil, isPress {
            press = time
            isSpent = false
            reports = 0
        }
        if press != nil { reports += 1 }
    }

    mutating func up(at time: Duration) {
        guard press != nil, release == nil else { return }
        release = time
    }

    /// Focus lost, suspend: the rest of the press means nothing, and no release will be seen.
    mutating func forget() {
        press = nil
        release = nil
        reports = 0
    }

    /// Whether a hold has been proved at `time` by the rules of hold mode.
    func provesHold(at time: Duration, minimum: Duration) -> Bool {
        guard let press, !isSpent, time >= press + minimum else { return false }
        return release.map { $0 >= press + minimum } ?? true
    }

    /// Whether the key is down for certain.
    func isDown(at time: Duration) -> Bool {
        press != nil && release == nil
    }
}
