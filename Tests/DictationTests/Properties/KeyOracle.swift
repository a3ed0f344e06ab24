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

    /// When the focus, or the terminal, came back.
    var returned: Duration?
    /// The last release that was one, once something has followed it.
    var lastTap: Duration?
    /// The press that goes on came right after the focus.
    var isSuspect = false
    /// The key was pressed for another window: reported again too soon after that for a press of its own.
    var isStray = false

    static let debounce = Duration.milliseconds(50)

    mutating func down(isPress: Bool, at time: Duration) {
        if isStray, release == nil, let last, time - last >= .milliseconds(390) { forget() }
        last = time
        if isPress {
            lastPress = time
            presses += 1
        }
        if let release, time - release >= Self.debounce {
            lastTap = release
            press = nil
            self.release = nil
        }
        release = nil
        if press == nil, isPress {
            press = time
            isSpent = false
            isStray = false
            isSuspect = returned.map { time < $0 + .milliseconds(300) } ?? false
            reports = 0
        } else if let press, isSuspect, time < press + .milliseconds(200) {
            isStray = true
            isSpent = true
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
        isStray = false
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
