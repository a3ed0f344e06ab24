/// Gives the keyboard back in the order that leaves nothing behind.
///
/// A key that is still down goes on repeating: popped too early, its repeats would reach the shell
/// as plain characters, and so would a release that is already on its way. So: wait, bounded, until
/// the key is up; write what undoes the negotiation, once; wait, bounded, for the answer to DA1,
/// behind which nothing of the old protocol can come; throw away what has arrived; only then
/// restore the attributes of the terminal.
public struct Restoration: Sendable {
    /// What is to be done next.
    public enum Step: Hashable, Sendable {
        /// Go on reading; call `next(at:)` after every event, and at this instant.
        case wait(until: Duration)
        case write([UInt8])
        /// Throw away what has arrived and was not read (`tcflush(TCIFLUSH)`).
        case flush
        /// Restore the attributes of the terminal (`tcsetattr`).
        case restoreAttributes
        case done
    }

    /// How long a key that is down is waited for.
    public let releasePatience: Duration
    /// How long the answer to DA1 is waited for.
    public let fencePatience: Duration

    /// What undoes the negotiation. An answer that comes while a key is waited for may change it.
    public var restoreBytes: [UInt8]

    private let isFenced: Bool
    private var phase = Phase.held
    private var isKeyDown: Bool
    private var isFencePassed = false
    private var waitEnd: Duration?

    private enum Phase {
        case held
        case fenced
        case flushed
        case restored
        case done
    }

    /// - Parameters:
    ///   - restoreBytes: what undoes the negotiation.
    ///   - answersFence: whether the terminal has ever answered DA1; one that has not
    ///     is not waited for again.
    ///   - isKeyDown: whether a key is down now.
    public init(
        restoreBytes: [UInt8], answersFence: Bool, isKeyDown: Bool,
        releasePatience: Duration = .seconds(2), fencePatience: Duration = .milliseconds(500)
    ) {
        self.restoreBytes = restoreBytes
        self.isFenced = answersFence
        self.isKeyDown = isKeyDown
        self.releasePatience = releasePatience
        self.fencePatience = fencePatience
    }

    /// The last key came up.
    public mutating func keysReleased() {
        isKeyDown = false
    }

    /// Takes a reply.
    public mutating func handle(_ reply: TerminalReply) {
        if case .primaryAttributes = reply, case .fenced = phase {
            isFencePassed = true
        }
    }

    /// What is to be done at `now`; asked again after each step until it is `.done`.
    public mutating func next(at now: Duration) -> Step {
        switch phase {
        case .held:
            if isKeyDown, let wait = wait(releasePatience, at: now) {
                return wait
            }
            waitEnd = nil
            phase = .fenced
            return .write(restoreBytes + (isFenced ? ControlSequence.queryPrimaryAttributes : []))
        case .fenced:
            if isFenced, !isFencePassed, let wait = wait(fencePatience, at: now) {
                return wait
            }
            phase = .flushed
            return .flush
        case .flushed:
            phase = .restored
            return .restoreAttributes
        case .restored, .done:
            phase = .done
            return .done
        }
    }

    /// A wait that began at the first call, or nil once it has been long enough.
    private mutating func wait(_ patience: Duration, at now: Duration) -> Step? {
        let end = waitEnd ?? now + patience
        waitEnd = end
        return now < end ? .wait(until: end) : nil
    }
}
