public import Gestures
public import Keyboard

/// How the talk gesture works.
public enum TalkMode: Hashable, Sendable {
    /// Hold to talk; the terminal reports releases.
    case hold
    /// Hold to talk; a repeat is the evidence of the hold, and the release is inferred.
    case autoRepeat
    /// Tap to start, tap to stop.
    case toggle
}

/// What becomes of the words when the window loses the focus during a hold.
public enum FocusLossPolicy: Hashable, Sendable {
    case ask
    case cancel
    case deliver
}

/// What a tap of the talk key does in hold mode.
public enum TapAction: Hashable, Sendable {
    /// Says how to talk.
    case hint
    /// Dictates hands-free until the next tap.
    case toggle
    /// Asks the owner of the session to run its command.
    case command
}

/// The fixed parameters of a session. Durations are those of the dotfile's `[gesture]` section.
public struct SessionOptions: Hashable, Sendable {
    public var chord: KeyChord
    public var mode: TalkMode
    public var minimumDuration: Duration = .milliseconds(350)
    public var maximumDuration: Duration = .seconds(120)
    /// How long capture goes on after the release.
    public var tail: Duration = .milliseconds(200)
    /// Clips shorter than this, from the first captured frame to the release, are dropped.
    public var minimumClip: Duration = .milliseconds(300)
    /// The longest time before the first repeat of a held key (key repeat delay of the desktop).
    public var maximumInitialDelay: Duration = .milliseconds(1200)
    public var onFocusLoss: FocusLossPolicy = .ask
    public var tap: TapAction = .hint
    /// Ends after the first outcome.
    public var once = false
    /// The key went down before the program ran (a shell widget's hotkey): the hold is adopted.
    public var held = false
    /// The text waits for a tap before it is delivered.
    public var confirm = false
    /// What another key does to a hold in its second phase.
    public var otherKeys = Hold.Movement.ignore
    /// Whether q and Ctrl-D quit and ? shows the keys: not where printable keys are type-ahead (`--rest-fd`).
    public var commandKeys = true
    /// Whether Ctrl-Z and SIGTSTP suspend; where nobody could continue the program they cancel. With `once` they
    /// always cancel.
    public var canSuspend = true

    public init(chord: KeyChord, mode: TalkMode) {
        self.chord = chord
        self.mode = mode
    }
}
