internal import CALSA
internal import Threads

/// The library's own messages, which it would otherwise print over whatever is on the screen.
public enum ALSAMessages {
    private static let sink = Locked<(@Sendable (String) -> Void)?>(nil)

    /// Keeps the library's messages off the screen, once for the process.
    private static let redirected: Void = utter_alsa_redirect { message in
        guard let message else { return }
        let text = String(cString: message)
        ALSAMessages.sink.withLock { $0 }?(text)
    }

    /// Silences the library. Everything in this module that calls it does so first.
    public static func silence() {
        _ = redirected
    }

    /// Hands each message to `sink`, on whatever thread it arises.
    /// The corresponding C function is `snd_lib_error_set_handler`.
    public static func forward(to newSink: (@Sendable (String) -> Void)?) {
        silence()
        sink.withLock { $0 = newSink }
    }
}
